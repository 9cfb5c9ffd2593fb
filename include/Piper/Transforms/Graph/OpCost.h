//===- OpCost.h - What one op costs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_GRAPH_OPCOST_H
#define PIPER_TRANSFORMS_GRAPH_OPCOST_H

#include "Piper/Dialect/Piper/IR/Piper.h"

namespace piper {

/// Floating-point operations of a contraction, 0 for any other op.
int64_t flopsOf(mlir::Operation *op);

/// What moves bytes along an axis: gigabits per second, and microseconds until
/// the first arrives.
struct Link {
  double gbps, latency;
};

/// The link of an axis as the mesh has it; what it leaves out is as in
/// `defaults`. `mesh` may be null.
Link linkOf(MeshOp mesh, mlir::StringRef axis, Link defaults);

} // namespace piper

#endif // PIPER_TRANSFORMS_GRAPH_OPCOST_H
