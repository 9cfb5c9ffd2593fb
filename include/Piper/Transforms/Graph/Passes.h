//===- Passes.h - Graph passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_GRAPH_PASSES_H
#define PIPER_TRANSFORMS_GRAPH_PASSES_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace piper {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

#endif // PIPER_TRANSFORMS_GRAPH_PASSES_H
