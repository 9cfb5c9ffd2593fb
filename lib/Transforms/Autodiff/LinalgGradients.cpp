//===- LinalgGradients.cpp - Gradient rules of linalg ops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenericGradient.h"
#include "GradientModels.h"

#include "Piper/Support/Location.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace piper;

/// True if `other` is not the accumulator and `value` is: yields `other`.
static Value getOther(Operation *op, Value accumulator) {
  if (op->getOperand(0) == accumulator && op->getOperand(1) != accumulator)
    return op->getOperand(1);
  if (op->getOperand(1) == accumulator && op->getOperand(0) != accumulator)
    return op->getOperand(0);
  return nullptr;
}

/// The value whose maximum `select(cmpf ogt x, acc), x, acc` takes, if it is
/// that.
static Value getSelectedMax(Operation *op, Value accumulator) {
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select || select.getFalseValue() != accumulator)
    return nullptr;
  auto cmp = select.getCondition().getDefiningOp<arith::CmpFOp>();
  Value x = select.getTrueValue();
  using enum arith::CmpFPredicate;
  if (!cmp || cmp.getLhs() != x || cmp.getRhs() != accumulator ||
      !llvm::is_contained({OGT, UGT, OGE, UGE}, cmp.getPredicate()))
    return nullptr;
  return x;
}

/// Result `index` of `op`, whose accumulator the body reads.
static FailureOr<GenericResult> classify(linalg::GenericOp op, unsigned index) {
  Value accumulator = op.getRegionOutputArgs()[index];
  Value yielded = op.getBody()->getTerminator()->getOperand(index);
  if (accumulator.use_empty() && op.getNumReductionLoops() == 0)
    return GenericResult{index, ResultKind::Elementwise, yielded};
  if (Operation *combiner = yielded.getDefiningOp()) {
    if (isa<arith::AddFOp>(combiner) && accumulator.hasOneUse())
      if (Value other = getOther(combiner, accumulator))
        return GenericResult{index, ResultKind::Sum, other};
    if (isa<arith::MaximumFOp, arith::MaxNumFOp>(combiner))
      if (Value other = getOther(combiner, accumulator))
        return GenericResult{index, ResultKind::Max, other};
    if (Value other = getSelectedMax(combiner, accumulator))
      return GenericResult{index, ResultKind::Max, other};
  }
  return op.emitError() << "cannot differentiate result " << index
                        << " of this linalg.generic: it is accumulated by "
                           "something other than addition or maximum"
                        << "; it comes from " << describe(op.getLoc());
}

FailureOr<GenericForward> GenericForward::get(linalg::GenericOp op,
                                              GradientBuilder &gradients) {
  GenericForward forward{op, {}};
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray()))
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return op.emitError()
             << "cannot differentiate this linalg.generic: indexing map " << i
             << " is not a projected permutation"
             << "; it comes from " << describe(op.getLoc());
  for (OpResult result : op.getResults()) {
    if (!isDifferentiableType(result.getType()) ||
        !gradients.getCotangent(result))
      continue;
    FailureOr<GenericResult> kind = classify(op, result.getResultNumber());
    if (failed(kind))
      return failure();
    forward.results.push_back(*kind);
  }
  return forward;
}

void GenericForward::addOperands(GenericWriter &writer,
                                 GradientBuilder &gradients, unsigned position,
                                 IRMapping &mapping,
                                 SmallVectorImpl<Value> &cotangents) const {
  linalg::GenericOp generic = op;
  auto addCotangents = [&] {
    for (const GenericResult &result : results)
      cotangents.push_back(writer.addInput(
          gradients.getCotangent(generic.getResult(result.index)),
          generic.getMatchingIndexingMap(
              generic.getDpsInitOperand(result.index))));
  };
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    if (operand->getOperandNumber() == position)
      addCotangents();
    mapping.map(generic.getMatchingBlockArgument(operand),
                writer.addInput(operand->get(),
                                generic.getMatchingIndexingMap(operand)));
  }
  if (position >= generic.getNumDpsInputs())
    addCotangents();
  for (const GenericResult &result : results) {
    auto value = cast<OpResult>(Value(generic.getResult(result.index)));
    AffineMap map = generic.getIndexingMapMatchingResult(value);
    Operation *yielded = result.summand.getDefiningOp();
    // The forward result stands for what is expensive to compute again, and for
    // the maximum.
    BlockArgument accumulator = generic.getRegionOutputArgs()[result.index];
    if (result.kind == ResultKind::Max)
      mapping.map(accumulator, writer.addInput(value, map));
    else if (result.kind == ResultKind::Elementwise && yielded &&
             isTranscendental(yielded))
      mapping.map(result.summand, writer.addInput(value, map));
  }
  // A parallel op may read its output operand as one more input.
  if (generic.getNumReductionLoops() == 0)
    for (OpOperand &init : generic.getDpsInitsMutable()) {
      BlockArgument arg = generic.getMatchingBlockArgument(&init);
      if (!mapping.contains(arg))
        mapping.map(
            arg,
            writer.addInput(init.get(), generic.getMatchingIndexingMap(&init)));
    }
}

