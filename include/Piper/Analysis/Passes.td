//===- Passes.td - Analysis passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_PASSES_TD
#define PIPER_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // PIPER_ANALYSIS_PASSES_TD
