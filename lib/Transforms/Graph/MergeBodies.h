//===- MergeBodies.h - One body for equal stages -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_GRAPH_MERGEBODIES_H
#define PIPER_LIB_TRANSFORMS_GRAPH_MERGEBODIES_H

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace piper {

/// Lets tasks whose bodies differ only in locations and in the names of
/// parameters and inputs share the first such body, and erases the others. A
/// shared body loses those names: the operands of the tasks carry them.
void mergeBodies(llvm::ArrayRef<TaskOp> tasks, mlir::SymbolTable &symbols);

/// Removes those names from the arguments and results of a body.
void removeNames(mlir::func::FuncOp func);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_GRAPH_MERGEBODIES_H
