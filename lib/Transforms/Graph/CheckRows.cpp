//===- CheckRows.cpp - Whether an action table can run -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table is a graph of slots with two kinds of edges: a rank does its slots in
// order, and an action needs the results of others. It runs if that has no
// cycle.
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Graph/Strategy.h"

#include <map>

using namespace mlir;
using namespace piper;

std::string ScheduleAction::str() const {
  static constexpr const char *kLetters[] = {"F", "B", "I", "W"};
  return std::to_string(stage) + kLetters[static_cast<int>(pass)] +
         std::to_string(microbatch);
}

/// Parses "1B3".
static std::optional<ScheduleAction> parseAction(StringRef text) {
  ScheduleAction action{0, PassKind::F, 0};
  text = text.trim();
  if (text.consumeInteger(10, action.stage) || text.empty())
    return std::nullopt;
  switch (text.front()) {
  case 'F':
    action.pass = PassKind::F;
    break;
  case 'B':
    action.pass = PassKind::B;
    break;
  case 'I':
    action.pass = PassKind::BI;
    break;
  case 'W':
    action.pass = PassKind::BW;
    break;
  default:
    return std::nullopt;
  }
  if (text.drop_front().getAsInteger(10, action.microbatch) ||
      action.stage < 0 || action.microbatch < 0)
    return std::nullopt;
  return action;
}

std::optional<ScheduleSlot> piper::parseScheduleSlot(StringRef text) {
  ScheduleSlot slot;
  text = text.trim();
  bool group = text.consume_front("(");
  if (group != text.consume_back(")"))
    return std::nullopt;
  SmallVector<StringRef> parts;
  text.split(parts, ';');
  if (!group && parts.size() > 1)
    return std::nullopt;
  for (StringRef part : parts) {
    std::optional<ScheduleAction> action = parseAction(part);
    if (!action)
      return std::nullopt;
    slot.push_back(*action);
  }
  return slot;
}

namespace {
using Key = std::tuple<int64_t, PassKind, int64_t>; // stage, pass, microbatch

class RowChecker {
public:
  RowChecker(const ResolvedStrategy &strategy, StringRef prefix)
      : strategy(strategy), prefix(prefix) {}

  LogicalResult run() {
    return failure(failed(collect()) || failed(checkComplete()) ||
                   failed(checkCycles()));
  }

private:
  /// A slot that must end before another: by its row, or because `consumer`
  /// (in the other) needs `producer`.
  struct Edge {
    unsigned to;
    std::optional<std::pair<Key, Key>> data;
  };

  InFlightDiagnostic error() {
    InFlightDiagnostic diagnostic = emitError(strategy.scheduleLoc);
    diagnostic << prefix;
    return diagnostic;
  }
  static std::string name(const Key &key) {
    return ScheduleAction{std::get<0>(key), std::get<1>(key), std::get<2>(key)}
        .str();
  }
  std::string slotName(unsigned node) const;
  LogicalResult collect();
  LogicalResult checkComplete();
  void addEdge(const Key &producer, const Key &consumer);
  void addDataEdges();
  LogicalResult checkCycles();
  LogicalResult reportCycle(ArrayRef<unsigned> pending);

  const ResolvedStrategy &strategy;
  StringRef prefix;
  std::vector<std::pair<unsigned, const ScheduleSlot *>> nodes; // with the row
  std::map<Key, unsigned> nodeOf;
  std::vector<std::vector<Edge>> edges;
};
} // namespace

std::string RowChecker::slotName(unsigned node) const {
  std::string text;
  for (const ScheduleAction &action : *nodes[node].second)
    text += (text.empty() ? "" : ";") + action.str();
  return nodes[node].second->size() > 1 ? "(" + text + ")" : text;
}

/// Finds all actions; each belongs to a stage of its row, and is there once.
LogicalResult RowChecker::collect() {
  int64_t ranks = strategy.numPipelineRanks();
  if (static_cast<int64_t>(strategy.rows.size()) != ranks)
    return error() << "has " << strategy.rows.size() << " rows for " << ranks
                   << " ranks of the pipeline";
  int64_t stages = strategy.stages.size();
  for (auto [rank, row] : llvm::enumerate(strategy.rows))
    for (const ScheduleSlot &slot : row) {
      for (const ScheduleAction &action : slot) {
        if (action.stage >= stages)
          return error() << "row " << rank << " has " << action.str()
                         << ", but there are " << stages << " stages";
        if (action.microbatch >= strategy.microbatches)
          return error() << "row " << rank << " has " << action.str()
                         << ", but there are " << strategy.microbatches
                         << " microbatches";
        int64_t home = strategy.stages[action.stage].coordinate;
        if (home != static_cast<int64_t>(rank))
          return error() << "row " << rank << " has " << action.str()
                         << ", but stage " << action.stage
                         << " is placed on rank " << home;
        Key key{action.stage, action.pass, action.microbatch};
        if (!nodeOf.insert({key, nodes.size()}).second)
          return error() << "has " << action.str() << " twice";
      }
      nodes.push_back({static_cast<unsigned>(rank), &slot});
    }
  return success();
}

