//===- Best.cpp - The schedule that takes the least time -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Best.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace piper::schedule;
using llvm::Expected;

namespace {

/// Keeps the best of the tables it is shown.
class Search {
public:
  Search(const Problem &problem, const Costs &costs, double memoryBound)
      : problem(problem), costs(costs), memoryBound(memoryBound) {}

  void consider(Table table, llvm::StringRef origin) {
    if (llvm::Error error = checkComplete(problem, table)) {
      consumeError(std::move(error));
      return;
    }
    Expected<Simulation> simulation = simulate(problem, table, costs);
    if (!simulation) {
      consumeError(simulation.takeError());
      return;
    }
    double peak = simulation->largestPeakBytes();
    if (memoryBound >= 0 && peak > memoryBound)
      return;
    bool better =
        best.origin.empty() || simulation->makespan < best.makespan ||
        (simulation->makespan == best.makespan && peak < best.peakBytes);
    if (better)
      best = {std::move(table), origin.str(), simulation->makespan, peak};
  }

  void considerNamed() {
    for (llvm::StringRef name : knownSchedules()) {
      Expected<Table> table = generate(name, problem);
      if (table)
        consider(std::move(*table), name);
      else
        consumeError(table.takeError());
    }
  }

  /// With as many microbatches alive as the depth of the pipeline and some
  /// multiples of it, besides what the bound allows.
  void considerLists() {
    std::vector<double> perRank(problem.ranks);
    for (int64_t stage = 0; stage < problem.stages(); ++stage)
      perRank[problem.rankOf(stage)] += costs.of(stage).activation;
    double most = 0;
    for (double bytes : perRank)
      most = std::max(most, bytes);
    for (double depth : {1.0, 1.5, 2.0, -1.0}) {
      double bound = depth < 0 ? memoryBound : depth * problem.ranks * most;
      if (memoryBound >= 0 && (bound > memoryBound || bound < 0))
        bound = memoryBound;
      for (bool split : {false, true})
        for (bool latestFirst : {false, true}) {
          Table table =
              listSchedule(problem, costs, {split, latestFirst, bound});
          addUpdates(problem, table);
          consider(std::move(table), "list");
        }
    }
  }

  BestTable best;

private:
  const Problem &problem;
  const Costs &costs;
  double memoryBound;
};

} // namespace

/// What one microbatch at a time needs, on the rank that needs most.
static llvm::Error nothingFits(const Problem &problem, const Costs &costs,
                               double memoryBound) {
  std::vector<double> perRank(problem.ranks);
  for (int64_t stage = 0; stage < problem.stages(); ++stage)
    if (problem.hasBackward[stage])
      perRank[problem.rankOf(stage)] += costs.of(stage).activation;
  auto most = std::max_element(perRank.begin(), perRank.end());
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "no schedule fits: the activations of one microbatch take "
     << llvm::format("%.6g", *most / 1e6) << " MB on rank "
     << most - perRank.begin() << ", the limit is "
     << llvm::format("%.6g", memoryBound / 1e6) << " MB";
  return llvm::createStringError(text);
}

Expected<BestTable> piper::schedule::bestSchedule(const Problem &problem,
                                                  const Costs &costs,
                                                  double memoryBound) {
  Search search(problem, costs, memoryBound);
  search.considerNamed();
  if (problem.replicas == 1)
    search.considerLists();
  if (search.best.origin.empty())
    return nothingFits(problem, costs, memoryBound);
  return std::move(search.best);
}
