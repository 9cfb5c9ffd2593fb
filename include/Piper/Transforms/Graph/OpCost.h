//===- OpCost.h - What one op costs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_GRAPH_OPCOST_H
#define PIPER_TRANSFORMS_GRAPH_OPCOST_H

#include "mlir/IR/Operation.h"

namespace piper {

/// Bytes of a ranked tensor of static shape, else 0.
int64_t bytesOf(mlir::Type type);

/// Floating-point operations of a contraction, 0 for any other op.
int64_t flopsOf(mlir::Operation *op);

} // namespace piper

#endif // PIPER_TRANSFORMS_GRAPH_OPCOST_H
