//===- Simulate.h - What a table costs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times are in whatever unit the costs are in, sizes likewise.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SCHEDULE_SIMULATE_H
#define PIPER_SCHEDULE_SIMULATE_H

#include "Piper/Schedule/Schedule.h"

namespace piper::schedule {

/// What one stage costs per microbatch.
struct StageCosts {
  /// Durations of the passes; B is not derived from I and W, which a target may
  /// make dearer than the fused pass.
  double F = 1, B = 2, I = 1, W = 1, U = 0;
  /// Time that the output of the forward, and the gradient that the backward
  /// hands on, occupy the link to another rank.
  double message = 0, gradientMessage = 0;
  /// What a microbatch keeps from its forward to the end of its backward, and
  /// which part of it the backward for inputs frees already; below 0 where that
  /// leaves more to the backward for weights than it frees.
  double activation = 1, freedByI = 0;
};

/// Costs of all stages.
struct Costs {
  /// One entry per stage, or one for all of them.
  std::vector<StageCosts> stages = {StageCosts()};
  /// Added to each message between ranks; does not occupy the link.
  double latency = 0;
  /// What part of the sum of its actions' durations a group of several takes.
  double group = 1;

  const StageCosts &of(int64_t stage) const {
    return stages.size() == 1 ? stages.front() : stages[stage];
  }
  double duration(const Action &action) const;
};

/// A position in a table.
struct Position {
  int64_t rank = -1, index = -1;
  bool operator==(const Position &other) const = default;
};

/// When an action runs.
struct Span {
  double start = 0, end = 0;
  /// The action it had to wait for: the one before it in its row, or one whose
  /// result came later. None for an action that starts with the step.
  Position after;
};

/// What a rank does in a step.
struct RankUse {
  double busy = 0;
  /// Time of the step in which it computes nothing.
  double bubble = 0;
  /// Start of its first action and end of its last.
  double first = 0, last = 0;
  /// Most microbatches of stages that are alive at once, from the start of the
  /// forward to the end of the backward (W where it is split), and their size.
  int64_t peakLive = 0;
  double peakBytes = 0;
};

/// One action of the critical path.
struct PathStep {
  int64_t rank;
  Action action;
  double start, end;
  /// Time since the end of the step before: a message on its way.
  double wait;
};

/// A table on the time axis.
struct Simulation {
  /// As the table's.
  std::vector<std::vector<Span>> rows;
  std::vector<RankUse> ranks;
  double makespan = 0;

  double largestBubble() const;
  double largestPeakBytes() const;
  /// Share of all ranks' time in which nothing is computed.
  double bubbleRatio() const;
};

/// Runs a table: each rank one action at a time in its order, an action as soon
/// as what it needs has come. A forward needs the forwards of its producers, a
/// B or I its own forward and the B or I of the consumers that have one, a W
/// its I. A result reaches another rank `latency` and the message's time after
/// the producer ends, messages of one kind between two ranks one after the
/// other. The actions of a group interleave: it starts when everything its
/// actions need from outside has come, and its results leave at its end. Linear
/// in the number of actions. An action out of range or a table that gets stuck
/// is an error that shows who waits for whom.
llvm::Expected<Simulation> simulate(const Problem &problem, const Table &table,
                                    const Costs &costs);

/// The chain of actions that determines the makespan, first to last.
std::vector<PathStep> criticalPath(const Table &table,
                                   const Simulation &simulation);

} // namespace piper::schedule

#endif // PIPER_SCHEDULE_SIMULATE_H
