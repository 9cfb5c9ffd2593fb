//===- Bodies.h - Shared by the steps that lower bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_CONVERSION_BODIESTOHOST_BODIES_H
#define PIPER_LIB_CONVERSION_BODIESTOHOST_BODIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper {

/// Lanes in which a row reduction is summed: lane l takes elements l, l + 16,
/// ...; then lanes i and i + 8, i + 4, ... are combined.
constexpr int64_t kLanes = 16;

/// Attribute of a reduction's combiner op: "lanes" or "seq".
constexpr llvm::StringLiteral kOrderAttr("piper.order");

/// Attribute of a contraction that overwrites its output instead of adding.
constexpr llvm::StringLiteral kOverwriteAttr("piper.overwrite");

/// Whether the op is a sum of products of two inputs with row (m), column (n)
/// and summed (k) dimensions: what becomes a matrix product.
bool isMatrixProduct(mlir::Operation *op);

/// The op that combines accumulator `i` of a reduction with a new value; null
/// unless it is yielded directly and is the accumulator's only use.
mlir::Operation *getCombiner(mlir::linalg::GenericOp op, unsigned i);

/// The innermost loop of extent other than 1 if it is a reduction, else -1.
int getLaneLoop(mlir::linalg::GenericOp op);

/// Number of values the body updates in place.
int64_t getNumInouts(mlir::Operation *function);

} // namespace piper

#endif // PIPER_LIB_CONVERSION_BODIESTOHOST_BODIES_H
