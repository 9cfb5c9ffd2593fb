//===- LowerAttention.cpp - tm_tensor.attention as linalg -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTmTensor.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace piper;
using exports::createGeneric;

namespace {

/// Operands of an attention with its batch dimensions as the model had them.
struct Operands {
  Value q, k, v, mask;
  /// How the batch dimensions were collapsed; empty if they were not.
  SmallVector<ReassociationIndices> collapsed;
};

} // namespace

/// torch-mlir collapses batch and heads into one dimension around attention.
/// Looks through that, so that no reshape stands between the products and what
/// made q, k and v.
static Operands expandBatch(OpBuilder &builder, tm_tensor::AttentionOp op) {
  ValueRange inputs = op.getInputs();
  Operands as{inputs[0],
              inputs[1],
              inputs[2],
              inputs.size() == 4 ? inputs[3] : Value(),
              {}};
  auto q = as.q.getDefiningOp<tensor::CollapseShapeOp>();
  auto k = as.k.getDefiningOp<tensor::CollapseShapeOp>();
  auto v = as.v.getDefiningOp<tensor::CollapseShapeOp>();
  if (!q || !k || !v)
    return as;
  SmallVector<ReassociationIndices> groups = q.getReassociationIndices();
  ArrayRef<int64_t> batch = q.getSrcType().getShape().drop_back(2);
  auto fits = [&](tensor::CollapseShapeOp other) {
    return other.getReassociationIndices() == groups &&
           other.getSrcType().getShape().drop_back(2) == batch;
  };
  if (groups.size() < 2 || groups.back().size() != 1 ||
      groups[groups.size() - 2].size() != 1 || !fits(k) || !fits(v))
    return as;
  if (as.mask) {
    auto mask = as.mask.getDefiningOp<tensor::CollapseShapeOp>();
    auto type = cast<RankedTensorType>(as.mask.getType());
    SmallVector<int64_t> shape(batch);
    llvm::append_range(shape, type.getShape().take_back(2));
    as.mask = mask && fits(mask)
                  ? mask.getSrc()
                  : tensor::ExpandShapeOp::create(
                        builder, op.getLoc(),
                        RankedTensorType::get(shape, type.getElementType()),
                        as.mask, groups);
  }
  as.q = q.getSrc();
  as.k = k.getSrc();
  as.v = v.getSrc();
  as.collapsed = groups;
  return as;
}

/// sum over the last loop of a[...] * b[...], with maps of a, b and the result.
static Value createProduct(OpBuilder &builder, Location loc,
                           RankedTensorType type, Value a, Value b,
                           ArrayRef<AffineMap> maps) {
  return createGeneric(
      builder, loc, type, {a, b}, maps,
      builder.getZeroAttr(type.getElementType()),
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value product = arith::MulFOp::create(body, at, args[0], args[1]);
        return arith::AddFOp::create(body, at, args[2], product);
      });
}

/// The scores scaled, with the mask added if there is one.
static Value scaleAndMask(OpBuilder &builder, Location loc, Value scores,
                          Value mask, FloatAttr scale) {
  auto type = cast<RankedTensorType>(scores.getType());
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  Value factor = arith::ConstantOp::create(builder, loc, scale);
  Value scaled = createGeneric(
      builder, loc, type, scores, {all, all}, nullptr,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::MulFOp::create(body, at, args[0], factor);
      });
  if (!mask)
    return scaled;
  bool isBool =
      cast<RankedTensorType>(mask.getType()).getElementType().isInteger(1);
  Value never;
  if (isBool)
    never = arith::ConstantOp::create(
        builder, loc,
        builder.getFloatAttr(
            type.getElementType(),
            APFloat::getInf(scale.getValue().getSemantics(), true)));
  return createGeneric(
      builder, loc, type, {scaled, mask}, {all, all, all}, nullptr,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        if (isBool)
          return arith::SelectOp::create(body, at, args[1], args[0], never);
        return arith::AddFOp::create(body, at, args[0], args[1]);
      });
}

/// Softmax over the last dimension of `x`.
static Value createSoftmax(OpBuilder &builder, Location loc, Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  auto element = cast<FloatType>(type.getElementType());
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap row = all.dropResult(type.getRank() - 1);
  auto rowType = RankedTensorType::get(type.getShape().drop_back(), element);
  auto lowest = builder.getFloatAttr(
      element, APFloat::getInf(element.getFloatSemantics(), true));
  Value maximum = createGeneric(
      builder, loc, rowType, x, {all, row}, lowest,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::MaximumFOp::create(body, at, args[0], args[1]);
      });
  Value shifted =
      createGeneric(builder, loc, type, {x, maximum}, {all, row, all}, nullptr,
                    [](OpBuilder &body, Location at, ValueRange args) -> Value {
                      return arith::SubFOp::create(body, at, args[0], args[1]);
                    });
  Value exponential =
      createGeneric(builder, loc, type, shifted, {all, all}, nullptr,
                    [](OpBuilder &body, Location at, ValueRange args) -> Value {
                      return math::ExpOp::create(body, at, args[0]);
                    });
  Value sum =
      createGeneric(builder, loc, rowType, exponential, {all, row},
                    builder.getZeroAttr(element),
                    [](OpBuilder &body, Location at, ValueRange args) -> Value {
                      return arith::AddFOp::create(body, at, args[0], args[1]);
                    });
  return createGeneric(
      builder, loc, type, {exponential, sum}, {all, row, all}, nullptr,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::DivFOp::create(body, at, args[0], args[1]);
      });
}

Value exports::lowerAttention(OpBuilder &builder, Operation *raw) {
  auto op = cast<tm_tensor::AttentionOp>(raw);
  Location loc = op.getLoc();
  Operands as = expandBatch(builder, op);
  auto q = cast<RankedTensorType>(as.q.getType());
  auto v = cast<RankedTensorType>(as.v.getType());
  unsigned batch = q.getRank() - 2;
  Type element = q.getElementType();
  SmallVector<int64_t> shape(q.getShape().drop_back());
  shape.push_back(v.getDimSize(batch));
  auto scores = RankedTensorType::get(shape, element);
  shape.back() = v.getDimSize(batch + 1);
  auto result = RankedTensorType::get(shape, element);

  // Loops: the batch dimensions, then rows, columns, and the summed one.
  auto map = [&](unsigned first, unsigned second) {
    SmallVector<unsigned> dims = llvm::to_vector(llvm::seq<unsigned>(0, batch));
    dims.append({batch + first, batch + second});
    return AffineMap::getMultiDimMapWithTargets(batch + 3, dims,
                                                builder.getContext());
  };
  double factor = 1.0 / std::sqrt(double(q.getDimSize(batch + 1)));
  if (auto given = dyn_cast_if_present<FloatAttr>(op.getScaleAttr()))
    factor = given.getValueAsDouble();
  Value score = createProduct(builder, loc, scores, as.q, as.k,
                              {map(0, 2), map(1, 2), map(0, 1)});
  score = scaleAndMask(builder, loc, score, as.mask,
                       builder.getFloatAttr(element, factor));
  Value weights = createSoftmax(builder, loc, score);
  Value out = createProduct(builder, loc, result, weights, as.v,
                            {map(0, 2), map(2, 1), map(0, 1)});
  if (as.collapsed.empty())
    return out;
  return tensor::CollapseShapeOp::create(builder, loc, op.getResultTypes()[0],
                                         out, as.collapsed);
}
