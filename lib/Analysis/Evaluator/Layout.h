//===- Layout.h - Values on the coordinates of a mesh -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_LAYOUT_H
#define PIPER_ANALYSIS_EVALUATOR_LAYOUT_H

#include "Piper/Analysis/Evaluator.h"
#include "Piper/Dialect/Piper/IR/Piper.h"

#include <memory>

namespace piper {

/// A value of the graph: its local tensor at each coordinate of the mesh, null
/// where it is not placed.
using ClusterValue = std::vector<std::shared_ptr<const Tensor>>;

/// Position of coordinate `index` on each axis; the last axis is fastest.
llvm::SmallVector<int64_t> coordinateOf(AxesAttr axes, int64_t index);

/// The reverse of `coordinateOf`.
int64_t indexOf(AxesAttr axes, llvm::ArrayRef<int64_t> coordinate);

/// Whether `placement` contains the coordinate.
bool isPlaced(CoordAttr placement, AxesAttr axes,
              llvm::ArrayRef<int64_t> coordinate);

/// What the coordinate holds of `global`, the full tensor of a value of `type`;
/// dimensions that do not divide evenly are padded with zeros at the end.
Tensor localPart(const Tensor &global, ValueType type, AxesAttr axes,
                 llvm::ArrayRef<int64_t> coordinate);

/// Zero in the local shape of `type`.
Tensor localZeros(ValueType type, AxesAttr axes);

/// The full tensor that the coordinate's group holds of `value`: its shards put
/// together, and partial values reduced in the order of the members over the
/// axes that `reduce` accepts.
Tensor assemble(const ClusterValue &value, ValueType type, AxesAttr axes,
                llvm::ArrayRef<int64_t> coordinate,
                llvm::function_ref<bool(mlir::StringAttr)> reduce,
                EvalPrecision precision);

/// `lhs + rhs` or the maximum, element by element, rounded.
void reduceInto(Tensor &lhs, const Tensor &rhs, Reduction reduction,
                EvalPrecision precision);

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_LAYOUT_H
