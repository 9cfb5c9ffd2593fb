//===- GradientOpInterface.h - Reverse-mode rule of one op -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_GRADIENTOPINTERFACE_H
#define PIPER_TRANSFORMS_AUTODIFF_GRADIENTOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace piper {
class GradientBuilder;
} // namespace piper

#include "Piper/Transforms/Autodiff/GradientOpInterface.h.inc"

namespace piper {

/// Attaches the gradient rules of linalg, tensor and arith ops.
void registerAutodiffExternalModels(mlir::DialectRegistry &registry);

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_GRADIENTOPINTERFACE_H
