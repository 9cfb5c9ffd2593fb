//===- ExpandBodyOps.h - Parts of piper-expand-body-ops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_IMPORT_EXPANDBODYOPS_H
#define PIPER_LIB_TRANSFORMS_IMPORT_EXPANDBODYOPS_H

#include "Piper/Dialect/Body/IR/Body.h"

#include "mlir/IR/Builders.h"

namespace piper::exports {

/// Each writes an op at the insertion point of `builder` as linalg and returns
/// what stands for its results.
llvm::SmallVector<mlir::Value> expandAttention(mlir::OpBuilder &builder,
                                               body::AttentionOp op);
llvm::SmallVector<mlir::Value> expandAttentionGrad(mlir::OpBuilder &builder,
                                                   body::AttentionGradOp op);

} // namespace piper::exports

#endif // PIPER_LIB_TRANSFORMS_IMPORT_EXPANDBODYOPS_H
