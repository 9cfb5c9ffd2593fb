//===- EstimateCosts.h - What stages cost, from their bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_ESTIMATECOSTS_H
#define PIPER_LIB_TRANSFORMS_PLAN_ESTIMATECOSTS_H

#include "GraphStages.h"
#include "Piper/Schedule/Simulate.h"
#include "mlir/Pass/PassManager.h"

namespace piper {

/// Runs passes on an op inside the one that a pass works on.
using PipelineRunner = llvm::function_ref<mlir::LogicalResult(
    mlir::OpPassManager &, mlir::Operation *)>;

/// Costs in microseconds and bytes, from the joint bodies of a graph: copies of
/// them are cut into F, B, I and W as they will be, so that what I and W share
/// and what is computed again counts where it is done. An op takes the longer
/// of its operations at 10 TFLOP/s and its bytes at 1 TB/s: only ratios matter
/// to the order. A microbatch keeps what its backward reads of its forward, of
/// its inputs and of what other stages sent; after I, what W reads. Messages
/// have the bytes of what F and of what the backward hand on, at the speed of
/// the pipeline axis' link (100 Gbit/s where the mesh does not say it). Stages
/// without bodies count one unit per pass.
///
/// Times measured by runs, in the files `measured`, win. Reports errors, at
/// `loc` those of the files.
mlir::FailureOr<schedule::Costs>
estimateCosts(const GraphStages &stages, PipelineRunner runPipeline,
              llvm::ArrayRef<std::string> measured, mlir::Location loc);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_PLAN_ESTIMATECOSTS_H
