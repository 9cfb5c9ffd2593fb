//===- Watchdog.cpp - Deadlines of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Watchdog.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace piper::rt;

Watchdog::Watchdog(World &world) : world(world) {
  thread = std::thread([this] { loop(); });
}

Watchdog::~Watchdog() {
  {
    std::lock_guard<std::mutex> held(mutex);
    quit = true;
  }
  condition.notify_all();
  thread.join();
}

void Watchdog::loop() {
  double period = std::clamp(world.options.deadline / 8, 0.005, 0.25);
  std::unique_lock<std::mutex> held(mutex);
  while (!condition.wait_for(held, std::chrono::duration<double>(period),
                             [&] { return quit; })) {
    held.unlock();
    scan();
    held.lock();
  }
}

static bool isMeeting(const Stream::Progress &at) {
  return at.event < 0 && at.kind >= ActionKind::Send;
}

void Watchdog::scan() {
  if (world.failure.failed())
    return;
  int64_t now = nowNs();
  int64_t limit = static_cast<int64_t>(world.options.deadline * 1e9);
  std::vector<Place> places;
  for (auto &device : world.devices)
    for (size_t i = 0; i < device->streams.size(); ++i)
      places.push_back(
          {device.get(), static_cast<int>(i), device->streams[i]->progress()});
  if (llvm::none_of(places, [&](const Place &place) {
        return place.at.since != 0 && now - place.at.since >= limit;
      }))
    return;
  // A message or collective says most: waits for events are its consequences,
  // and may have begun a little earlier. Hence the half.
  const Place *worst = nullptr;
  for (const Place &place : places) {
    if (place.at.since == 0 || now - place.at.since < limit / 2)
      continue;
    if (!worst || isMeeting(place.at) > isMeeting(worst->at) ||
        (isMeeting(place.at) == isMeeting(worst->at) &&
         place.at.since < worst->at.since))
      worst = &place;
  }
  world.failure.fail(Status::failure(report(places, *worst, now)));
}

static std::string seconds(int64_t ns) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.2f s", ns * 1e-9);
  return text;
}

std::string Watchdog::meeting(const Place &place) {
  const Coordinate &at = place.device->place->coords[place.at.role];
  return place.at.kind == ActionKind::Collective
             ? world.collectives->describe(place.at.object, at)
             : world.transport->describe(place.at.object, at);
}

std::string Watchdog::state(const Place &place, int64_t now) {
  const Stream::Progress &at = place.at;
  const ProgramInfo &program = *place.device->program;
  std::string text = place.device->text() + ", stream '" +
                     program.streams[place.stream] + "': ";
  if (at.since == 0)
    return str(text, "idle after ", at.completed, " actions");
  text += str(place.device->actionText(at.row), ": ");
  if (at.event >= 0)
    return str(text, "waits for event '", program.events[at.event], "' #",
               at.ordinal, " (recorded ",
               place.device->events[at.event]->count.load(), " times), ",
               seconds(now - at.since));
  return str(text, isMeeting(at) ? "waits for others, " : "runs, ",
             seconds(now - at.since));
}

std::string Watchdog::report(const std::vector<Place> &places,
                             const Place &worst, int64_t now) {
  std::string text =
      str("watchdog: not finished within the deadline of ",
          seconds(world.options.deadline * 1e9), ": ", state(worst, now));
  if (isMeeting(worst.at))
    text += "\n  " + meeting(worst);
  text += "\n  all streams:";
  constexpr size_t kLines = 64;
  for (size_t i = 0; i < places.size() && i < kLines; ++i)
    text += "\n    " + state(places[i], now);
  if (places.size() > kLines)
    text += str("\n    and ", places.size() - kLines, " more");
  return text;
}
