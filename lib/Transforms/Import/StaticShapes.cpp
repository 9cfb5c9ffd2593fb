//===- StaticShapes.cpp - Extents that an export hides -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// torch-mlir writes some ops of static programs with dynamic extents and casts
// around them: `torch.roll`, for one, concatenates slices that were cast to
// `?`. Upstream's canonicalization finds the extents again, but for operands of
// tensor.concat.

#include "ExportCheck.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {

/// concat(cast(a), b) -> concat(a, b) where `a` has more static extents.
struct ConcatOfCasts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs(op.getInputs());
    bool changed = false;
    for (Value &input : inputs) {
      auto cast = input.getDefiningOp<tensor::CastOp>();
      if (!cast || !tensor::canFoldIntoConsumerOp(cast))
        continue;
      input = cast.getSource();
      changed = true;
    }
    if (!changed)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(inputs); });
    return success();
  }
};

} // namespace

static bool isDynamic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank() && !shaped.hasStaticShape();
}

void piper::exports::findStaticShapes(func::FuncOp func) {
  WalkResult dynamic = func.walk([](Operation *op) {
    return llvm::any_of(op->getResultTypes(), isDynamic)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!dynamic.wasInterrupted())
    return;
  MLIRContext *context = func.getContext();
  RewritePatternSet patterns(context);
  patterns.add<ConcatOfCasts>(context);
  auto isUsed = [](Dialect &dialect) {
    return isa<tensor::TensorDialect, linalg::LinalgDialect,
               arith::ArithDialect>(dialect);
  };
  for (Dialect *dialect : context->getLoadedDialects())
    if (isUsed(*dialect))
      dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (isUsed(name.getDialect()))
      name.getCanonicalizationPatterns(patterns, context);
  (void)applyPatternsGreedily(func, std::move(patterns));
}
