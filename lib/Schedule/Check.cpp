//===- Check.cpp - Completeness of tables -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace piper::schedule;
using llvm::createStringError;
using llvm::Error;

std::string piper::schedule::describe(const Problem &problem,
                                      const Action &action, int64_t rank) {
  std::string text = toString(action, problem.replicas) + " (stage " +
                     std::to_string(action.stage);
  if (action.kind != Kind::U)
    text += ", microbatch " + std::to_string(action.microbatch);
  return text + ") on rank " + std::to_string(rank);
}

namespace {

/// One pass over a table that notes where each action stands, and one over the
/// cells that asks what is missing.
class Checker {
public:
  Checker(const Problem &problem, const Table &table)
      : problem(problem), table(table), cells(problem) {}

  Error run();

private:
  static constexpr int32_t kAbsent = -1;

  Error checkRanges(const Action &action, int64_t rank) const;
  Error enter(const Action &action, int64_t rank, int32_t position);
  Error checkCell(int64_t replica, int64_t stage, int64_t microbatch) const;
  Error checkUpdate(int64_t replica, int64_t stage) const;

  int32_t position(Kind kind, size_t cell) const {
    return positions[static_cast<int>(kind)][cell];
  }
  std::string text(const Action &action) const {
    return describe(problem, action,
                    problem.rankOf(action.stage, action.replica));
  }

  const Problem &problem;
  const Table &table;
  Cells cells;
  /// Per kind and cell (updates: per replica and stage) the place in the row.
  std::array<std::vector<int32_t>, 5> positions;
};

} // namespace

/// Replica, stage and microbatch exist, and this is the stage's rank.
Error Checker::checkRanges(const Action &action, int64_t rank) const {
  auto limit = [&](int64_t count, const char *one, const char *many) {
    return createStringError(describe(problem, action, rank) + ": there " +
                             (count == 1 ? "is " : "are ") +
                             std::to_string(count) + " " +
                             (count == 1 ? one : many));
  };
  if (action.replica < 0 || action.replica >= problem.replicas)
    return createStringError(
        toString(action, action.replica + 1) + " on rank " +
        std::to_string(rank) + ": the table orders " +
        std::to_string(problem.replicas) +
        (problem.replicas == 1 ? " replica" : " replicas") + " apart");
  if (action.stage < 0 || action.stage >= problem.stages())
    return limit(problem.stages(), "stage", "stages");
  if (action.kind != Kind::U &&
      (action.microbatch < 0 || action.microbatch >= problem.microbatches))
    return limit(problem.microbatches, "microbatch", "microbatches");
  int64_t home = problem.rankOf(action.stage, action.replica);
  if (home != rank)
    return createStringError(describe(problem, action, rank) + ": stage " +
                             std::to_string(action.stage) +
                             " is placed on rank " + std::to_string(home));
  bool isBackward = action.kind != Kind::F && action.kind != Kind::U;
  if (isBackward && !problem.hasBackward[action.stage])
    return createStringError(describe(problem, action, rank) +
                             ": the stage has nothing to differentiate");
  return Error::success();
}

Error Checker::enter(const Action &action, int64_t rank, int32_t position) {
  if (Error error = checkRanges(action, rank))
    return error;
  size_t cell = action.kind == Kind::U
                    ? action.replica * problem.stages() + action.stage
                    : cells.at(action);
  int32_t &place = positions[static_cast<int>(action.kind)][cell];
  if (place != kAbsent)
    return createStringError(text(action) + " occurs twice");
  if (action.joined && (position == 0 || action.kind == Kind::U))
    return createStringError(text(action) + " cannot overlap what is before");
  place = position;
  return Error::success();
}

/// F, then B or (I, then W).
Error Checker::checkCell(int64_t replica, int64_t stage,
                         int64_t microbatch) const {
  size_t cell = cells.at(replica, stage, microbatch);
  auto action = [&](Kind kind) {
    return Action{kind, stage, microbatch, replica};
  };
  auto has = [&](Kind kind) { return position(kind, cell) != kAbsent; };
  auto missing = [&](Kind kind, const llvm::Twine &why = "") {
    return createStringError(text(action(kind)) + " is missing" + why);
  };
  if (!has(Kind::F))
    return missing(Kind::F);
  if (!problem.hasBackward[stage])
    return Error::success();
  bool split = has(Kind::I) || has(Kind::W);
  Kind half = has(Kind::I) ? Kind::I : Kind::W;
  if (split && has(Kind::B))
    return createStringError(text(action(Kind::B)) + ": there is " +
                             toString(action(half), problem.replicas) +
                             " too; a backward is whole or in two parts");
  if (!split && !has(Kind::B))
    return missing(Kind::B);
  for (Kind kind : {Kind::I, Kind::W})
    if (split && !has(kind))
      return missing(kind, ", the other part of " +
                               toString(action(half), problem.replicas));
  Kind first = split ? Kind::I : Kind::B;
  if (position(first, cell) < position(Kind::F, cell))
    return createStringError(text(action(first)) + " comes before its forward");
  if (split && position(Kind::W, cell) < position(Kind::I, cell))
    return createStringError(text(action(Kind::W)) + " comes before " +
                             toString(action(Kind::I), problem.replicas));
  return Error::success();
}

/// Nothing of its stage comes after an update.
Error Checker::checkUpdate(int64_t replica, int64_t stage) const {
  int32_t update =
      positions[static_cast<int>(Kind::U)][replica * problem.stages() + stage];
  if (update == kAbsent)
    return Error::success();
  for (int64_t m = 0; m < problem.microbatches; ++m)
    for (Kind kind : {Kind::F, Kind::B, Kind::I, Kind::W})
      if (position(kind, cells.at(replica, stage, m)) > update)
        return createStringError(
            text(Action{kind, stage, m, replica}) + " comes after " +
            toString(Action{Kind::U, stage, 0, replica}, problem.replicas));
  return Error::success();
}

Error Checker::run() {
  if (static_cast<int64_t>(table.size()) != problem.ranks)
    return createStringError("the table has " + std::to_string(table.size()) +
                             (table.size() == 1 ? " row" : " rows") + " for " +
                             std::to_string(problem.ranks) +
                             (problem.ranks == 1 ? " rank" : " ranks"));
  for (auto &list : positions)
    list.assign(cells.size(), kAbsent);
  positions[static_cast<int>(Kind::U)].assign(
      problem.replicas * problem.stages(), kAbsent);
  for (auto [rank, row] : llvm::enumerate(table))
    for (auto [position, action] : llvm::enumerate(row))
      if (Error error = enter(action, rank, position))
        return error;
  for (int64_t replica = 0; replica < problem.replicas; ++replica)
    for (int64_t stage = 0; stage < problem.stages(); ++stage) {
      for (int64_t m = 0; m < problem.microbatches; ++m)
        if (Error error = checkCell(replica, stage, m))
          return error;
      if (Error error = checkUpdate(replica, stage))
        return error;
    }
  return Error::success();
}

Error piper::schedule::checkComplete(const Problem &problem,
                                     const Table &table) {
  return Checker(problem, table).run();
}
