//===- NormalizeBodies.cpp - Simplifies what bodies compute -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "Piper/Transforms/Import/RoundConstant.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace {

struct RoundConstant : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat value(0.0);
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || op.getRoundingmode() ||
        !matchPattern(op.getIn(), m_ConstantFloat(&value)))
      return failure();
    bool inexact = false;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &inexact);
    rewriter.replaceOpWithNewOp<arith::ConstantFloatOp>(op, type, value);
    return success();
  }
};

/// x^2 and x^3 become products: PyTorch computes them so, and products have
/// simpler derivatives.
struct ExpandSmallPower : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    APInt exponent;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)) ||
        (exponent != 2 && exponent != 3))
      return failure();
    Value x = op.getLhs();
    Value power = arith::MulFOp::create(rewriter, op.getLoc(), x, x);
    if (exponent == 3)
      power = arith::MulFOp::create(rewriter, op.getLoc(), power, x);
    rewriter.replaceOp(op, power);
    return success();
  }
};

} // namespace

LogicalResult piper::normal::generalizeNamedOps(func::FuncOp func) {
  SmallVector<linalg::LinalgOp> named;
  func.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op))
      named.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op.emitError("'")
             << op->getName() << "' has no form as a linalg.generic";
  }
  return success();
}

void piper::normal::eraseAssertions(func::FuncOp func) {
  func.walk([](cf::AssertOp op) { op.erase(); });
}

void piper::populateRoundConstantPatterns(RewritePatternSet &patterns) {
  patterns.add<RoundConstant>(patterns.getContext());
}

void piper::normal::populateBodyPatterns(RewritePatternSet &patterns) {
  populateRoundConstantPatterns(patterns);
  patterns.add<ExpandSmallPower>(patterns.getContext());
  // Of the fusion patterns only those that inline splat constants and drop
  // unread inits.
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *) { return false; });
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
}
