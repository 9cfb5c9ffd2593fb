//===- GeneratorsTest.cpp - Named schedules: golden orders and formulas ---===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlowSimulator.h"
#include "Tables.h"
#include "gtest/gtest.h"

using namespace piper::schedule;

namespace {

/// The table of a named schedule without updates, checked.
Table make(llvm::StringRef name, const Problem &problem) {
  llvm::Expected<Table> table = generate(name, problem);
  if (!table) {
    ADD_FAILURE() << llvm::toString(table.takeError());
    return {};
  }
  if (llvm::Error error = checkComplete(problem, *table))
    ADD_FAILURE() << name.str() << ": " << llvm::toString(std::move(error));
  for (auto &row : *table)
    llvm::erase_if(row, [](const Action &a) { return a.kind == Kind::U; });
  return std::move(*table);
}

std::string errorOf(llvm::StringRef name, const Problem &problem) {
  llvm::Expected<Table> table = generate(name, problem);
  return table ? "none" : llvm::toString(table.takeError());
}

void expectRows(llvm::StringRef name, const Problem &problem,
                llvm::ArrayRef<llvm::StringRef> rows) {
  Table table = make(name, problem);
  ASSERT_EQ(table.size(), rows.size());
  for (size_t rank = 0; rank < rows.size(); ++rank) {
    EXPECT_EQ(rowToString(table[rank], problem.replicas), rows[rank].str());
    llvm::Expected<std::vector<Action>> read = parseRow(rows[rank]);
    ASSERT_TRUE(static_cast<bool>(read));
    EXPECT_EQ(*read, table[rank]);
  }
}

Simulation cost(llvm::StringRef name, const Problem &problem,
                const Costs &costs = uniform(1, 1, 1)) {
  llvm::Expected<Simulation> simulation =
      simulate(problem, make(name, problem), costs);
  if (!simulation) {
    ADD_FAILURE() << llvm::toString(simulation.takeError());
    return {};
  }
  return std::move(*simulation);
}

/// Largest time of a rank between its first and last action without work.
double spanBubble(const Simulation &simulation) {
  double largest = 0;
  for (const RankUse &use : simulation.ranks)
    largest = std::max(largest, use.last - use.first - use.busy);
  return largest;
}

constexpr double kExact = 1e-9;

} // namespace

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

TEST(Golden, OneForwardOneBackward) {
  expectRows("1f1b", chain(4, 8),
             {"0F0 0F1 0F2 0F3 0B0 0F4 0B1 0F5 0B2 0F6 0B3 0F7 0B4 0B5 0B6 "
              "0B7",
              "1F0 1F1 1F2 1B0 1F3 1B1 1F4 1B2 1F5 1B3 1F6 1B4 1F7 1B5 1B6 "
              "1B7",
              "2F0 2F1 2B0 2F2 2B1 2F3 2B2 2F4 2B3 2F5 2B4 2F6 2B5 2F7 2B6 "
              "2B7",
              "3F0 3B0 3F1 3B1 3F2 3B2 3F3 3B3 3F4 3B4 3F5 3B5 3F6 3B6 3F7 "
              "3B7"});
}

TEST(Golden, Interleaved) {
  expectRows("interleaved_1f1b", looped(4, 2, 8),
             {"0F0 0F1 0F2 0F3 4F0 4F1 4F2 4F3 0F4 0F5 0F6 4B0 0F7 4B1 4F4 "
              "4B2 4F5 4B3 4F6 0B0 4F7 0B1 0B2 0B3 4B4 4B5 4B6 4B7 0B4 0B5 "
              "0B6 0B7",
              "1F0 1F1 1F2 1F3 5F0 5F1 5F2 5F3 1F4 5B0 1F5 5B1 1F6 5B2 1F7 "
              "5B3 5F4 1B0 5F5 1B1 5F6 1B2 5F7 1B3 5B4 5B5 5B6 5B7 1B4 1B5 "
              "1B6 1B7",
              "2F0 2F1 2F2 2F3 6F0 6F1 6F2 6B0 6F3 6B1 2F4 6B2 2F5 6B3 2F6 "
              "2B0 2F7 2B1 6F4 2B2 6F5 2B3 6F6 6B4 6F7 6B5 6B6 6B7 2B4 2B5 "
              "2B6 2B7",
              "3F0 3F1 3F2 3F3 7F0 7B0 7F1 7B1 7F2 7B2 7F3 7B3 3F4 3B0 3F5 "
              "3B1 3F6 3B2 3F7 3B3 7F4 7B4 7F5 7B5 7F6 7B6 7F7 7B7 3B4 3B5 "
              "3B6 3B7"});
}

