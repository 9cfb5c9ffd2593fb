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
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace piper;

/// The operand of `op` that is not the accumulator, if the other one is.
static Value getOther(Operation *op, Value accumulator) {
  if (op->getOperand(0) == accumulator && op->getOperand(1) != accumulator)
    return op->getOperand(1);
  if (op->getOperand(1) == accumulator && op->getOperand(0) != accumulator)
    return op->getOperand(0);
  return nullptr;
}

/// The value whose maximum or minimum `select(cmpf x, acc), x, acc` takes, if
/// it is that.
static Value getSelected(Operation *op, Value accumulator) {
  auto select = dyn_cast<arith::SelectOp>(op);
  if (!select)
    return nullptr;
  Value x = select.getTrueValue(), y = select.getFalseValue();
  auto cmp = select.getCondition().getDefiningOp<arith::CmpFOp>();
  bool isFirst = y == accumulator;
  if (!cmp || (x == accumulator) == isFirst)
    return nullptr;
  bool straight = cmp.getLhs() == x && cmp.getRhs() == y;
  bool swapped = cmp.getLhs() == y && cmp.getRhs() == x;
  using enum arith::CmpFPredicate;
  if ((!straight && !swapped) ||
      !llvm::is_contained({OGT, UGT, OGE, UGE, OLT, ULT, OLE, ULE},
                          cmp.getPredicate()))
    return nullptr;
  return isFirst ? x : y;
}

/// Whether each element of the result that starts as `init` is written once.
static bool isWrittenOnce(linalg::GenericOp op, OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges()))
    if (extent != 1 && !map.isFunctionOfDim(loop))
      return false;
  return true;
}

/// Result `index` of `op`.
static FailureOr<GenericResult> classify(linalg::GenericOp op, unsigned index) {
  Value accumulator = op.getRegionOutputArgs()[index];
  Value yielded = op.getBody()->getTerminator()->getOperand(index);
  bool reduces = !isWrittenOnce(op, *op.getDpsInitOperand(index));
  Operation *combiner = yielded.getDefiningOp();
  if (combiner && isa<arith::AddFOp>(combiner) && accumulator.hasOneUse())
    if (Value other = getOther(combiner, accumulator))
      return GenericResult{index, ResultKind::Sum, other, nullptr};
  if (!reduces)
    return GenericResult{index, ResultKind::Elementwise, yielded, nullptr};
  if (combiner) {
    ResultKind extremum = ResultKind::SharedExtremum;
    for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges()))
      if (extent != 1 &&
          op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel)
        extremum = ResultKind::FirstExtremum;
    if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
            arith::MinNumFOp>(combiner))
      if (Value other = getOther(combiner, accumulator))
        return GenericResult{index, extremum, other, nullptr};
    if (Value other = getSelected(combiner, accumulator))
      return GenericResult{index, extremum, other, nullptr};
    if (isa<arith::MulFOp>(combiner) && accumulator.hasOneUse())
      if (Value other = getOther(combiner, accumulator))
        return GenericResult{index, ResultKind::Product, other, nullptr};
  }
  return op.emitError() << "cannot differentiate result " << index
                        << " of this linalg.generic: it is accumulated by "
                           "something other than addition, multiplication, "
                           "maximum or minimum"
                        << "; it comes from " << describe(op.getLoc());
}

FailureOr<GenericForward> GenericForward::get(linalg::GenericOp op,
                                              GradientBuilder &gradients) {
  GenericForward forward{op, {}};
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isProjectedPermutation(
            /*allowZeroInResults=*/true))
      return op.emitError()
             << "cannot differentiate this linalg.generic: indexing map "
             << init.getOperandNumber() << ", of a result, is not a projected "
             << "permutation; it comes from " << describe(op.getLoc());
  for (OpResult result : op.getResults()) {
    if (!isDifferentiableType(result.getType()) ||
        !gradients.getCotangent(result))
      continue;
    FailureOr<GenericResult> kind = classify(op, result.getResultNumber());
    if (failed(kind))
      return failure();
    if (kind->kind == ResultKind::FirstExtremum ||
        kind->kind == ResultKind::SharedExtremum)
      kind->helper = createChoice(op, *kind, gradients);
    else if (kind->kind == ResultKind::Product)
      kind->helper = createOtherTerms(op, *kind, gradients);
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
  // The forward result stands for what is expensive to compute again.
  for (const GenericResult &result : results) {
    auto value = cast<OpResult>(Value(generic.getResult(result.index)));
    Operation *yielded = result.term.getDefiningOp();
    if (result.kind == ResultKind::Elementwise && yielded &&
        isTranscendental(yielded))
      mapping.map(
          result.term,
          writer.addInput(value, generic.getIndexingMapMatchingResult(value)));
  }
  // An output operand that is not accumulated into is one more input.
  for (OpOperand &init : generic.getDpsInitsMutable())
    if (isWrittenOnce(generic, init)) {
      BlockArgument arg = generic.getMatchingBlockArgument(&init);
      if (!mapping.contains(arg))
        mapping.map(
            arg,
            writer.addInput(init.get(), generic.getMatchingIndexingMap(&init)));
    }
}

