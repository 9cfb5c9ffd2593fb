//===- ZeroBubbleH.cpp - Backwards in two parts, one stage per rank -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Qi et al., Zero Bubble Pipeline Parallelism, 2024: H1 and H2, the handcrafted
// orders of section 2.

#include "Generators.h"

using namespace piper::schedule;

/// 1F1B that runs ahead `depth` times as far and delays the weights of stage s
/// by `depth` microbatches for each stage before it.
static llvm::Expected<Table> zeroBubbleH(llvm::StringRef name, int64_t depth,
                                         const Problem &problem) {
  if (llvm::Error error = needOneStagePerRank(name, problem))
    return error;
  Table table(problem.ranks);
  int64_t count = problem.microbatches;
  for (int64_t s = 0; s < problem.stages(); ++s) {
    Row row(problem, table, problem.rankOf(s));
    int64_t warmup = std::min(count, depth * (problem.stages() - 1 - s));
    int64_t lag = std::min(count, depth * s);
    for (int64_t m = 0; m < warmup; ++m)
      row.F({s}, m);
    for (int64_t m = 0; m < count; ++m) {
      if (warmup + m < count)
        row.F({s}, warmup + m);
      row.I({s}, m);
      if (m >= lag)
        row.W({s}, m - lag);
    }
    for (int64_t m = count - lag; m < count; ++m)
      row.W({s}, m);
  }
  return table;
}

llvm::Expected<Table> piper::schedule::zeroBubbleH1(const Problem &problem) {
  return zeroBubbleH("zb_h1", 1, problem);
}

llvm::Expected<Table> piper::schedule::zeroBubbleH2(const Problem &problem) {
  return zeroBubbleH("zb_h2", 2, problem);
}
