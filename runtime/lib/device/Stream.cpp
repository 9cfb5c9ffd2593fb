//===- Stream.cpp - A worker thread that runs actions in order -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Device.h"
#include <cstring>

using namespace piper::rt;

Stream::Stream(PiperDevice &device, int index)
    : device(device), index(index), point(device.world->failure) {
  state.event = -1;
}

Stream::~Stream() {
  requestStop();
  if (thread.joinable())
    thread.join();
}

void Stream::start() {
  thread = std::thread([this] { loop(); });
}

void Stream::enqueue(Action action) {
  bool wake;
  {
    auto lock = point.lock();
    incoming.push_back(std::move(action));
    ++submitted;
    wake = sleeping;
    sleeping = false;
  }
  if (wake)
    point.notify();
}

void Stream::drain() {
  auto lock = point.lock();
  draining = true;
  point.wait(lock, [&] { return finished == submitted; });
  draining = false;
}

void Stream::requestStop() {
  {
    auto lock = point.lock();
    quit = true;
    sleeping = false;
  }
  point.notify();
}

bool Stream::join(double seconds) {
  if (!thread.joinable())
    return true;
  // The thread does not wait for anything after a failure or a stop, so a
  // short doze here is only ever seen when a kernel hangs.
  int64_t limit = nowNs() + static_cast<int64_t>(seconds * 1e9);
  for (;;) {
    {
      auto lock = point.lock();
      if (ended)
        break;
    }
    if (nowNs() > limit)
      return false;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  thread.join();
  return true;
}

Stream::Progress Stream::progress() {
  std::lock_guard<std::mutex> held(progressMutex);
  return state;
}

void Stream::beginProgress(const Action &action, int64_t now) {
  std::lock_guard<std::mutex> held(progressMutex);
  state.since = now;
  state.row = action.row;
  state.kind = action.kind;
  state.object = action.object;
  state.role = action.roles.empty() ? 0 : action.roles[0];
  state.event = -1;
}

void Stream::setWait(int32_t event, int32_t ordinal) {
  std::lock_guard<std::mutex> held(progressMutex);
  state.event = event;
  state.ordinal = ordinal;
}

void Stream::loop() {
  Failure &failure = device.world->failure;
  std::vector<Action> batch;
  for (;;) {
    {
      auto lock = point.lock();
      finished += static_cast<int64_t>(batch.size());
      if (draining && finished == submitted)
        point.notify();
      batch.clear();
      if (incoming.empty() && !quit && !failure.failed()) {
        sleeping = true;
        point.wait(lock, [&] { return !sleeping; });
        sleeping = false;
      }
      if (quit || failure.failed()) {
        ended = true;
        break;
      }
      batch.swap(incoming);
    }
    for (const Action &action : batch)
      if (!execute(action))
        break;
  }
}

/// Runs one action with its waits; false when the run has failed.
bool Stream::execute(const Action &action) {
  int64_t begin = nowNs();
  beginProgress(action, begin);
  int64_t signalled = 0;
  if (!awaitEvents(action, signalled))
    return false;
  int64_t ready = nowNs(), flow = -1;
  if (!perform(action, flow))
    return false;
  if (action.signal >= 0) {
    Event &event = *device.events[action.signal];
    {
      auto lock = event.point.lock();
      if (device.world->options.tracing)
        event.since.store(nowNs(), std::memory_order_relaxed);
      event.count.fetch_add(1, std::memory_order_release);
    }
    event.point.notify();
  }
  int64_t end = nowNs();
  bool isMessage = action.kind >= ActionKind::Send;
  waitNs += ready - begin;
  (isMessage ? messageNs : launchNs) += end - ready;
  if (device.world->options.tracing)
    spans.push_back({action.row, action.kind, begin, ready, end, flow,
                     device.world->step, signalled ? ready - signalled : 0});
  std::lock_guard<std::mutex> held(progressMutex);
  state.since = 0;
  ++state.completed;
  return true;
}

/// `signalled`: when the last event was that the action was blocked on.
bool Stream::awaitEvents(const Action &action, int64_t &signalled) {
  for (auto [row, ordinal] : action.waits) {
    Event &event = *device.events[row];
    if (event.count.load(std::memory_order_acquire) >= ordinal)
      continue;
    setWait(row, ordinal);
    auto lock = event.point.lock();
    int32_t target = ordinal;
    if (!event.point.wait(lock, [&] {
          return event.count.load(std::memory_order_relaxed) >= target;
        }))
      return false;
    signalled = event.since.load(std::memory_order_relaxed);
    lock.unlock();
    setWait(-1, 0);
  }
  return !device.world->failure.failed();
}

/// A delay that depends on seed, device, stream and the number of messages so
/// far, never on time: 0 to 300 microseconds, now and then 2 milliseconds.
void Stream::delay(const Action &action) {
  const std::optional<uint64_t> &seed = device.world->options.jitter;
  if (!seed)
    return;
  uint64_t draw = mix(mix(mix(*seed, device.place->id), index), messages++);
  uint64_t micros = draw % 16 == 0 ? 2000 : (draw >> 8) % 300;
  std::this_thread::sleep_for(std::chrono::microseconds(micros));
}

bool Stream::perform(const Action &action, int64_t &flow) {
  World &world = *device.world;
  const auto &coords = device.place->coords;
  int64_t sequence = 0;
  Status status;
  switch (action.kind) {
  case ActionKind::Launch:
    action.kernel(action.buffers.data());
    return true;
  case ActionKind::Zero:
    for (size_t i = 0; i < action.buffers.size(); ++i)
      std::memset(action.buffers[i], 0, action.bytes[i]);
    return true;
  case ActionKind::Load: {
    const TensorInfo &input = world.setup.inputs[action.object];
    int64_t replica = world.topology.replica(input, coords[action.roles[0]]);
    status = world.data->read(world.step, action.object,
                              replica * world.setup.microbatches + action.mb,
                              action.buffers[0]);
    break;
  }
  case ActionKind::Send:
  case ActionKind::Recv: {
    delay(action);
    const Coordinate &at = coords[action.roles[0]];
    bool done = action.kind == ActionKind::Send
                    ? world.transport->send(action.object, at,
                                            action.buffers[0], sequence)
                    : world.transport->recv(action.object, at,
                                            action.buffers[0], sequence);
    flow = (world.transport->instanceId(action.object, at) << 32) | sequence;
    return done;
  }
  case ActionKind::Collective: {
    delay(action);
    llvm::SmallVector<const Coordinate *, 4> members;
    for (int32_t role : action.roles)
      members.push_back(&coords[role]);
    status = world.collectives->run(action.object, members, action.collective,
                                    action.buffers);
    break;
  }
  }
  if (status.ok())
    return true;
  if (!world.failure.failed())
    device.fail(str(device.actionText(action.row), ": ", status.message));
  return false;
}
