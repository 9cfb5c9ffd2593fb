//===- Abi.cpp - What lowered programs call -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Abi.h"
#include "Piper/Runtime/Device.h"

using namespace piper::rt;

namespace {

/// Checks the common prefix and starts an action; `ok` is false after an error.
struct Issue {
  PiperDevice &device;
  int32_t stream;
  Action action;
  bool ok = true;

  Issue(PiperDevice *dev, ActionKind kind, int32_t row, int32_t stream,
        int32_t nwaits, const int32_t *waits, int32_t signal)
      : device(*dev), stream(stream) {
    action.kind = kind;
    action.row = row;
    action.signal = signal;
    const ProgramInfo &program = *device.program;
    if (!inRange(row, program.actions.size())) {
      device.fail(str("program '", program.name, "' issues action ", row,
                      " of ", program.actions.size()));
      ok = false;
      return;
    }
    check(inRange(stream, program.streams.size()), "stream", stream);
    check(signal == -1 || inRange(signal, program.events.size()), "event",
          signal);
    for (int32_t i = 0; i < nwaits; ++i) {
      check(inRange(waits[2 * i], program.events.size()), "event",
            waits[2 * i]);
      check(waits[2 * i + 1] >= 1, "ordinal", waits[2 * i + 1]);
      action.waits.emplace_back(waits[2 * i], waits[2 * i + 1]);
    }
  }

  static bool inRange(int64_t value, size_t size) {
    return value >= 0 && value < static_cast<int64_t>(size);
  }

  void check(bool good, llvm::StringRef what, int64_t value) {
    if (ok && !good) {
      device.fail(str(device.actionText(action.row), ": ", what, " ", value,
                      " is out of range"));
      ok = false;
    }
  }

  void role(int32_t row) {
    check(inRange(row, device.program->roles.size()), "role", row);
    action.roles.push_back(row);
  }

  /// A buffer whose `bytes` must lie in the arena.
  void buffer(void *pointer, int64_t bytes) {
    if (ok && !device.inArena(pointer, bytes)) {
      device.fail(str(device.actionText(action.row), ": buffer ",
                      action.buffers.size(), " of ", bytes,
                      " bytes does not lie in the arena of ",
                      device.program->arena, " bytes"));
      ok = false;
    }
    action.buffers.push_back(pointer);
  }

  void submit() {
    if (!ok || device.world->failure.failed())
      return;
    for (void *pointer : action.buffers)
      device.use(pointer);
    device.streams[stream]->enqueue(std::move(action));
  }
};

} // namespace

void *piper_rt_arena(PiperDevice *dev) { return dev->arena; }

void piper_rt_launch(PiperDevice *dev, int32_t action, int32_t stream,
                     int32_t nwaits, const int32_t *waits, int32_t signal,
                     PiperKernel kernel, int32_t nbuffers,
                     void *const *buffers) {
  Issue issue(dev, ActionKind::Launch, action, stream, nwaits, waits, signal);
  issue.action.kernel = kernel;
  issue.action.buffers.append(buffers, buffers + nbuffers);
  issue.submit();
}

void piper_rt_zero(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t nbuffers, void *const *buffers,
                   const int64_t *bytes) {
  Issue issue(dev, ActionKind::Zero, action, stream, nwaits, waits, signal);
  for (int32_t i = 0; i < nbuffers; ++i) {
    issue.buffer(buffers[i], bytes[i]);
    issue.action.bytes.push_back(bytes[i]);
  }
  issue.submit();
}

void piper_rt_load(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t input, int32_t role, int64_t mb, void *buffer) {
  Issue issue(dev, ActionKind::Load, action, stream, nwaits, waits, signal);
  const Setup &setup = dev->world->setup;
  issue.check(Issue::inRange(input, setup.inputs.size()), "input", input);
  issue.check(mb >= 0 && mb < setup.microbatches, "microbatch", mb);
  issue.role(role);
  issue.action.object = input;
  issue.action.mb = mb;
  if (issue.ok)
    issue.buffer(buffer, setup.inputs[input].bytes());
  if (issue.ok && !dev->world->data)
    dev->fail(str(dev->actionText(action), ": there is no data for input '",
                  setup.inputs[input].name, "'"));
  issue.submit();
}

