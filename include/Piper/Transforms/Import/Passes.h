//===- Passes.h - Import passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_PASSES_H
#define PIPER_TRANSFORMS_IMPORT_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace piper {
/// The loss that piper-import adds to a plain export.
enum class PlainLoss { none, mse, crossEntropy };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Piper/Transforms/Import/Passes.h.inc"
} // namespace piper

#endif // PIPER_TRANSFORMS_IMPORT_PASSES_H
