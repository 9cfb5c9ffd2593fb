//===- ListSchedule.cpp - Tables by going through time -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Piper/Schedule/Best.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

using namespace piper::schedule;

namespace {

class ListScheduler {
public:
  ListScheduler(const Problem &problem, const Costs &costs,
                const ListOptions &options)
      : problem(problem), costs(costs), options(options), flow(problem),
        cells(problem), stagesOf(problem.ranks), progress(problem.stages()),
        reserve(problem.stages()), live(problem.ranks), freeAt(problem.ranks),
        table(problem.ranks) {
    for (int64_t stage = problem.stages(); stage-- > 0;) {
      auto &list = stagesOf[problem.rankOf(stage)];
      for (int64_t later : list)
        reserve[stage] += costs.of(later).activation;
      list.push_back(stage); // the latest first
    }
    for (int64_t stage = 0; stage < problem.stages(); ++stage) {
      missingForward.insert(missingForward.end(), problem.microbatches,
                            flow.producers[stage].size());
      int64_t consumers =
          llvm::count_if(flow.consumers[stage], [&](int64_t consumer) {
            return problem.hasBackward[consumer];
          });
      missingGradient.insert(missingGradient.end(), problem.microbatches,
                             consumers + 1); // and the own forward
    }
    forwardAt.resize(cells.size());
    gradientAt.resize(cells.size());
  }

  Table run() {
    for (int64_t rank = 0; rank < problem.ranks; ++rank)
      decisions.push({0, rank});
    while (!decisions.empty()) {
      auto [time, rank] = decisions.top();
      decisions.pop();
      if (freeAt[rank] <= time)
        decide(rank, time);
    }
    return std::move(table);
  }

private:
  struct Progress {
    int64_t forward = 0, gradient = 0, weights = 0;
  };

  size_t cell(int64_t stage, int64_t microbatch) const {
    return cells.at(0, stage, microbatch);
  }
  bool gradientCanStart(int64_t stage, double time) const {
    int64_t m = progress[stage].gradient;
    return problem.hasBackward[stage] && m < problem.microbatches &&
           missingGradient[cell(stage, m)] == 0 &&
           gradientAt[cell(stage, m)] <= time;
  }
  bool forwardCanStart(int64_t stage, double time) const {
    int64_t m = progress[stage].forward;
    return m < problem.microbatches && missingForward[cell(stage, m)] == 0 &&
           forwardAt[cell(stage, m)] <= time && hasRoom(stage);
  }
  bool hasRoom(int64_t stage) const {
    return options.memoryBound < 0 || live[problem.rankOf(stage)] +
                                              costs.of(stage).activation +
                                              reserve[stage] <=
                                          options.memoryBound;
  }

  void decide(int64_t rank, double time);
  void start(Kind kind, int64_t stage, int64_t microbatch, double time);
  void deliver(Kind kind, int64_t stage, int64_t microbatch, double end);
  void arrive(std::vector<int64_t> &missing, std::vector<double> &at,
              int64_t stage, int64_t microbatch, double time);

  const Problem &problem;
  const Costs &costs;
  const ListOptions &options;
  DataFlow flow;
  Cells cells;
  std::vector<llvm::SmallVector<int64_t>> stagesOf; // by rank
  std::vector<Progress> progress;                   // by stage
  /// Bytes that the later stages of its rank need for one microbatch.
  std::vector<double> reserve;
  std::vector<double> live, freeAt; // by rank
  /// Per cell how many inputs have not been computed, and when the last of the
  /// others arrives.
  std::vector<int64_t> missingForward, missingGradient;
  std::vector<double> forwardAt, gradientAt;
  /// (time, rank): something may start there then.
  std::priority_queue<std::pair<double, int64_t>,
                      std::vector<std::pair<double, int64_t>>, std::greater<>>
      decisions;
  Table table;
};

} // namespace

void ListScheduler::decide(int64_t rank, double time) {
  for (int64_t stage : stagesOf[rank])
    if (gradientCanStart(stage, time))
      return start(options.split ? Kind::I : Kind::B, stage,
                   progress[stage].gradient++, time);
  auto tryForward = [&](int64_t stage) {
    if (!forwardCanStart(stage, time))
      return false;
    start(Kind::F, stage, progress[stage].forward++, time);
    return true;
  };
  bool started = options.latestFirst
                     ? llvm::any_of(stagesOf[rank], tryForward)
                     : llvm::any_of(llvm::reverse(stagesOf[rank]), tryForward);
  if (started || !options.split)
    return;
  for (int64_t stage : stagesOf[rank])
    if (progress[stage].weights < progress[stage].gradient)
      return start(Kind::W, stage, progress[stage].weights++, time);
}

void ListScheduler::start(Kind kind, int64_t stage, int64_t microbatch,
                          double time) {
  int64_t rank = problem.rankOf(stage);
  const StageCosts &cost = costs.of(stage);
  Action action{kind, stage, microbatch};
  table[rank].push_back(action);
  // What a stage without a backward computes is not kept.
  double kept = problem.hasBackward[stage] ? cost.activation : 0;
  if (kind == Kind::F)
    live[rank] += kept;
  if (kind == Kind::B)
    live[rank] -= kept;
  if (kind == Kind::I)
    live[rank] -= cost.freedByI;
  if (kind == Kind::W)
    live[rank] -= kept - cost.freedByI;
  freeAt[rank] = time + costs.duration(action);
  decisions.push({freeAt[rank], rank});
  deliver(kind, stage, microbatch, freeAt[rank]);
}

/// Hands on what an action computes.
void ListScheduler::deliver(Kind kind, int64_t stage, int64_t microbatch,
                            double end) {
  const StageCosts &cost = costs.of(stage);
  auto at = [&](int64_t other, double message) {
    return problem.rankOf(other) == problem.rankOf(stage)
               ? end
               : end + message + costs.latency;
  };
  if (kind == Kind::F) {
    for (int64_t consumer : flow.consumers[stage])
      arrive(missingForward, forwardAt, consumer, microbatch,
             at(consumer, cost.message));
    arrive(missingGradient, gradientAt, stage, microbatch, end);
  } else if (kind != Kind::W) {
    for (int64_t producer : flow.producers[stage])
      arrive(missingGradient, gradientAt, producer, microbatch,
             at(producer, cost.gradientMessage));
  }
}

void ListScheduler::arrive(std::vector<int64_t> &missing,
                           std::vector<double> &at, int64_t stage,
                           int64_t microbatch, double time) {
  size_t index = cell(stage, microbatch);
  --missing[index];
  at[index] = std::max(at[index], time);
  decisions.push({at[index], problem.rankOf(stage)});
}

Table piper::schedule::listSchedule(const Problem &problem, const Costs &costs,
                                    const ListOptions &options) {
  return ListScheduler(problem, costs, options).run();
}
