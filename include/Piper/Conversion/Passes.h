//===- Passes.h - Conversion passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_CONVERSION_PASSES_H
#define PIPER_CONVERSION_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace piper {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

#endif // PIPER_CONVERSION_PASSES_H
