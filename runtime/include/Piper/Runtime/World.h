//===- World.h - The devices of a run and what they share -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_WORLD_H
#define PIPER_RUNTIME_WORLD_H

#include "Piper/Runtime/Collectives.h"
#include "Piper/Runtime/Data.h"
#include "Piper/Runtime/Transport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <memory>
#include <thread>

struct PiperDevice;

namespace piper::rt {

class Watchdog;

/// A lowered program: issues the actions of one step.
using ProgramFunction = void (*)(PiperDevice *);

struct WorldOptions {
  double deadline = 300;          // seconds an action may take; 0 = no watchdog
  std::optional<uint64_t> jitter; // seed of random delays before messages
  bool tracing = false;
};

/// Devices, streams, channels, communicators and the watchdog of one process.
class World {
public:
  /// Creates devices with arenas full of NaN and starts their streams. Errors:
  /// an impossible topology, an arena that cannot be had.
  static Result<std::unique_ptr<World>> create(Setup setup,
                                               const WorldOptions &options);
  ~World();

  /// Runs one step: `program(i)` is the function of row i of the programs.
  /// On failure every thread is stopped and the error returned.
  Status runStep(int64_t step,
                 llvm::function_ref<ProgramFunction(int)> program);

  /// Ends all threads. If a kernel does not return within the grace period
  /// the process ends with status 3, as its threads cannot be taken back.
  void stop();

  const Setup setup;
  const WorldOptions options;
  Topology topology;
  Failure failure;
  std::unique_ptr<Transport> transport;
  std::unique_ptr<Collectives> collectives;
  DataSource *data = nullptr;
  /// In the order of their ids, as in the topology.
  std::vector<std::unique_ptr<PiperDevice>> devices;
  int64_t step = 0;
  int64_t stepsDone = 0; // by this process

  /// The device with an id, or null.
  PiperDevice *device(int64_t id);

private:
  World(Setup setup, const WorldOptions &options);

  std::unique_ptr<Watchdog> watchdog;
};

} // namespace piper::rt

#endif // PIPER_RUNTIME_WORLD_H
