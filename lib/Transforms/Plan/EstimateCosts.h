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

namespace piper {

/// Costs in microseconds and bytes, from the joint bodies of a graph before
/// they are cut. An op takes the longer of its operations at 10 TFLOP/s and its
/// bytes at 1 TB/s: only ratios matter to the order. Half a backward is for
/// inputs. A microbatch keeps what the backward part reads of the forward part,
/// but no parameters. A message has the bytes of what a forward hands on, at
/// the speed of the pipeline axis' link (100 Gbit/s where the mesh does not say
/// it). Stages without bodies count one unit per pass.
schedule::Costs estimateCosts(const GraphStages &stages);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_PLAN_ESTIMATECOSTS_H
