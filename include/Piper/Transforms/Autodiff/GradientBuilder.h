//===- GradientBuilder.h - Cotangents of a stage and their sums -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_GRADIENTBUILDER_H
#define PIPER_TRANSFORMS_AUTODIFF_GRADIENTBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace piper {

/// Holds the cotangent of every value of one stage while its backward ops are
/// written, and writes them.
///
/// Order of sums: contributions to one value are added one by one, in the order
/// in which the rules emit them: users of the value in reverse program order,
/// within one op its operands in order; the cotangent that comes from another
/// stage is the first. A cut between two users of a value therefore leaves the
/// order as it is, because everything below the cut comes first on either side.
class GradientBuilder {
public:
  explicit GradientBuilder(mlir::OpBuilder &builder) : builder(builder) {}

  mlir::OpBuilder &getBuilder() { return builder; }

  /// Marks `value` as one that depends on something to differentiate for. A
  /// tensor without elements does not: it has no gradient to hand on.
  void markActive(mlir::Value value) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
    if (!type || !llvm::is_contained(type.getShape(), 0))
      active.insert(value);
  }
  bool isActive(mlir::Value value) const { return active.contains(value); }

  /// The sum of the contributions so far; null if there is none.
  mlir::Value getCotangent(mlir::Value value) const {
    return cotangents.lookup(value);
  }
  void setCotangent(mlir::Value value, mlir::Value cotangent) {
    cotangents[value] = cotangent;
  }

  /// A parameter's contributions go straight into its accumulator: a rule that
  /// ends in a reduction takes `getAccumulator` as its `outs` and hands the
  /// result to `setAccumulator`. Null for every other value.
  mlir::Value getAccumulator(mlir::Value value) const {
    return accumulators.lookup(value);
  }
  void setAccumulator(mlir::Value value, mlir::Value accumulator) {
    accumulators[value] = accumulator;
    touched.insert(value);
  }
  void declareAccumulator(mlir::Value value, mlir::Value accumulator) {
    accumulators[value] = accumulator;
  }
  /// True if a contribution reached the accumulator of `value`.
  bool hasContribution(mlir::Value value) const {
    return touched.contains(value) || cotangents.contains(value);
  }

  /// Adds `contribution`, of the type of `value`, to the cotangent of `value`
  /// (or to its accumulator) with an elementwise op.
  void addContribution(mlir::Location loc, mlir::Value value,
                       mlir::Value contribution);

  /// `old + addend`, elementwise; with `inPlace` written over `old`.
  mlir::Value createSum(mlir::Location loc, mlir::Value old, mlir::Value addend,
                        bool inPlace);

  /// A tensor of zeros.
  mlir::Value createZeros(mlir::Location loc, mlir::RankedTensorType type);

private:
  mlir::OpBuilder &builder;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseSet<mlir::Value> touched;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  llvm::DenseMap<mlir::Value, mlir::Value> accumulators;
};

/// True for floating-point scalars and tensors of them.
bool isDifferentiableType(mlir::Type type);

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_GRADIENTBUILDER_H
