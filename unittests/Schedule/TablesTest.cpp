//===- TablesTest.cpp - Text forms, checks, orders, CSV -------------------===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables.h"
#include "Piper/Schedule/Csv.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace piper::schedule;

namespace {

Table parse(llvm::ArrayRef<llvm::StringRef> rows) {
  Table table;
  for (llvm::StringRef row : rows) {
    llvm::Expected<std::vector<Action>> actions = parseRow(row);
    if (!actions) {
      ADD_FAILURE() << llvm::toString(actions.takeError());
      return table;
    }
    table.push_back(std::move(*actions));
  }
  return table;
}

std::string check(const Problem &problem,
                  llvm::ArrayRef<llvm::StringRef> rows) {
  Table table = parse(rows);
  if (llvm::Error error = checkComplete(problem, table))
    return llvm::toString(std::move(error));
  auto order = globalOrder(problem, table);
  return order ? "fine" : llvm::toString(order.takeError());
}

std::string parseError(llvm::StringRef text) {
  auto row = parseRow(text);
  return row ? "none" : llvm::toString(row.takeError());
}

} // namespace

TEST(Text, RoundTrip) {
  llvm::StringRef text = "0F0 (2F3;5B1) 1I2 (1W2;0F1;3B7) 0U";
  EXPECT_EQ(rowToString(parse({text})[0]), text);
  llvm::StringRef replicas = "a0F0 (b3F1;a0B2) b3U";
  EXPECT_EQ(rowToString(parse({replicas})[0], 2), replicas);
  EXPECT_EQ(rowToString(parse({" 0F0\t( 2F3 ; 5B1 )OVERLAP_F_B  (0B0) "})[0]),
            "0F0 (2F3;5B1) 0B0");
  EXPECT_TRUE(parse({""})[0].empty());
}

TEST(Text, Errors) {
  for (llvm::StringRef text :
       {"0X0", "F0", "0F", "0f0", "-1F0", "0F-1", "0F0x", "0U1", "(0F0", "0F0)",
        "0F0;0B0", "()", "(0F0;)", "99999999999F0", "A0F0", "0F99999999999",
        "0xF0"})
    EXPECT_NE(parseError(text).find("is no action; an action is like"),
              std::string::npos)
        << text.str() << ": " << parseError(text);
}

TEST(Check, Messages) {
  Problem two = chain(2, 2);
  llvm::StringRef last = "1F0 1B0 1F1 1B1";
  EXPECT_EQ(check(two, {"0F0 0F1 0B0 0B1", last}), "fine");
  EXPECT_EQ(check(two, {"0F0 (0F1;0I0) 0B1 0W0", last}), "fine");
  std::pair<llvm::StringRef, llvm::StringRef> wrong[] = {
      {"0F0 0F1 0F0 0B0 0B1",
       "0F0 (stage 0, microbatch 0) on rank 0 occurs twice"},
      {"0F0 0F1 0B0", "0B1 (stage 0, microbatch 1) on rank 0 is missing"},
      {"0F0 0B0 0B1", "0F1 (stage 0, microbatch 1) on rank 0 is missing"},
      {"0F0 0F1 0B0 0I1", "0W1 (stage 0, microbatch 1) on rank 0 is missing, "
                          "the other part of 0I1"},
      {"0F0 0F1 0B0 0W1", "0I1 (stage 0, microbatch 1) on rank 0 is missing, "
                          "the other part of 0W1"},
      {"0F0 0F1 0B0 0B1 0I1",
       "0B1 (stage 0, microbatch 1) on rank 0: there is 0I1 too; a backward is "
       "whole or in two parts"},
      {"0F0 0B1 0F1 0B0",
       "0B1 (stage 0, microbatch 1) on rank 0 comes before its forward"},
      {"0F0 0F1 0W0 0I0 0B1",
       "0W0 (stage 0, microbatch 0) on rank 0 comes before 0I0"},
      {"0F0 0F1 0B0 0U 0B1",
       "0B1 (stage 0, microbatch 1) on rank 0 comes after 0U"},
      {"0F0 0F1 0B0 0B1 0U 0U", "0U (stage 0) on rank 0 occurs twice"},
      {"0F0 0F1 0B0 (0B1;0U)",
       "0U (stage 0) on rank 0 cannot overlap what is before"},
      {"0F0 0F1 0B0 0B1 1F0", "1F0 (stage 1, microbatch 0) on rank 0: stage 1 "
                              "is placed on rank 1"},
      {"0F0 0F1 0B0 0B1 0F2",
       "0F2 (stage 0, microbatch 2) on rank 0: there are 2 microbatches"},
      {"0F0 0F1 0B0 0B1 2F0",
       "2F0 (stage 2, microbatch 0) on rank 0: there are 2 stages"},
      {"0F0 0F1 0B0 0B1 b0F0",
       "b0F0 on rank 0: the table orders 1 replica apart"},
  };
  for (auto [row, message] : wrong)
    EXPECT_EQ(check(two, {row, last}), message);
  EXPECT_EQ(check(two, {last}), "the table has 1 row for 2 ranks");
  two.hasBackward[0] = false;
  EXPECT_EQ(check(two, {"0F0 0F1", last}), "fine");
  EXPECT_EQ(check(two, {"0F0 0F1 0B0", last}),
            "0B0 (stage 0, microbatch 0) on rank 0: the stage has nothing to "
            "differentiate");
}

