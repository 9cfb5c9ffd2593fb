//===- Simulate.cpp - What a table costs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Simulate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace piper::schedule;
using llvm::Expected;

double Costs::duration(const Action &action) const {
  const StageCosts &stage = of(action.stage);
  switch (action.kind) {
  case Kind::F:
    return stage.F;
  case Kind::B:
    return stage.B;
  case Kind::I:
    return stage.I;
  case Kind::W:
    return stage.W;
  case Kind::U:
    return stage.U;
  }
  llvm_unreachable("all kinds are above");
}

double Simulation::largestBubble() const {
  double most = 0;
  for (const RankUse &rank : ranks)
    most = std::max(most, rank.bubble);
  return most;
}

double Simulation::largestPeakBytes() const {
  double most = 0;
  for (const RankUse &rank : ranks)
    most = std::max(most, rank.peakBytes);
  return most;
}

double Simulation::bubbleRatio() const {
  double idle = 0;
  for (const RankUse &rank : ranks)
    idle += rank.bubble;
  return makespan > 0 ? idle / (makespan * ranks.size()) : 0;
}

namespace {

/// What an action leaves behind for others: a forward's result, a backward's
/// gradient.
enum Result { Forward, Gradient, NumResults };

class Simulator {
public:
  Simulator(const Problem &problem, const Table &table, const Costs &costs)
      : problem(problem), table(table), costs(costs), next(table.size(), 0),
        freeAt(table.size(), 0), flow(problem),
        ends(problem.replicas * problem.stages() * problem.microbatches *
             NumResults) {}

  Expected<Simulation> run() {
    if (llvm::Error error = checkRanges())
      return error;
    out.rows.resize(table.size());
    std::vector<size_t> runnable;
    for (size_t rank = table.size(); rank-- > 0;) {
      out.rows[rank].resize(table[rank].size());
      runnable.push_back(rank);
    }
    // Orders are fixed, so which rank is advanced first makes no difference.
    while (!runnable.empty()) {
      size_t rank = runnable.back();
      runnable.pop_back();
      advance(rank, runnable);
    }
    for (auto [rank, row] : llvm::enumerate(table))
      if (next[rank] != row.size())
        return stuck(rank);
    summarize();
    return std::move(out);
  }

private:
  /// The action that made a result, its end, and when another rank has it.
  struct End {
    Position by;
    double at = 0, arrives = 0;
  };
  /// A result that an action needs.
  struct Need {
    Result result;
    int64_t stage;
  };

  llvm::Error checkRanges() const {
    for (auto [rank, row] : llvm::enumerate(table))
      for (const Action &action : row)
        if (action.stage < 0 || action.stage >= problem.stages() ||
            action.replica < 0 || action.replica >= problem.replicas ||
            action.microbatch < 0 ||
            (action.kind != Kind::U &&
             action.microbatch >= problem.microbatches))
          return llvm::createStringError(
              toString(action) + " on rank " + std::to_string(rank) +
              ": there are " + std::to_string(problem.stages()) +
              " stages and " + std::to_string(problem.microbatches) +
              " microbatches");
    return llvm::Error::success();
  }

  size_t indexOf(const Action &action, const Need &need) const {
    return ((action.replica * problem.stages() + need.stage) *
                problem.microbatches +
            action.microbatch) *
               NumResults +
           need.result;
  }

  llvm::SmallVector<Need, 4> needsOf(const Action &action) const {
    llvm::SmallVector<Need, 4> needs;
    switch (action.kind) {
    case Kind::F:
      for (int64_t producer : flow.producers[action.stage])
        needs.push_back({Forward, producer});
      break;
    case Kind::B:
    case Kind::I:
      needs.push_back({Forward, action.stage});
      for (int64_t consumer : flow.consumers[action.stage])
        if (problem.hasBackward[consumer])
          needs.push_back({Gradient, consumer});
      break;
    case Kind::W:
      needs.push_back({Gradient, action.stage});
      break;
    case Kind::U:
      break;
    }
    return needs;
  }

  /// The actions [begin, end) of a row that run as one group.
  size_t endOfGroup(size_t rank, size_t begin) const {
    const auto &row = table[rank];
    size_t end = begin + 1;
    while (end != row.size() && row[end].joined)
      ++end;
    return end;
  }

