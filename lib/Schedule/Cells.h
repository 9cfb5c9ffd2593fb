//===- Cells.h - Dense numbers of a table's cells -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_SCHEDULE_CELLS_H
#define PIPER_LIB_SCHEDULE_CELLS_H

#include "Piper/Schedule/Schedule.h"

namespace piper::schedule {

/// Numbers every (replica, stage, microbatch), for arrays in place of maps:
/// a table of 128 stages and 1024 microbatches has 131072 of them.
class Cells {
public:
  explicit Cells(const Problem &problem)
      : stages(problem.stages()), microbatches(problem.microbatches),
        count(problem.replicas * stages * microbatches) {}

  size_t size() const { return count; }
  size_t at(int64_t replica, int64_t stage, int64_t microbatch) const {
    return (replica * stages + stage) * microbatches + microbatch;
  }
  size_t at(const Action &action) const {
    return at(action.replica, action.stage, action.microbatch);
  }

private:
  int64_t stages, microbatches;
  size_t count;
};

/// "0B1 (stage 0, microbatch 1) on rank 2" for messages.
std::string describe(const Problem &problem, const Action &action,
                     int64_t rank);

} // namespace piper::schedule

#endif // PIPER_LIB_SCHEDULE_CELLS_H
