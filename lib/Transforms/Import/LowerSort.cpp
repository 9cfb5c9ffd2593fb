//===- LowerSort.cpp - tm_tensor.sort and topk as gathers -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts by counting: a rank for each element, the inverse of the ranks, and a
// gather of each tensor by it, which has a gradient as any gather has.
//
//===----------------------------------------------------------------------===//

#include "LowerTmTensor.h"
#include "Piper/Support/CreateGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

namespace {

/// Whether the elements `first` go before `second`, as scalars of each tensor.
using Precedes =
    llvm::function_ref<Value(OpBuilder &, ValueRange first, ValueRange second)>;

/// Sorts `tensors` alike along one dimension.
class SortWriter {
public:
  SortWriter(OpBuilder &builder, Location loc, ValueRange tensors,
             int64_t dimension)
      : builder(builder), loc(loc), tensors(tensors), dimension(dimension),
        shape(cast<RankedTensorType>(tensors[0].getType()).getShape()),
        i64(builder.getI64Type()) {}

  /// The position in the sorted order of each element: how many others come
  /// before it. Of two that tie, neither or each before the other, the one at
  /// the lower index comes first if `mayStay`, a comparison that holds for
  /// equals, or if it is strict.
  Value createRanks(Precedes precedes, bool isStrict);

  /// For each of the first `count` positions the index of its element. A
  /// maximum rather than a sum over matches, so that the index is in range even
  /// where NaNs make the ranks no permutation.
  Value createOrder(Value ranks, int64_t count);

  /// The elements of `tensor` at the places that `order` says.
  Value createGather(Value tensor, Value order);

private:
  /// Maps with one more loop than `rank`, which runs over the same dimension:
  /// {at the position, at the other loop}.
  std::pair<AffineMap, AffineMap> pairMaps() {
    unsigned rank = shape.size();
    SmallVector<unsigned> dims = llvm::to_vector(llvm::seq<unsigned>(0, rank));
    MLIRContext *context = builder.getContext();
    AffineMap here =
        AffineMap::getMultiDimMapWithTargets(rank + 1, dims, context);
    dims[dimension] = rank;
    return {here,
            AffineMap::getMultiDimMapWithTargets(rank + 1, dims, context)};
  }

  OpBuilder &builder;
  Location loc;
  ValueRange tensors;
  unsigned dimension;
  ArrayRef<int64_t> shape;
  Type i64;
};

} // namespace

Value SortWriter::createRanks(Precedes precedes, bool isStrict) {
  auto [here, other] = pairMaps();
  unsigned count = tensors.size();
  SmallVector<Value> inputs(tensors);
  llvm::append_range(inputs, tensors);
  SmallVector<AffineMap> maps(count, here);
  maps.append(count, other);
  maps.push_back(here);
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  auto body = [&](OpBuilder &body, Location at, ValueRange args) -> Value {
    ValueRange mine = args.take_front(count);
    ValueRange others = args.slice(count, count);
    auto negate = [&](Value flag) -> Value {
      return arith::XOrIOp::create(body, at, flag, yes);
    };
    Value i = linalg::IndexOp::create(body, at, dimension);
    Value j = linalg::IndexOp::create(body, at, unsigned(shape.size()));
    Value theirs = precedes(body, others, mine);
    Value ours = negate(precedes(body, mine, others));
    using arith::CmpIPredicate;
    Value lower = arith::CmpIOp::create(body, at, CmpIPredicate::ult, j, i);
    Value higher = arith::CmpIOp::create(body, at, CmpIPredicate::ugt, j, i);
    Value ahead = arith::SelectOp::create(
        body, at, lower, isStrict ? ours : theirs,
        arith::AndIOp::create(body, at, higher, isStrict ? theirs : ours));
    return arith::AddIOp::create(body, at, args.back(),
                                 arith::ExtUIOp::create(body, at, i64, ahead));
  };
  return createGeneric(builder, loc, RankedTensorType::get(shape, i64), inputs,
                       maps, builder.getI64IntegerAttr(0), body);
}

Value SortWriter::createOrder(Value ranks, int64_t count) {
  auto [here, other] = pairMaps();
  SmallVector<int64_t> kept(shape);
  kept[dimension] = count;
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  auto body = [&](OpBuilder &body, Location at, ValueRange args) -> Value {
    auto index = [&](unsigned loop) -> Value {
      Value raw = linalg::IndexOp::create(body, at, loop);
      return arith::IndexCastOp::create(body, at, i64, raw);
    };
    Value found = arith::CmpIOp::create(body, at, arith::CmpIPredicate::eq,
                                        args[0], index(dimension));
    Value candidate =
        arith::SelectOp::create(body, at, found, index(shape.size()), zero);
    return arith::MaxSIOp::create(body, at, args[1], candidate);
  };
  return createGeneric(builder, loc, RankedTensorType::get(kept, i64), ranks,
                       {other, here}, builder.getI64IntegerAttr(0), body);
}

Value SortWriter::createGather(Value tensor, Value order) {
  auto type = cast<RankedTensorType>(order.getType());
  return createElementwise(
      builder, loc, getElementTypeOrSelf(tensor.getType()), order,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        SmallVector<Value> indices;
        for (unsigned loop : llvm::seq<unsigned>(0, type.getRank()))
          indices.push_back(
              loop == dimension
                  ? arith::IndexCastOp::create(body, at, body.getIndexType(),
                                               args[0])
                        .getResult()
                  : linalg::IndexOp::create(body, at, loop).getResult());
        return tensor::ExtractOp::create(body, at, tensor, indices);
      });
}

SmallVector<Value> exports::lowerSort(OpBuilder &builder,
                                      tm_tensor::SortOp op) {
  SortWriter writer(builder, op.getLoc(), op.getOutputs(), op.getDimension());
  // The region has the two elements of each tensor side by side.
  auto precedes = [&](OpBuilder &body, ValueRange first, ValueRange second) {
    SmallVector<Value> arguments;
    for (auto [a, b] : llvm::zip_equal(first, second))
      arguments.append({a, b});
    return inlineRegion(body, op.getRegion(), arguments);
  };
  auto type = cast<RankedTensorType>(op.getOutputs()[0].getType());
  Value ranks = writer.createRanks(precedes, /*isStrict=*/false);
  Value order = writer.createOrder(ranks, type.getDimSize(op.getDimension()));
  SmallVector<Value> results;
  for (Value tensor : op.getOutputs())
    results.push_back(writer.createGather(tensor, order));
  return results;
}

SmallVector<Value> exports::lowerTopk(OpBuilder &builder,
                                      tm_tensor::TopkOp op) {
  Location loc = op.getLoc();
  Value values = op.getInputs()[0];
  SortWriter writer(builder, loc, values, op.getDimension());
  auto precedes = [&](OpBuilder &body, ValueRange first, ValueRange second) {
    return inlineRegion(body, op.getRegion(), {first[0], second[0]});
  };
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Value ranks = writer.createRanks(precedes, /*isStrict=*/true);
  Value order = writer.createOrder(ranks, type.getDimSize(op.getDimension()));
  Value indices = order;
  Type wanted = getElementTypeOrSelf(op.getResult(1).getType());
  if (op.getInputs().size() == 2)
    indices = writer.createGather(op.getInputs()[1], order);
  else if (wanted != getElementTypeOrSelf(order.getType()))
    indices = createElementwise(
        builder, loc, wanted, order,
        [&](OpBuilder &body, Location at, ValueRange args) -> Value {
          return arith::TruncIOp::create(body, at, wanted, args[0]);
        });
  return {writer.createGather(values, order), indices};
}
