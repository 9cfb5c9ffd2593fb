//===- Intervals.h - Which integers a value may be -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_IMPORT_INTERVALS_H
#define PIPER_LIB_TRANSFORMS_IMPORT_INTERVALS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace piper {

/// Integers from one to another, and perhaps one more beside them.
struct Interval {
  mlir::ConstantIntRanges numbers;
  std::optional<int64_t> beside;

  /// One interval that has them all.
  mlir::ConstantIntRanges hull() const;
  /// Whether all are at least 0 and below `limit`.
  bool isBelow(int64_t limit) const;
};

/// Interval arithmetic on an export. Of a tensor, it is about all its elements.
/// Bodies of linalg ops are followed, with what a `select` or an `scf.if`
/// tests; sums over loops are taken until they no longer grow, at most a few
/// times. What inputs hold is said by their attribute `piper.range`.
class Intervals {
public:
  /// Of `value` where `reader` is, whose conditions hold.
  Interval at(mlir::Value value, mlir::Operation *reader);

  /// Of what `tensor` holds at `index` of its last dimension.
  Interval ofColumn(mlir::Value tensor, int64_t index);

private:
  /// An element of a tensor, read in a body with this map; or a scalar (no
  /// map). Two that are equal are one number.
  struct Element {
    mlir::Value value;
    mlir::AffineMap map;
    bool operator==(const Element &other) const {
      return value == other.value && map == other.map;
    }
  };
  /// What a condition says of a number.
  struct Fact {
    Element element;
    std::optional<mlir::ConstantIntRanges> within;
    std::optional<int64_t> except;
  };
  using Facts = llvm::SmallVector<Fact, 2>;

  static Element elementOf(mlir::Value value);
  static Facts enter(mlir::Value operand, mlir::AffineMap map,
                     mlir::linalg::GenericOp producer, const Facts &facts);
  void addFacts(mlir::Value condition, mlir::AffineMap at, bool holds,
                Facts &facts);

  Interval compute(mlir::Value value, const Facts &facts);
  Interval ofArgument(mlir::BlockArgument argument, const Facts &facts);
  Interval ofResult(mlir::OpResult result, const Facts &facts);
  Interval ofOperand(mlir::linalg::GenericOp generic, unsigned operand,
                     const Facts &facts);
  Interval ofGeneric(mlir::linalg::GenericOp generic, unsigned result,
                     const Facts &facts);
  Interval ofSelect(mlir::arith::SelectOp select, const Facts &facts);
  Interval ofArithmetic(mlir::OpResult result, const Facts &facts);
  Interval ofSum(mlir::Value argument, mlir::Value start, mlir::Value next,
                 const Facts &facts);

  llvm::DenseMap<mlir::Value, Interval> known;   // without facts
  llvm::DenseMap<mlir::Value, Interval> assumed; // of arguments of loops
  unsigned steps = 0;
};

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_IMPORT_INTERVALS_H
