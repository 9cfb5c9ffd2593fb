//===- StepBodies.h - Bodies of the end of a step -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_STEPBODIES_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_STEPBODIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace piper::plan {

/// One gradient at the end of a step.
struct FinishedGradient {
  mlir::RankedTensorType type;
  /// Uses in program order: the position among the inputs of the body, or -1
  /// for the accumulator in which the result rests.
  mlir::SmallVector<int64_t> uses;
  /// Where the sum of squares goes; nothing where another holder owns it.
  std::optional<int64_t> square;
};

/// What sums become means by: a number, or a tensor<f64> among the inputs of
/// the body; the factor 1 / (either) is rounded to the element type of the sum.
struct MeanDivisor {
  int64_t number = 1;
  std::optional<int64_t> weight; // position of the input
};

/// @name(inputs..., gradients..., sums: tensor<nxf64>) -> (gradients..., sums)
/// with everything but the inputs updated in place: sums uses in order, scales,
/// and writes the f64 sum of squares of each owned gradient into `sums`. With
/// `loss`, its position among the inputs, the mean of the loss becomes the last
/// entry.
mlir::func::FuncOp buildFinish(mlir::ModuleOp module, mlir::Location loc,
                               llvm::StringRef name,
                               mlir::ArrayRef<mlir::RankedTensorType> inputs,
                               mlir::ArrayRef<FinishedGradient> gradients,
                               mlir::RankedTensorType sums,
                               const MeanDivisor &divisor,
                               std::optional<int64_t> loss);

/// What an update reads: position of a gradient among the gradients, or one of
/// the scalars of the step.
struct UpdateInput {
  enum { Gradient, Hyper, Norm } kind;
  int64_t index = 0;
};

/// One call of an update body.
struct AppliedUpdate {
  mlir::func::FuncOp body;
  mlir::SmallVector<UpdateInput> ins;
  mlir::SmallVector<mlir::RankedTensorType> inouts;
};

/// @name(gradients..., hyper, sums, inouts...) -> inouts: the norm is the root
/// of the first `numNormed` sums, added in order; then every update.
mlir::func::FuncOp buildUpdate(mlir::ModuleOp module, mlir::Location loc,
                               llvm::StringRef name,
                               mlir::ArrayRef<mlir::RankedTensorType> gradients,
                               mlir::RankedTensorType hyper,
                               mlir::RankedTensorType sums, int64_t numNormed,
                               mlir::ArrayRef<AppliedUpdate> updates);

/// @name(x) -> x.
mlir::func::FuncOp buildCopy(mlir::ModuleOp module, mlir::Location loc,
                             mlir::RankedTensorType type);

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_STEPBODIES_H