FailureOr<Value>
GenericForward::createGradient(GradientBuilder &gradients, ValueRange targets,
                               unsigned position, RankedTensorType type,
                               AffineMap map, Value accumulator) const {
  linalg::GenericOp generic = op;
  GenericWriter writer(gradients.getBuilder(), generic.getLoc(),
                       generic.getStaticLoopRanges());
  IRMapping mapping;
  SmallVector<Value> cotangents;
  addOperands(writer, gradients, position, mapping, cotangents);
  OpBuilder &b = writer.getBodyBuilder();
  ScalarGradient scalar(b, *generic.getBody(), mapping);
  for (auto [result, cotangent] : llvm::zip_equal(results, cotangents)) {
    Value seed = cotangent;
    if (result.kind == ResultKind::Max) {
      // To every element that equals the maximum.
      Location loc = generic.getLoc();
      Value maximum =
          mapping.lookup(generic.getRegionOutputArgs()[result.index]);
      Value chosen =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                scalar.getPrimal(result.summand), maximum);
      Value zero =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(cotangent.getType()));
      seed = arith::SelectOp::create(b, loc, chosen, cotangent, zero);
    }
    scalar.seed(result.summand, seed);
  }
  if (failed(scalar.run(targets)))
    return failure();
  Value sum;
  for (Value target : targets)
    if (Value g = scalar.getCotangent(target))
      sum = sum ? arith::AddFOp::create(b, generic.getLoc(), sum, g) : g;
  if (!sum)
    return Value();
  return writer.finish(gradients, sum, type, map, accumulator);
}

namespace {

/// linalg.generic, see GenericForward.
struct GenericModel
    : GradientOpInterface::ExternalModel<GenericModel, linalg::GenericOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto generic = cast<linalg::GenericOp>(op);
    FailureOr<GenericForward> forward = GenericForward::get(generic, gradients);
    if (failed(forward))
      return failure();
    if (failed(createInputGradients(*forward, gradients)) ||
        failed(createGatherGradients(*forward, gradients)))
      return failure();
    return createInitGradients(*forward, gradients);
  }

  /// One generic for each distinct pair of input and map: uses of one tensor
  /// under one map are added inside the body.
  static LogicalResult createInputGradients(const GenericForward &forward,
                                            GradientBuilder &gradients) {
    linalg::GenericOp op = forward.op;
    llvm::MapVector<std::pair<Value, AffineMap>, SmallVector<OpOperand *>> uses;
    for (OpOperand *operand : op.getDpsInputOperands())
      uses[{operand->get(), op.getMatchingIndexingMap(operand)}].push_back(
          operand);
    if (op.getNumReductionLoops() == 0)
      for (OpOperand &init : op.getDpsInitsMutable())
        if (!op.getMatchingBlockArgument(&init).use_empty() &&
            !isSummed(forward, init))
          uses[{init.get(), op.getMatchingIndexingMap(&init)}].push_back(&init);
    for (auto &[key, operands] : uses) {
      auto [value, map] = key;
      if (!gradients.isActive(value) || !isDifferentiableType(value.getType()))
        continue;
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type)
        return op.emitError() << "cannot differentiate for the scalar operand "
                              << operands.front()->getOperandNumber()
                              << " of this linalg.generic" << "; it comes from "
                              << describe(op.getLoc());
      SmallVector<Value> targets;
      for (OpOperand *operand : operands)
        targets.push_back(op.getMatchingBlockArgument(operand));
      Value accumulator = gradients.getAccumulator(value);
      FailureOr<Value> gradient = forward.createGradient(
          gradients, targets, operands.front()->getOperandNumber(), type, map,
          accumulator);
      if (failed(gradient))
        return failure();
      if (!*gradient)
        continue;
      if (accumulator)
        gradients.setAccumulator(value, *gradient);
      else
        gradients.addContribution(op.getLoc(), value, *gradient);
    }
    return success();
  }

  static bool isSummed(const GenericForward &forward, OpOperand &init) {
    linalg::GenericOp op = forward.op;
    return llvm::any_of(forward.results, [&](const GenericResult &result) {
      return result.kind != ResultKind::Elementwise &&
             op.getDpsInitOperand(result.index) == &init;
    });
  }

  /// The initial value of a sum is a summand.
  static LogicalResult createInitGradients(const GenericForward &forward,
                                           GradientBuilder &gradients) {
    linalg::GenericOp op = forward.op;
    for (const GenericResult &result : forward.results) {
      Value init = op.getDpsInitOperand(result.index)->get();
      if (result.kind == ResultKind::Elementwise || !gradients.isActive(init))
        continue;
      if (result.kind == ResultKind::Max)
        return op.emitError()
               << "cannot differentiate for the initial value of a maximum"
               << "; it comes from " << describe(op.getLoc());
      gradients.addContribution(
          op.getLoc(), init,
          gradients.getCotangent(op.getResult(result.index)));
    }
    return success();
  }
};

/// linalg.fill: the scalar's gradient is the sum over the tensor.
struct FillModel
    : GradientOpInterface::ExternalModel<FillModel, linalg::FillOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto fill = cast<linalg::FillOp>(op);
    Value scalar = fill.getInputs()[0];
    if (!gradients.isActive(scalar))
      return success();
    OpBuilder &b = gradients.getBuilder();
    Location loc = op->getLoc();
    Value g = gradients.getCotangent(op->getResult(0));
    auto type = cast<RankedTensorType>(g.getType());
    GenericWriter writer(b, loc, type.getShape());
    Value in = writer.addInput(g, b.getMultiDimIdentityMap(type.getRank()));
    Value sum = writer.finish(
        gradients, in, RankedTensorType::get({}, type.getElementType()),
        AffineMap::get(type.getRank(), 0, b.getContext()), nullptr);
    gradients.addContribution(loc, scalar,
                              tensor::ExtractOp::create(b, loc, sum));
    return success();
  }
};

} // namespace

void piper::registerLinalgGradients(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::GenericOp::attachInterface<GenericModel>(*context);
    linalg::FillOp::attachInterface<FillModel>(*context);
  });
}
