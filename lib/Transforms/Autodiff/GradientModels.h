//===- GradientModels.h - Families of gradient rules -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_GRADIENTMODELS_H
#define PIPER_TRANSFORMS_AUTODIFF_GRADIENTMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace piper {
void registerBodyGradients(mlir::DialectRegistry &registry);
void registerLinalgGradients(mlir::DialectRegistry &registry);
void registerScalarGradients(mlir::DialectRegistry &registry);
void registerTensorGradients(mlir::DialectRegistry &registry);
} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_GRADIENTMODELS_H
