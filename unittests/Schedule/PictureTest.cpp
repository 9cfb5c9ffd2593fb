//===- PictureTest.cpp - Pictures of tables -------------------------------===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Picture.h"
#include "Tables.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace piper::schedule;

namespace {

std::string pictureOf(const Problem &problem, const Table &table,
                      const Costs &costs) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = writeSvg(os, problem, table, costs, "ms"))
    ADD_FAILURE() << llvm::toString(std::move(error));
  return text;
}

size_t count(llvm::StringRef text, llvm::StringRef what) {
  return text.count(what);
}

TEST(Picture, BoxesWaitsAndIdle) {
  Problem problem = chain(2, 2);
  std::string text =
      pictureOf(problem, *generate("1f1b", problem), uniform(1, 1, 1));
  // 0F0 0F1 .. 0B0 .. 0B1 and 1F0 1B0 1F1 1B1, 9 units.
  EXPECT_EQ(count(text, "<rect class=\"F"), 4u + 1) << "and the legend";
  EXPECT_EQ(count(text, "<rect class=\"B"), 4u + 1);
  EXPECT_EQ(count(text, "<rect class=\"wait"), 2u + 1);
  EXPECT_EQ(count(text, "<title>0B0 waits 2.000 ms for 1B0 of rank 1</title>"),
            1u);
  EXPECT_EQ(count(text,
                  "<g><title>1F1: forward of stage 1, microbatch 1, 4.000 "
                  "ms to 5.000 ms</title><rect class=\"F critical\" "),
            1u);
  EXPECT_EQ(count(text, "bubble 33.3 %, peak 2</text>"), 1u);
  EXPECT_EQ(count(text, ">I</text>"), 0u);
  EXPECT_EQ(text.find("-0.0"), std::string::npos);
}

TEST(Picture, GroupsAndLaterStages) {
  std::string text =
      pictureOf(vShape(2, 4), dualPipeV2(), uniform(0.5, 0.5, 0.5));
  EXPECT_EQ(count(text, "<rect class=\"group\""), 6u + 1);
  EXPECT_EQ(count(text, "<rect class=\"F s1"), 8u);
}

TEST(Picture, OneLinePerAction) {
  Problem problem = chain(64, 128);
  Table table = *generate("1f1b", problem);
  std::string text = pictureOf(problem, table, uniform(1, 1, 1));
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  size_t actions = 0;
  for (llvm::StringRef line : lines) {
    EXPECT_LE(line.count("<title>"), 1u);
    actions += line.contains(" of stage ");
  }
  EXPECT_EQ(actions, 64u * 128 * 2); // updates take no time: no box
}

} // namespace
