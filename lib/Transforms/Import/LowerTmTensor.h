//===- LowerTmTensor.h - torch-mlir's own ops as ours -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H
#define PIPER_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H

#include "Piper/Dialect/TmTensor/IR/TmTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace piper::exports {

/// Replaces the tm_tensor ops in `func` by ops that have a gradient. Emits an
/// error for a scatter that neither replaces nor adds, and for a scan whose
/// region is not one op with a neutral element.
mlir::LogicalResult lowerTmTensor(mlir::func::FuncOp func);

/// Each replaces one op, at the insertion point of `builder`, and returns what
/// it computed.
mlir::Value lowerAttention(mlir::OpBuilder &builder, tm_tensor::AttentionOp op);
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
lowerScan(mlir::OpBuilder &builder, tm_tensor::ScanOp op);
llvm::SmallVector<mlir::Value> lowerSort(mlir::OpBuilder &builder,
                                         tm_tensor::SortOp op);
llvm::SmallVector<mlir::Value> lowerTopk(mlir::OpBuilder &builder,
                                         tm_tensor::TopkOp op);

/// The value that a region of scalars yields for these arguments.
mlir::Value inlineRegion(mlir::OpBuilder &builder, mlir::Region &region,
                         mlir::ValueRange arguments);

} // namespace piper::exports

#endif // PIPER_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H
