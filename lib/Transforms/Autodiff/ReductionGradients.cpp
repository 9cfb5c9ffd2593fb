//===- ReductionGradients.cpp - Helpers of maxima and products -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivative of a maximum or minimum along some dimensions goes to one of
// the terms, the first in loop order that equals the result; that of one over
// everything is shared by all terms that equal it, as PyTorch does. The
// derivative of a product with respect to one term is the product of the
// others: dividing the result by the term would fail where it is zero.
//
//===----------------------------------------------------------------------===//

#include "GenericGradient.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

/// Copies the body of `op` up to `term` with the given arguments.
static Value cloneTerm(OpBuilder &b, linalg::GenericOp op, ValueRange inputs,
                       ArrayRef<int64_t> loopDims, Value term) {
  IRMapping mapping;
  for (OpOperand *operand : op.getDpsInputOperands())
    mapping.map(op.getMatchingBlockArgument(operand),
                inputs[operand->getOperandNumber()]);
  ScalarGradient scalar(b, *op.getBody(), mapping);
  scalar.setLoopDims(loopDims);
  return scalar.getPrimal(term);
}

static SmallVector<unsigned> getReductionLoops(linalg::GenericOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  return loops;
}

static AffineMap getResultMap(linalg::GenericOp op, unsigned index) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(index));
}

Value piper::createReductionIndex(OpBuilder &builder, Location loc,
                                  linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  Value number;
  for (unsigned loop : getReductionLoops(op)) {
    Value index = linalg::IndexOp::create(builder, loc, loop);
    if (number) {
      Value extent =
          arith::ConstantIndexOp::create(builder, loc, extents[loop]);
      number = arith::MulIOp::create(builder, loc, number, extent);
      index = arith::AddIOp::create(builder, loc, number, index);
    }
    number = index;
  }
  Type i64 = builder.getI64Type();
  if (!number)
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(0));
  return arith::IndexCastOp::create(builder, loc, i64, number);
}

Value piper::createIsExtremum(OpBuilder &builder, Location loc,
                              linalg::GenericOp op, unsigned index, Value term,
                              Value extremum) {
  using enum arith::CmpFPredicate;
  Value equal = arith::CmpFOp::create(builder, loc, OEQ, term, extremum);
  Operation *combiner =
      op.getBody()->getTerminator()->getOperand(index).getDefiningOp();
  if (!isa<arith::MaximumFOp, arith::MinimumFOp>(combiner))
    return equal;
  Value isNaN = arith::CmpFOp::create(builder, loc, UNO, term, term);
  return arith::OrIOp::create(builder, loc, equal, isNaN);
}

Value piper::createChoice(linalg::GenericOp op, const GenericResult &result,
                          GradientBuilder &gradients) {
  OpBuilder &b = gradients.getBuilder();
  Location loc = op.getLoc();
  bool counts = result.kind == ResultKind::SharedExtremum;
  Value extremum = op.getResult(result.index);
  auto shape = cast<RankedTensorType>(extremum.getType()).getShape();
  Type element = counts ? result.term.getType() : b.getI64Type();
  auto type = RankedTensorType::get(shape, element);
  TypedAttr start =
      counts ? b.getZeroAttr(element)
             : b.getI64IntegerAttr(std::numeric_limits<int64_t>::max());
  Value none = arith::ConstantOp::create(b, loc, start);
  Value empty = tensor::EmptyOp::create(b, loc, shape, element);
  Value init = linalg::FillOp::create(b, loc, none, empty).getResult(0);
  AffineMap map = getResultMap(op, result.index);
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.resize(inputs.size());
  inputs.push_back(extremum);
  maps.push_back(map);
  unsigned given = inputs.size();
  addExtents(b, loc, op.getStaticLoopRanges(), map, element, inputs, maps);
  maps.push_back(map);
  auto body = [&](OpBuilder &body, Location at, ValueRange args) {
    Value term =
        cloneTerm(body, op, args.take_front(given - 1), {}, result.term);
    Value equal =
        createIsExtremum(body, at, op, result.index, term, args[given - 1]);
    Value next;
    if (counts) {
      Value one =
          arith::ConstantOp::create(body, at, body.getFloatAttr(element, 1.0));
      Value addend = arith::SelectOp::create(body, at, equal, one, none);
      next = arith::AddFOp::create(body, at, args.back(), addend);
    } else {
      Value number = createReductionIndex(body, at, op);
      Value candidate = arith::SelectOp::create(body, at, equal, number, none);
      next = arith::MinSIOp::create(body, at, args.back(), candidate);
    }
    linalg::YieldOp::create(body, at, next);
  };
  return linalg::GenericOp::create(b, loc, TypeRange{type}, inputs,
                                   ValueRange{init}, maps,
                                   op.getIteratorTypesArray(), body)
      .getResult(0);
}

