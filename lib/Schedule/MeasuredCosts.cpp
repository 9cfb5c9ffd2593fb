//===- MeasuredCosts.cpp - Durations that a run measured -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/MeasuredCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace piper::schedule;
using llvm::StringRef;

static llvm::Error makeError(StringRef path, const llvm::Twine &text) {
  return llvm::createStringError((path + ": " + text).str());
}

static bool isTime(std::optional<double> number) {
  return number && std::isfinite(*number) && *number >= 0;
}

static llvm::Error readTimes(const llvm::json::Object &object, StringRef path,
                             llvm::StringMap<double> &times) {
  for (const auto &[key, value] : object) {
    std::optional<double> number = value.getAsNumber();
    if (!isTime(number))
      return makeError(path, "the time of \"" + StringRef(key) +
                                 "\" is no number >= 0");
    times[StringRef(key)] = *number;
  }
  return llvm::Error::success();
}

llvm::Expected<MeasuredCosts> MeasuredCosts::read(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return makeError(path, buffer.getError().message());
  auto json = llvm::json::parse((*buffer)->getBuffer());
  if (!json)
    return makeError(path, llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  const llvm::json::Object *durations =
      object ? object->getObject("durations_us") : nullptr;
  if (!durations || object->getInteger("version") != 1)
    return makeError(path, "is no cost file: expected {\"version\": 1, "
                           "\"durations_us\": {...}}");
  MeasuredCosts costs;
  if (auto error = readTimes(*durations, path, costs.durations))
    return error;
  for (auto [name, time] :
       {std::pair<StringRef, double *>{"step_us", &costs.step},
        {"between_us", &costs.between}})
    if (const llvm::json::Value *value = object->get(name)) {
      if (!isTime(value->getAsNumber()))
        return makeError(path, "\"" + name + "\" is no number >= 0");
      *time = *value->getAsNumber();
    }
  for (auto [name, times] :
       {std::pair<StringRef, llvm::StringMap<double> *>{"busy_us", &costs.busy},
        {"wake_us", &costs.wakes}})
    if (const llvm::json::Value *value = object->get(name)) {
      if (!value->getAsObject())
        return makeError(path, "\"" + name + "\" is no object of times");
      if (auto error = readTimes(*value->getAsObject(), path, *times))
        return error;
    }
  return costs;
}

llvm::Expected<MeasuredCosts>
MeasuredCosts::readAll(llvm::ArrayRef<std::string> paths) {
  MeasuredCosts all;
  for (const std::string &path : paths) {
    llvm::Expected<MeasuredCosts> one = read(path);
    if (!one)
      return one.takeError();
    for (const auto &entry : one->durations)
      all.durations[entry.getKey()] = entry.getValue();
    for (const auto &entry : one->wakes)
      all.wakes[entry.getKey()] = entry.getValue();
    all.between = one->between;
    all.step = one->step;
    all.busy = std::move(one->busy);
  }
  return all;
}

namespace {

/// A pass of a stage: where its time is, and as what it was measured.
struct PassTime {
  double *time;
  std::optional<double> measured;
};

} // namespace

/// How much longer measured passes took than was estimated.
static std::optional<double> speedOf(llvm::ArrayRef<PassTime> passes) {
  double measured = 0, estimated = 0;
  for (const PassTime &pass : passes)
    if (pass.measured) {
      measured += *pass.measured;
      estimated += *pass.time;
    }
  if (estimated <= 0)
    return std::nullopt;
  return measured / estimated;
}

/// False where no pass of the stage was measured.
static bool applyTo(StageCosts &stage, int64_t index,
                    const llvm::StringMap<double> &durations) {
  auto find = [&](char letter) -> std::optional<double> {
    auto found = durations.find("launch " + std::to_string(index) + letter);
    if (found == durations.end())
      return std::nullopt;
    return found->second;
  };
  PassTime passes[] = {{&stage.F, find('F')},
                       {&stage.B, find('B')},
                       {&stage.I, find('I')},
                       {&stage.W, find('W')}};
  if (llvm::none_of(passes, [](const PassTime &pass) -> bool {
        return pass.measured.has_value();
      }))
    return false;
  // Of a backward in two parts and a whole one, what was measured of one says
  // what the other takes.
  std::optional<double> whole = speedOf(passes[1]);
  std::optional<double> parts = speedOf(llvm::ArrayRef(passes).drop_front(2));
  double all = speedOf(passes).value_or(1);
  std::optional<double> speeds[] = {std::nullopt, parts, whole, whole};
  for (auto [pass, speed] : llvm::zip(passes, speeds))
    *pass.time = pass.measured
                     ? *pass.measured
                     : *pass.time * speed.value_or(parts.value_or(all));
  return true;
}

/// Mean of the entries that begin with a prefix.
static std::optional<double> meanOf(const llvm::StringMap<double> &durations,
                                    StringRef prefix) {
  double sum = 0;
  int64_t count = 0;
  for (const auto &entry : durations)
    if (entry.getKey().starts_with(prefix)) {
      sum += entry.getValue();
      ++count;
    }
  if (count == 0)
    return std::nullopt;
  return sum / count;
}

llvm::Error piper::schedule::applyMeasured(const MeasuredCosts &measured,
                                           int64_t stages, Costs &costs) {
  for (const auto &entry : measured.durations) {
    StringRef text = entry.getKey();
    int64_t stage = 0;
    if (text.consume_front("launch ") && !text.consumeInteger(10, stage) &&
        text.size() == 1 && stage >= stages)
      return llvm::createStringError("it has \"" + entry.getKey().str() +
                                     "\", but there are " +
                                     std::to_string(stages) + " stages");
  }
  if (costs.stages.size() == 1)
    costs.stages.resize(stages, costs.stages.front());
  std::optional<double> forward = meanOf(measured.durations, "send act");
  std::optional<double> backward = meanOf(measured.durations, "send grad");
  if (forward || backward)
    costs.latency = 0;
  for (int64_t stage = 0; stage < stages; ++stage) {
    StageCosts &own = costs.stages[stage];
    if (!applyTo(own, stage, measured.durations))
      return llvm::createStringError("it has no time of stage " +
                                     std::to_string(stage) + ", as \"launch " +
                                     std::to_string(stage) + "F\"");
    if (forward)
      own.message = *forward;
    if (backward)
      own.gradientMessage = *backward;
  }
  return llvm::Error::success();
}