/// Send and receive; the caller must be at its end of the channel.
static void message(Issue &issue, int32_t channel, int32_t role, void *buffer) {
  PiperDevice &device = issue.device;
  const Setup &setup = device.world->setup;
  issue.check(Issue::inRange(channel, setup.channels.size()), "channel",
              channel);
  issue.role(role);
  issue.action.object = channel;
  if (issue.ok) {
    const ChannelInfo &info = setup.channels[channel];
    issue.buffer(buffer, info.bytes);
    bool isSend = issue.action.kind == ActionKind::Send;
    const Coordinate &end = isSend ? info.from : info.to;
    const Coordinate &at = device.place->coords[role];
    for (size_t i = 0; i < end.size() && issue.ok; ++i)
      if (end[i] >= 0 && end[i] != at[i]) {
        const Topology &topology = device.world->topology;
        device.fail(str(device.actionText(issue.action.row), ": (",
                        topology.text(at), ") is not at the ",
                        isSend ? "sending" : "receiving", " end (",
                        topology.text(end), ") of channel '", info.name, "'"));
        issue.ok = false;
      }
  }
  issue.submit();
}

void piper_rt_send(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t channel, int32_t role, void *buffer) {
  Issue issue(dev, ActionKind::Send, action, stream, nwaits, waits, signal);
  message(issue, channel, role, buffer);
}

void piper_rt_recv(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t channel, int32_t role, void *buffer) {
  Issue issue(dev, ActionKind::Recv, action, stream, nwaits, waits, signal);
  message(issue, channel, role, buffer);
}

void piper_rt_collective(PiperDevice *dev, int32_t action, int32_t stream,
                         int32_t nwaits, const int32_t *waits, int32_t signal,
                         int32_t comm, int32_t kind, int32_t reduction,
                         int32_t dtype, int32_t nmembers, const int32_t *roles,
                         int32_t nparts, void *const *buffers,
                         const int64_t *counts) {
  Issue issue(dev, ActionKind::Collective, action, stream, nwaits, waits,
              signal);
  const World &world = *dev->world;
  issue.check(Issue::inRange(comm, world.setup.comms.size()), "communicator",
              comm);
  issue.check(nmembers >= 1, "number of members", nmembers);
  issue.action.object = comm;
  for (int32_t i = 0; i < nmembers; ++i)
    issue.role(roles[i]);
  CollectiveShape &shape = issue.action.collective;
  shape.kind = kind;
  shape.reduction = reduction;
  shape.dtype = dtype;
  shape.counts.append(counts, counts + nparts);
  if (issue.ok) {
    std::string error = checkCollective(shape, world.topology.groupSize(comm));
    if (!error.empty()) {
      dev->fail(str(dev->actionText(action), ": communicator '",
                    world.setup.comms[comm].name, "': ", error));
      return;
    }
  }
  int64_t width = dtype == PIPER_F32 ? 4 : 8;
  for (int32_t m = 0; m < nmembers && issue.ok; ++m)
    for (int32_t part = 0; part < nparts; ++part)
      issue.buffer(buffers[m * nparts + part], counts[part] * width);
  issue.submit();
}

const std::pair<const char *, void *> *piper::rt::abiSymbols(unsigned &count) {
  static const std::pair<const char *, void *> symbols[] = {
      {"piper_rt_arena", reinterpret_cast<void *>(piper_rt_arena)},
      {"piper_rt_launch", reinterpret_cast<void *>(piper_rt_launch)},
      {"piper_rt_zero", reinterpret_cast<void *>(piper_rt_zero)},
      {"piper_rt_load", reinterpret_cast<void *>(piper_rt_load)},
      {"piper_rt_send", reinterpret_cast<void *>(piper_rt_send)},
      {"piper_rt_recv", reinterpret_cast<void *>(piper_rt_recv)},
      {"piper_rt_collective", reinterpret_cast<void *>(piper_rt_collective)}};
  count = std::size(symbols);
  return symbols;
}