/// The initial value of a product, one element per iteration.
static Value broadcastInit(OpBuilder &b, linalg::GenericOp op,
                           const GenericResult &result, RankedTensorType type) {
  Location loc = op.getLoc();
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  SmallVector<AffineMap> maps{getResultMap(op, result.index),
                              b.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto body = [](OpBuilder &body, Location at, ValueRange args) {
    linalg::YieldOp::create(body, at, args[0]);
  };
  Value init = op.getDpsInitOperand(result.index)->get();
  return linalg::GenericOp::create(b, loc, TypeRange{type}, ValueRange{init},
                                   ValueRange{empty}, maps, loops, body)
      .getResult(0);
}

Value piper::createOtherTerms(linalg::GenericOp op, const GenericResult &result,
                              GradientBuilder &gradients) {
  OpBuilder &b = gradients.getBuilder();
  Location loc = op.getLoc();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<unsigned> reductions = getReductionLoops(op);
  unsigned rank = extents.size(), loops = rank + reductions.size();
  auto type = RankedTensorType::get(extents, result.term.getType());

  // Loop r of the reduction runs a second time, as a loop after the others.
  SmallVector<AffineExpr> renamed;
  SmallVector<int64_t> loopDims;
  for (unsigned loop = 0; loop < rank; ++loop) {
    unsigned *found = llvm::find(reductions, loop);
    loopDims.push_back(
        found == reductions.end() ? loop : rank + (found - reductions.begin()));
    renamed.push_back(b.getAffineDimExpr(loopDims.back()));
  }
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        renamed, {}, loops, 0));
  // The second loops need an operand that says how long they are.
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<int64_t> allExtents(extents);
  for (unsigned loop : reductions)
    allExtents.push_back(extents[loop]);
  AffineMap outMap = AffineMap::getMultiDimIdentityMap(loops, b.getContext())
                         .getMajorSubMap(rank);
  addExtents(b, loc, allExtents, outMap, result.term.getType(), inputs, maps);
  maps.push_back(outMap);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.append(reductions.size(), utils::IteratorType::reduction);
  auto body = [&](OpBuilder &body, Location at, ValueRange args) {
    Value term = cloneTerm(body, op, args.take_front(op.getNumDpsInputs()),
                           loopDims, result.term);
    Value same;
    for (unsigned loop : reductions) {
      Value one = linalg::IndexOp::create(body, at, loop);
      Value two = linalg::IndexOp::create(body, at, loopDims[loop]);
      Value equal =
          arith::CmpIOp::create(body, at, arith::CmpIPredicate::eq, one, two);
      same = same ? arith::AndIOp::create(body, at, same, equal).getResult()
                  : equal;
    }
    Value product = arith::MulFOp::create(body, at, args.back(), term);
    Value next = arith::SelectOp::create(body, at, same, args.back(), product);
    linalg::YieldOp::create(body, at, next);
  };
  return linalg::GenericOp::create(
             b, loc, TypeRange{type}, inputs,
             ValueRange{broadcastInit(b, op, result, type)}, maps, iterators,
             body)
      .getResult(0);
}
