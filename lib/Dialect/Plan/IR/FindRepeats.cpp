//===- FindRepeats.cpp - Periodic runs of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindRepeats.h"

using namespace llvm;
using namespace piper::plan;

namespace {

/// Longest period that is looked for. Longer ones consist of shorter runs in
/// all schedules that are known.
constexpr size_t kMaxPeriod = 256;
/// A run over so many actions is taken without a look at longer periods.
constexpr size_t kEnough = 4 * kMaxPeriod;

class RepeatFinder {
public:
  RepeatFinder(const PackedActions &actions,
               ArrayRef<std::vector<int32_t>> moduli, size_t minCount)
      : actions(actions), moduli(moduli), minCount(minCount) {}

  std::vector<Run> run() {
    linkShapes();
    std::vector<Run> runs;
    for (size_t at = 0; at < actions.size();) {
      Run best = longestFrom(at);
      bool joins = best.count == 1 && !runs.empty() && runs.back().count == 1;
      if (joins)
        runs.back().period += best.period;
      else
        runs.push_back(best);
      at += best.period * best.count;
    }
    return runs;
  }

private:
  /// Per action the next one of its shape.
  void linkShapes() {
    next.assign(actions.size(), actions.size());
    std::vector<size_t> seen(moduli.size(), actions.size());
    for (size_t i = actions.size(); i-- > 0;) {
      next[i] = seen[actions.shapes[i]];
      seen[actions.shapes[i]] = i;
    }
  }

  Run longestFrom(size_t begin) const {
    Run best = {begin, 1, 1};
    size_t saved = 0;
    for (size_t again = next[begin];
         again < actions.size() && again - begin <= kMaxPeriod;
         again = next[again]) {
      size_t period = again - begin, count = countFrom(begin, period);
      if (count < std::max<size_t>(2, minCount) ||
          (count - 1) * period <= saved)
        continue;
      best = {begin, period, count};
      saved = (count - 1) * period;
      if (period * count >= kEnough)
        break;
    }
    return best;
  }

  size_t countFrom(size_t begin, size_t period) const {
    size_t end = begin + period;
    while (end < actions.size() &&
           actions.shapes[end] == actions.shapes[end - period] &&
           (end < begin + 2 * period || goesOn(end, period)))
      ++end;
    return (end - begin) / period;
  }

  /// Whether the numbers of an action grew as in the period before.
  bool goesOn(size_t at, size_t period) const {
    ArrayRef<int32_t> now = actions.numbersOf(at),
                      then = actions.numbersOf(at - period),
                      before = actions.numbersOf(at - 2 * period);
    const std::vector<int32_t> &modulus = moduli[actions.shapes[at]];
    for (size_t k = 0; k < now.size(); ++k) {
      int64_t change = int64_t(now[k]) - 2 * int64_t(then[k]) + before[k];
      if (modulus[k] ? change % modulus[k] != 0 : change != 0)
        return false;
    }
    return true;
  }

  const PackedActions &actions;
  ArrayRef<std::vector<int32_t>> moduli;
  size_t minCount;
  std::vector<size_t> next;
};

} // namespace

std::vector<Run> piper::plan::findRepeats(const PackedActions &actions,
                                          ArrayRef<std::vector<int32_t>> moduli,
                                          size_t minCount) {
  return RepeatFinder(actions, moduli, minCount).run();
}
