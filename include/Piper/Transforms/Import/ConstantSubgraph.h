//===- ConstantSubgraph.h - Ops that depend on no parameter -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_CONSTANTSUBGRAPH_H
#define PIPER_TRANSFORMS_IMPORT_CONSTANTSUBGRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace piper {

/// The ops of `func` that depend on no parameter and no batch input: masks,
/// position tables, constants, fills. Arguments with `piper.buffer` count as
/// constants, every other argument does not. Only ops directly in the entry
/// block, in program order, never the terminator; what an op captures in its
/// regions counts as operand. Whoever cuts `func` into stages clones these ops
/// into each stage that uses them, so that no such value crosses a cut.
llvm::SetVector<mlir::Operation *> collectConstantOps(mlir::func::FuncOp func);

} // namespace piper

#endif // PIPER_TRANSFORMS_IMPORT_CONSTANTSUBGRAPH_H
