//===- MergeBodies.cpp - One body for equal stages -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeBodies.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace piper;

/// Removes what tells two stages of equal structure apart.
static void removeNames(func::FuncOp func) {
  for (StringRef name : {"piper.param", "piper.input", "piper.buffer"}) {
    for (unsigned i = 0, end = func.getNumArguments(); i < end; ++i)
      func.removeArgAttr(i, name);
    auto attr = StringAttr::get(func.getContext(), name);
    for (unsigned i = 0, end = func.getNumResults(); i < end; ++i)
      func.removeResultAttr(i, attr);
  }
}

static bool areEqual(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         a.getArgAttrsAttr() == b.getArgAttrsAttr() &&
         a.getResAttrsAttr() == b.getResAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

void piper::mergeBodies(ArrayRef<TaskOp> tasks, SymbolTable &symbols) {
  SmallVector<func::FuncOp> kept;
  for (TaskOp task : tasks) {
    auto func = symbols.lookup<func::FuncOp>(task.getBody());
    if (llvm::is_contained(kept, func))
      continue;
    removeNames(func);
    auto *equal = llvm::find_if(
        kept, [&](func::FuncOp other) { return areEqual(func, other); });
    if (equal == kept.end()) {
      kept.push_back(func);
      continue;
    }
    for (TaskOp user : tasks)
      if (user.getBody() == func.getSymName())
        user.setBodyAttr(FlatSymbolRefAttr::get(*equal));
    symbols.erase(func);
  }
}
