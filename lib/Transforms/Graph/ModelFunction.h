//===- ModelFunction.h - The model in a module -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_GRAPH_MODELFUNCTION_H
#define PIPER_LIB_TRANSFORMS_GRAPH_MODELFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper {

/// Whether `func` may be the model: public, with a body. Stages are private.
inline bool isModel(mlir::func::FuncOp func) {
  return !func.isPrivate() && !func.isExternal();
}

/// The only such function; an error unless there is exactly one.
mlir::FailureOr<mlir::func::FuncOp> findModel(mlir::ModuleOp module);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_GRAPH_MODELFUNCTION_H
