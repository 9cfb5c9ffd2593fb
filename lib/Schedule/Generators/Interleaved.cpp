//===- Interleaved.cpp - 1F1B over several stages per rank -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Narayanan et al. 2021, section 2.2; rounds whose size is not the number of
// ranks as PyTorch's Interleaved1F1B has them, here for any count.

#include "Generators.h"
#include "llvm/Support/MathExtras.h"

using namespace piper::schedule;

/// A stage of the rank by its number there, and a microbatch.
using Turn = std::pair<int64_t, int64_t>;

/// The order of a rank's forwards: round by round, in a round chunk by chunk.
static std::vector<Turn> turnsOf(int64_t chunks, int64_t microbatches,
                                 int64_t rounds) {
  std::vector<Turn> turns;
  for (int64_t round = 0, first = 0; round < rounds; ++round) {
    int64_t size =
        microbatches / rounds + (round < microbatches % rounds ? 1 : 0);
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      for (int64_t m = first; m < first + size; ++m)
        turns.push_back({chunk, m});
    first += size;
  }
  return turns;
}

llvm::Expected<Table> piper::schedule::interleaved(const Problem &problem) {
  if (llvm::Error error = needLoop("interleaved_1f1b", problem))
    return error;
  int64_t ranks = problem.ranks, chunks = problem.stages() / ranks;
  int64_t rounds = std::max<int64_t>(1, problem.microbatches / ranks);
  int64_t roundSize = llvm::divideCeil(problem.microbatches, rounds);
  std::vector<Turn> turns = turnsOf(chunks, problem.microbatches, rounds);
  int64_t count = turns.size();
  Table table(ranks);
  for (int64_t rank = 0; rank < ranks; ++rank) {
    Row row(problem, table, rank);
    auto forward = [&](int64_t i) {
      row.F({turns[i].first * ranks + rank}, turns[i].second);
    };
    auto backward = [&](int64_t i) {
      row.B({(chunks - 1 - turns[i].first) * ranks + rank}, turns[i].second);
    };
    int64_t warmup =
        std::min(count, (chunks - 1) * roundSize + 2 * (ranks - 1 - rank));
    for (int64_t i = 0; i < warmup; ++i)
      forward(i);
    for (int64_t i = 0; i < count; ++i) {
      if (warmup + i < count)
        forward(warmup + i);
      backward(i);
    }
  }
  return table;
}
