//===- GradientCheck.h - Gradients of joint bodies by differences -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_GRADIENTCHECK_H
#define PIPER_ANALYSIS_EVALUATOR_GRADIENTCHECK_H

#include "Piper/Analysis/Evaluator.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper {

/// How far the gradient of one argument of a joint body is from differences.
struct GradientError {
  unsigned argument = 0;
  int64_t samples = 0;
  double error = 0;  // the largest, relative to the gradient's largest element
  double excess = 0; // of it, what cannot be rounding of the difference
  int64_t element = 0; // where it is
  double gradient = 0, difference = 0;
};

/// Checks that the roles of the arguments of `func` and its results fit.
llvm::LogicalResult verifyJointBody(mlir::func::FuncOp func);

/// Evaluates the joint body `func` in f64 on `arguments` and compares the
/// gradients of its inputs and parameters with central differences of its
/// forward part (of `forward`, if given) at `samples` elements of each. The
/// scalar that is differentiated is the loss plus the product of every
/// activation with its cotangent. The accumulators may start from any value.
mlir::FailureOr<llvm::SmallVector<GradientError>>
checkGradients(mlir::func::FuncOp func, mlir::func::FuncOp forward,
               llvm::ArrayRef<Tensor> arguments, int64_t samples);

/// What the check of one op of a joint body found.
struct OpGradientError {
  mlir::Operation *op = nullptr;
  GradientError worst; // `argument` numbers the values that the op reads
  int64_t samples = 0; // over all values that the op reads
};

/// Checks each differentiable op before the cut of `joint` by itself: on the
/// values that it reads where `arguments` lead to them, with pseudo-random
/// cotangents from `seed`. Ops that nothing trainable leads to are left out.
mlir::FailureOr<llvm::SmallVector<OpGradientError>>
checkOpGradients(mlir::func::FuncOp joint, llvm::ArrayRef<Tensor> arguments,
                 int64_t samples, uint64_t seed);

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_GRADIENTCHECK_H
