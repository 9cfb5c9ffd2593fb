//===- SimulateTest.cpp - The simulator against formulas and another one --===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlowSimulator.h"
#include "Tables.h"
#include "gtest/gtest.h"
#include <chrono>
#include <random>

using namespace piper::schedule;

namespace {

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
  problem.producers = StageLists{{}, {0}, {0}, {1, 2, 0}};
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

TEST(Simulate, StagesThatReadNothing) {
  // Two towers: 1 reads inputs of the step only and does not wait for 0.
  Problem problem = chain(3, 1);
  problem.producers = StageLists{{}, {}, {0, 1}};
  Table table = *generate("gpipe", problem);
  Simulation simulation = run(problem, table, uniform(1, 1, 1));
  EXPECT_EQ(simulation.rows[1][0].start, 0);
  EXPECT_EQ(simulation.rows[2][0].start, 1);
  // Both backwards wait for that of stage 2 only.
  EXPECT_EQ(simulation.rows[0][1].start, 4);
  EXPECT_EQ(simulation.rows[1][1].start, 4);
  expectSame(problem, table, uniform(1, 1, 1));
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
  // 0.05 s on an idle core, without sanitizers.
  EXPECT_LT(took.count(), 20);
  RecordProperty("milliseconds", static_cast<int>(took.count() * 1000));
}

} // namespace
