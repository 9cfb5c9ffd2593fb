//===- Best.h - The schedule that takes the least time -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SCHEDULE_BEST_H
#define PIPER_SCHEDULE_BEST_H

#include "Piper/Schedule/Simulate.h"

namespace piper::schedule {

/// How the list scheduler decides.
struct ListOptions {
  /// Backwards in two parts, or whole.
  bool split = true;
  /// Of several forwards that could start, the one of the latest stage; else of
  /// the earliest.
  bool latestFirst = true;
  /// Most bytes of activations on any rank; negative: no bound.
  double memoryBound = -1;
};

/// Makes a table by going through time: a rank that is free starts the gradient
/// that has come, the latest stage's first, else a forward whose inputs have
/// come and that leaves room for the later stages of the rank, else a W that is
/// due. Microbatches ascend per stage and pass. Without updates; without room
/// for one microbatch the table is not complete.
Table listSchedule(const Problem &problem, const Costs &costs,
                   const ListOptions &options);

/// A table and where it comes from.
struct BestTable {
  Table table;
  /// A name that `generate` knows, or "list".
  std::string origin;
  double makespan = 0, peakBytes = 0;
};

/// The table of the least simulated makespan among the named schedules that are
/// defined for the problem and those of the list scheduler, of equal ones that
/// of the smallest peak, whose activations stay within `memoryBound` bytes on
/// every rank (negative: any). Updates at the ends of the rows. An error with
/// the numbers where not even one microbatch at a time fits.
llvm::Expected<BestTable> bestSchedule(const Problem &problem,
                                       const Costs &costs, double memoryBound);

} // namespace piper::schedule

#endif // PIPER_SCHEDULE_BEST_H
