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
#include <set>

using namespace piper::rt;
namespace json = llvm::json;

namespace {

/// A sum over spans, and of how many.
struct Mean {
  double sum = 0;
  int64_t count = 0;

  void add(int64_t ns) {
    sum += static_cast<double>(ns);
    ++count;
  }
  double us() const { return count ? sum / count * 1e-3 : 0; }
};

using Means = std::map<std::string, Mean>;

/// What several devices do together: it takes from the arrival of the last.
struct Meeting {
  int64_t ready = 0, end = 0;
};

/// Means over the quickest quarter of the steps: the same for all, so that what
/// actions take adds up to what steps take, and steps in which the machine did
/// something else count for nothing.
class CostMeter {
public:
  explicit CostMeter(World &world) : world(world) {
    eachSpan([&](const PiperDevice &, const Span &span) {
      auto [range, isNew] = steps.try_emplace(span.step);
      Meeting &step = range->second;
      step.ready = isNew ? span.begin : std::min(step.ready, span.begin);
      step.end = std::max(step.end, span.end);
    });
    chooseSteps();
    eachSpan([&](const PiperDevice &device, const Span &span) {
      if (chosen.count(span.step))
        add(device, span);
    });
    for (const auto &[key, meeting] : meetings)
      durations[std::get<0>(key)].add(meeting.end - meeting.ready);
  }

  json::Object write() const {
    Mean length, between;
    for (int64_t step : chosen)
      length.add(steps.at(step).end - steps.at(step).ready);
    for (auto &device : world.devices)
      for (auto &stream : device->streams)
        for (size_t i = 1; i < stream->spans.size(); ++i)
          if (const Span &span = stream->spans[i], &last = stream->spans[i - 1];
              span.step == last.step && chosen.count(span.step))
            between.add(span.begin - last.end);
    return json::Object{{"version", 1},
                        {"durations_us", write(durations)},
                        {"wake_us", write(wakes)},
                        {"between_us", between.us()},
                        {"step_us", length.us()},
                        {"busy_us", write(busyTimes())}};
  }

private:
  template <typename Visit> void eachSpan(Visit visit) const {
    for (auto &device : world.devices)
      for (auto &stream : device->streams)
        for (const Span &span : stream->spans)
          visit(*device, span);
  }

  /// The first step warms up caches and pages.
  void chooseSteps() {
    std::vector<std::pair<int64_t, int64_t>> byLength;
    for (const auto &[step, range] : steps)
      if (step > 0 || steps.size() == 1)
        byLength.push_back({range.end - range.ready, step});
    llvm::sort(byLength);
    byLength.resize((byLength.size() + 3) / 4);
    for (auto [length, step] : byLength)
      chosen.insert(step);
  }

  static json::Object write(const Means &means) {
    json::Object object;
    for (const auto &[key, mean] : means)
      object[key] = mean.us();
    return object;
  }

  void add(const PiperDevice &device, const Span &span) {
    const ActionInfo &info = device.program->actions[span.row];
    if (span.wake > 0)
      wakes[keyOf(info, span.kind)].add(span.wake);
    switch (span.kind) {
    case ActionKind::Launch:
    case ActionKind::Zero:
    case ActionKind::Load:
      busy[{&device, span.step, info.stream}] += span.end - span.ready;
      durations[keyOf(info, span.kind)].add(span.end - span.ready);
      return;
    case ActionKind::Send:
    case ActionKind::Recv:
      meet(keyOf(info, span.kind), span.step, span.flow, span);
      return;
    case ActionKind::Collective:
      meetGroup(device, info, span);
      return;
    }
  }

  /// As plan-report names actions.
  static std::string keyOf(const ActionInfo &info, ActionKind kind) {
    std::string object = info.name.substr(info.name.find(' ') + 1);
    if (kind == ActionKind::Send || kind == ActionKind::Recv)
      return "send " + object;
    if (kind == ActionKind::Collective)
      return "collective " + object;
    if (kind != ActionKind::Launch)
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
  Means busyTimes() const {
    std::map<std::pair<const PiperDevice *, int64_t>, int64_t> most;
    for (const auto &[key, time] : busy) {
      int64_t &value = most[{std::get<0>(key), std::get<1>(key)}];
      value = std::max(value, time);
    }
    Means means;
    for (const auto &[key, time] : most)
      means[key.first->program->name].add(time);
    return means;
  }

  World &world;
  std::map<int64_t, Meeting> steps; // begin and end
  std::set<int64_t> chosen;
  Means durations, wakes;
  std::map<std::tuple<std::string, int64_t, int64_t>, Meeting> meetings;
  std::map<std::tuple<const PiperDevice *, int64_t, std::string>, int64_t>
      occurrences;
  std::map<std::tuple<const PiperDevice *, int64_t, int>, int64_t> busy;
};

} // namespace

Status piper::rt::writeCosts(World &world, const std::string &path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", json::Value(CostMeter(world).write())) << "\n";
  return writeFileAtomically(path, {llvm::StringRef(text)});
}
