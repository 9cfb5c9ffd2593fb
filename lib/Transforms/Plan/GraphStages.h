//===- GraphStages.h - Stages and placements of a training graph -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_GRAPHSTAGES_H
#define PIPER_LIB_TRANSFORMS_PLAN_GRAPHSTAGES_H

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Schedule/Schedule.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper {

/// The tasks of a graph by stage, and where stages are placed.
struct GraphStages {
  GraphOp graph;
  ForeachMicrobatchOp loop;
  /// Per stage its forward and backward (null where there is none).
  mlir::SmallVector<TaskOp> forward, backward;
  /// Per stage its coordinates.
  mlir::SmallVector<CoordAttr> placement;
  /// The axis that placements fix; null when nothing is placed.
  mlir::StringAttr axis;
  int64_t ranks = 1;

  /// The axis of two whose values place the stages on the same devices in
  /// different order (DualPipe's replicas); null when there is none.
  mlir::StringAttr mirrorAxis;
  /// Per rank r the rank whose device, seen from the first value of that axis,
  /// has r's stages at the second value.
  mlir::SmallVector<int64_t> rankOfMirrored;

  /// What is to be scheduled; `apart`: each value of the mirror axis by itself,
  /// where the rows of a table belong to devices.
  schedule::Problem problem(bool apart = false) const;
};

/// Where a task runs: the placement of its values.
CoordAttr placementOf(mlir::Operation *task);

/// Reads the only graph of a module. Errors: no graph, several, no loop, stages
/// that are not numbered 0, 1, ..., a placement on several axes.
mlir::FailureOr<GraphStages> readStages(mlir::ModuleOp module);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_PLAN_GRAPHSTAGES_H
