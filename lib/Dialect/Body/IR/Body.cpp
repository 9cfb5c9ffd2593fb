//===- Body.cpp - Ops of task bodies that linalg lacks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Body/IR/Body.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace piper::body;

#include "Piper/Dialect/Body/IR/BodyDialect.cpp.inc"
#include "Piper/Dialect/Body/IR/BodyEnums.cpp.inc"

#define GET_OP_CLASSES
#include "Piper/Dialect/Body/IR/BodyOps.cpp.inc"

void BodyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Piper/Dialect/Body/IR/BodyOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {

/// The types around an attention, found from those of q, k and v.
struct AttentionTypes {
  RankedTensorType scores, result, row;

  /// Null types where q, k and v do not fit.
  AttentionTypes(RankedTensorType q, RankedTensorType k, RankedTensorType v) {
    int64_t rank = q.getRank();
    SmallVector<int64_t> shape(q.getShape().drop_back(2));
    auto is = [&](RankedTensorType type, int64_t rows, int64_t columns) {
      SmallVector<int64_t> expected(shape);
      expected.append({rows, columns});
      return type.getShape() == ArrayRef(expected);
    };
    int64_t columns = k.getDimSize(rank - 2), e = v.getDimSize(rank - 1);
    if (!is(k, columns, q.getDimSize(rank - 1)) || !is(v, columns, e))
      return;
    Type element = q.getElementType();
    shape.push_back(q.getDimSize(rank - 2));
    row = RankedTensorType::get(shape, element);
    shape.push_back(columns);
    scores = RankedTensorType::get(shape, element);
    shape.back() = e;
    result = RankedTensorType::get(shape, element);
  }
};

} // namespace

/// Constraints A1 to A3 of the two attention ops.
static FailureOr<AttentionTypes>
checkAttention(Operation *op, RankedTensorType q, RankedTensorType k,
               RankedTensorType v, Value mask) {
  Type element = q.getElementType();
  if (q.getRank() < 2 || k.getRank() != q.getRank() ||
      v.getRank() != q.getRank() || !isa<FloatType>(element) ||
      k.getElementType() != element || v.getElementType() != element)
    return op->emitOpError("needs q, k and v of one rank, at least 2, and one "
                           "float type, not ")
           << q << ", " << k << ", " << v;
  AttentionTypes types(q, k, v);
  if (!types.scores)
    return op->emitOpError("has shapes that do not fit: q ")
           << q << ", k " << k << ", v " << v;
  if (!mask)
    return types;
  auto maskType = cast<RankedTensorType>(mask.getType());
  if (maskType.getShape() != types.scores.getShape() ||
      (maskType.getElementType() != element &&
       !maskType.getElementType().isInteger(1)))
    return op->emitOpError("has the mask ")
           << maskType << " for scores " << types.scores;
  return types;
}

/// `value` has the type `expected`.
static LogicalResult checkType(Operation *op, StringRef name, Value value,
                               Type expected) {
  if (value.getType() == expected)
    return success();
  return op->emitOpError() << "has the " << name << " " << value.getType()
                           << ", which should be " << expected;
}

LogicalResult AttentionOp::verify() {
  FailureOr<AttentionTypes> types = checkAttention(
      *this, getQ().getType(), getK().getType(), getV().getType(), getMask());
  if (failed(types) ||
      failed(checkType(*this, "result", getResult(), types->result)) ||
      failed(checkType(*this, "maximum", getMaximum(), types->row)))
    return failure();
  return checkType(*this, "sum", getSum(), types->row);
}

LogicalResult AttentionGradOp::verify() {
  FailureOr<AttentionTypes> types = checkAttention(
      *this, getQ().getType(), getK().getType(), getV().getType(), getMask());
  if (failed(types) ||
      failed(checkType(*this, "cotangent", getCotangent(), types->result)) ||
      failed(checkType(*this, "result", getResult(), types->result)) ||
      failed(checkType(*this, "maximum", getMaximum(), types->row)) ||
      failed(checkType(*this, "sum", getSum(), types->row)) ||
      failed(checkType(*this, "gradient of q", getDq(), getQ().getType())) ||
      failed(checkType(*this, "gradient of k", getDk(), getK().getType())) ||
      failed(checkType(*this, "gradient of v", getDv(), getV().getType())))
    return failure();
  if (!getDmask())
    return success();
  if (!getMask() || getMask().getType() != types->scores)
    return emitOpError("has a gradient of a mask, but no mask of floats");
  return checkType(*this, "gradient of the mask", getDmask(), types->scores);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ScatterOp::getWindowShape() {
  SmallVector<int64_t> shape(getWindowOffset(), 1);
  llvm::append_range(shape, getUpdates().getType().getShape().drop_front());
  return shape;
}

LogicalResult ScatterOp::verify() {
  RankedTensorType updates = getUpdates().getType();
  RankedTensorType indices = getIndices().getType();
  RankedTensorType dest = getDest().getType();
  if (updates.getElementType() != dest.getElementType())
    return emitOpError("writes ") << updates << " into " << dest;
  if (updates.getRank() < 1 || updates.getRank() > dest.getRank() + 1)
    return emitOpError("has the updates ") << updates << " for " << dest;
  int64_t columns = getAlong().size();
  if (indices.getRank() != 2 ||
      indices.getDimSize(0) != updates.getDimSize(0) ||
      indices.getDimSize(1) != columns ||
      !isa<IntegerType>(indices.getElementType()))
    return emitOpError("has the indices ")
           << indices << ", which should be integers, " << updates.getDimSize(0)
           << " x " << columns;
  llvm::SmallBitVector listed(dest.getRank());
  for (int64_t dimension : getAlong()) {
    if (dimension < 0 || dimension >= dest.getRank() || listed[dimension])
      return emitOpError("lists dimension ")
             << dimension << " twice, or " << dest << " has none such";
    listed.set(dimension);
  }
  SmallVector<int64_t> window = getWindowShape();
  for (int64_t d : llvm::seq<int64_t>(0, dest.getRank()))
    if ((d < getWindowOffset() && !listed[d]) || window[d] > dest.getDimSize(d))
      return emitOpError("has a window that does not fit dimension ")
             << d << " of " << dest;
  if (getType() != dest)
    return emitOpError("has a result of another type than ") << dest;
  return success();
}