TEST(Golden, ZeroBubbleH1) { expectRows("zb_h1", chain(4, 8), kZbH1); }

TEST(Golden, ZeroBubbleV) {
  expectRows("zb_v", vShape(4, 8),
             {"0F0 0F1 0F2 0F3 0F4 0F5 0F6 7F0 7I0 7W0 7F1 7I1 7W1 7F2 7I2 "
              "7W2 7F3 7I3 7W3 0F7 0I0 0W0 7F4 7I4 7W4 0I1 0W1 7F5 7I5 7W5 "
              "0I2 0W2 7F6 7I6 7W6 0I3 0W3 7F7 7I7 7W7 0I4 0W4 0I5 0W5 0I6 "
              "0W6 0I7 0W7",
              "1F0 1F1 1F2 1F3 1F4 6F0 1F5 6F1 6I0 6W0 6F2 6I1 6W1 6F3 6I2 "
              "6W2 1F6 1I0 1W0 6F4 6I3 6W3 1F7 1I1 1W1 6F5 6I4 6W4 1I2 1W2 "
              "6F6 6I5 6W5 1I3 1W3 6F7 6I6 6W6 1I4 6I7 1I5 1W4 1I6 1W5 1I7 "
              "1W6 6W7 1W7",
              "2F0 2F1 2F2 5F0 2F3 5F1 2F4 5F2 5I0 5W0 5F3 5I1 5W1 2F5 2I0 "
              "2W0 5F4 5I2 5W2 2F6 2I1 2W1 5F5 5I3 5W3 2F7 2I2 2W2 5F6 5I4 "
              "5W4 2I3 2W3 5F7 5I5 5W5 2I4 5I6 2I5 5I7 2I6 2W4 2I7 2W5 5W6 "
              "5W7 2W6 2W7",
              "3F0 4F0 3F1 4F1 3F2 4F2 3F3 4F3 4I0 4W0 3F4 3I0 3W0 4F4 4I1 "
              "4W1 3F5 3I1 3W1 4F5 4I2 4W2 3F6 3I2 3W2 4F6 4I3 4W3 3F7 3I3 "
              "3W3 4F7 4I4 4W4 3I4 4I5 3I5 4I6 3I6 4I7 3I7 3W4 4W5 4W6 4W7 "
              "3W5 3W6 3W7"});
}

TEST(Golden, DualPipeV) {
  expectRows("dualpipev", vShape(4, 8),
             {"0F0 0F1 0F2 0F3 0F4 0F5 0F6 7F0 7I0 7W0 7F1 7I1 7W1 7F2 7I2 "
              "7W2 7F3 (0F7;7B3) (7F4;0B0) 7B4 (7F5;0B1) 7B5 (7F6;0B2) 7B6 "
              "(7F7;0B3) 7B7 0I4 0W4 0I5 0W5 0I6 0W6 0I7 0W7",
              "1F0 1F1 1F2 1F3 1F4 6F0 1F5 6F1 6I0 6W0 6F2 6I1 6W1 6F3 "
              "(1F6;6B2) (6F4;1B0) (1F7;6B3) (6F5;1B1) 6B4 (6F6;1B2) 6B5 "
              "(6F7;1B3) 6B6 1B4 6I7 1I5 6W7 1I6 1W5 1I7 1W6 1W7",
              "2F0 2F1 2F2 5F0 2F3 5F1 2F4 5F2 5I0 5W0 5F3 (2F5;5B1) "
              "(5F4;2B0) (2F6;5B2) (5F5;2B1) (2F7;5B3) (5F6;2B2) 5B4 "
              "(5F7;2B3) 5B5 2B4 5B6 2I5 5I7 2I6 2W5 2I7 5W7 2W6 2W7",
              "3F0 4F0 3F1 4F1 3F2 4F2 3F3 4F3 3F4 4B0 (4F4;3B0) (3F5;4B1) "
              "(4F5;3B1) (3F6;4B2) (4F6;3B2) (3F7;4B3) (4F7;3B3) 4B4 3B4 "
              "4B5 3B5 4I6 3I6 4I7 3I7 4W6 3W6 4W7 3W7"});
}