  /// Whether an action of the group before `index` makes what one needs.
  bool madeInGroup(size_t rank, size_t begin, size_t index,
                   const Need &need) const {
    const Action &user = table[rank][index];
    for (size_t i = begin; i < index; ++i) {
      const Action &action = table[rank][i];
      bool makes = need.result == Forward
                       ? action.kind == Kind::F
                       : action.kind == Kind::B || action.kind == Kind::I;
      if (makes && action.stage == need.stage &&
          action.microbatch == user.microbatch &&
          action.replica == user.replica)
        return true;
    }
    return false;
  }

  /// Runs the groups of a rank until one lacks something.
  void advance(size_t rank, std::vector<size_t> &runnable) {
    while (next[rank] != table[rank].size()) {
      size_t begin = next[rank], end = endOfGroup(rank, begin);
      Span span;
      span.start = freeAt[rank];
      if (begin > 0)
        span.after = position(rank, begin - 1);
      for (size_t i = begin; i < end; ++i)
        if (!awaitNeeds(rank, begin, i, span))
          return;
      for (size_t i = begin; i < end; ++i) {
        double factor = end - begin > 1 ? costs.group : 1;
        span.end = span.start + factor * costs.duration(table[rank][i]);
        out.rows[rank][i] = span;
        span.start = span.end;
        span.after = position(rank, i);
      }
      freeAt[rank] = span.end;
      next[rank] = end;
      for (size_t i = begin; i < end; ++i)
        finish(position(rank, i), table[rank][i], span.end, runnable);
    }
  }

  /// Delays `span` until what action `index` needs has come; false where it
  /// does not exist yet.
  bool awaitNeeds(size_t rank, size_t begin, size_t index, Span &span) {
    const Action &action = table[rank][index];
    for (const Need &need : needsOf(action)) {
      size_t needed = indexOf(action, need);
      const End &end = ends[needed];
      if (end.by.rank < 0 && madeInGroup(rank, begin, index, need))
        continue;
      if (end.by.rank < 0) {
        waiting[needed].push_back(rank);
        return false;
      }
      double arrival = arrivalOf(end, needed, rank);
      if (arrival > span.start) {
        span.start = arrival;
        span.after = end.by;
      }
    }
    return true;
  }

  static Position position(size_t rank, size_t index) {
    return {static_cast<int64_t>(rank), static_cast<int64_t>(index)};
  }

  /// When a rank has a result.
  double arrivalOf(const End &end, size_t index, size_t rank) const {
    if (end.by.rank == static_cast<int64_t>(rank))
      return end.at;
    auto other = furtherArrivals.find({index, rank});
    return other == furtherArrivals.end() ? end.arrives : other->second;
  }

  /// Publishes what an action leaves and wakes those who wait for it.
  void finish(Position by, const Action &action, double at,
              std::vector<size_t> &runnable) {
    if (action.kind == Kind::W || action.kind == Kind::U)
      return;
    Need made{action.kind == Kind::F ? Forward : Gradient, action.stage};
    size_t index = indexOf(action, made);
    ends[index] = {by, at, at + costs.latency};
    send(action, made, index);
    auto found = waiting.find(index);
    if (found == waiting.end())
      return;
    llvm::append_range(runnable, found->second);
    waiting.erase(found);
  }

  /// Sends a result once to each other rank that needs it.
  void send(const Action &action, const Need &made, size_t index) {
    const StageCosts &stage = costs.of(action.stage);
    double occupies =
        made.result == Forward ? stage.message : stage.gradientMessage;
    if (occupies <= 0)
      return;
    End &end = ends[index];
    llvm::SmallVector<int64_t, 4> reached = {end.by.rank};
    for (int64_t user : made.result == Forward ? flow.consumers[made.stage]
                                               : flow.producers[made.stage]) {
      int64_t to = problem.rankOf(user, action.replica);
      if (llvm::is_contained(reached, to))
        continue;
      double &free = linkFree[{end.by.rank, to, made.result}];
      free = std::max(free, end.at) + occupies;
      if (reached.size() == 1)
        end.arrives = free + costs.latency;
      else
        furtherArrivals[{index, to}] = free + costs.latency;
      reached.push_back(to);
    }
  }