/// The cotangent of the term of the current iteration.
Value GenericForward::createSeed(GenericWriter &writer, ScalarGradient &scalar,
                                 const GenericResult &result,
                                 Value cotangent) const {
  OpBuilder &b = writer.getBodyBuilder();
  linalg::GenericOp generic = op;
  Location loc = generic.getLoc();
  AffineMap map =
      generic.getMatchingIndexingMap(generic.getDpsInitOperand(result.index));
  Value chosen;
  switch (result.kind) {
  case ResultKind::Elementwise:
  case ResultKind::Sum:
    return cotangent;
  case ResultKind::Product: {
    Value others = writer.addInput(
        result.helper, b.getMultiDimIdentityMap(generic.getNumLoops()));
    return arith::MulFOp::create(b, loc, cotangent, others);
  }
  case ResultKind::FirstExtremum: {
    Value choice = writer.addInput(result.helper, map);
    Value number = createReductionIndex(b, loc, generic);
    chosen =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, number, choice);
    break;
  }
  case ResultKind::SharedExtremum: {
    Value extremum = writer.addInput(generic.getResult(result.index), map);
    Value count = writer.addInput(result.helper, map);
    chosen = createIsExtremum(b, loc, generic, result.index,
                              scalar.getPrimal(result.term), extremum);
    cotangent = arith::DivFOp::create(b, loc, cotangent, count);
    break;
  }
  }
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(cotangent.getType()));
  return arith::SelectOp::create(b, loc, chosen, cotangent, zero);
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
  for (auto [result, cotangent] : llvm::zip_equal(results, cotangents))
    scalar.seed(result.term, createSeed(writer, scalar, result, cotangent));
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

LogicalResult GenericForward::addGradient(GradientBuilder &gradients,
                                          Value value, ValueRange targets,
                                          unsigned position,
                                          AffineMap map) const {
  linalg::GenericOp generic = op;
  Location loc = generic.getLoc();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) {
    // A scalar is read in every iteration.
    FailureOr<Value> sum = createGradient(
        gradients, targets, position,
        RankedTensorType::get({}, value.getType()),
        AffineMap::get(generic.getNumLoops(), 0, value.getContext()), nullptr);
    if (succeeded(sum) && *sum)
      gradients.addContribution(
          loc, value,
          tensor::ExtractOp::create(gradients.getBuilder(), loc, *sum));
    return sum;
  }
  Value accumulator = gradients.getAccumulator(value);
  FailureOr<Value> gradient;
  if (!Window::isNeeded(map, type)) {
    gradient =
        createGradient(gradients, targets, position, type, map, accumulator);
  } else {
    auto window = Window::get(map, generic.getStaticLoopRanges());
    if (failed(window))
      return generic.emitError()
             << "cannot differentiate this linalg.generic: indexing map "
             << position << ", " << AffineMapAttr::get(map)
             << ", is not linear in the loops"
             << "; it comes from " << describe(loc);
    auto viewType =
        RankedTensorType::get(window->getViewShape(), type.getElementType());
    gradient = createGradient(gradients, targets, position, viewType,
                              window->getViewMap(), nullptr);
    if (succeeded(gradient) && *gradient)
      gradient = createWindowSum(gradients, loc, *window, *gradient, type,
                                 accumulator);
  }
  if (failed(gradient) || !*gradient)
    return gradient;
  if (accumulator)
    gradients.setAccumulator(value, *gradient);
  else
    gradients.addContribution(loc, value, *gradient);
  return success();
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
    for (OpOperand &init : op.getDpsInitsMutable())
      if (isWrittenOnce(op, init) &&
          !op.getMatchingBlockArgument(&init).use_empty() &&
          !isAccumulated(forward, init))
        uses[{init.get(), op.getMatchingIndexingMap(&init)}].push_back(&init);
    for (auto &[key, operands] : uses) {
      auto [value, map] = key;
      if (!gradients.isActive(value) || !isDifferentiableType(value.getType()))
        continue;
      SmallVector<Value> targets;
      for (OpOperand *operand : operands)
        targets.push_back(op.getMatchingBlockArgument(operand));
      if (failed(forward.addGradient(gradients, value, targets,
                                     operands.front()->getOperandNumber(),
                                     map)))
        return failure();
    }
    return success();
  }

  static bool isAccumulated(const GenericForward &forward, OpOperand &init) {
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
      if (result.kind != ResultKind::Sum)
        return op.emitError() << "cannot differentiate for the initial value "
                                 "of a maximum, minimum or product"
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
