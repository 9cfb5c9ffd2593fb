//===- ExportCheck.h - What an export may contain -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_IMPORT_EXPORTCHECK_H
#define PIPER_LIB_TRANSFORMS_IMPORT_EXPORTCHECK_H

#include "Piper/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace piper::exports {

/// Why `type` is not one that Piper takes, with what to do about it, as the end
/// of a sentence about its owner; empty if it is taken.
std::string refuseType(mlir::Type type);

/// Bits of an element that `refuseType` takes; 64 for index.
unsigned bitWidth(mlir::Type element);

/// Checks that Piper takes the types of the arguments of `func`. Emits one
/// error for each that it does not.
mlir::LogicalResult checkArgumentTypes(mlir::func::FuncOp func);

/// Whether some argument of `func` has a role: whether this is a named export.
bool hasRoles(mlir::func::FuncOp func);

/// Makes a plain export a named one: weights become the arguments `param0`, ...
/// that keep their values in `piper.init` of the module, the arguments become
/// the inputs `input0`, ....
void nameArguments(mlir::func::FuncOp func);

/// Whether `func` returns scalars only: a loss, or a sum of losses and its
/// weight.
bool returnsLoss(mlir::func::FuncOp func);

/// Makes `loss` of the output of `func` and a new input `targets` the result.
/// Emits an error without a loss, or where one cannot be added.
mlir::LogicalResult addLoss(mlir::func::FuncOp func, PlainLoss loss);

/// Checks the roles and names of the arguments of `func`. Emits one error for
/// each that is wrong.
mlir::LogicalResult checkRoles(mlir::func::FuncOp func);

/// Checks that the results of `func` are a loss, or a sum of losses and its
/// weight.
mlir::LogicalResult checkResults(mlir::func::FuncOp func);

/// Corrects torch-mlir's short constant of gelu(approximate="tanh"), or keeps
/// it, with a warning for each.
void correctGelu(mlir::func::FuncOp func, bool keep);

/// Finds the extents that the ops of `func` need not leave dynamic.
void findStaticShapes(mlir::func::FuncOp func);

/// Checks every op in the body of `func`: known, static, with complete
/// constants. Emits one error for each kind of op that is wrong.
mlir::LogicalResult checkOps(mlir::func::FuncOp func);

/// Gives each integer input that indexes tables the argument attribute
/// `piper.range`, the integers that are legal in each of them.
void findIndexRanges(mlir::func::FuncOp func);

/// Writes tensor.gather as a generic and tensor.scatter as body.scatter.
void lowerGathers(mlir::func::FuncOp func);

/// Below what the indices of a scatter must stay, a number for each of `along`.
llvm::SmallVector<int64_t> scatterLimits(mlir::Value updates, mlir::Value dest,
                                         llvm::ArrayRef<int64_t> along);

/// Makes every access of `func` to an element stay within its tensor, given
/// what `findIndexRanges` says of inputs: reads and scatters whose index is not
/// proved to do so are guarded, with a warning, and give NaN outside. Emits an
/// error for an index that is always wrong, and for insertions and slices.
mlir::LogicalResult guardReads(mlir::func::FuncOp func);

} // namespace piper::exports

#endif // PIPER_LIB_TRANSFORMS_IMPORT_EXPORTCHECK_H
