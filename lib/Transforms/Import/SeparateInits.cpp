//===- SeparateInits.cpp - One init per user -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

void piper::normal::separateInits(func::FuncOp func) {
  SmallVector<Operation *> users;
  func.walk([&](Operation *op) {
    if (isa<DestinationStyleOpInterface>(op) && !isa<linalg::FillOp>(op))
      users.push_back(op);
  });
  OpBuilder builder(func.getContext());
  SmallVector<Operation *> replaced;
  for (Operation *user : users) {
    builder.setInsertionPoint(user);
    for (OpOperand &init :
         cast<DestinationStyleOpInterface>(user).getDpsInitsMutable()) {
      Operation *def = init.get().getDefiningOp();
      if (!isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(def))
        continue;
      replaced.push_back(def);
      Operation *own = builder.clone(*def);
      own->setLoc(user->getLoc());
      init.set(own->getResult(0));
      auto fill = dyn_cast<linalg::FillOp>(own);
      Operation *empty = fill ? fill.getOutputs()[0].getDefiningOp() : nullptr;
      if (!isa_and_nonnull<tensor::EmptyOp>(empty))
        continue;
      replaced.push_back(empty);
      OpBuilder beforeFill(own);
      Operation *ownEmpty = beforeFill.clone(*empty);
      ownEmpty->setLoc(user->getLoc());
      fill.getOutputsMutable().assign(ownEmpty->getResults());
    }
  }
  // A fill uses an empty: fills first.
  llvm::SetVector<Operation *> unused(replaced.begin(), replaced.end());
  llvm::SetVector<Operation *> empties;
  for (Operation *op : unused) {
    if (isa<tensor::EmptyOp>(op))
      empties.insert(op);
    else if (op->use_empty())
      op->erase();
  }
  for (Operation *op : empties)
    if (op->use_empty())
      op->erase();
}
