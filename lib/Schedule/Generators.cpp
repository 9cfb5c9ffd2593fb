//===- Generators.cpp - Named schedules -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace piper::schedule;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// Appends to the rows of a table, leaving out backwards that do not exist.
class Builder {
public:
  explicit Builder(const Problem &problem)
      : problem(problem), table(problem.ranks) {}

  void forward(int64_t stage, int64_t microbatch) {
    row(stage).push_back({Kind::F, stage, microbatch});
  }
  void backward(int64_t stage, int64_t microbatch) {
    if (problem.hasBackward[stage])
      row(stage).push_back({Kind::B, stage, microbatch});
  }
  Table finish() {
    addUpdates(problem, table);
    return std::move(table);
  }

private:
  std::vector<Action> &row(int64_t stage) {
    return table[problem.rankOfStage[stage]];
  }
  const Problem &problem;
  Table table;
};

} // namespace

void piper::schedule::addUpdates(const Problem &problem, Table &table) {
  std::vector<bool> has(problem.rankOfStage.size());
  for (const auto &row : table)
    for (const Action &action : row)
      if (action.kind == Kind::U)
        has[action.replica * problem.stages() + action.stage] = true;
  for (int64_t replica = 0; replica < problem.replicas; ++replica)
    for (int64_t stage = 0; stage < problem.stages(); ++stage)
      if (!has[replica * problem.stages() + stage])
        table[problem.rankOf(stage, replica)].push_back(
            {Kind::U, stage, 0, replica});
}

static Expected<Table> loop(const Problem &problem) {
  Builder builder(problem);
  for (int64_t m = 0; m < problem.microbatches; ++m) {
    for (int64_t s = 0; s < problem.stages(); ++s)
      builder.forward(s, m);
    for (int64_t s = problem.stages() - 1; s >= 0; --s)
      builder.backward(s, m);
  }
  return builder.finish();
}

static Expected<Table> gpipe(const Problem &problem) {
  Builder builder(problem);
  for (int64_t m = 0; m < problem.microbatches; ++m)
    for (int64_t s = 0; s < problem.stages(); ++s)
      builder.forward(s, m);
  for (int64_t m = 0; m < problem.microbatches; ++m)
    for (int64_t s = problem.stages() - 1; s >= 0; --s)
      builder.backward(s, m);
  return builder.finish();
}

static Expected<Table> oneForwardOneBackward(const Problem &problem) {
  if (problem.stages() != problem.ranks)
    return llvm::createStringError("1f1b needs one stage per rank: got " +
                                   std::to_string(problem.stages()) +
                                   " stages on " +
                                   std::to_string(problem.ranks) + " ranks");
  Builder builder(problem);
  int64_t count = problem.microbatches;
  for (int64_t s = 0; s < problem.stages(); ++s) {
    int64_t warmup = std::min(count, problem.stages() - s - 1);
    for (int64_t m = 0; m < warmup; ++m)
      builder.forward(s, m);
    for (int64_t m = 0; m < count; ++m) {
      if (warmup + m < count)
        builder.forward(s, warmup + m);
      builder.backward(s, m);
    }
  }
  return builder.finish();
}

static constexpr StringRef names[] = {"loop", "gpipe", "1f1b"};

llvm::ArrayRef<StringRef> piper::schedule::knownSchedules() { return names; }

Expected<Table> piper::schedule::generate(StringRef name,
                                          const Problem &problem) {
  if (name == "loop")
    return loop(problem);
  if (name == "gpipe")
    return gpipe(problem);
  if (name == "1f1b")
    return oneForwardOneBackward(problem);
  return llvm::createStringError("unknown schedule \"" + name +
                                 "\"; known are " +
                                 llvm::join(llvm::ArrayRef(names), ", "));
}