TEST(Golden, DualPipe) {
  expectRows("dualpipe", mirrored(4, 4),
             {"a0F0 a0F1 a0F2 b3F0 b3I0 b3W0 b3F1 (a0F3;b3B1) (b3F2;a0B0) "
              "b3B2 (b3F3;a0B1) b3B3 a0I2 a0W2 a0I3 a0W3",
              "a1F0 b2F0 a1F1 b2F1 a1F2 b2B0 (b2F2;a1B0) (a1F3;b2B1) "
              "(b2F3;a1B1) b2B2 a1B2 b2I3 a1I3 b2W3 a1W3",
              "b1F0 a2F0 b1F1 a2F1 b1F2 a2B0 (a2F2;b1B0) (b1F3;a2B1) "
              "(a2F3;b1B1) a2B2 b1B2 a2I3 b1I3 a2W3 b1W3",
              "b0F0 b0F1 b0F2 a3F0 a3I0 a3W0 a3F1 (b0F3;a3B1) (a3F2;b0B0) "
              "a3B2 (a3F3;b0B1) a3B3 b0I2 b0W2 b0I3 b0W3"});
}

TEST(Golden, DualPipeVOfTwoRanks) {
  expectRows("dualpipev", vShape(2, 4), kDualPipeV2);
}

TEST(Golden, Others) {
  expectRows("gpipe", chain(2, 2), {"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1B1"});
  expectRows(
      "loop", looped(2, 2, 2),
      {"0F0 2F0 2B0 0B0 0F1 2F1 2B1 0B1", "1F0 3F0 3B0 1B0 1F1 3F1 3B1 1B1"});
  expectRows(
      "breadth_first", looped(2, 2, 2),
      {"0F0 0F1 2F0 2F1 2B0 2B1 0B0 0B1", "1F0 1F1 3F0 3F1 3B0 3B1 1B0 1B1"});
  expectRows("zb_h2", chain(2, 4),
             {"0F0 0F1 0F2 0I0 0W0 0F3 0I1 0W1 0I2 0W2 0I3 0W3",
              "1F0 1I0 1F1 1I1 1F2 1I2 1W0 1F3 1I3 1W1 1W2 1W3"});
}

TEST(Golden, NothingToDifferentiate) {
  Problem problem = chain(2, 3);
  problem.hasBackward[0] = false;
  expectRows("1f1b", problem, {"0F0 0F1 0F2", "1F0 1B0 1F1 1B1 1F2 1B2"});
  problem = vShape(2, 4);
  problem.hasBackward[0] = false;
  Table table = make("dualpipev", problem);
  EXPECT_EQ(rowToString(table[0]), "0F0 0F1 0F2 3F0 3I0 3W0 3F1 (0F3;3B1) 3F2 "
                                   "3B2 3F3 3B3");
}

TEST(Golden, Updates) {
  llvm::Expected<Table> table = generate("dualpipe", mirrored(2, 2));
  ASSERT_TRUE(static_cast<bool>(table));
  EXPECT_EQ(rowToString(table->at(1), 2).substr(0, 8), "b0F0 a1F");
  EXPECT_EQ(table->at(1)[table->at(1).size() - 2], (Action{Kind::U, 1, 0, 0}));
  EXPECT_EQ(table->at(1).back(), (Action{Kind::U, 0, 0, 1}));
}

