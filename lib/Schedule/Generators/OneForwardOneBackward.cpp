//===- OneForwardOneBackward.cpp - Alternating forwards and backwards -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// PipeDream-flush; Narayanan et al., Efficient Large-Scale Language Model
// Training on GPU Clusters, 2021, section 2.2.

#include "Generators.h"

using namespace piper::schedule;

llvm::Expected<Table>
piper::schedule::oneForwardOneBackward(const Problem &problem) {
  if (llvm::Error error = needOneStagePerRank("1f1b", problem))
    return error;
  Table table(problem.ranks);
  int64_t count = problem.microbatches;
  for (int64_t s = 0; s < problem.stages(); ++s) {
    Row row(problem, table, problem.rankOf(s));
    int64_t warmup = std::min(count, problem.stages() - s - 1);
    for (int64_t m = 0; m < warmup; ++m)
      row.F({s}, m);
    for (int64_t m = 0; m < count; ++m) {
      if (warmup + m < count)
        row.F({s}, warmup + m);
      row.B({s}, m);
    }
  }
  return table;
}
