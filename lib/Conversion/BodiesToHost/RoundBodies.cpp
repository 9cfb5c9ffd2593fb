//===- RoundBodies.cpp - Rounding decided before fusion -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every rounding is fixed here, op by op, from what the op itself says: later
// fusion, stage cuts, vector widths and optimization levels then cannot change
// a bit. Rules are local, so a body cut in two rounds like the whole.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "Piper/Transforms/Import/Contraction.h"
#include "Piper/Transforms/Import/RoundConstant.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace piper {
#define GEN_PASS_DEF_ROUNDBODIES
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

namespace {

/// Decides divisions, fused multiply-adds and reduction orders of one function.
class Rounding {
public:
  explicit Rounding(MLIRContext *context) : rewriter(context) {}

  void run(func::FuncOp function) {
    SmallVector<GenericOp> generics;
    function.walk([&](GenericOp op) {
      if (!isMatrixProduct(op))
        generics.push_back(op);
    });
    for (GenericOp op : generics) {
      roundDivisions(op);
      fuseMultiplyAdds(op);
      orderReductions(op);
    }
  }

private:
  /// x / c is x * (1/c) for a constant c, and for an operand smaller than the
  /// loop space, whose reciprocal is taken once per element of its own.
  void roundDivisions(GenericOp op) {
    SmallVector<arith::DivFOp> divisions(
        op.getBlock()->getOps<arith::DivFOp>());
    for (arith::DivFOp division : divisions) {
      if (!division.getType().isF32())
        continue;
      rewriter.setInsertionPoint(division);
      APFloat divisor(0.0f);
      if (matchPattern(division.getRhs(), m_ConstantFloat(&divisor))) {
        APFloat inverse(1.0f);
        inverse.divide(divisor, APFloat::rmNearestTiesToEven);
        Value factor = arith::ConstantFloatOp::create(
            rewriter, division.getLoc(), rewriter.getF32Type(), inverse);
        rewriter.replaceOpWithNewOp<arith::MulFOp>(division, division.getLhs(),
                                                   factor);
      } else if (invertOperand(op, division.getRhs())) {
        rewriter.setInsertionPoint(division);
        rewriter.replaceOpWithNewOp<arith::MulFOp>(division, division.getLhs(),
                                                   division.getRhs());
      }
    }
  }

  /// Replaces the operand behind a divisor by its reciprocal, if it is a
  /// smaller tensor than the loops are.
  bool invertOperand(GenericOp op, Value divisor) {
    auto argument = dyn_cast<BlockArgument>(divisor);
    if (!argument || argument.getOwner() != op.getBlock() ||
        argument.getArgNumber() >= op.getNumDpsInputs() ||
        !argument.hasOneUse())
      return false;
    OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
    auto type = dyn_cast<RankedTensorType>(operand->get().getType());
    if (!type)
      return false;
    int64_t iterations = 1;
    for (int64_t range : op.getStaticLoopRanges())
      iterations *= range;
    Operation *producer = operand->get().getDefiningOp();
    if (type.getNumElements() < iterations) {
      operand->set(reciprocal(operand->get()));
      return true;
    }
    // A broadcast of something smaller: invert before the broadcast.
    auto move =
        isDataMovement(producer) ? cast<GenericOp>(producer) : GenericOp();
    if (!move ||
        cast<ShapedType>(move.getInputs()[0].getType()).getNumElements() >=
            iterations)
      return false;
    Value inverse = reciprocal(move.getInputs()[0]);
    rewriter.setInsertionPoint(op);
    auto broadcast = cast<GenericOp>(rewriter.clone(*move));
    broadcast.getInputsMutable()[0].set(inverse);
    operand->set(broadcast.getResult(0));
    return true;
  }

  /// 1 / value, elementwise, right after the value; made once per value.
  Value reciprocal(Value value) {
    Value &known = reciprocals[value];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfterValue(value);
    Location loc = value.getLoc();
    auto type = cast<RankedTensorType>(value.getType());
    Value init = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                         type.getElementType());
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> kinds(type.getRank(),
                                           utils::IteratorType::parallel);
    auto body = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
      Value one = arith::ConstantOp::create(
          builder, loc, builder.getFloatAttr(type.getElementType(), 1.0));
      Value quotient = arith::DivFOp::create(builder, loc, one, arguments[0]);
      linalg::YieldOp::create(builder, loc, quotient);
    };
    auto op = GenericOp::create(rewriter, loc, TypeRange{type}, value, init,
                                ArrayRef<AffineMap>{map, map}, kinds, body);
    return known = op.getResult(0);
  }

  /// a * b + c of one original body rounds once; never into an accumulator,
  /// whose product is an op of its own where nothing is fused.
  void fuseMultiplyAdds(GenericOp op) {
    SmallVector<arith::AddFOp> additions(
        op.getBlock()->getOps<arith::AddFOp>());
    for (arith::AddFOp addition : additions)
      for (int i = 0; i < 2; ++i) {
        auto product = addition->getOperand(i).getDefiningOp<arith::MulFOp>();
        Value other = addition->getOperand(1 - i);
        if (!product || !product->hasOneUse() ||
            product->getBlock() != addition->getBlock() ||
            isAccumulator(op, other) || !addition.getType().isF32())
          continue;
        rewriter.setInsertionPoint(addition);
        rewriter.replaceOpWithNewOp<math::FmaOp>(addition, product.getLhs(),
                                                 product.getRhs(), other);
        rewriter.eraseOp(product);
        break;
      }
  }

  static bool isAccumulator(GenericOp op, Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == op.getBlock() &&
           argument.getArgNumber() >= op.getNumDpsInputs();
  }

  void orderReductions(GenericOp op) {
    if (!op.getNumReductionLoops())
      return;
    // Windows are short and start anywhere: no rows of 16.
    bool isWindow = !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
      return map.isProjectedPermutation(/*allowZeroInResults=*/true);
    });
    bool rows = getLaneLoop(op) >= 0 && op.getNumDpsInits() == 1 && !isWindow;
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      Operation *combiner = getCombiner(op, i);
      if (!isa_and_nonnull<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp>(
              combiner))
        continue;
      bool lanes = rows && combiner->getResult(0).getType().isF32();
      combiner->setAttr(kOrderAttr,
                        rewriter.getStringAttr(lanes ? "lanes" : "seq"));
    }
  }

  IRRewriter rewriter;
  llvm::DenseMap<Value, Value> reciprocals;
};

struct RoundBodiesPass : public piper::impl::RoundBodiesBase<RoundBodiesPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    RewritePatternSet patterns(&getContext());
    populateRoundConstantPatterns(patterns);
    populateMathAlgebraicSimplificationPatterns(patterns);
    auto isApproximated = [](StringRef name) {
      return name == "math.exp" || name == "math.tanh" || name == "math.log" ||
             name == "math.erf" || name == "math.expm1" || name == "math.log1p";
    };
    populateMathPolynomialApproximationPatterns(patterns, isApproximated);
    if (failed(applyPatternsGreedily(function, std::move(patterns))))
      return signalPassFailure();
    Rounding(&getContext()).run(function);
  }
};

} // namespace
