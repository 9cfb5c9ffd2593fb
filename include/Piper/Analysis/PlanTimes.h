//===- PlanTimes.h - When each action of a plan runs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_PLANTIMES_H
#define PIPER_ANALYSIS_PLANTIMES_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "Piper/Schedule/MeasuredCosts.h"
#include <vector>

namespace piper::plan {

/// How long actions take, in microseconds.
///
/// Measured durations win. Otherwise each op of a body takes the longer of its
/// floating-point operations over `gflops` and the bytes that it reads and
/// writes over `gbytes`; a message its bytes over the slowest link of
/// the axes on which its ends differ, plus that link's latency; a collective
/// the time of the ring algorithm. Links come from the mesh; axes without one
/// have `linkGbps` and `linkLatency`.
struct PlanCosts {
  double gflops = 50;               // 1e9 operations per second of one device
  double gbytes = 10;               // 1e9 bytes per second of a device's memory
  double linkGbps = 100;            // 1e9 bits per second
  double linkLatency = 5;           // microseconds
  schedule::MeasuredCosts measured; // by `keyOf`

  /// What durations are measured by: "launch 1F" for an action of a stage,
  /// "launch p0.finish", "send act0", "collective dp", "load x", "zero".
  static std::string keyOf(mlir::Operation *action);
};

/// When an action runs.
struct ActionTime {
  mlir::Operation *op = nullptr;
  double ready = 0, start = 0, end = 0; // ready: head of its stream
  /// The action it waited for last: (program, action), or (-1, -1).
  int64_t afterProgram = -1, afterAction = -1;
};

/// A program on the time axis.
struct ProgramTimes {
  ProgramOp op;
  std::vector<ActionTime> actions; // in program order
  double busy = 0; // launches, loads and zeroing of its busiest stream
};

/// A plan on the time axis, in microseconds.
struct PlanTimes {
  std::vector<ProgramTimes> programs;
  double makespan = 0;

  /// Share of a program's time in which its busiest stream computes nothing.
  double bubble(const ProgramTimes &program) const {
    return makespan > 0 ? 1 - program.busy / makespan : 0;
  }
  /// The chain of actions that determines the makespan, first to last, as
  /// (program, action).
  std::vector<std::pair<int64_t, int64_t>> criticalPath() const;
};

/// Runs every stream as a queue: an action starts when the stream is free, its
/// waits are signalled and all its partners are at it. Programs stand for all
/// their devices, which take the same time. An error if the plan gets stuck.
mlir::FailureOr<PlanTimes> timePlan(mlir::ModuleOp module,
                                    const PlanCosts &costs);

} // namespace piper::plan

#endif // PIPER_ANALYSIS_PLANTIMES_H