TEST(Conditions, Messages) {
  EXPECT_EQ(errorOf("dualpipev", vShape(4, 6)),
            "dualpipev needs num_microbatches >= 2 x ranks: got 6, 4 ranks");
  EXPECT_EQ(errorOf("dualpipe", mirrored(4, 3)),
            "dualpipe needs num_microbatches >= ranks: got 3, 4 ranks");
  EXPECT_EQ(errorOf("dualpipe", mirrored(3, 6)),
            "dualpipe needs an even number of ranks: got 3");
  EXPECT_EQ(errorOf("dualpipe", chain(4, 8)),
            "dualpipe needs two replicas with mirrored devices: got 1");
  EXPECT_EQ(errorOf("gpipe", mirrored(4, 8)),
            "gpipe orders all replicas alike: got 2 that are ordered apart");
  EXPECT_EQ(errorOf("1f1b", looped(2, 2, 8)),
            "1f1b needs one stage per rank: got 4 stages on 2 ranks");
  Problem twice = chain(2, 1);
  twice.rankOfStage[1] = 0;
  EXPECT_EQ(errorOf("zb_h1", twice),
            "zb_h1 needs one stage per rank: got stages 0 and 1 on rank 0");
  EXPECT_EQ(errorOf("zb_v", looped(2, 2, 8)),
            "zb_v needs stages r and 2 x ranks - 1 - r on rank r: got stage 2 "
            "of 4 on rank 0 of 2");
  EXPECT_EQ(errorOf("interleaved_1f1b", vShape(2, 8)),
            "interleaved_1f1b needs stage s on rank s mod the number of ranks: "
            "got stage 2 of 4 on rank 1 of 2");
  EXPECT_EQ(errorOf("zigzag", chain(1, 1)),
            "unknown schedule \"zigzag\"; known are loop, gpipe, 1f1b, "
            "interleaved_1f1b, breadth_first, zb_h1, zb_h2, zb_v, dualpipev, "
            "dualpipe");
}

//===----------------------------------------------------------------------===//
// Properties of all
//===----------------------------------------------------------------------===//

/// Complete, executable, microbatches ascending per stage and pass.
static void expectSound(llvm::StringRef name, const Problem &problem) {
  SCOPED_TRACE(name.str() + ", " + std::to_string(problem.ranks) + " ranks, " +
               std::to_string(problem.stages()) + " stages, " +
               std::to_string(problem.microbatches) + " microbatches");
  Table table = make(name, problem);
  llvm::Expected<std::vector<Step>> order = globalOrder(problem, table);
  if (!order) {
    ADD_FAILURE() << llvm::toString(order.takeError());
    return;
  }
  size_t stages = problem.rankOfStage.size();
  std::vector<int64_t> forwards(stages), gradients(stages), weights(stages);
  for (const Step &step : *order) {
    const Action &action = step.action;
    size_t stage = action.replica * problem.stages() + action.stage;
    EXPECT_EQ(problem.rankOf(action.stage, action.replica), step.rank);
    if (action.kind == Kind::F)
      EXPECT_EQ(action.microbatch, forwards[stage]++);
    if (action.kind == Kind::B || action.kind == Kind::I)
      EXPECT_EQ(action.microbatch, gradients[stage]++);
    if (action.kind == Kind::B || action.kind == Kind::W)
      EXPECT_EQ(action.microbatch, weights[stage]++);
  }
  llvm::Expected<Simulation> simulation =
      simulate(problem, table, uniform(1, 1, 1));
  ASSERT_TRUE(static_cast<bool>(simulation));
  EXPECT_GE(simulation->makespan, 3.0 * problem.stages() / problem.ranks *
                                      problem.microbatches * problem.replicas);
}

TEST(Conditions, Defaults) {
  EXPECT_EQ(defaultSchedule(looped(1, 3, 2)), "loop");
  EXPECT_EQ(defaultSchedule(chain(3, 2)), "1f1b");
  EXPECT_EQ(defaultSchedule(looped(3, 2, 2)), "interleaved_1f1b");
  EXPECT_EQ(defaultSchedule(vShape(3, 2)), "zb_v");
  Problem problem = looped(3, 2, 2);
  std::swap(problem.rankOfStage[0], problem.rankOfStage[1]);
  EXPECT_EQ(defaultSchedule(problem), "breadth_first");
}

TEST(Properties, Sweep) {
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t m = 1; m <= 40; m += m < 20 ? 1 : 5) {
      for (llvm::StringRef name : {"1f1b", "zb_h1", "zb_h2"})
        expectSound(name, chain(p, m));
      for (int64_t v = 1; v <= 4; ++v)
        for (llvm::StringRef name :
             {"loop", "gpipe", "breadth_first", "interleaved_1f1b"})
          expectSound(name, looped(p, v, m));
      for (llvm::StringRef name : {"loop", "gpipe", "breadth_first", "zb_v"})
        expectSound(name, vShape(p, m));
      if (m >= 2 * p)
        expectSound("dualpipev", vShape(p, m));
      if (p % 2 == 0 && m >= p)
        expectSound("dualpipe", mirrored(p, m));
    }
}

