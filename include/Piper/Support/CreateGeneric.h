//===- CreateGeneric.h - Writes one linalg.generic -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_CREATEGENERIC_H
#define PIPER_SUPPORT_CREATEGENERIC_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace piper {

using GenericBody = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// A generic with one result of `type` whose loops are the dimensions of `maps`
/// (inputs, then result). Loops that the result does not name are reductions,
/// which start at the splat `init`; without reductions `init` is null.
mlir::Value createGeneric(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type, mlir::ValueRange inputs,
                          llvm::ArrayRef<mlir::AffineMap> maps,
                          mlir::TypedAttr init, GenericBody body);

/// An elementwise computation of `inputs`, all of the same shape, with results
/// of the type `element`.
mlir::Value createElementwise(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Type element, mlir::ValueRange inputs,
                              GenericBody body);

/// A tensor of `type` that holds `value` everywhere.
mlir::Value createSplat(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType type, mlir::TypedAttr value);

} // namespace piper

#endif // PIPER_SUPPORT_CREATEGENERIC_H
