//===- FoldDataMovement.cpp - Transposes, broadcasts, reshapes into maps -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "Piper/Transforms/Import/Contraction.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"

using namespace mlir;
using linalg::GenericOp;

/// The fill that `value` is, seen through reshapes; null if it is none.
static linalg::FillOp fillBehind(Value value) {
  Operation *def = value.getDefiningOp();
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return dyn_cast_or_null<linalg::FillOp>(def);
}

/// Whether `op` is a transpose: it moves data by a permutation.
static bool isTranspose(GenericOp op) {
  return piper::isDataMovement(op) &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isPermutation(); });
}

namespace {

/// transpose(contraction) becomes the contraction that writes transposed.
struct FoldTransposeOfContraction : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GenericOp transpose,
                                PatternRewriter &rewriter) const override {
    if (!isTranspose(transpose))
      return failure();
    auto source =
        transpose.getDpsInputOperand(0)->get().getDefiningOp<GenericOp>();
    if (!source || !piper::isContraction(source) || !source->hasOneUse())
      return failure();
    linalg::FillOp fill = fillBehind(source.getDpsInits()[0]);
    if (!fill)
      return failure();
    SmallVector<AffineMap> maps = source.getIndexingMapsArray();
    SmallVector<AffineMap> moves = transpose.getIndexingMapsArray();
    maps[2] = moves[1].compose(inversePermutation(moves[0])).compose(maps[2]);
    auto type = cast<RankedTensorType>(transpose.getResult(0).getType());
    Location loc = rewriter.getFusedLoc({source.getLoc(), transpose.getLoc()});
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    Value init = linalg::FillOp::create(rewriter, loc, fill.getInputs(), empty)
                     .getResult(0);
    auto folded =
        GenericOp::create(rewriter, loc, TypeRange{type}, source.getInputs(),
                          init, maps, source.getIteratorTypesArray());
    rewriter.cloneRegionBefore(source.getRegion(), folded.getRegion(),
                               folded.getRegion().end());
    rewriter.replaceOp(transpose, folded.getResults());
    rewriter.eraseOp(source);
    return success();
  }
};

/// A move of data that an op reads goes into the maps of that op, which then
/// has the locations of both.
struct FoldMoveOfOperand : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : op->getOpOperands()) {
      // A view of windows stays: in the maps of its reader it would be a
      // convolution again.
      auto move = operand.get().getDefiningOp<GenericOp>();
      if (!piper::isDataMovement(move) ||
          !move.getMatchingIndexingMap(move.getDpsInputOperand(0))
               .isProjectedPermutation(/*allowZeroInResults=*/true) ||
          !linalg::areElementwiseOpsFusable(&operand))
        continue;
      Location loc = rewriter.getFusedLoc({op.getLoc(), move.getLoc()});
      FailureOr<linalg::ElementwiseOpFusionResult> fused =
          linalg::fuseElementwiseOps(rewriter, &operand);
      if (failed(fused))
        continue;
      fused->fusedOp->setLoc(loc);
      for (auto [value, replacement] : fused->replacements)
        rewriter.replaceUsesWithIf(value, replacement, [&](OpOperand &use) {
          return use.get().getDefiningOp() != move;
        });
      rewriter.eraseOp(op);
      return success();
    }
    return failure();
  }
};

} // namespace

/// A reshape folds into a contraction only where it splits batch dimensions of
/// it: splitting m, n or k would reshape the other operand, a weight.
static bool splitsBatchDims(OpOperand *reshaped) {
  Operation *producer = reshaped->get().getDefiningOp();
  GenericOp contraction;
  OpOperand *operand = nullptr;
  SmallVector<ReassociationIndices> groups;
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(producer)) {
    contraction = dyn_cast<GenericOp>(reshaped->getOwner());
    operand = reshaped;
    groups = collapse.getReassociationIndices();
  } else if (auto expand =
                 dyn_cast<tensor::ExpandShapeOp>(reshaped->getOwner())) {
    contraction = dyn_cast_or_null<GenericOp>(producer);
    if (contraction)
      operand = contraction.getDpsInitOperand(0);
    groups = expand.getReassociationIndices();
  }
  if (!contraction || !piper::isContraction(contraction))
    return false;
  auto dims = linalg::inferContractionDims(contraction.getIndexingMapsArray());
  if (failed(dims))
    return false;
  AffineMap map = contraction.getMatchingIndexingMap(operand);
  for (auto [position, group] : llvm::enumerate(groups))
    if (group.size() > 1 &&
        !llvm::is_contained(dims->batch, map.getDimPosition(position)))
      return false;
  return true;
}

void piper::normal::populateDataMovementPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<FoldTransposeOfContraction>(context);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, splitsBatchDims);
  patterns.add<FoldMoveOfOperand>(context);
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *) { return false; });
  tensor::populateFoldTensorEmptyPatterns(patterns);
  GenericOp::getCanonicalizationPatterns(patterns, context);
  linalg::FillOp::getCanonicalizationPatterns(patterns, context);
  tensor::EmptyOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
}
