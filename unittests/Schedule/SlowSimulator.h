//===- SlowSimulator.h - A simulator to compare with ----------------------===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_UNITTESTS_SCHEDULE_SLOWSIMULATOR_H
#define PIPER_UNITTESTS_SCHEDULE_SLOWSIMULATOR_H

#include "Piper/Schedule/Simulate.h"
#include "gtest/gtest.h"

namespace piper::schedule {

/// What `simulate` says; an error fails the test.
inline Simulation run(const Problem &problem, const Table &table,
                      const Costs &costs) {
  auto simulation = simulate(problem, table, costs);
  if (!simulation) {
    ADD_FAILURE() << llvm::toString(simulation.takeError());
    return {};
  }
  return std::move(*simulation);
}

/// The ends of all actions by another way: raise every start to what it must
/// at least wait for until nothing changes.
class SlowSimulator {
public:
  SlowSimulator(const Problem &problem, const Table &table, const Costs &costs)
      : problem(problem), costs(costs) {
    for (const auto &row : table) {
      std::vector<Event> &events = rows.emplace_back();
      for (const Action &action : row)
        events.push_back({action, 0, 0});
    }
    while (relax()) {
    }
  }

  double start(size_t rank, size_t index) const {
    return rows[rank][index].start;
  }

private:
  struct Event {
    Action action;
    double start, end;
  };

  std::vector<int64_t> producers(int64_t stage) const {
    if (problem.producers)
      return {(*problem.producers)[stage].begin(),
              (*problem.producers)[stage].end()};
    return stage ? std::vector<int64_t>{stage - 1} : std::vector<int64_t>{};
  }
  bool reads(int64_t consumer, int64_t stage) const {
    std::vector<int64_t> all = producers(consumer);
    return std::find(all.begin(), all.end(), stage) != all.end();
  }

  /// Whether `need` must have been before `action`.
  bool precedes(const Action &need, const Action &action) const {
    if (need.microbatch != action.microbatch || need.replica != action.replica)
      return false;
    bool gradient = need.kind == Kind::B || need.kind == Kind::I;
    switch (action.kind) {
    case Kind::F:
      return need.kind == Kind::F && reads(action.stage, need.stage);
    case Kind::B:
    case Kind::I:
      return (need.kind == Kind::F && need.stage == action.stage) ||
             (gradient && reads(need.stage, action.stage));
    case Kind::W:
      return gradient && need.stage == action.stage;
    case Kind::U:
      return false;
    }
    return false;
  }

  /// When a result of `made` is on `rank`, with the messages before it.
  double arrival(size_t from, const Event &made, size_t rank) const {
    if (from == rank)
      return made.end;
    bool forward = made.action.kind == Kind::F;
    double free = 0;
    for (const Event &event : rows[from]) {
      bool sent = false;
      if ((event.action.kind == Kind::F) == forward &&
          event.action.kind != Kind::W && event.action.kind != Kind::U)
        for (int64_t stage = 0; stage < problem.stages(); ++stage)
          if (forward ? reads(stage, event.action.stage)
                      : reads(event.action.stage, stage))
            sent |= problem.rankOf(stage, event.action.replica) ==
                    static_cast<int64_t>(rank);
      if (!sent)
        continue;
      const StageCosts &stage = costs.of(event.action.stage);
      double time = forward ? stage.message : stage.gradientMessage;
      if (time > 0)
        free = std::max(free, event.end) + time;
      if (&event == &made)
        return (time > 0 ? free : made.end) + costs.latency;
    }
    return made.end + costs.latency;
  }

  /// When everything that an action needs is there.
  double ready(size_t rank, size_t index) const {
    double time = 0;
    for (size_t from = 0; from < rows.size(); ++from)
      for (const Event &need : rows[from])
        if (precedes(need.action, rows[rank][index].action))
          time = std::max(time, arrival(from, need, rank));
    return time;
  }

  /// Raises starts; `end` is when results leave, the end of the group.
  bool relax() {
    bool changed = false;
    for (size_t rank = 0; rank < rows.size(); ++rank)
      for (size_t i = 0; i < rows[rank].size();) {
        double start = i ? rows[rank][i - 1].end : 0;
        size_t end = i;
        do
          start = std::max(start, ready(rank, end));
        while (++end < rows[rank].size() && rows[rank][end].action.joined);
        for (size_t k = i; k < end; ++k) {
          Event &event = rows[rank][k];
          changed |= start > event.start;
          event.start = start;
          start += costs.duration(event.action);
        }
        for (; i < end; ++i)
          rows[rank][i].end = start;
      }
    return changed;
  }

  const Problem &problem;
  const Costs &costs;
  std::vector<std::vector<Event>> rows;
};

/// Both simulators start every action at the same time.
inline void expectSame(const Problem &problem, const Table &table,
                       const Costs &costs) {
  Simulation fast = run(problem, table, costs);
  SlowSimulator slow(problem, table, costs);
  for (size_t rank = 0; rank < fast.rows.size(); ++rank)
    for (size_t i = 0; i < fast.rows[rank].size(); ++i)
      ASSERT_DOUBLE_EQ(fast.rows[rank][i].start, slow.start(rank, i))
          << toString(table[rank][i]);
}

} // namespace piper::schedule

#endif // PIPER_UNITTESTS_SCHEDULE_SLOWSIMULATOR_H
