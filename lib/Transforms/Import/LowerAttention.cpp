//===- LowerAttention.cpp - torch-mlir's attention as ours -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTmTensor.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace piper;

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

Value exports::lowerAttention(OpBuilder &builder, tm_tensor::AttentionOp op) {
  Location loc = op.getLoc();
  Operands as = expandBatch(builder, op);
  auto q = cast<RankedTensorType>(as.q.getType());
  auto v = cast<RankedTensorType>(as.v.getType());
  double scale = 1.0 / std::sqrt(double(q.getShape().back()));
  if (auto given = dyn_cast_if_present<FloatAttr>(op.getScaleAttr()))
    scale = given.getValueAsDouble();
  SmallVector<int64_t> shape(q.getShape().drop_back());
  auto row = RankedTensorType::get(shape, q.getElementType());
  shape.push_back(v.getShape().back());
  auto type = RankedTensorType::get(shape, q.getElementType());
  auto attention =
      body::AttentionOp::create(builder, loc, type, row, row, as.q, as.k, as.v,
                                as.mask, builder.getF64FloatAttr(scale));
  if (as.collapsed.empty())
    return attention.getResult();
  return tensor::CollapseShapeOp::create(builder, loc, op.getResultTypes()[0],
                                         attention.getResult(), as.collapsed);
}
