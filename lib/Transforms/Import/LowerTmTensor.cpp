//===- LowerTmTensor.cpp - torch-mlir's own ops as linalg -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTmTensor.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"
#include "Piper/Support/Location.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace piper;

Value exports::createGeneric(OpBuilder &builder, Location loc,
                             RankedTensorType type, ValueRange inputs,
                             ArrayRef<AffineMap> maps, TypedAttr init,
                             BodyBuilder body) {
  Value out = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                      type.getElementType());
  if (init) {
    Value start = arith::ConstantOp::create(builder, loc, init);
    out = linalg::FillOp::create(builder, loc, start, out).getResult(0);
  }
  SmallVector<utils::IteratorType> loops(maps.back().getNumDims(),
                                         utils::IteratorType::reduction);
  for (AffineExpr result : maps.back().getResults())
    loops[cast<AffineDimExpr>(result).getPosition()] =
        utils::IteratorType::parallel;
  return linalg::GenericOp::create(
             builder, loc, TypeRange{type}, inputs, out, maps, loops,
             [&](OpBuilder &inner, Location at, ValueRange args) {
               linalg::YieldOp::create(inner, at, body(inner, at, args));
             })
      .getResult(0);
}

/// Maps of a computation along `dimension` with one more loop than `rank`,
/// which runs over the same dimension: {at the position, at the other loop}.
static std::pair<AffineMap, AffineMap>
pairMaps(OpBuilder &builder, unsigned rank, unsigned dimension) {
  SmallVector<unsigned> dims = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  MLIRContext *context = builder.getContext();
  AffineMap here =
      AffineMap::getMultiDimMapWithTargets(rank + 1, dims, context);
  dims[dimension] = rank;
  return {here, AffineMap::getMultiDimMapWithTargets(rank + 1, dims, context)};
}

/// The first op and only op of a scan's region, if it is `a op b`.
static Operation *combinerOf(tm_tensor::ScanOp op) {
  Block &block = op.getRegion().front();
  Operation *only = &block.front();
  if (!llvm::hasNItems(block, 2) || only->getNumOperands() != 2 ||
      only->getNumResults() != 1 ||
      block.getTerminator()->getOperand(0) != only->getResult(0) ||
      !llvm::is_contained(only->getOperands(), block.getArgument(0)) ||
      !llvm::is_contained(only->getOperands(), block.getArgument(1)))
    return nullptr;
  return only;
}

/// Prefixes as a reduction per position: out[i] = sum over j <= i of x[j], in
/// ascending order of j.
static LogicalResult lowerScan(OpBuilder &builder, tm_tensor::ScanOp op) {
  Location loc = op.getLoc();
  Operation *combiner = combinerOf(op);
  std::optional<TypedAttr> neutral =
      combiner ? arith::getNeutralElement(combiner) : std::nullopt;
  if (!neutral)
    return emitError(loc) << "'" << op->getName() << "' at " << describe(loc)
                          << " combines with something else than one sum, "
                             "product, maximum or minimum; rewrite the model";
  Value input = op.getInputs()[0];
  auto type = cast<RankedTensorType>(input.getType());
  unsigned rank = type.getRank(), dimension = op.getDimension();
  auto [here, other] = pairMaps(builder, rank, dimension);
  Value identity = arith::ConstantOp::create(builder, loc, *neutral);
  auto combine = [&](OpBuilder &body, Value element, Value accumulated) {
    IRMapping mapping;
    Block &block = op.getRegion().front();
    mapping.map(block.getArgument(0), accumulated);
    mapping.map(block.getArgument(1), element);
    return body.clone(*combiner, mapping)->getResult(0);
  };
  auto predicate =
      op.getInclusive() ? arith::CmpIPredicate::ule : arith::CmpIPredicate::ult;
  Value prefixes = exports::createGeneric(
      builder, loc, type, input, {other, here}, *neutral,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value i = linalg::IndexOp::create(body, at, dimension);
        Value j = linalg::IndexOp::create(body, at, rank);
        Value counts = arith::CmpIOp::create(body, at, predicate, j, i);
        Value element =
            arith::SelectOp::create(body, at, counts, args[0], identity);
        return combine(body, element, args[1]);
      });
  op.getResult(0).replaceAllUsesWith(prefixes);
  if (!op.getResult(1).use_empty()) {
    AffineMap all = builder.getMultiDimIdentityMap(rank);
    Value total = exports::createGeneric(
        builder, loc, cast<RankedTensorType>(op.getResult(1).getType()), input,
        {all, all.dropResult(dimension)}, *neutral,
        [&](OpBuilder &body, Location, ValueRange args) {
          return combine(body, args[0], args[1]);
        });
    op.getResult(1).replaceAllUsesWith(total);
  }
  return success();
}

