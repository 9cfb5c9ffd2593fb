//===- MeasuredCosts.h - Durations that a run measured -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SCHEDULE_MEASUREDCOSTS_H
#define PIPER_SCHEDULE_MEASUREDCOSTS_H

#include "Piper/Schedule/Simulate.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace piper::schedule {

/// What `piper-run --measure-costs` wrote: `{"version": 1, "durations_us":
/// {"launch 1F": 12.5, "send act0": 3, ...}, "wake_us": {"launch 1F": 4, ...},
/// "between_us": 0.5, "step_us": 80, "busy_us": {"p0": 60, ...}}`, all but the
/// first two optional. All in microseconds.
struct MeasuredCosts {
  /// "launch 1F" for an action of a stage, "launch p0.finish", "send act0",
  /// "collective dp", "load x", "zero".
  llvm::StringMap<double> durations;
  /// How long after a signal an action is ready that waited for it, by the same
  /// names.
  llvm::StringMap<double> wakes;
  /// From the end of an action to the next of its stream.
  double between = 0;
  /// What the run took: a step, and what each program computed in it. 0 and
  /// empty: unknown.
  double step = 0;
  llvm::StringMap<double> busy;

  /// The error names the file, and the entry that is no finite number of 0 or
  /// more.
  static llvm::Expected<MeasuredCosts> read(llvm::StringRef path);
  /// What several runs measured, as one with whole and one with split
  /// backwards; a later file wins where two say something.
  static llvm::Expected<MeasuredCosts>
  readAll(llvm::ArrayRef<std::string> paths);
};

/// Replaces estimated times of stages and messages by measured ones. A pass
/// that the run did not have takes its estimate at the speed of the stage's
/// others: I and W divide a measured B as the estimates do. Messages take the
/// mean of those measured in their direction. An error if the file has a stage
/// that the table has not, or the reverse.
llvm::Error applyMeasured(const MeasuredCosts &measured, int64_t stages,
                          Costs &costs);

} // namespace piper::schedule

#endif // PIPER_SCHEDULE_MEASUREDCOSTS_H
