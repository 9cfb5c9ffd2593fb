//===- Generate.cpp - Schedules by name -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace piper::schedule;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

using Generator = Expected<Table> (*)(const Problem &);

static constexpr StringRef names[] = {
    "loop",  "gpipe", "1f1b", "interleaved_1f1b", "breadth_first",
    "zb_h1", "zb_h2", "zb_v", "dualpipev",        "dualpipe"};
static constexpr Generator generators[] = {
    loop,         gpipe,        oneForwardOneBackward, interleaved,
    breadthFirst, zeroBubbleH1, zeroBubbleH2,          zeroBubbleV,
    dualPipeV,    dualPipe};

llvm::ArrayRef<StringRef> piper::schedule::knownSchedules() { return names; }

Expected<Table> piper::schedule::generate(StringRef name,
                                          const Problem &problem) {
  auto found = llvm::find(names, name);
  if (found == std::end(names))
    return llvm::createStringError("unknown schedule \"" + name +
                                   "\"; known are " +
                                   llvm::join(llvm::ArrayRef(names), ", "));
  if (name != "dualpipe" && problem.replicas > 1)
    return llvm::createStringError(name + " orders all replicas alike: got " +
                                   std::to_string(problem.replicas) +
                                   " that are ordered apart");
  Expected<Table> table = generators[found - names](problem);
  if (table)
    addUpdates(problem, *table);
  return table;
}

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

/// "NAME needs NEED: got GOT".
static Error unmet(StringRef name, StringRef need, const llvm::Twine &got) {
  return llvm::createStringError(name + " needs " + need + ": got " + got);
}

static std::string counts(const Problem &problem) {
  return std::to_string(problem.stages()) + " stages on " +
         std::to_string(problem.ranks) + " ranks";
}

Error piper::schedule::needOneStagePerRank(StringRef name,
                                           const Problem &problem) {
  StringRef need = "one stage per rank";
  if (problem.stages() != problem.ranks)
    return unmet(name, need, counts(problem));
  std::vector<int64_t> stageOf(problem.ranks, -1);
  for (int64_t stage = 0; stage < problem.stages(); ++stage) {
    int64_t &other = stageOf[problem.rankOf(stage)];
    if (other >= 0)
      return unmet(name, need,
                   "stages " + std::to_string(other) + " and " +
                       std::to_string(stage) + " on rank " +
                       std::to_string(problem.rankOf(stage)));
    other = stage;
  }
  return Error::success();
}

/// Checks the rank of every stage.
template <typename Fn>
static Error needLayout(StringRef name, StringRef need, const Problem &problem,
                        bool countsFit, Fn rankOf) {
  if (!countsFit)
    return unmet(name, need, counts(problem));
  for (int64_t stage = 0; stage < problem.stages(); ++stage)
    if (problem.rankOf(stage) != rankOf(stage))
      return unmet(name, need,
                   "stage " + std::to_string(stage) + " of " +
                       std::to_string(problem.stages()) + " on rank " +
                       std::to_string(problem.rankOf(stage)) + " of " +
                       std::to_string(problem.ranks));
  return Error::success();
}

Error piper::schedule::needLoop(StringRef name, const Problem &problem) {
  return needLayout(name, "stage s on rank s mod the number of ranks", problem,
                    problem.stages() % problem.ranks == 0,
                    [&](int64_t stage) { return stage % problem.ranks; });
}

Error piper::schedule::needV(StringRef name, const Problem &problem) {
  return needLayout(name, "stages r and 2 x ranks - 1 - r on rank r", problem,
                    problem.stages() == 2 * problem.ranks, [&](int64_t stage) {
                      return std::min(stage, problem.stages() - 1 - stage);
                    });
}

StringRef piper::schedule::defaultSchedule(const Problem &problem) {
  auto fits = [](Error error) {
    bool ok = !error;
    consumeError(std::move(error));
    return ok;
  };
  if (problem.ranks == 1)
    return "loop";
  if (fits(needOneStagePerRank("", problem)))
    return "1f1b";
  if (fits(needLoop("", problem)))
    return "interleaved_1f1b";
  if (fits(needV("", problem)))
    return "zb_v";
  return "breadth_first";
}
