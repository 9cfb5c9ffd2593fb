//===- RoundConstant.h - Constants in the type they are used in -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_ROUNDCONSTANT_H
#define PIPER_TRANSFORMS_IMPORT_ROUNDCONSTANT_H

#include "mlir/IR/PatternMatch.h"

namespace piper {

/// truncf of a constant becomes the rounded constant. Upstream folds only what
/// is exact; PyTorch rounds to nearest even, as this does.
void populateRoundConstantPatterns(mlir::RewritePatternSet &patterns);

} // namespace piper

#endif // PIPER_TRANSFORMS_IMPORT_ROUNDCONSTANT_H
