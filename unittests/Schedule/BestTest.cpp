//===- BestTest.cpp - The list scheduler and the choice of a schedule -----===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Best.h"
#include "Tables.h"
#include "gtest/gtest.h"

using namespace piper::schedule;

/// A cost per stage that differs from the others'.
static Costs uneven(const Problem &problem, double message) {
  Costs costs;
  costs.stages.clear();
  for (int64_t stage = 0; stage < problem.stages(); ++stage) {
    double F = 1 + 0.25 * (stage % 3), I = 1.25, W = 0.5 + 0.25 * (stage % 2);
    StageCosts cost = {F, I + W, I, W};
    cost.message = cost.gradientMessage = message;
    cost.activation = 2 + stage % 2;
    cost.freedByI = 0.5;
    costs.stages.push_back(cost);
  }
  costs.latency = 0.125;
  return costs;
}

/// Sound, within the bound, and no named schedule that fits takes less time.
static void expectBest(const Problem &problem, const Costs &costs,
                       double bound) {
  SCOPED_TRACE(std::to_string(problem.ranks) + " ranks, " +
               std::to_string(problem.stages()) + " stages, " +
               std::to_string(problem.microbatches) + " microbatches, bound " +
               std::to_string(bound));
  llvm::Expected<BestTable> best = bestSchedule(problem, costs, bound);
  if (!best) {
    ADD_FAILURE() << llvm::toString(best.takeError());
    return;
  }
  if (llvm::Error error = checkComplete(problem, best->table))
    ADD_FAILURE() << llvm::toString(std::move(error));
  auto order = globalOrder(problem, best->table);
  if (!order)
    ADD_FAILURE() << llvm::toString(order.takeError());
  auto simulation = simulate(problem, best->table, costs);
  ASSERT_TRUE(static_cast<bool>(simulation));
  EXPECT_EQ(simulation->makespan, best->makespan);
  if (bound >= 0)
    EXPECT_LE(simulation->largestPeakBytes(), bound);
  for (llvm::StringRef name : knownSchedules()) {
    auto table = generate(name, problem);
    if (!table) {
      consumeError(table.takeError());
      continue;
    }
    auto named = simulate(problem, *table, costs);
    ASSERT_TRUE(static_cast<bool>(named));
    if (bound < 0 || named->largestPeakBytes() <= bound)
      EXPECT_LE(best->makespan, named->makespan) << name.str();
  }
}

TEST(Best, NeverWorseThanNamed) {
  for (int64_t p : {1, 2, 3, 4, 6})
    for (int64_t m : {1, 2, 3, 5, 8, 13})
      for (const Problem &problem :
           {chain(p, m), looped(p, 2, m), looped(p, 3, m), vShape(p, m)})
        for (double message : {0.0, 0.5})
          // Three bytes a stage at most, three stages a rank.
          for (double bound : {-1.0, 9.0, 12.0, 24.0})
            expectBest(problem, uneven(problem, message), bound);
}

TEST(Best, ListsAreComplete) {
  for (int64_t p : {1, 2, 4})
    for (int64_t m : {1, 4, 9})
      for (const Problem &problem :
           {chain(p, m), looped(p, 3, m), vShape(p, m)})
        for (bool split : {false, true})
          for (bool latestFirst : {false, true})
            for (double bound : {-1.0, 9.0}) {
              Costs costs = uneven(problem, 0.25);
              Table table =
                  listSchedule(problem, costs, {split, latestFirst, bound});
              if (llvm::Error error = checkComplete(problem, table))
                ADD_FAILURE() << llvm::toString(std::move(error));
            }
}

/// With equal times and room enough the list scheduler reaches what the
/// handcrafted orders reach; with less room it gives up time, not the bound.
TEST(Best, TimeAgainstMemory) {
  Problem problem = chain(4, 8);
  Costs costs = uniform(1, 1, 1);
  auto any = bestSchedule(problem, costs, -1);
  auto four = bestSchedule(problem, costs, 4);
  auto one = bestSchedule(problem, costs, 1);
  ASSERT_TRUE(any && four && one);
  EXPECT_LE(any->makespan, 27);
  EXPECT_LE(four->makespan, 27);
  EXPECT_GT(one->makespan, four->makespan);
  EXPECT_EQ(one->peakBytes, 1);
}

TEST(Best, NothingFits) {
  Costs costs = uniform(1, 1, 1);
  costs.stages.front().activation = 3e6;
  auto best = bestSchedule(looped(2, 2, 4), costs, 5e6);
  EXPECT_EQ(llvm::toString(best.takeError()),
            "no schedule fits: the activations of one microbatch take 6 MB "
            "on rank 0, the limit is 5 MB");
}

TEST(Best, StagesWithoutBackward) {
  Problem problem = chain(3, 4);
  problem.hasBackward[0] = false;
  expectBest(problem, uniform(1, 1, 1), -1);
}

TEST(Best, DualPipe) {
  auto best = bestSchedule(mirrored(4, 4), uniform(1, 1, 1), -1);
  ASSERT_TRUE(static_cast<bool>(best));
  EXPECT_EQ(best->origin, "dualpipe");
}
