//===- ExpandBodyOps.h - Body ops as linalg -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_EXPANDBODYOPS_H
#define PIPER_TRANSFORMS_IMPORT_EXPANDBODYOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace piper {

/// Writes every op of the body dialect in `func` as ops of linalg, tensor and
/// scf. Returns whether there was one.
bool expandBodyOps(mlir::func::FuncOp func);

} // namespace piper

#endif // PIPER_TRANSFORMS_IMPORT_EXPANDBODYOPS_H
