//===- FindRepeats.h - Periodic runs of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_DIALECT_PLAN_IR_FINDREPEATS_H
#define PIPER_LIB_DIALECT_PLAN_IR_FINDREPEATS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace piper::plan {

/// Actions in a row. Those of one shape differ only in their numbers.
struct PackedActions {
  std::vector<uint32_t> shapes;
  /// Where the numbers of each action start; one more entry than actions.
  std::vector<uint32_t> firstNumber = {0};
  std::vector<int32_t> numbers;

  size_t size() const { return shapes.size(); }
  llvm::ArrayRef<int32_t> numbersOf(size_t action) const {
    return llvm::ArrayRef(numbers).slice(
        firstNumber[action], firstNumber[action + 1] - firstNumber[action]);
  }
};

/// `period` actions from `begin` on, `count` times.
struct Run {
  size_t begin, period, count;
};

/// Divides actions into runs. Those with a count above 1 have at least
/// `minCount`; from one time to the next each number grows by the same amount,
/// modulo its entry in `moduli[shape]` where that is not 0. From the left, what
/// removes most text is taken.
std::vector<Run> findRepeats(const PackedActions &actions,
                             llvm::ArrayRef<std::vector<int32_t>> moduli,
                             size_t minCount);

} // namespace piper::plan

#endif // PIPER_LIB_DIALECT_PLAN_IR_FINDREPEATS_H
