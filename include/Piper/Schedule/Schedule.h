//===- Schedule.h - Pipeline schedules as tables of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SCHEDULE_SCHEDULE_H
#define PIPER_SCHEDULE_SCHEDULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace piper::schedule {

/// What an action does: forward, backward (whole), backward for inputs,
/// backward for weights, update.
enum class Kind { F, B, I, W, U };

/// One task of one stage and microbatch; updates have no microbatch.
struct Action {
  Kind kind = Kind::F;
  int64_t stage = 0;
  int64_t microbatch = 0;
  /// Which of the pipeline's replicas, where a table orders them apart
  /// (DualPipe); 0 where all replicas follow one table.
  int64_t replica = 0;
  /// Belongs to one overlap group with the action before it in its row.
  bool joined = false;

  bool operator==(const Action &other) const = default;
};

/// One list of actions per rank of the pipeline axis, in order of execution.
using Table = std::vector<std::vector<Action>>;

/// Per stage some other stages.
using StageLists = std::vector<llvm::SmallVector<int64_t>>;

/// What is to be scheduled.
struct Problem {
  int64_t ranks = 1;
  int64_t microbatches = 1;
  /// Replicas that the table orders apart; 1 or, for DualPipe, 2.
  int64_t replicas = 1;
  /// Rank of each stage; replica k's stage s is at k * stages + s.
  llvm::SmallVector<int64_t> rankOfStage;
  /// Stages that have a backward.
  llvm::SmallVector<bool> hasBackward;
  /// Per stage the stages whose forward it reads, none where a list is empty;
  /// not given: each reads the one before (a chain). The backward of a stage
  /// waits for the backwards of its consumers.
  std::optional<StageLists> producers;

  int64_t stages() const { return rankOfStage.size() / replicas; }
  int64_t rankOf(int64_t stage, int64_t replica = 0) const {
    return rankOfStage[replica * stages() + stage];
  }
};

/// Per stage the stages it reads and, in ascending order, those that read it.
struct DataFlow {
  explicit DataFlow(const Problem &problem);
  StageLists producers, consumers;
};

/// "0F2", "1B0", "2I1", "2W1", "0U"; with several replicas their letter comes
/// first: "a0F2", "b0F2".
std::string toString(const Action &action, int64_t replicas = 1);

/// Reads one action; without a letter it is of the first replica. The error
/// shows the text.
llvm::Expected<Action> parseAction(llvm::StringRef text);

/// Reads an action or a group of actions that overlap: "0F0", "(2F3;5B1)".
/// PyTorch's suffix OVERLAP_F_B is skipped.
llvm::Expected<llvm::SmallVector<Action>> parseGroup(llvm::StringRef text);

/// Rows as text, actions and groups separated by spaces, and back.
std::string rowToString(llvm::ArrayRef<Action> row, int64_t replicas = 1);
llvm::Expected<std::vector<Action>> parseRow(llvm::StringRef text);

/// Names that `generate` knows, for messages.
llvm::ArrayRef<llvm::StringRef> knownSchedules();

/// The table of a named schedule, updates at the ends of the rows; what each
/// does and where it is defined is in docs/Schedules.md. An error for an
/// unknown name, and, with the numbers, for a layout or a count of microbatches
/// that the schedule does not define.
llvm::Expected<Table> generate(llvm::StringRef name, const Problem &problem);

/// The schedule to take where none is asked for: "loop" on one rank, "1f1b"
/// with a stage per rank, "interleaved_1f1b" where stages go around, "zb_v"
/// where they go forth and back, else "breadth_first".
llvm::StringRef defaultSchedule(const Problem &problem);

/// Adds to the end of the rows the updates of the stages that have none.
void addUpdates(const Problem &problem, Table &table);

/// Each stage and microbatch has one forward and, where the stage has a
/// backward, either one B or one I with one W after it, all on the stage's rank
/// and in this order; an update, where there is one, ends its stage. The error
/// names action, stage, microbatch and rank.
llvm::Error checkComplete(const Problem &problem, const Table &table);

/// An action with the rank that runs it.
struct Step {
  int64_t rank;
  Action action;
};

/// One order of all actions that respects the rows and the data flow: the order
/// in which they end when F, I and W take one unit of time, B two and
/// communication nothing. The actions of a group follow each other as written.
/// A table that cannot be executed is an error that shows the cycle. Takes
/// n log(ranks) time for n actions.
llvm::Expected<std::vector<Step>> globalOrder(const Problem &problem,
                                              const Table &table);

} // namespace piper::schedule

#endif // PIPER_SCHEDULE_SCHEDULE_H
