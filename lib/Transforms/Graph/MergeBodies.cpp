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

static constexpr StringLiteral names[] = {"piper.param", "piper.input",
                                          "piper.buffer"};

/// Attributes of arguments or results without names.
static SmallVector<SmallVector<NamedAttribute>> withoutNames(ArrayAttr attrs) {
  SmallVector<SmallVector<NamedAttribute>> all;
  if (!attrs)
    return all;
  for (auto dictionary : attrs.getAsRange<DictionaryAttr>()) {
    auto &kept = all.emplace_back();
    for (NamedAttribute attr : dictionary)
      if (!llvm::is_contained(names, attr.getName()))
        kept.push_back(attr);
  }
  return all;
}

void piper::removeNames(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  auto strip = [&](ArrayAttr attrs) {
    SmallVector<DictionaryAttr> stripped;
    for (ArrayRef<NamedAttribute> kept : withoutNames(attrs))
      stripped.push_back(DictionaryAttr::get(context, kept));
    return stripped;
  };
  // All at once: the attributes of a signature are one array.
  if (func.getArgAttrsAttr())
    func.setAllArgAttrs(strip(func.getArgAttrsAttr()));
  if (func.getResAttrsAttr())
    func.setAllResultAttrs(strip(func.getResAttrsAttr()));
}

static bool areEqual(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         withoutNames(a.getArgAttrsAttr()) ==
             withoutNames(b.getArgAttrsAttr()) &&
         withoutNames(a.getResAttrsAttr()) ==
             withoutNames(b.getResAttrsAttr()) &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

void piper::mergeBodies(ArrayRef<TaskOp> tasks, SymbolTable &symbols) {
  SmallVector<func::FuncOp> kept;
  for (TaskOp task : tasks) {
    auto func = symbols.lookup<func::FuncOp>(task.getBody());
    if (llvm::is_contained(kept, func))
      continue;
    auto *equal = llvm::find_if(
        kept, [&](func::FuncOp other) { return areEqual(func, other); });
    if (equal == kept.end()) {
      kept.push_back(func);
      continue;
    }
    removeNames(*equal);
    for (TaskOp user : tasks)
      if (user.getBody() == func.getSymName())
        user.setBodyAttr(FlatSymbolRefAttr::get(*equal));
    symbols.erase(func);
  }
}