TEST(Properties, SimulatorsAgree) {
  Costs costs = uniform(1, 1.5, 0.75);
  costs.stages.front().message = 0.5;
  costs.latency = 0.125;
  auto compare = [&](llvm::StringRef name, const Problem &problem) {
    expectSame(problem, make(name, problem), costs);
  };
  for (int64_t p : {1, 2, 3, 4})
    for (int64_t m : {1, 3, 8}) {
      for (llvm::StringRef name : {"1f1b", "zb_h1", "zb_h2"})
        compare(name, chain(p, m));
      for (llvm::StringRef name :
           {"gpipe", "breadth_first", "interleaved_1f1b"})
        compare(name, looped(p, 2, m));
      compare("zb_v", vShape(p, m));
      if (m >= 2 * p)
        compare("dualpipev", vShape(p, m));
      if (p % 2 == 0 && m >= p)
        compare("dualpipe", mirrored(p, m));
    }
}

/// Restricted to the lower ranks, DualPipe is DualPipeV of half as many.
TEST(Properties, DualPipeHasTheV) {
  for (int64_t p = 1; p <= 4; ++p)
    for (int64_t m = 2 * p; m < 2 * p + 5; ++m) {
      Table wide = make("dualpipe", mirrored(2 * p, m));
      Table v = make("dualpipev", vShape(p, m));
      for (int64_t rank = 0; rank < p; ++rank) {
        for (Action &action : wide[rank]) {
          if (action.replica == 1)
            EXPECT_EQ(action.stage, 2 * p - 1 - rank);
          action.replica = 0;
        }
        EXPECT_EQ(wide[rank], v[rank]);
      }
    }
}

//===----------------------------------------------------------------------===//
// Formulas, under their conditions
//===----------------------------------------------------------------------===//

TEST(Formulas, GPipeAnd1F1B) {
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t m = 1; m <= 40; ++m) {
      Costs costs = uniform(1, 1.5, 0.75);
      Simulation gpipe = cost("gpipe", chain(p, m), costs);
      Simulation alternating = cost("1f1b", chain(p, m), costs);
      for (int64_t r = 0; r < p; ++r) {
        EXPECT_NEAR(gpipe.ranks[r].bubble, (p - 1) * 3.25, kExact);
        EXPECT_NEAR(alternating.ranks[r].bubble, (p - 1) * 3.25, kExact);
        EXPECT_EQ(gpipe.ranks[r].peakLive, m);
        EXPECT_EQ(alternating.ranks[r].peakLive, std::min(m, p - r));
      }
    }
}

/// A chunk takes 1 / v of its rank's time.
static Costs chunks(int64_t v, double F, double I, double W) {
  return uniform(F / v, I / v, W / v);
}

TEST(Formulas, Loops) {
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t v = 1; v <= 4; ++v)
      for (int64_t m = 1; m <= 40; ++m) {
        Costs costs = chunks(v, 1, 1.25, 0.75);
        double bubble = (p - 1) * 3.0 / v;
        if (m % p == 0) {
          Simulation simulation =
              cost("interleaved_1f1b", looped(p, v, m), costs);
          for (const RankUse &use : simulation.ranks)
            EXPECT_NEAR(use.bubble, bubble, kExact) << p << v << m;
          if (m >= 2 * p)
            EXPECT_EQ(simulation.ranks[0].peakLive,
                      (v - 1) * p + 2 * (p - 1) + 1);
        }
        if (m >= p) {
          Simulation simulation = cost("breadth_first", looped(p, v, m), costs);
          for (const RankUse &use : simulation.ranks) {
            EXPECT_NEAR(use.bubble, bubble, kExact) << p << v << m;
            EXPECT_EQ(use.peakLive, m * v);
          }
        }
      }
}

