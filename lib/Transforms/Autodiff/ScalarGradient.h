//===- ScalarGradient.h - Reverse mode on the scalar body of a generic -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_SCALARGRADIENT_H
#define PIPER_TRANSFORMS_AUTODIFF_SCALARGRADIENT_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

namespace piper {

/// Reverse mode on the ops of one block of scalars, the body of a
/// `linalg.generic`. Values of the forward body are cloned where a derivative
/// needs them, unless `mapping` already says where they are to be had.
class ScalarGradient {
public:
  /// `mapping` maps values of `body`, its arguments at least, to values that
  /// are visible at the insertion point of `builder`.
  ScalarGradient(mlir::OpBuilder &builder, mlir::Block &body,
                 mlir::IRMapping &mapping)
      : builder(builder), body(body), mapping(mapping) {}

  /// Loop `d` of the forward op is loop `dims[d]` of the op being written; -1
  /// for a loop of one iteration that is gone. Default: unchanged.
  void setLoopDims(llvm::ArrayRef<int64_t> dims) {
    loopDims.assign(dims.begin(), dims.end());
  }

  /// Adds to the cotangent of a value of the body.
  void seed(mlir::Value value, mlir::Value cotangent);

  /// Emits the derivative with respect to `targets` (values of the body). An op
  /// without a rule on the way is an error at that op.
  llvm::LogicalResult run(mlir::ValueRange targets);

  /// Emits the derivative of one op, whose result has cotangent `g`, with
  /// respect to `targets` among its operands.
  llvm::LogicalResult runOp(mlir::Operation *op, mlir::Value g,
                            llvm::ArrayRef<mlir::Value> targets);

  /// The cotangent of `value` after `run`; null if it is zero.
  mlir::Value getCotangent(mlir::Value value) const {
    return cotangents.lookup(value);
  }

  /// The forward value, cloned into the new body on first use.
  mlir::Value getPrimal(mlir::Value value);

private:
  llvm::LogicalResult differentiate(mlir::Operation *op, mlir::Value g);
  bool differentiateArith(mlir::Operation *op, mlir::Value g);
  bool differentiateMath(mlir::Operation *op, mlir::Value g);
  void differentiateExtremum(mlir::Operation *op, mlir::Value g,
                             bool isMaximum);
  void differentiateNumber(mlir::Operation *op, mlir::Value g, bool isMaximum);
  void differentiateSelect(mlir::arith::SelectOp op, mlir::Value g);
  void differentiatePower(mlir::math::PowFOp op, mlir::Value g);
  void differentiateIntegerPower(mlir::math::FPowIOp op, mlir::Value g);
  void differentiateAngle(mlir::math::Atan2Op op, mlir::Value g);
  mlir::Value keepWhere(mlir::Value chosen, mlir::Value value, bool otherwise);
  mlir::Value shareTie(mlir::Value x, mlir::Value y, mlir::Value g,
                       mlir::Value otherwise);
  mlir::Value shareExtremum(mlir::arith::CmpFPredicate below, mlir::Value lhs,
                            mlir::Value rhs, mlir::Value g);
  bool isRelevant(mlir::Value value) const { return relevant.contains(value); }
  void add(mlir::Value value, llvm::function_ref<mlir::Value()> contribution);
  mlir::Value constant(mlir::Type type, double value);

  mlir::OpBuilder &builder;
  mlir::Block &body;
  mlir::IRMapping &mapping;
  mlir::Location loc = mlir::UnknownLoc::get(builder.getContext());
  llvm::SmallVector<int64_t> loopDims;
  llvm::DenseSet<mlir::Value> relevant;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
};

/// True for functions that cost many instructions (exp, tanh, ...): their
/// results are kept for the backward pass, never computed again.
bool isTranscendental(mlir::Operation *op);

/// True for ops whose derivative is zero almost everywhere, or whose result is
/// not a number to differentiate.
bool hasZeroDerivative(mlir::Operation *op);

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_SCALARGRADIENT_H
