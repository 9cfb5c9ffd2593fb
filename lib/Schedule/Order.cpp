//===- Order.cpp - One order of all actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <queue>

using namespace piper::schedule;
using llvm::Expected;

namespace {

/// Runs a table: each rank takes its actions in order, each action once all it
/// needs has ended. The actions that may be next are in a queue by their end.
class Execution {
public:
  Execution(const Problem &problem, const Table &table)
      : problem(problem), table(table), flow(problem), cells(problem),
        next(table.size(), 0), freeAt(table.size(), 0),
        queued(table.size(), false), forwardEnd(cells.size(), kNever),
        gradientEnd(cells.size(), kNever) {}

  Expected<std::vector<Step>> run();

private:
  static constexpr int64_t kNever = -1;

  /// An action another one waits for; a gradient comes from a B or an I.
  struct Need {
    bool isForward;
    int64_t replica, stage, microbatch;
  };
  template <typename Fn> void forEachNeed(const Action &action, Fn fn) const;
  int64_t endOf(const Need &need) const {
    return (
        need.isForward
            ? forwardEnd
            : gradientEnd)[cells.at(need.replica, need.stage, need.microbatch)];
  }
  static int64_t cost(const Action &action) {
    return action.kind == Kind::B ? 2 : action.kind == Kind::U ? 0 : 1;
  }

  void tryNext(size_t rank);
  void finish(const Action &action, int64_t end);
  llvm::Error stuck() const;
  const Action *find(const Need &need) const;

  const Problem &problem;
  const Table &table;
  DataFlow flow;
  Cells cells;
  std::vector<size_t> next;
  std::vector<int64_t> freeAt;
  std::vector<bool> queued;
  std::vector<int64_t> forwardEnd, gradientEnd;
  /// (end, rank) of next actions that wait for nothing; earliest first.
  std::priority_queue<std::pair<int64_t, size_t>,
                      std::vector<std::pair<int64_t, size_t>>, std::greater<>>
      ready;
};

} // namespace

template <typename Fn>
void Execution::forEachNeed(const Action &action, Fn fn) const {
  auto [replica, stage, m] =
      std::tuple(action.replica, action.stage, action.microbatch);
  switch (action.kind) {
  case Kind::F:
    for (int64_t producer : flow.producers[stage])
      fn(Need{true, replica, producer, m});
    break;
  case Kind::B:
  case Kind::I:
    fn(Need{true, replica, stage, m});
    for (int64_t consumer : flow.consumers[stage])
      if (problem.hasBackward[consumer])
        fn(Need{false, replica, consumer, m});
    break;
  case Kind::W:
    fn(Need{false, replica, stage, m});
    break;
  case Kind::U:
    break;
  }
}

/// Queues the next action of a rank if all it needs has ended.
void Execution::tryNext(size_t rank) {
  if (queued[rank] || next[rank] == table[rank].size())
    return;
  const Action &action = table[rank][next[rank]];
  int64_t start = freeAt[rank];
  bool blocked = false;
  forEachNeed(action, [&](const Need &need) {
    int64_t end = endOf(need);
    blocked |= end == kNever;
    start = std::max(start, end);
  });
  if (blocked)
    return;
  queued[rank] = true;
  ready.push({start + cost(action), rank});
}

/// Notes the end of an action and wakes the ranks that may wait for it.
void Execution::finish(const Action &action, int64_t end) {
  auto wake = [&](llvm::ArrayRef<int64_t> stages) {
    for (int64_t stage : stages)
      tryNext(problem.rankOf(stage, action.replica));
  };
  if (action.kind == Kind::F) {
    forwardEnd[cells.at(action)] = end;
    wake(flow.consumers[action.stage]);
  } else if (action.kind == Kind::B || action.kind == Kind::I) {
    gradientEnd[cells.at(action)] = end;
    wake(flow.producers[action.stage]);
  }
}

Expected<std::vector<Step>> Execution::run() {
  std::vector<Step> order;
  size_t total = 0;
  for (const auto &row : table)
    total += row.size();
  order.reserve(total);
  for (size_t rank = 0; rank < table.size(); ++rank)
    tryNext(rank);
  while (!ready.empty()) {
    auto [end, rank] = ready.top();
    ready.pop();
    const Action &action = table[rank][next[rank]++];
    order.push_back({static_cast<int64_t>(rank), action});
    freeAt[rank] = end;
    queued[rank] = false;
    finish(action, end);
    tryNext(rank);
  }
  if (order.size() < total)
    return stuck();
  return order;
}

/// The action that fulfils a need, if the table has one.
const Action *Execution::find(const Need &need) const {
  for (const Action &action : table[problem.rankOf(need.stage, need.replica)])
    if (action.replica == need.replica && action.stage == need.stage &&
        action.microbatch == need.microbatch &&
        (need.isForward ? action.kind == Kind::F
                        : action.kind == Kind::B || action.kind == Kind::I))
      return &action;
  return nullptr;
}

/// Follows what each blocked rank waits for until a rank comes again.
llvm::Error Execution::stuck() const {
  size_t rank = 0;
  while (next[rank] == table[rank].size())
    ++rank;
  std::vector<std::optional<size_t>> seen(table.size()); // sentence of a rank
  std::vector<std::string> sentences;
  auto name = [&](const Action &action) {
    return toString(action, problem.replicas);
  };
  while (!seen[rank]) {
    seen[rank] = sentences.size();
    const Action &action = table[rank][next[rank]];
    std::optional<Need> need;
    forEachNeed(action, [&](const Need &each) {
      if (!need && endOf(each) == kNever)
        need = each;
    });
    const Action *found = find(*need);
    if (!found)
      return llvm::createStringError(
          describe(problem, action, rank) + " waits for " +
          name({need->isForward ? Kind::F : Kind::B, need->stage,
                need->microbatch, need->replica}) +
          ", which is missing");
    std::string sentence = name(action) + " on rank " + std::to_string(rank) +
                           " waits for " + name(*found);
    rank = problem.rankOf(need->stage, need->replica);
    sentences.push_back(sentence + ", which comes after " +
                        name(table[rank][next[rank]]) + " on rank " +
                        std::to_string(rank));
  }
  std::string text = "the order contradicts data flow: ";
  for (size_t i = *seen[rank]; i < sentences.size(); ++i)
    text += (i == *seen[rank] ? "" : "; ") + sentences[i];
  return llvm::createStringError(text);
}

Expected<std::vector<Step>> piper::schedule::globalOrder(const Problem &problem,
                                                         const Table &table) {
  return Execution(problem, table).run();
}
