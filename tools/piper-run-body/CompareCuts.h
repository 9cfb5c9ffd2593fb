//===- CompareCuts.h - Parts of joint bodies on the host -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TOOLS_RUNBODY_COMPARECUTS_H
#define PIPER_TOOLS_RUNBODY_COMPARECUTS_H

#include "Bodies.h"

namespace runbody {

/// Cuts each joint body of `module` into F, B, BI and BW, lowers them together,
/// and runs F and then B on made-up arguments, residuals handed over in memory.
/// Compares the results with those of the joint body in the evaluator, which
/// rounds each operation as its type says, up to `tolerance`, and those of B
/// bit by bit with those of BI and BW. Prints what differs and how many bodies
/// did; returns the exit status.
int compareCuts(mlir::ModuleOp module,
                llvm::function_ref<llvm::LogicalResult(mlir::ModuleOp)> lower,
                unsigned optLevel, int64_t intLimit, double tolerance);

} // namespace runbody

#endif // PIPER_TOOLS_RUNBODY_COMPARECUTS_H
