//===- Check.cpp - Completeness of tables, and one order of all actions -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <queue>
#include <tuple>

using namespace piper::schedule;
using llvm::Error;
using llvm::Expected;

namespace {

using Key = std::tuple<Kind, int64_t, int64_t>;
Key keyOf(const Action &action) {
  return {action.kind, action.stage, action.microbatch};
}

} // namespace

static std::string onRank(const Action &action, int64_t rank) {
  return toString(action) + " (stage " + std::to_string(action.stage) +
         ", microbatch " + std::to_string(action.microbatch) + ") on rank " +
         std::to_string(rank);
}

/// One action against the problem's ranges.
static Error checkAction(const Problem &problem, const Action &action,
                         int64_t rank) {
  if (action.stage >= problem.stages())
    return llvm::createStringError(onRank(action, rank) + ": there are " +
                                   std::to_string(problem.stages()) +
                                   " stages");
  if (action.kind != Kind::U && action.microbatch >= problem.microbatches)
    return llvm::createStringError(onRank(action, rank) + ": there are " +
                                   std::to_string(problem.microbatches) +
                                   " microbatches");
  if (problem.rankOfStage[action.stage] != rank)
    return llvm::createStringError(
        onRank(action, rank) + ": stage " + std::to_string(action.stage) +
        " is placed on rank " +
        std::to_string(problem.rankOfStage[action.stage]));
  if (action.kind == Kind::B && !problem.hasBackward[action.stage])
    return llvm::createStringError(onRank(action, rank) +
                                   ": the stage has nothing to differentiate");
  return Error::success();
}

Error piper::schedule::checkComplete(const Problem &problem,
                                     const Table &table) {
  if (static_cast<int64_t>(table.size()) != problem.ranks)
    return llvm::createStringError("the table has " +
                                   std::to_string(table.size()) + " rows for " +
                                   std::to_string(problem.ranks) + " ranks");
  std::map<Key, size_t> place; // position within the row
  for (auto [rank, row] : llvm::enumerate(table))
    for (auto [i, action] : llvm::enumerate(row)) {
      if (Error error = checkAction(problem, action, rank))
        return error;
      if (!place.emplace(keyOf(action), i).second)
        return llvm::createStringError(onRank(action, rank) + " occurs twice");
    }
  for (int64_t s = 0; s < problem.stages(); ++s)
    for (int64_t m = 0; m < problem.microbatches; ++m) {
      Action forward{Kind::F, s, m}, backward{Kind::B, s, m};
      int64_t rank = problem.rankOfStage[s];
      auto f = place.find(keyOf(forward)), b = place.find(keyOf(backward));
      if (f == place.end())
        return llvm::createStringError(onRank(forward, rank) + " is missing");
      if (!problem.hasBackward[s])
        continue;
      if (b == place.end())
        return llvm::createStringError(onRank(backward, rank) + " is missing");
      if (b->second < f->second)
        return llvm::createStringError(onRank(backward, rank) +
                                       " comes before its forward");
    }
  return Error::success();
}

namespace {

/// Event simulation of a table.
class Simulation {
public:
  Simulation(const Problem &problem, const Table &table)
      : problem(problem), table(table), next(table.size(), 0),
        freeAt(table.size(), 0) {}

  Expected<std::vector<Step>> run() {
    std::vector<Step> order;
    size_t total = 0;
    for (const auto &row : table)
      total += row.size();
    while (order.size() < total) {
      std::optional<size_t> rank = earliest();
      if (!rank)
        return stuck();
      Action action = table[*rank][next[*rank]++];
      int64_t start = *startOf(*rank, action);
      freeAt[*rank] = endAt[keyOf(action)] = start + cost(action);
      order.push_back({static_cast<int64_t>(*rank), action});
    }
    return order;
  }

private:
  static int64_t cost(const Action &action) {
    return action.kind == Kind::F ? 1 : action.kind == Kind::B ? 2 : 0;
  }

  /// What the action needs from other stages and from its own forward.
  llvm::SmallVector<Action> needs(const Action &action) const {
    int64_t s = action.stage, m = action.microbatch;
    llvm::SmallVector<Action> result;
    if (action.kind == Kind::F && s > 0)
      result.push_back({Kind::F, s - 1, m});
    if (action.kind == Kind::B) {
      result.push_back({Kind::F, s, m});
      if (s + 1 < problem.stages() && problem.hasBackward[s + 1])
        result.push_back({Kind::B, s + 1, m});
    }
    return result;
  }

  std::optional<int64_t> startOf(size_t rank, const Action &action) const {
    int64_t start = freeAt[rank];
    for (const Action &need : needs(action)) {
      auto found = endAt.find(keyOf(need));
      if (found == endAt.end())
        return std::nullopt;
      start = std::max(start, found->second);
    }
    return start;
  }

  /// The rank whose next action ends first; the lowest of several.
  std::optional<size_t> earliest() const {
    std::optional<size_t> best;
    int64_t bestEnd = 0;
    for (size_t rank = 0; rank < table.size(); ++rank) {
      if (next[rank] == table[rank].size())
        continue;
      const Action &action = table[rank][next[rank]];
      std::optional<int64_t> start = startOf(rank, action);
      if (start && (!best || *start + cost(action) < bestEnd)) {
        best = rank;
        bestEnd = *start + cost(action);
      }
    }
    return best;
  }

  /// Follows what each blocked rank waits for until a rank comes again.
  Error stuck() const {
    size_t rank = 0;
    while (next[rank] == table[rank].size())
      ++rank;
    std::map<size_t, size_t> seen;
    std::string path;
    while (seen.emplace(rank, path.size()).second) {
      const Action &action = table[rank][next[rank]];
      path += onRank(action, rank) + " waits for ";
      for (const Action &need : needs(action))
        if (!endAt.count(keyOf(need))) {
          path += toString(need) + ", which comes later on rank " +
                  std::to_string(problem.rankOfStage[need.stage]) + " than ";
          rank = problem.rankOfStage[need.stage];
          break;
        }
    }
    std::string cycle = path.substr(seen[rank]);
    return llvm::createStringError("the order contradicts data flow: " + cycle +
                                   "the first of these");
  }

  const Problem &problem;
  const Table &table;
  std::vector<size_t> next;
  std::vector<int64_t> freeAt;
  std::map<Key, int64_t> endAt;
};

} // namespace

Expected<std::vector<Step>> piper::schedule::globalOrder(const Problem &problem,
                                                         const Table &table) {
  return Simulation(problem, table).run();
}
