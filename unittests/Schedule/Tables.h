//===- Tables.h - Problems and tables for the tests of schedules ----------===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_UNITTESTS_SCHEDULE_TABLES_H
#define PIPER_UNITTESTS_SCHEDULE_TABLES_H

#include "Piper/Schedule/Simulate.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace piper::schedule {

/// `ranks` ranks of one stage each.
inline Problem chain(int64_t ranks, int64_t microbatches) {
  Problem problem;
  problem.ranks = ranks;
  problem.microbatches = microbatches;
  for (int64_t rank = 0; rank < ranks; ++rank)
    problem.rankOfStage.push_back(rank);
  problem.hasBackward.assign(ranks, true);
  return problem;
}

/// Stages r and 2p - 1 - r on rank r.
inline Problem vShape(int64_t ranks, int64_t microbatches) {
  Problem problem = chain(ranks, microbatches);
  for (int64_t rank = ranks; rank-- > 0;)
    problem.rankOfStage.push_back(rank);
  problem.hasBackward.assign(2 * ranks, true);
  return problem;
}

/// Stage s on rank s mod `ranks`, `chunks` stages per rank.
inline Problem looped(int64_t ranks, int64_t chunks, int64_t microbatches) {
  Problem problem = chain(ranks, microbatches);
  for (int64_t stage = ranks; stage < ranks * chunks; ++stage)
    problem.rankOfStage.push_back(stage % ranks);
  problem.hasBackward.assign(ranks * chunks, true);
  return problem;
}

/// Two replicas, the second on the ranks in reverse.
inline Problem mirrored(int64_t ranks, int64_t microbatches) {
  Problem problem = vShape(ranks, microbatches);
  problem.replicas = 2;
  problem.hasBackward.assign(ranks, true);
  return problem;
}

/// "0F0 (1F2;0B1)", one row per rank.
inline Table tableOf(llvm::ArrayRef<llvm::StringRef> rows) {
  Table table;
  for (llvm::StringRef text : rows) {
    auto &row = table.emplace_back();
    llvm::SmallVector<llvm::StringRef> words;
    llvm::SplitString(text, words, " ();");
    for (llvm::StringRef word : words) {
      Action action;
      action.joined = word.data() != text.data() && word.data()[-1] == ';';
      word.consumeInteger(10, action.stage);
      action.kind = std::map<char, Kind>{{'F', Kind::F},
                                         {'B', Kind::B},
                                         {'I', Kind::I},
                                         {'W', Kind::W}}[word.front()];
      word.drop_front().getAsInteger(10, action.microbatch);
      row.push_back(action);
    }
  }
  return table;
}

/// Stages alike, B as long as I and W.
inline Costs uniform(double F, double I, double W) {
  Costs costs;
  costs.stages.front() = {F, I + W, I, W};
  return costs;
}

/// ZB-H1 of 4 ranks and 8 microbatches.
inline constexpr llvm::StringRef kZbH1[] = {
    "0F0 0F1 0F2 0F3 0I0 0W0 0F4 0I1 0W1 0F5 0I2 0W2 0F6 0I3 0W3 "
    "0F7 0I4 0W4 0I5 0W5 0I6 0W6 0I7 0W7",
    "1F0 1F1 1F2 1I0 1F3 1I1 1W0 1F4 1I2 1W1 1F5 1I3 1W2 1F6 1I4 "
    "1W3 1F7 1I5 1W4 1I6 1W5 1I7 1W6 1W7",
    "2F0 2F1 2I0 2F2 2I1 2F3 2I2 2W0 2F4 2I3 2W1 2F5 2I4 2W2 2F6 "
    "2I5 2W3 2F7 2I6 2W4 2I7 2W5 2W6 2W7",
    "3F0 3I0 3F1 3I1 3F2 3I2 3F3 3I3 3W0 3F4 3I4 3W1 3F5 3I5 3W2 "
    "3F6 3I6 3W3 3F7 3I7 3W4 3W5 3W6 3W7"};
inline Table zbH1() { return tableOf(kZbH1); }

/// DualPipeV of 2 ranks and 4 microbatches.
inline constexpr llvm::StringRef kDualPipeV2[] = {
    "0F0 0F1 0F2 3F0 3I0 3W0 3F1 (0F3;3B1) (3F2;0B0) 3B2 "
    "(3F3;0B1) 3B3 0I2 0W2 0I3 0W3",
    "1F0 2F0 1F1 2F1 1F2 2B0 (2F2;1B0) (1F3;2B1) (2F3;1B1) 2B2 "
    "1B2 2I3 1I3 2W3 1W3"};
inline Table dualPipeV2() { return tableOf(kDualPipeV2); }

} // namespace piper::schedule

#endif // PIPER_UNITTESTS_SCHEDULE_TABLES_H
