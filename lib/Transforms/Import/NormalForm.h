//===- NormalForm.h - Steps of piper-normalize -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_IMPORT_NORMALFORM_H
#define PIPER_LIB_TRANSFORMS_IMPORT_NORMALFORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace piper::normal {

/// Named linalg ops except fill become `linalg.generic`. Fails where upstream
/// cannot generalize one.
mlir::LogicalResult generalizeNamedOps(mlir::func::FuncOp func);

/// Removes `cf.assert` from bodies: the loader checks ids once per batch.
void eraseAssertions(mlir::func::FuncOp func);

/// Simplifies bodies: rounded f64 constants, small integer powers, constants
/// given as operands, results and operands that nothing reads.
void populateBodyPatterns(mlir::RewritePatternSet &patterns);

/// Folds transposes, broadcasts and reshapes of batch dimensions into the maps
/// of the generics that read (or, for contractions, are read by) them.
void populateDataMovementPatterns(mlir::RewritePatternSet &patterns);

/// Cuts off what a window with a loop of one iteration never reads: without
/// that loop, the map would be a plain dimension, whose extent has to be the
/// loop's.
void trimWindows(mlir::func::FuncOp func);

/// Writes convolutions as matrix products: an operand whose map has sums is
/// replaced by its view (see Window) where the op then has rows, columns and
/// summed dimensions. Others (depthwise) keep their maps.
void unfoldConvolutions(mlir::func::FuncOp func);

/// Orders the loops of each generic: the dimensions of its first result in
/// order, then the others as the inputs name them.
void orderLoops(mlir::func::FuncOp func);

/// Marks the maximum that only shifts a softmax with `piper.no_grad`.
void markSoftmaxShifts(mlir::func::FuncOp func);

/// Marks min(x, c), written as comparison and selection, with `piper.takes_tie`
/// where max(x, c) of the same x and constant exists, too: the two are the
/// sides of one function (elu, leaky_relu), whose derivative at c is that of
/// the lower side.
void markSplitActivations(mlir::func::FuncOp func);

/// Replaces ops by equal ones before them, whose location then has those of
/// both.
void mergeDuplicates(mlir::func::FuncOp func);

/// Gives each user of a `tensor.empty` or `linalg.fill` its own, right before
/// it.
void separateInits(mlir::func::FuncOp func);

} // namespace piper::normal

#endif // PIPER_LIB_TRANSFORMS_IMPORT_NORMALFORM_H
