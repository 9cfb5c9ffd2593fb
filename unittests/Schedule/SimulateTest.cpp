//===- SimulateTest.cpp - The simulator against formulas and another one --===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables.h"
#include "gtest/gtest.h"
#include <chrono>
#include <random>

using namespace piper::schedule;

namespace {

Simulation run(const Problem &problem, const Table &table, const Costs &costs) {
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
    if (!problem.producers.empty() && !problem.producers[stage].empty())
      return {problem.producers[stage].begin(), problem.producers[stage].end()};
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

void expectSame(const Problem &problem, const Table &table,
                const Costs &costs) {
  Simulation fast = run(problem, table, costs);
  SlowSimulator slow(problem, table, costs);
  for (size_t rank = 0; rank < fast.rows.size(); ++rank)
    for (size_t i = 0; i < fast.rows[rank].size(); ++i)
      ASSERT_DOUBLE_EQ(fast.rows[rank][i].start, slow.start(rank, i))
          << toString(table[rank][i]);
}

TEST(Simulate, GPipeAndOneForwardOneBackward) {
  // Bubble (p-1)(F+B) for any m; peak m, and min(m, p-r) on rank r.
  Costs costs = uniform(1, 1.25, 0.5);
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t m = 1; m <= 40; ++m) {
      Problem problem = chain(p, m);
      Simulation gpipe = run(problem, *generate("gpipe", problem), costs);
      Simulation alternating = run(problem, *generate("1f1b", problem), costs);
      for (int64_t r = 0; r < p; ++r) {
        EXPECT_DOUBLE_EQ(gpipe.ranks[r].bubble, (p - 1) * 2.75);
        EXPECT_DOUBLE_EQ(alternating.ranks[r].bubble, (p - 1) * 2.75);
        EXPECT_EQ(gpipe.ranks[r].peakLive, m);
        EXPECT_EQ(alternating.ranks[r].peakLive, std::min(m, p - r));
      }
      EXPECT_DOUBLE_EQ(alternating.makespan, (m + p - 1) * 2.75);
      EXPECT_NEAR(alternating.bubbleRatio(), double(p - 1) / (m + p - 1),
                  1e-12);
    }
}

TEST(Simulate, SmallCounts) {
  for (auto [m, makespan] : {std::pair(1, 12.0), {2, 15.0}, {3, 18.0}}) {
    Problem problem = chain(4, m);
    EXPECT_EQ(
        run(problem, *generate("1f1b", problem), uniform(1, 1, 1)).makespan,
        makespan);
  }
}

TEST(Simulate, SplitBackward) {
  // Bubble (p-1)(F+I-W) where W <= min(F, I), peak min(m, p) everywhere.
  Problem problem = chain(4, 8);
  Simulation even = run(problem, zbH1(), uniform(1, 1, 1));
  EXPECT_EQ(even.makespan, 27);
  for (const RankUse &rank : even.ranks) {
    EXPECT_EQ(rank.bubble, 3);
    EXPECT_EQ(rank.peakLive, 4);
  }
  Simulation uneven = run(problem, zbH1(), uniform(1, 1.5, 0.75));
  EXPECT_DOUBLE_EQ(uneven.largestBubble(), 3 * (1 + 1.5 - 0.75));
  // A larger W: more than the formula says.
  EXPECT_DOUBLE_EQ(run(problem, zbH1(), uniform(1, 1, 1.5)).ranks[0].bubble,
                   3.0);
}

TEST(Simulate, FreedByI) {
  Problem problem = chain(4, 8);
  Costs costs = uniform(1, 1, 1);
  costs.stages.front().activation = 100;
  EXPECT_EQ(run(problem, zbH1(), costs).ranks[3].peakBytes, 400);
  costs.stages.front().freedByI = 60;
  // Rank 3 has four forwards, three of which have had their I.
  EXPECT_EQ(run(problem, zbH1(), costs).ranks[3].peakBytes, 100 + 3 * 40);
  EXPECT_EQ(run(problem, zbH1(), costs).ranks[0].peakBytes, 400);
}

TEST(Simulate, OverlapGroups) {
  // (p-1)(F&B + B - 3W) and 2p+1 chunks, where F = I = W.
  for (double group : {1.0, 0.75}) {
    Costs costs = uniform(0.5, 0.5, 0.5);
    costs.group = group;
    Simulation simulation = run(vShape(2, 4), dualPipeV2(), costs);
    for (const RankUse &rank : simulation.ranks) {
      EXPECT_DOUBLE_EQ(rank.bubble, 1.5 * group + 1 - 1.5);
      EXPECT_EQ(rank.peakLive, 5);
    }
  }
}

TEST(Simulate, AgreesWithSlowSimulator) {
  std::mt19937 random(7);
  auto any = [&] { return 0.25 * (1 + random() % 8); };
  auto costsOf = [&](int64_t stages, bool messages) {
    Costs costs;
    costs.stages.resize(stages);
    for (StageCosts &stage : costs.stages) {
      stage = {any(), any(), any(), any()};
      if (messages) {
        stage.message = any();
        stage.gradientMessage = any();
      }
    }
    costs.latency = random() % 2 ? any() : 0;
    return costs;
  };
  for (int round = 0; round < 60; ++round) {
    bool messages = round % 3 != 0;
    expectSame(chain(4, 8), zbH1(), costsOf(4, messages));
    expectSame(vShape(2, 4), dualPipeV2(), costsOf(4, messages));
    Problem problem = chain(1 + random() % 5, 1 + random() % 7);
    Costs costs = costsOf(problem.stages(), messages);
    expectSame(problem, *generate("1f1b", problem), costs);
    expectSame(problem, *generate("gpipe", problem), costs);
  }
}

TEST(Simulate, SkippingStages) {
  // Stage 2 reads 0 and 1, which read nothing of each other: a fork.
  Problem problem = chain(4, 3);
  problem.producers = {{}, {0}, {0}, {1, 2, 0}};
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    Costs costs;
    costs.stages.resize(4);
    for (StageCosts &stage : costs.stages)
      stage = {1.0 + random() % 3, 2, 1, 1, 0, 0.5, 0.25 * (random() % 4)};
    costs.latency = 0.125;
    expectSame(problem, *generate("1f1b", problem), costs);
  }
}

