//===- ScalarOps.h - Operations on single elements -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_SCALAROPS_H
#define PIPER_ANALYSIS_EVALUATOR_SCALAROPS_H

#include "Piper/Analysis/Evaluator.h"
#include <optional>

namespace piper {

struct ScalarOp;
using ScalarFn = Scalar (*)(const ScalarOp &, const Scalar *args);

/// What is done to a result before it is stored.
enum class Finish : uint8_t { None, RoundF32, RoundOther, WrapInt };

/// An operation of the arith or math dialect on single elements, resolved.
struct ScalarOp {
  ScalarFn fn = nullptr;
  Finish finish = Finish::None;
  /// Division: an integer divisor of zero is an error.
  bool checksDivisor = false;
  /// Integer widths of the first operand and of the result.
  unsigned inWidth = 64, outWidth = 64;
  /// Predicate of a comparison.
  int64_t predicate = 0;
  mlir::Type resultType;
  /// The float type of the first operand, where bits are looked at.
  mlir::Type operandType;

  /// The result on `args`; the divisor has been checked.
  Scalar apply(const Scalar *args) const;
};

/// Resolves `op`, which works element by element; nothing if it is not known.
std::optional<ScalarOp> resolveScalarOp(mlir::Operation *op,
                                        EvalPrecision precision);

/// Bit width of an integer or index type, 64 for everything else.
unsigned integerWidth(mlir::Type type);

/// The stored form (see Scalar) of the low `width` bits of `value`.
int64_t wrapInt(int64_t value, unsigned width);

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_SCALAROPS_H
