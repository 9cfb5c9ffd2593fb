//===- MergeDuplicates.cpp - One op for equal ones -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace {
/// Notes the locations of ops that are replaced by equal ones.
struct LocationKeeper : RewriterBase::Listener {
  void notifyOperationReplaced(Operation *op, Operation *existing) override {
    // Constants and undefined tensors are shared by everything.
    if (op->hasTrait<OpTrait::ConstantLike>() ||
        isa<tensor::EmptyOp, linalg::FillOp>(op) ||
        op->getLoc() == existing->getLoc())
      return;
    locations[existing].push_back(op->getLoc());
  }

  llvm::MapVector<Operation *, SmallVector<Location>> locations;
};
} // namespace

void piper::normal::mergeDuplicates(func::FuncOp func) {
  LocationKeeper keeper;
  IRRewriter rewriter(func.getContext(), &keeper);
  DominanceInfo dominance(func);
  eliminateCommonSubExpressions(rewriter, dominance, func);
  // What has replaced an op is the first of its kind, and stays.
  for (auto &[op, locations] : keeper.locations) {
    locations.insert(locations.begin(), op->getLoc());
    op->setLoc(FusedLoc::get(locations, Attribute(), func.getContext()));
  }
}