  void summarize() {
    out.ranks.resize(table.size());
    for (const auto &row : out.rows)
      if (!row.empty())
        out.makespan = std::max(out.makespan, row.back().end);
    for (auto [rank, row] : llvm::enumerate(table)) {
      RankUse &use = out.ranks[rank];
      int64_t live = 0;
      double bytes = 0;
      for (const auto &[action, span] : llvm::zip(row, out.rows[rank])) {
        const StageCosts &stage = costs.of(action.stage);
        use.busy += span.end - span.start;
        if (action.kind == Kind::F && problem.hasBackward[action.stage]) {
          use.peakLive = std::max(use.peakLive, ++live);
          bytes += stage.activation;
          use.peakBytes = std::max(use.peakBytes, bytes);
        } else if (action.kind == Kind::I) {
          bytes -= stage.freedByI;
          use.peakBytes = std::max(use.peakBytes, bytes);
        } else if (action.kind == Kind::B) {
          --live;
          bytes -= stage.activation;
        } else if (action.kind == Kind::W) {
          --live;
          bytes -= stage.activation - stage.freedByI;
        }
      }
      if (!row.empty()) {
        use.first = out.rows[rank].front().start;
        use.last = out.rows[rank].back().end;
      }
      use.bubble = out.makespan - use.busy;
    }
  }

  /// What keeps the next group of a rank from running.
  std::pair<Action, Need> lacking(size_t rank) const {
    size_t begin = next[rank];
    for (size_t i = begin; i < endOfGroup(rank, begin); ++i)
      for (const Need &need : needsOf(table[rank][i]))
        if (ends[indexOf(table[rank][i], need)].by.rank < 0 &&
            !madeInGroup(rank, begin, i, need))
          return {table[rank][i], need};
    llvm_unreachable("the group could run");
  }

  /// Follows who waits for whom until a rank comes again.
  llvm::Error stuck(size_t rank) const {
    std::string text;
    std::vector<bool> seen(table.size());
    while (!seen[rank] && next[rank] != table[rank].size()) {
      seen[rank] = true;
      auto [action, need] = lacking(rank);
      text += (text.empty() ? "" : ", ") + toString(action) + " on rank " +
              std::to_string(rank) + " waits for the " +
              (need.result == Forward ? "forward" : "backward") + " of stage " +
              std::to_string(need.stage) + ", microbatch " +
              std::to_string(action.microbatch);
      rank = problem.rankOf(need.stage, action.replica);
    }
    return llvm::createStringError("the table gets stuck: " + text);
  }

  const Problem &problem;
  const Table &table;
  const Costs &costs;
  Simulation out;
  std::vector<size_t> next;
  std::vector<double> freeAt;
  DataFlow flow;
  std::vector<End> ends;
  llvm::DenseMap<size_t, llvm::SmallVector<size_t, 2>> waiting;
  /// By sender, receiver and kind of message.
  std::map<std::tuple<int64_t, int64_t, Result>, double> linkFree;
  /// By result and receiver, where there are several receivers.
  std::map<std::pair<size_t, int64_t>, double> furtherArrivals;
};

} // namespace

Expected<Simulation> piper::schedule::simulate(const Problem &problem,
                                               const Table &table,
                                               const Costs &costs) {
  return Simulator(problem, table, costs).run();
}

std::vector<PathStep>
piper::schedule::criticalPath(const Table &table,
                              const Simulation &simulation) {
  Position at;
  for (auto [rank, row] : llvm::enumerate(simulation.rows))
    if (!row.empty() && row.back().end == simulation.makespan) {
      at = {static_cast<int64_t>(rank), static_cast<int64_t>(row.size()) - 1};
      break;
    }
  std::vector<PathStep> path;
  while (at.rank >= 0) {
    const Span &span = simulation.rows[at.rank][at.index];
    double wait = span.start;
    if (span.after.rank >= 0)
      wait -= simulation.rows[span.after.rank][span.after.index].end;
    path.push_back(
        {at.rank, table[at.rank][at.index], span.start, span.end, wait});
    at = span.after;
  }
  std::reverse(path.begin(), path.end());
  return path;
}
