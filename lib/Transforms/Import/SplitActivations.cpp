//===- SplitActivations.cpp - Activations written as two sides -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using linalg::GenericOp;

namespace {

/// max(x, c) or min(x, c) with a constant c, elementwise.
struct Side {
  arith::SelectOp select;
  Value operand;
  APFloat constant{0.0};
  bool isMaximum = false;
};

} // namespace

/// The side that `op` is; fails if it is none.
static FailureOr<Side> getSide(GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumReductionLoops() != 0)
    return failure();
  Side side;
  side.operand = op.getInputs()[0];
  side.select = op.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  auto cmp = side.select
                 ? side.select.getCondition().getDefiningOp<arith::CmpFOp>()
                 : arith::CmpFOp();
  Value x = op.getBody()->getArgument(0);
  if (!cmp || cmp.getLhs() != x || side.select.getTrueValue() != x ||
      side.select.getFalseValue() != cmp.getRhs() ||
      !matchPattern(cmp.getRhs(), m_ConstantFloat(&side.constant)))
    return failure();
  using enum arith::CmpFPredicate;
  side.isMaximum = llvm::is_contained({OGT, OGE, UGT, UGE}, cmp.getPredicate());
  if (!side.isMaximum &&
      !llvm::is_contained({OLT, OLE, ULT, ULE}, cmp.getPredicate()))
    return failure();
  return side;
}

void piper::normal::markSplitActivations(func::FuncOp func) {
  SmallVector<Side> sides;
  func.walk([&](GenericOp op) {
    if (FailureOr<Side> side = getSide(op); succeeded(side))
      sides.push_back(*side);
  });
  for (Side &minimum : sides)
    for (const Side &maximum : sides)
      if (!minimum.isMaximum && maximum.isMaximum &&
          minimum.operand == maximum.operand &&
          minimum.constant.bitwiseIsEqual(maximum.constant))
        minimum.select->setAttr("piper.takes_tie",
                                UnitAttr::get(func.getContext()));
}
