//===- ConstantSubgraph.cpp - Ops that depend on no parameter -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Import/ConstantSubgraph.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

llvm::SetVector<Operation *> piper::collectConstantOps(func::FuncOp func) {
  llvm::SetVector<Operation *> constants;
  if (func.isExternal())
    return constants;
  auto isConstant = [&](Value value) {
    if (Operation *def = value.getDefiningOp())
      return constants.contains(def);
    auto argument = cast<BlockArgument>(value);
    return argument.getOwner() == &func.front() &&
           func.getArgAttr(argument.getArgNumber(), "piper.buffer") != nullptr;
  };
  for (Operation &op : func.front().without_terminator()) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    if (isMemoryEffectFree(&op) && llvm::all_of(op.getOperands(), isConstant) &&
        llvm::all_of(captured, isConstant))
      constants.insert(&op);
  }
  return constants;
}