TEST(Simulate, CriticalPath) {
  Problem problem = chain(2, 2);
  Costs costs = uniform(1, 1, 1);
  costs.latency = 0.5;
  Table table = *generate("1f1b", problem);
  Simulation simulation = run(problem, table, costs);
  std::vector<PathStep> path = criticalPath(table, simulation);
  std::string text;
  double time = 0;
  for (const PathStep &step : path) {
    text += toString(step.action) + " ";
    EXPECT_DOUBLE_EQ(step.start, time + step.wait);
    time = step.end;
  }
  EXPECT_EQ(text, "0F0 1F0 1B0 1F1 1B1 0B1 0U ");
  EXPECT_DOUBLE_EQ(time, simulation.makespan);
  EXPECT_DOUBLE_EQ(simulation.makespan, 1 + 0.5 + 6 + 0.5 + 2);
}

TEST(Simulate, Errors) {
  Problem problem = chain(2, 1);
  auto textOf = [&](std::initializer_list<llvm::StringRef> rows) {
    auto simulation = simulate(problem, tableOf(rows), Costs());
    EXPECT_FALSE(static_cast<bool>(simulation));
    return llvm::toString(simulation.takeError());
  };
  EXPECT_EQ(textOf({"0F0 0B0", "1B0 1F0"}),
            "the table gets stuck: 0B0 on rank 0 waits for the backward of "
            "stage 1, microbatch 0, 1B0 on rank 1 waits for the forward of "
            "stage 1, microbatch 0");
  EXPECT_EQ(textOf({"0F0 0F1", "1F0"}),
            "0F1 on rank 0: there are 2 stages and 1 microbatches");
}

TEST(Simulate, IsFast) {
  Problem problem = chain(128, 1024);
  Table table = *generate("1f1b", problem);
  auto before = std::chrono::steady_clock::now();
  Simulation simulation = run(problem, table, uniform(1, 1, 1));
  std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - before;
  EXPECT_EQ(simulation.makespan, (1024 + 127) * 3);
  EXPECT_LT(took.count(), 2); // 0.05 s on an idle core
  RecordProperty("milliseconds", static_cast<int>(took.count() * 1000));
}

} // namespace
