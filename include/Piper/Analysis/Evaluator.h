//===- Evaluator.h - Plain interpreter of Piper's IR -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slow, plain interpreter. It is the definition of what a body computes:
// passes are checked by evaluating a small program before and after.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_H
#define PIPER_ANALYSIS_EVALUATOR_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <vector>

namespace piper {

/// One element. Which member is live follows from the element type: `f` for
/// floats of every width, `i` for integers and `index`. Integers are kept sign
/// extended to 64 bits, except i1, which is 0 or 1.
union Scalar {
  double f;
  int64_t i;
};

/// A dense tensor in row-major order; rank 0 also stands for an SSA scalar.
struct Tensor {
  llvm::SmallVector<int64_t> shape;
  mlir::Type elementType;
  std::vector<Scalar> data;

  bool isFloat() const { return llvm::isa<mlir::FloatType>(elementType); }
  int64_t size() const { return static_cast<int64_t>(data.size()); }

  /// A tensor of `shape` with every element zero.
  static Tensor zeros(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

  /// A zero value of a statically shaped tensor type or of a scalar type.
  static Tensor zeros(mlir::Type type);
};

/// How floats are computed.
enum class EvalPrecision {
  /// Every operation is rounded to its own type: f32 in float, f64 in double,
  /// bf16 and f16 likewise.
  F32,
  /// Every float of whatever type is computed and kept in double.
  F64
};

struct EvalOptions {
  EvalPrecision precision = EvalPrecision::F64;
};

/// Rounds `value` as an operation of type `type` does under `precision`.
double roundTo(double value, mlir::Type type, EvalPrecision precision);

/// The value of a dense, splat or resource constant. Fails, with an error at
/// `loc`, on other attributes and on resources whose data is missing.
mlir::FailureOr<Tensor> tensorOfAttribute(mlir::Attribute attr,
                                          mlir::Location loc,
                                          EvalOptions options = {});

/// Interprets `func` on `inputs`, one per argument with exactly the argument's
/// shape and element type, and returns its results. What `tensor.empty` yields
/// is NaN (integers: the smallest value), so a read of it shows.
/// Fails, with an error at the operation, on an operation it does not know, a
/// failing `cf.assert`, an index out of bounds and an integer division by zero.
mlir::FailureOr<llvm::SmallVector<Tensor>>
evaluate(mlir::func::FuncOp func, llvm::ArrayRef<Tensor> inputs,
         EvalOptions options = {});

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_H
