//===- LoopOrder.cpp - One order of loops, decided by rule -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using linalg::GenericOp;

/// Adds the loops that the results of `map` name, in order.
static void addLoops(AffineMap map, llvm::SetVector<unsigned> &order) {
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        order.insert(dim.getPosition());
    });
}

void piper::normal::orderLoops(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  SmallVector<GenericOp> generics;
  func.walk([&](GenericOp op) { generics.push_back(op); });
  for (GenericOp op : generics) {
    llvm::SetVector<unsigned> order;
    addLoops(op.getMatchingIndexingMap(op.getDpsInitOperand(0)), order);
    for (AffineMap map : op.getIndexingMapsArray())
      addLoops(map, order);
    for (unsigned loop : llvm::seq<unsigned>(0, op.getNumLoops()))
      order.insert(loop);
    if (llvm::is_sorted(order))
      continue;
    rewriter.setInsertionPoint(op);
    (void)linalg::interchangeGenericOp(rewriter, op, order.getArrayRef());
  }
}
