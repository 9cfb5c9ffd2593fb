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

/// Floating-point operations of a contraction, of attention and of its
/// gradient; 0 for any other op.
int64_t flopsOf(mlir::Operation *op);

/// Bytes that an op of a body reads and writes, each operand and result once;
/// 0 for views and scalars. What its regions hold does not count.
double movedBytesOf(mlir::Operation *op);

/// Operations and bytes of a device per unit of time.
struct Rates {
  double flops, bytes;
};

/// How long an op takes, and the ops of a region one after the other: the
/// longer of what its operations and its bytes take. A loop takes its body
/// times its constant count, both branches of a condition count.
double timeOf(mlir::Operation *op, const Rates &rates);
double timeOf(mlir::Region &region, const Rates &rates);

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
