//===- Costs.cpp - Measured durations of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Device.h"
#include "Piper/Runtime/Safetensors.h"
#include "Piper/Runtime/Session.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <map>

using namespace piper::rt;
namespace json = llvm::json;

namespace {

/// Time that an action ran, in ns, in one step.
using Samples = std::vector<int64_t>;

double medianOf(Samples values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle);
}

/// What several devices do together: it takes from the arrival of the last.
struct Meeting {
  int64_t ready = 0, end = 0;
};

class CostMeter {
public:
  explicit CostMeter(World &world) : world(world) {
    // The first step warms up caches and pages.
    for (auto &device : world.devices)
      for (auto &stream : device->streams)
        for (const Span &span : stream->spans)
          last = std::max(last, span.step);
    for (auto &device : world.devices)
      for (auto &stream : device->streams)
        for (const Span &span : stream->spans)
          if (span.step > 0 || last == 0)
            add(*device, span);
  }

  json::Object write() {
    for (const auto &[key, meeting] : meetings)
      durations[std::get<0>(key)].push_back(meeting.end - meeting.ready);
    json::Object all;
    for (const auto &[key, samples] : durations)
      all[key] = medianOf(samples) * 1e-3;
    Samples lengths;
    for (const auto &[step, range] : steps)
      lengths.push_back(range.end - range.ready);
    json::Object busyOf;
    for (const auto &[program, samples] : busySamples())
      busyOf[program] = medianOf(samples) * 1e-3;
    return json::Object{
        {"version", 1},
        {"durations_us", std::move(all)},
        {"step_us", lengths.empty() ? 0 : medianOf(lengths) * 1e-3},
        {"busy_us", std::move(busyOf)}};
  }

private:
  void add(const PiperDevice &device, const Span &span) {
    const ActionInfo &info = device.program->actions[span.row];
    auto [range, isNew] = steps.try_emplace(span.step);
    range->second.ready =
        isNew ? span.begin : std::min(range->second.ready, span.begin);
    range->second.end = std::max(range->second.end, span.end);
    switch (span.kind) {
    case ActionKind::Launch:
    case ActionKind::Zero:
    case ActionKind::Load:
      busy[{&device, span.step, info.stream}] += span.end - span.ready;
      durations[keyOf(info)].push_back(span.end - span.ready);
      return;
    case ActionKind::Send:
    case ActionKind::Recv:
      meet("send " + info.name.substr(info.name.find(' ') + 1), span.step,
           span.flow, span);
      return;
    case ActionKind::Collective:
      meetGroup(device, info, span);
      return;
    }
  }

  /// As plan-report names actions.
  static std::string keyOf(const ActionInfo &info) {
    if (info.op != "launch")
      return info.name;
    return info.stage >= 0 && !info.pass.empty()
               ? "launch " + std::to_string(info.stage) + info.pass
               : "launch " + info.name;
  }

  /// The k-th collectives of a group's members are one: the group is the
  /// communicator and the coordinates on all other axes.
  void meetGroup(const PiperDevice &device, const ActionInfo &info,
                 const Span &span) {
    std::string comm = info.name.substr(info.name.find(' ') + 1);
    const Setup &setup = world.setup;
    auto found = llvm::find_if(
        setup.comms, [&](const CommInfo &other) { return other.name == comm; });
    int64_t group = 0;
    for (size_t axis = 0; axis < setup.axes.size(); ++axis)
      if (found == setup.comms.end() ||
          !llvm::is_contained(found->axes, static_cast<int>(axis)))
        group = group * setup.axes[axis].size + device.place->coords[0][axis];
    int64_t nth = occurrences[{&device, span.step, comm}]++;
    meet("collective " + comm, span.step, group << 32 | nth, span);
  }

  void meet(std::string key, int64_t step, int64_t id, const Span &span) {
    Meeting &meeting = meetings[{std::move(key), step, id}];
    meeting.ready = std::max(meeting.ready, span.ready);
    meeting.end = std::max(meeting.end, span.end);
  }

  /// Per program the time of its devices' busiest streams.
  std::map<std::string, Samples> busySamples() const {
    std::map<std::pair<const PiperDevice *, int64_t>, int64_t> most;
    for (const auto &[key, time] : busy) {
      int64_t &value = most[{std::get<0>(key), std::get<1>(key)}];
      value = std::max(value, time);
    }
    std::map<std::string, Samples> samples;
    for (const auto &[key, time] : most)
      samples[key.first->program->name].push_back(time);
    return samples;
  }

  World &world;
  int64_t last = 0;
  std::map<std::string, Samples> durations;
  std::map<std::tuple<std::string, int64_t, int64_t>, Meeting> meetings;
  std::map<std::tuple<const PiperDevice *, int64_t, std::string>, int64_t>
      occurrences;
  std::map<int64_t, Meeting> steps; // by step, begin and end
  std::map<std::tuple<const PiperDevice *, int64_t, int>, int64_t> busy;
};

} // namespace

Status piper::rt::writeCosts(World &world, const std::string &path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", json::Value(CostMeter(world).write())) << "\n";
  return writeFileAtomically(path, {llvm::StringRef(text)});
}
