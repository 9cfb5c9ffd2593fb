//===- Contraction.h - What counts as a contraction -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_CONTRACTION_H
#define PIPER_TRANSFORMS_IMPORT_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace piper {

/// True for a `linalg.generic` with two inputs, one init, at least one
/// reduction loop and the body `init + in0 * in1` on floats (either order of
/// operands): contractions and convolutions.
bool isProductSum(mlir::Operation *op);

/// True for a sum of products whose maps are projected permutations: what
/// becomes one call of a matrix library.
bool isContraction(mlir::Operation *op);

/// True for a `linalg.generic` that only moves data: one input, one init, no
/// reduction loop, a body that yields its input. Transposes and broadcasts.
bool isDataMovement(mlir::Operation *op);

} // namespace piper

#endif // PIPER_TRANSFORMS_IMPORT_CONTRACTION_H