TEST(Order, CyclesAreShown) {
  Problem two = chain(2, 2);
  EXPECT_EQ(check(two, {"0F0 0B0 0F1 0B1", "1F0 1F1 1B0 1B1"}),
            "the order contradicts data flow: 0B0 on rank 0 waits for 1B0, "
            "which comes after 1F1 on rank 1; 1F1 on rank 1 waits for 0F1, "
            "which comes after 0B0 on rank 0");
  Problem one = looped(1, 2, 1);
  EXPECT_EQ(check(one, {"1F0 0F0 1B0 0B0"}),
            "the order contradicts data flow: 1F0 on rank 0 waits for 0F0, "
            "which comes after 1F0 on rank 0");
  // Inside of a group the order is that of the text.
  EXPECT_EQ(check(one, {"(0F0;1F0) (1B0;0B0)"}), "fine");
  EXPECT_EQ(check(one, {"0F0 1F0 (0B0;1B0)"}),
            "the order contradicts data flow: 0B0 on rank 0 waits for 1B0, "
            "which comes after 0B0 on rank 0");
  auto missing = globalOrder(two, parse({"0F0", "1F0 1F1"}));
  EXPECT_EQ(llvm::toString(missing.takeError()),
            "1F1 (stage 1, microbatch 1) on rank 1 waits for 0F1, which is "
            "missing");
}

/// Two branches that meet: 0 and 1 are read by 2.
TEST(Order, StagesThatAreNoChain) {
  Problem problem = chain(3, 1);
  llvm::StringRef last = "2F0 2B0";
  EXPECT_EQ(check(problem, {"0F0 0B0", "1F0 1B0", last}), "fine");
  problem.producers = StageLists{{}, {}, {0, 1}};
  auto order = globalOrder(problem, parse({"0F0 0B0", "1F0 1B0", last}));
  ASSERT_TRUE(static_cast<bool>(order));
  std::string text;
  for (const Step &step : *order)
    text += toString(step.action) + " ";
  EXPECT_EQ(text, "0F0 1F0 2F0 2B0 0B0 1B0 ");
  // The chain would refuse this.
  problem.rankOfStage = {0, 0, 0};
  problem.ranks = 1;
  EXPECT_EQ(check(problem, {"1F0 0F0 2F0 2B0 0B0 1B0"}), "fine");
}

TEST(Order, IsFast) {
  Problem problem = chain(128, 1024);
  auto begin = std::chrono::steady_clock::now();
  auto table = generate("zb_h1", problem);
  ASSERT_TRUE(static_cast<bool>(table));
  EXPECT_FALSE(static_cast<bool>(checkComplete(problem, *table)));
  auto order = globalOrder(problem, *table);
  ASSERT_TRUE(static_cast<bool>(order));
  EXPECT_EQ(order->size(), 128u * 1024 * 3 + 128);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  RecordProperty("milliseconds", static_cast<int>(seconds.count() * 1000));
  EXPECT_LT(seconds.count(), 5); // a loaded machine; 0.1 s alone
}

TEST(Csv, PyTorch) {
  llvm::StringRef text = "0F0,0F1,,0B0,,0B1\n,1F0,1B0,1F1,1B1,\n";
  auto table = parseCsv(text);
  ASSERT_TRUE(static_cast<bool>(table));
  EXPECT_EQ(rowToString((*table)[0]), "0F0 0F1 0B0 0B1");
  EXPECT_EQ(rowToString((*table)[1]), "1F0 1B0 1F1 1B1");

  auto lowered = parseCsv(
      "0UNSHARD,0F0,0SEND_F0,0RECV_B0,(0F1;3B0)OVERLAP_F_B,0REDUCE_GRAD,"
      "0RESHARD\r\n1RECV_F0,\"1F0\",1I0,1W0,1SEND_B0\r\n\r\n");
  ASSERT_TRUE(static_cast<bool>(lowered));
  EXPECT_EQ(rowToString((*lowered)[0]), "0F0 (0F1;3B0)");
  EXPECT_EQ(rowToString((*lowered)[1]), "1F0 1I0 1W0");

  std::string out;
  llvm::raw_string_ostream os(out);
  writeCsv(os, parse({"0F0 (0F1;3B0) 0I1 0W1 0U", "1F0 1U"}));
  EXPECT_EQ(out, "0F0,(0F1;3B0)OVERLAP_F_B,0I1,0W1\n1F0\n");

  auto wrong = parseCsv("0F0,0B0\n1F0,1SEND_X0\n");
  EXPECT_EQ(llvm::toString(wrong.takeError()).substr(0, 44),
            "line 2, cell 2: \"1SEND_X0\" is no action; an ");
}
