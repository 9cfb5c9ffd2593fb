//===- LowerTmTensor.h - torch-mlir's own ops as linalg -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H
#define PIPER_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace piper::exports {

/// Replaces the tm_tensor ops in `func` by linalg generics. Emits an error for
/// a scan whose region is not one op with a neutral element.
mlir::LogicalResult lowerTmTensor(mlir::func::FuncOp func);

/// Replaces one attention, at the insertion point of `builder`, and returns
/// what it computed.
mlir::Value lowerAttention(mlir::OpBuilder &builder, mlir::Operation *op);

using BodyBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// A generic with one result of `type` whose loops are the dimensions of `maps`
/// (inputs, then result). Loops that the result does not name are reductions,
/// which start at the splat `init`; without reductions `init` is null.
mlir::Value createGeneric(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type, mlir::ValueRange inputs,
                          llvm::ArrayRef<mlir::AffineMap> maps,
                          mlir::TypedAttr init, BodyBuilder body);

} // namespace piper::exports

#endif // PIPER_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H
