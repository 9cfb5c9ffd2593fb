//===- ZeroBubbleV.cpp - Backwards in two parts, stages in a V -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Qi et al., Pipeline Parallelism with Controllable Memory, 2024: ZB-V.

#include "Generators.h"

using namespace piper::schedule;

namespace {

/// The row of one rank: its two stages, each with what comes next.
class RankV {
public:
  RankV(const Problem &problem, Table &table, int64_t rank)
      : row(problem, table, rank), ranks(problem.ranks), rank(rank),
        count(problem.microbatches),
        // The steps are those of a filled pipeline; of fewer microbatches the
        // surplus is left out.
        filled(std::max(2 * ranks - 1, count)), down{{rank}},
        up{{problem.stages() - 1 - rank}} {}

  void run() {
    warmUp();
    while (up.f < down.f || down.f < filled) {
      if (down.f < filled)
        forward(down);
      wholeBackward(down);
      forward(up);
      wholeBackward(up);
    }
    coolDown();
  }

private:
  struct Progress {
    Chunk chunk;
    int64_t f = 0, i = 0, w = 0;
  };

  void warmUp() {
    for (int64_t k = 0; k < 2 * (ranks - rank) - 1; ++k)
      forward(down);
    for (int64_t k = 0; k < rank; ++k) {
      forward(up);
      forward(down);
    }
    for (int64_t k = 0; k < ranks - rank; ++k) {
      forward(up);
      wholeBackward(up);
    }
  }

  void coolDown() {
    for (int64_t k = 0; k < rank; ++k) {
      inputs(down);
      inputs(up);
    }
    for (int64_t k = 0; k < ranks - rank; ++k) {
      inputs(down);
      weights(down);
    }
    while (up.w < up.i)
      weights(up);
    while (down.w < down.i)
      weights(down);
  }

  void forward(Progress &progress) {
    if (progress.f < count)
      row.F(progress.chunk, progress.f);
    ++progress.f;
  }
  void inputs(Progress &progress) {
    if (progress.i < count)
      row.I(progress.chunk, progress.i);
    ++progress.i;
  }
  void weights(Progress &progress) {
    if (progress.w < count)
      row.W(progress.chunk, progress.w);
    ++progress.w;
  }
  void wholeBackward(Progress &progress) {
    inputs(progress);
    weights(progress);
  }

  Row row;
  int64_t ranks, rank, count, filled;
  /// The stage on the way down the ranks and the one on the way back.
  Progress down, up;
};

} // namespace

llvm::Expected<Table> piper::schedule::zeroBubbleV(const Problem &problem) {
  if (llvm::Error error = needV("zb_v", problem))
    return error;
  Table table(problem.ranks);
  for (int64_t rank = 0; rank < problem.ranks; ++rank)
    RankV(problem, table, rank).run();
  return table;
}
