//===- FuseBodies.cpp - Elementwise fusion at the tensor level -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Policy: elementwise producers are fused into their consumers, never into a
// contraction (which is a library call). A producer with several uses is fused
// only if repeating it is cheap and reads no tensor of full size: masks, row
// statistics. Fusion changes no bit: rounding is decided before.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace piper {
#define GEN_PASS_DEF_FUSEBODIES
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

/// Whether computing the op again costs next to nothing.
static bool isCheap(GenericOp op) {
  unsigned count = 0;
  for (Operation &inner : *op.getBlock()) {
    if (inner.getNumRegions() || inner.getDialect()->getNamespace() == "math" ||
        isa<arith::DivFOp>(inner))
      return false;
    ++count;
  }
  // A mask of indices reads nothing; written as i1 it would stop vectorization.
  bool readsTensors =
      llvm::any_of(op.getInputs().getTypes(), llvm::IsaPred<ShapedType>);
  return count <= (readsTensors ? 6 : 16);
}

/// Whether the op reads a tensor more than half as large as its result.
static bool readsFullSize(GenericOp op) {
  int64_t size = cast<ShapedType>(op.getResult(0).getType()).getNumElements();
  return llvm::any_of(op.getInputs(), [&](Value input) {
    auto type = dyn_cast<ShapedType>(input.getType());
    return type && type.getNumElements() * 2 > size && size > 1;
  });
}

/// Whether the consumer reads everything the producer does, so that repeating
/// the producer in it saves a tensor and reads no other.
static bool addsNoTraffic(GenericOp producer, OpOperand *operand) {
  auto consumer = cast<GenericOp>(operand->getOwner());
  return llvm::all_of(producer.getInputs(), [&](Value input) {
    return !isa<ShapedType>(input.getType()) ||
           llvm::is_contained(consumer.getInputs(), input);
  });
}

static bool mayFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<GenericOp>();
  if (!producer || isMatrixProduct(operand->getOwner()))
    return false;
  if (producer->hasOneUse())
    return true;
  return isCheap(producer) &&
         (!readsFullSize(producer) || addsNoTraffic(producer, operand));
}

namespace {

/// tensor.extract of an elementwise generic's result is the scalar computation
/// on extracts of its inputs: a gather of log-probabilities never writes them
/// all.
struct ExtractThroughGeneric : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getTensor().getDefiningOp<GenericOp>();
    if (!op->getParentOfType<linalg::LinalgOp>() || !producer ||
        producer.getNumReductionLoops() || producer.getNumDpsInits() != 1 ||
        !producer->hasOneUse())
      return failure();
    AffineMap outMap = producer.getIndexingMapsArray().back();
    Block *block = producer.getBlock();
    bool readsInit =
        !producer.getMatchingBlockArgument(producer.getDpsInitOperand(0))
             .use_empty();
    bool hasRegions = llvm::any_of(
        *block, [](Operation &inner) { return inner.getNumRegions() > 0; });
    if (!outMap.isPermutation() || readsInit || hasRegions)
      return failure();
    SmallVector<Value> loops;
    AffineMap inverse = inversePermutation(outMap);
    for (AffineExpr result : inverse.getResults())
      loops.push_back(
          op.getIndices()[cast<AffineDimExpr>(result).getPosition()]);
    rewriter.replaceOp(op,
                       inlineScalar(producer, loops, op.getLoc(), rewriter));
    return success();
  }

private:
  /// The producer's scalar body at the given loop indices.
  static Value inlineScalar(GenericOp producer, ArrayRef<Value> loops,
                            Location loc, PatternRewriter &rewriter) {
    IRMapping mapping;
    for (OpOperand *input : producer.getDpsInputOperands()) {
      Value value = input->get();
      if (isa<RankedTensorType>(value.getType())) {
        SmallVector<Value> indices;
        for (AffineExpr result :
             producer.getMatchingIndexingMap(input).getResults())
          indices.push_back(
              affine::expandAffineExpr(rewriter, loc, result, loops, {}));
        value = tensor::ExtractOp::create(rewriter, loc, value, indices);
      }
      mapping.map(producer.getMatchingBlockArgument(input), value);
    }
    Block *block = producer.getBlock();
    for (Operation &inner : block->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), loops[index.getDim()]);
      else
        rewriter.clone(inner, mapping);
    }
    return mapping.lookupOrDefault(block->getTerminator()->getOperand(0));
  }
};

struct FuseBodiesPass : public piper::impl::FuseBodiesBase<FuseBodiesPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    // Constants inlined into bodies do not requeue the consumers that they make
    // fusible, hence two rounds.
    for (int round = 0; round < 2; ++round) {
      RewritePatternSet patterns(&getContext());
      patterns.add<ExtractThroughGeneric>(&getContext());
      linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
      linalg::populateElementwiseOpsFusionPatterns(patterns, mayFuse);
      linalg::populateInlineConstantOperandsPatterns(patterns);
      GenericOp::getCanonicalizationPatterns(patterns, &getContext());
      if (failed(applyPatternsGreedily(function, std::move(patterns))))
        return signalPassFailure();
    }
  }
};

} // namespace
