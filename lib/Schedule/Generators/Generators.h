//===- Generators.h - Named schedules, one function each -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_SCHEDULE_GENERATORS_GENERATORS_H
#define PIPER_LIB_SCHEDULE_GENERATORS_GENERATORS_H

#include "Piper/Schedule/Schedule.h"

namespace piper::schedule {

// Each gives the rows without updates, for any number of microbatches unless
// its comment says otherwise. Backwards of stages that have none are left out.

/// Each microbatch through all stages and back before the next begins.
llvm::Expected<Table> loop(const Problem &problem);

/// All forwards, microbatch by microbatch, then all backwards, ascending.
llvm::Expected<Table> gpipe(const Problem &problem);

/// All forwards, stage by stage, then all backwards from the last stage down,
/// microbatches ascending (PyTorch's LoopedBFS drains them descending).
llvm::Expected<Table> breadthFirst(const Problem &problem);

/// One stage per rank. Stage s of p starts with min(m, p - s - 1) forwards,
/// then alternates.
llvm::Expected<Table> oneForwardOneBackward(const Problem &problem);

/// Stage s on rank s mod p. Microbatches go in max(1, m / p) rounds of nearly
/// equal size, the first ones larger.
llvm::Expected<Table> interleaved(const Problem &problem);

/// One stage per rank, backwards split. As 1F1B, with the W of stage s delayed
/// by s microbatches: no more activations than the first stage of 1F1B.
llvm::Expected<Table> zeroBubbleH1(const Problem &problem);

/// One stage per rank, backwards split: twice the warm-up of H1 and twice the
/// delay, so that no rank idles between its first and last action.
llvm::Expected<Table> zeroBubbleH2(const Problem &problem);

/// Stages r and 2p - 1 - r on rank r, backwards split.
llvm::Expected<Table> zeroBubbleV(const Problem &problem);

/// Stages r and 2p - 1 - r on rank r; m >= 2p.
llvm::Expected<Table> dualPipeV(const Problem &problem);

/// Two replicas, one stage of each per rank, the second in reverse; p even,
/// m >= p for each replica.
llvm::Expected<Table> dualPipe(const Problem &problem);

//===----------------------------------------------------------------------===//
// What they share
//===----------------------------------------------------------------------===//

/// One stage of one replica.
struct Chunk {
  int64_t stage;
  int64_t replica = 0;
};

/// Appends to one row, leaving out backwards that do not exist.
class Row {
public:
  Row(const Problem &problem, Table &table, int64_t rank)
      : problem(problem), row(table[rank]) {}

  Row &F(Chunk chunk, int64_t microbatch) {
    return add(Kind::F, chunk, microbatch);
  }
  Row &B(Chunk chunk, int64_t microbatch) {
    return add(Kind::B, chunk, microbatch);
  }
  Row &I(Chunk chunk, int64_t microbatch) {
    return add(Kind::I, chunk, microbatch);
  }
  Row &W(Chunk chunk, int64_t microbatch) {
    return add(Kind::W, chunk, microbatch);
  }
  /// `(forward F; backward B)`, one group.
  Row &overlap(Chunk forward, int64_t f, Chunk backward, int64_t b) {
    F(forward, f);
    size_t size = row.size();
    B(backward, b);
    if (row.size() > size)
      row.back().joined = true;
    return *this;
  }

private:
  Row &add(Kind kind, Chunk chunk, int64_t microbatch) {
    if (kind == Kind::F || problem.hasBackward[chunk.stage])
      row.push_back({kind, chunk.stage, microbatch, chunk.replica});
    return *this;
  }

  const Problem &problem;
  std::vector<Action> &row;
};

/// Checks that rank r has stage r and nothing else, in any order of ranks.
llvm::Error needOneStagePerRank(llvm::StringRef name, const Problem &problem);

/// Checks that stage s is on rank s mod p, and every rank has as many.
llvm::Error needLoop(llvm::StringRef name, const Problem &problem);

/// Checks that rank r has stages r and 2p - 1 - r.
llvm::Error needV(llvm::StringRef name, const Problem &problem);

} // namespace piper::schedule

#endif // PIPER_LIB_SCHEDULE_GENERATORS_GENERATORS_H
