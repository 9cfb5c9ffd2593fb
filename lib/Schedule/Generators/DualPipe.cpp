//===- DualPipe.cpp - Forwards over the other direction's backwards -------===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// DeepSeek-AI, DualPipe, 2024-2025. A rank of DualPipe does what the rank of a
// V of half as many ranks does, with the two directions for the V's two arms.

#include "Generators.h"
#include <deque>

using namespace piper::schedule;
using llvm::Expected;

namespace {

/// The row of one rank. `first` is the stage nearer to where microbatches come
/// in. The steps are numbered as in docs/Schedules.md.
class DualRank {
public:
  /// Depth `rank` of `ranks` in the V.
  DualRank(Row row, int64_t ranks, int64_t rank, int64_t count, Chunk first,
           Chunk second)
      : row(row), ranks(ranks), rank(rank), count(count), first{first},
        second{second} {}

  void run() {
    int64_t inner = ranks - rank - 1;
    for (int64_t k = 0; k < 2 * inner; ++k) // 1
      forward(first);
    for (int64_t k = 0; k <= rank; ++k) { // 2
      forward(first);
      forward(second);
    }
    for (int64_t k = 0; k < inner; ++k) { // 3
      inputs(second);
      popWeights();
      forward(second);
    }
    for (int64_t k = 0; k < count - 2 * ranks + rank + 1; ++k) { // 4
      if (k == 0 && inner == 0) {
        // Nothing has come back yet that the forward could hide.
        forward(first);
        backward(second);
      } else {
        overlap(first, second);
      }
      overlap(second, first);
    }
    for (int64_t k = 0; k < inner; ++k) { // 5
      backward(second);
      overlap(second, first);
    }
    drain();                              // 6
    for (int64_t k = 0; k < inner; ++k) { // 7
      popWeights();
      inputs(first);
    }
    while (!pending.empty()) // 8
      popWeights();
  }

private:
  struct Progress {
    Chunk chunk;
    int64_t f = 0, b = 0;
  };

  /// Backwards of both; the later half in two parts with the weights deferred.
  void drain() {
    int64_t middle = (rank + 1) / 2;
    for (int64_t k = 0; k <= rank; ++k) {
      bool later = k > middle;
      bool splitSecond = later || (k == middle && rank % 2 == 1);
      bool splitFirst = later || k == middle;
      splitSecond ? inputs(second) : backward(second);
      splitFirst ? inputs(first) : backward(first);
    }
  }

  void forward(Progress &progress) { row.F(progress.chunk, progress.f++); }
  void backward(Progress &progress) { row.B(progress.chunk, progress.b++); }
  void overlap(Progress &forward, Progress &backward) {
    row.overlap(forward.chunk, forward.f++, backward.chunk, backward.b++);
  }
  void inputs(Progress &progress) {
    row.I(progress.chunk, progress.b);
    pending.push_back({progress.chunk, progress.b++});
  }
  void popWeights() {
    auto [chunk, microbatch] = pending.front();
    pending.pop_front();
    row.W(chunk, microbatch);
  }

  Row row;
  int64_t ranks, rank, count;
  Progress first, second;
  std::deque<std::pair<Chunk, int64_t>> pending; // weights to come
};

} // namespace

Expected<Table> piper::schedule::dualPipeV(const Problem &problem) {
  if (llvm::Error error = needV("dualpipev", problem))
    return error;
  int64_t ranks = problem.ranks;
  if (problem.microbatches < 2 * ranks)
    return llvm::createStringError(
        "dualpipev needs num_microbatches >= 2 x ranks: got " +
        std::to_string(problem.microbatches) + ", " + std::to_string(ranks) +
        " ranks");
  Table table(ranks);
  for (int64_t rank = 0; rank < ranks; ++rank)
    DualRank(Row(problem, table, rank), ranks, rank, problem.microbatches,
             {rank}, {2 * ranks - 1 - rank})
        .run();
  return table;
}

/// The layout and counts that dualpipe is defined for.
static llvm::Error checkDualPipe(const Problem &problem) {
  auto unmet = [](const llvm::Twine &text) {
    return llvm::createStringError("dualpipe needs " + text);
  };
  int64_t ranks = problem.ranks;
  if (problem.replicas != 2)
    return unmet("two replicas with mirrored devices: got " +
                 llvm::Twine(problem.replicas));
  if (ranks % 2 != 0)
    return unmet("an even number of ranks: got " + llvm::Twine(ranks));
  if (problem.stages() != ranks)
    return unmet("one stage of each replica per rank: got " +
                 llvm::Twine(problem.stages()) + " stages on " +
                 llvm::Twine(ranks) + " ranks");
  for (int64_t replica = 0; replica < 2; ++replica)
    for (int64_t stage = 0; stage < ranks; ++stage)
      if (problem.rankOf(stage, replica) !=
          (replica == 0 ? stage : ranks - 1 - stage))
        return unmet("stage s of its replicas on ranks s and ranks - 1 - s: "
                     "got stage " +
                     llvm::Twine(stage) + " of replica " +
                     llvm::Twine(replica) + " on rank " +
                     llvm::Twine(problem.rankOf(stage, replica)) + " of " +
                     llvm::Twine(ranks));
  if (problem.microbatches < ranks)
    return unmet("num_microbatches >= ranks: got " +
                 llvm::Twine(problem.microbatches) + ", " + llvm::Twine(ranks) +
                 " ranks");
  return llvm::Error::success();
}

Expected<Table> piper::schedule::dualPipe(const Problem &problem) {
  if (llvm::Error error = checkDualPipe(problem))
    return error;
  int64_t ranks = problem.ranks;
  Table table(ranks);
  for (int64_t rank = 0; rank < ranks; ++rank) {
    Chunk forth{rank, 0}, back{ranks - 1 - rank, 1};
    bool lower = rank < ranks / 2;
    DualRank(Row(problem, table, rank), ranks / 2,
             std::min(rank, ranks - 1 - rank), problem.microbatches,
             lower ? forth : back, lower ? back : forth)
        .run();
  }
  return table;
}