TEST(Formulas, ZeroBubbleH) {
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t m = p; m <= 40; ++m) {
      for (Costs costs :
           {uniform(1, 1, 1), uniform(1, 1.25, 0.5), uniform(1.5, 1, 0.75)}) {
        const StageCosts &stage = costs.stages.front();
        Simulation simulation = cost("zb_h1", chain(p, m), costs);
        EXPECT_NEAR(simulation.largestBubble(),
                    (p - 1) * (stage.F + stage.I - stage.W), kExact);
        for (const RankUse &use : simulation.ranks)
          EXPECT_EQ(use.peakLive, std::min(m, p));
      }
      if (m < 2 * p - 1)
        continue;
      Simulation simulation = cost("zb_h2", chain(p, m));
      EXPECT_NEAR(spanBubble(simulation), 0, kExact) << p << " " << m;
      for (const RankUse &use : simulation.ranks) {
        EXPECT_NEAR(use.bubble, p - 1, kExact);
        EXPECT_EQ(use.peakLive, 2 * p - 1);
      }
    }
}

TEST(Formulas, ZeroBubbleV) {
  for (int64_t p = 1; p <= 8; ++p)
    for (int64_t m = 2 * p - 1; m <= 40; ++m) {
      Simulation simulation = cost("zb_v", vShape(p, m), chunks(2, 1, 1, 1));
      EXPECT_NEAR(spanBubble(simulation), 0, kExact);
      for (const RankUse &use : simulation.ranks) {
        EXPECT_NEAR(use.bubble, (p - 1) / 2.0, kExact);
        EXPECT_EQ(use.peakLive, std::min(2 * p, 2 * m));
      }
    }
}

TEST(Formulas, DualPipe) {
  for (double speed : {1.0, 0.8}) {
    Costs costs = uniform(1, 1, 1);
    costs.group = speed;
    double lost = 3 * speed + 2 - 3; // F&B + B - 3W
    for (int64_t p = 1; p <= 8; ++p)
      for (int64_t m = 2 * p; m <= 40; m += 3) {
        Simulation simulation = cost("dualpipev", vShape(p, m), costs);
        EXPECT_NEAR(simulation.largestBubble(), (p - 1) * lost, kExact)
            << p << " " << m;
        for (const RankUse &use : simulation.ranks)
          EXPECT_EQ(use.peakLive, std::min(2 * p + 1, 2 * m));
      }
    for (int64_t p = 2; p <= 8; p += 2)
      for (int64_t m = p; m <= 20; m += 3) {
        Simulation simulation = cost("dualpipe", mirrored(p, m), costs);
        EXPECT_NEAR(simulation.largestBubble(), (p / 2 - 1) * lost, kExact);
        for (const RankUse &use : simulation.ranks)
          EXPECT_EQ(use.peakLive, std::min(p + 1, 2 * m));
      }
  }
}

TEST(Formulas, OutsideOfTheirConditions) {
  EXPECT_EQ(cost("1f1b", chain(4, 1)).makespan, 12);
  EXPECT_EQ(cost("1f1b", chain(4, 2)).makespan, 15);
  EXPECT_EQ(cost("1f1b", chain(4, 3)).makespan, 18);
  double bubbles[] = {6, 4, 3, 3};
  for (int64_t m = 4; m < 8; ++m)
    EXPECT_EQ(cost("zb_v", vShape(4, m)).largestBubble(), bubbles[m - 4]);
  Costs half = chunks(2, 1, 1, 1);
  EXPECT_EQ(cost("interleaved_1f1b", looped(4, 2, 10), half).largestBubble(),
            4.5);
  EXPECT_EQ(cost("interleaved_1f1b", looped(4, 2, 3), half).largestBubble(), 6);
  EXPECT_EQ(cost("breadth_first", looped(4, 2, 3), half).largestBubble(), 6);
  EXPECT_EQ(cost("zb_h1", chain(4, 8), uniform(1, 1, 1.5)).largestBubble(), 3);
  Costs costs = uniform(1, 1, 1.5);
  EXPECT_NEAR(cost("dualpipe", mirrored(8, 8), costs).largestBubble(), 6,
              kExact);
  costs = uniform(1, 1.5, 0.8);
  EXPECT_NEAR(cost("dualpipe", mirrored(8, 8), costs).largestBubble(), 8.6,
              kExact);
}