/// Whether the elements `first` may stay before `second`, by the region.
static Value compare(OpBuilder &body, tm_tensor::SortOp op, ValueRange first,
                     ValueRange second) {
  IRMapping mapping;
  Block &block = op.getRegion().front();
  for (unsigned i : llvm::seq<unsigned>(0, first.size())) {
    mapping.map(block.getArgument(2 * i), first[i]);
    mapping.map(block.getArgument(2 * i + 1), second[i]);
  }
  for (Operation &inner : block.without_terminator())
    body.clone(inner, mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

/// The sorted position of each element: how many others come before it. Those
/// at a lower index do where they may stay, those at a higher one where this
/// may not; so ties keep their order where the region allows it.
static Value createRanks(OpBuilder &builder, tm_tensor::SortOp op) {
  auto shaped = cast<RankedTensorType>(op.getOutputs()[0].getType());
  unsigned rank = shaped.getRank(), dimension = op.getDimension();
  auto [here, other] = pairMaps(builder, rank, dimension);
  unsigned count = op.getOutputs().size();
  SmallVector<Value> inputs(op.getOutputs());
  llvm::append_range(inputs, op.getOutputs());
  SmallVector<AffineMap> maps(count, here);
  maps.append(count, other);
  maps.push_back(here);
  Type i64 = builder.getI64Type();
  Value yes = arith::ConstantOp::create(builder, op.getLoc(),
                                        builder.getBoolAttr(true));
  return exports::createGeneric(
      builder, op.getLoc(), RankedTensorType::get(shaped.getShape(), i64),
      inputs, maps, builder.getI64IntegerAttr(0),
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        ValueRange mine = args.take_front(count);
        ValueRange others = args.slice(count, count);
        Value i = linalg::IndexOp::create(body, at, dimension);
        Value j = linalg::IndexOp::create(body, at, rank);
        Value stays = compare(body, op, others, mine);
        Value passed = arith::XOrIOp::create(
            body, at, compare(body, op, mine, others), yes);
        Value lower =
            arith::CmpIOp::create(body, at, arith::CmpIPredicate::ult, j, i);
        Value higher =
            arith::CmpIOp::create(body, at, arith::CmpIPredicate::ugt, j, i);
        Value ahead = arith::SelectOp::create(
            body, at, lower, stays,
            arith::AndIOp::create(body, at, higher, passed));
        return arith::AddIOp::create(
            body, at, args.back(),
            arith::ExtUIOp::create(body, at, i64, ahead));
      });
}

/// For each sorted position the index of its element. A maximum rather than a
/// sum over matches, so that the index is in range even where NaNs make the
/// ranks no permutation.
static Value invertRanks(OpBuilder &builder, tm_tensor::SortOp op,
                         Value ranks) {
  auto type = cast<RankedTensorType>(ranks.getType());
  unsigned rank = type.getRank(), dimension = op.getDimension();
  auto [here, other] = pairMaps(builder, rank, dimension);
  Type i64 = builder.getI64Type();
  Value zero = arith::ConstantOp::create(builder, op.getLoc(),
                                         builder.getI64IntegerAttr(0));
  return exports::createGeneric(
      builder, op.getLoc(), type, ranks, {other, here},
      builder.getI64IntegerAttr(0),
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        auto index = [&](unsigned loop) -> Value {
          Value raw = linalg::IndexOp::create(body, at, loop);
          return arith::IndexCastOp::create(body, at, i64, raw);
        };
        Value found = arith::CmpIOp::create(body, at, arith::CmpIPredicate::eq,
                                            args[0], index(dimension));
        Value candidate =
            arith::SelectOp::create(body, at, found, index(rank), zero);
        return arith::MaxSIOp::create(body, at, args[1], candidate);
      });
}

/// Sorts by counting: a rank for each element, the inverse of the ranks, and a
/// gather of each tensor by it, which has a gradient as any gather has.
static void lowerSort(OpBuilder &builder, tm_tensor::SortOp op) {
  Value order = invertRanks(builder, op, createRanks(builder, op));
  unsigned dimension = op.getDimension();
  for (auto [tensor, result] : llvm::zip(op.getOutputs(), op.getResults())) {
    if (result.use_empty())
      continue;
    auto type = cast<RankedTensorType>(result.getType());
    AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
    Value source = tensor;
    Value sorted = exports::createGeneric(
        builder, op.getLoc(), type, order, {all, all}, nullptr,
        [&](OpBuilder &body, Location at, ValueRange args) -> Value {
          SmallVector<Value> indices;
          for (unsigned loop : llvm::seq<unsigned>(0, type.getRank()))
            indices.push_back(
                loop == dimension
                    ? arith::IndexCastOp::create(body, at, body.getIndexType(),
                                                 args[0])
                          .getResult()
                    : linalg::IndexOp::create(body, at, loop).getResult());
          return tensor::ExtractOp::create(body, at, source, indices);
        });
    result.replaceAllUsesWith(sorted);
  }
}

LogicalResult exports::lowerTmTensor(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<tm_tensor::AttentionOp, tm_tensor::SortOp, tm_tensor::ScanOp>(op))
      ops.push_back(op);
  });
  OpBuilder builder(func.getContext());
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    if (isa<tm_tensor::AttentionOp>(op))
      op->getResult(0).replaceAllUsesWith(lowerAttention(builder, op));
    else if (auto sort = dyn_cast<tm_tensor::SortOp>(op))
      lowerSort(builder, sort);
    else if (failed(lowerScan(builder, cast<tm_tensor::ScanOp>(op))))
      return failure();
    op->erase();
  }
  return success();
}