/// Every stage has F and either B or both of BI and BW for each microbatch.
LogicalResult RowChecker::checkComplete() {
  for (int64_t stage = 0, end = strategy.stages.size(); stage < end; ++stage)
    for (int64_t mb = 0; mb < strategy.microbatches; ++mb) {
      auto has = [&](PassKind pass) {
        return nodeOf.count(Key{stage, pass, mb}) != 0;
      };
      auto missing = [&](PassKind pass) {
        return error() << "has no " << name(Key{stage, pass, mb}) << ": stage "
                       << stage << " misses microbatch " << mb;
      };
      bool split = has(PassKind::BI) || has(PassKind::BW);
      if (!has(PassKind::F))
        return missing(PassKind::F);
      if (split && has(PassKind::B))
        return error() << "has both " << name(Key{stage, PassKind::B, mb})
                       << " and a half of it";
      if (split && !has(PassKind::BI))
        return missing(PassKind::BI);
      if (split && !has(PassKind::BW))
        return missing(PassKind::BW);
      if (!split && !has(PassKind::B))
        return missing(PassKind::B);
    }
  return success();
}

void RowChecker::addEdge(const Key &producer, const Key &consumer) {
  auto from = nodeOf.find(producer), to = nodeOf.find(consumer);
  // Inside one slot the order is found when the slot is interleaved.
  if (from == nodeOf.end() || to == nodeOf.end() || from->second == to->second)
    return;
  edges[from->second].push_back(
      {to->second, std::make_pair(producer, consumer)});
}

void RowChecker::addDataEdges() {
  for (const auto &[key, node] : nodeOf) {
    auto [stage, pass, mb] = key;
    if (pass == PassKind::F) {
      addEdge(key, {stage + 1, PassKind::F, mb});
      addEdge(key, {stage, PassKind::B, mb});
      addEdge(key, {stage, PassKind::BI, mb});
    } else if (pass != PassKind::BW) {
      addEdge(key, {stage - 1, PassKind::B, mb});
      addEdge(key, {stage - 1, PassKind::BI, mb});
      addEdge(key, {stage, PassKind::BW, mb});
    }
  }
}

/// Removes slots that nothing holds up; what remains has a cycle.
LogicalResult RowChecker::checkCycles() {
  edges.resize(nodes.size());
  for (unsigned node = 0; node + 1 < nodes.size(); ++node)
    if (nodes[node].first == nodes[node + 1].first)
      edges[node].push_back({node + 1, std::nullopt});
  addDataEdges();
  std::vector<unsigned> pending(nodes.size());
  for (const auto &list : edges)
    for (const Edge &edge : list)
      ++pending[edge.to];
  SmallVector<unsigned> ready;
  for (unsigned node = 0; node < nodes.size(); ++node)
    if (pending[node] == 0)
      ready.push_back(node);
  size_t done = 0;
  while (!ready.empty()) {
    unsigned node = ready.pop_back_val();
    ++done;
    for (const Edge &edge : edges[node])
      if (--pending[edge.to] == 0)
        ready.push_back(edge.to);
  }
  return done == nodes.size() ? success() : reportCycle(pending);
}

/// Walks backwards from any slot that waits; a slot met again closes the cycle.
LogicalResult RowChecker::reportCycle(ArrayRef<unsigned> pending) {
  struct Step {
    unsigned from;
    const Edge *edge;
  };
  std::map<unsigned, Step> blockedBy; // the first waiting predecessor of each
  for (unsigned node = 0; node < nodes.size(); ++node)
    for (const Edge &edge : edges[node])
      if (pending[node] && pending[edge.to])
        blockedBy.try_emplace(edge.to, Step{node, &edge});
  std::map<unsigned, size_t> seen;
  std::vector<Step> path;
  unsigned node = blockedBy.begin()->first;
  while (seen.try_emplace(node, path.size()).second) {
    path.push_back(blockedBy.at(node));
    node = path.back().from;
  }
  InFlightDiagnostic diagnostic = error();
  diagnostic << "cannot run: ";
  StringRef separator = "";
  for (const Step &step : llvm::drop_begin(path, seen.at(node))) {
    diagnostic << separator;
    separator = ", ";
    if (step.edge->data)
      diagnostic << name(step.edge->data->second) << " needs "
                 << name(step.edge->data->first);
    else
      diagnostic << slotName(step.edge->to) << " comes after "
                 << slotName(step.from) << " on rank "
                 << nodes[step.from].first;
  }
  return diagnostic;
}

LogicalResult piper::checkRows(const ResolvedStrategy &strategy,
                               StringRef prefix) {
  return RowChecker(strategy, prefix).run();
}
