//===- TmTensor.cpp - Ops of torch-mlir that upstream lacks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/TmTensor/IR/TmTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace piper::tm_tensor;

#include "Piper/Dialect/TmTensor/IR/TmTensorDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Piper/Dialect/TmTensor/IR/TmTensorOps.cpp.inc"

void TmTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Piper/Dialect/TmTensor/IR/TmTensorOps.cpp.inc"
      >();
}

/// The results of a destination-style op have the types of its outs.
static LogicalResult checkResults(Operation *op, TypeRange outputs) {
  if (TypeRange(op->getResultTypes()) != outputs)
    return op->emitOpError("has results of other types than its outs");
  return success();
}

/// The block arguments of `region` are the element types of `tensors`, each
/// twice, and it yields `yielded`.
static LogicalResult checkRegion(Operation *op, Region &region,
                                 TypeRange tensors, Type yielded) {
  SmallVector<Type> expected;
  for (Type tensor : tensors)
    expected.append(2, cast<RankedTensorType>(tensor).getElementType());
  Block &block = region.front();
  if (block.getArgumentTypes() != TypeRange(expected))
    return op->emitOpError("needs two arguments in its region for each tensor, "
                           "of its element type");
  auto yield =
      dyn_cast_if_present<YieldOp>(block.empty() ? nullptr : &block.back());
  if (!yield || yield.getOperandTypes() != TypeRange(yielded))
    return op->emitOpError("needs a region that yields ") << yielded;
  return success();
}

/// `dimension` is one of `tensor`.
static LogicalResult checkDimension(Operation *op, int64_t dimension,
                                    Type tensor) {
  int64_t rank = cast<RankedTensorType>(tensor).getRank();
  if (dimension < 0 || dimension >= rank)
    return op->emitOpError("has dimension ")
           << dimension << " of a tensor of rank " << rank;
  return success();
}

LogicalResult AttentionOp::verify() {
  if (getInputs().size() < 3 || getInputs().size() > 4 ||
      getOutputs().size() != 1)
    return emitOpError("needs q, k, v, an optional mask, and one out");
  auto type = [&](unsigned index) {
    return cast<RankedTensorType>(getInputs()[index].getType());
  };
  RankedTensorType q = type(0), k = type(1), v = type(2);
  auto out = cast<RankedTensorType>(getOutputs()[0].getType());
  int64_t rank = q.getRank();
  if (rank < 2 || k.getRank() != rank || v.getRank() != rank ||
      out.getRank() != rank)
    return emitOpError("needs q, k, v and out of one rank, at least 2");
  SmallVector<int64_t> batch(q.getShape().drop_back(2));
  auto is = [&](RankedTensorType tensor, int64_t rows, int64_t columns) {
    SmallVector<int64_t> shape(batch);
    shape.append({rows, columns});
    return tensor.getShape() == ArrayRef<int64_t>(shape);
  };
  int64_t m = q.getDimSize(rank - 2), n = k.getDimSize(rank - 2);
  int64_t d = q.getDimSize(rank - 1), e = v.getDimSize(rank - 1);
  if (!is(k, n, d) || !is(v, n, e) || !is(out, m, e))
    return emitOpError("has shapes that do not fit: q ")
           << q << ", k " << k << ", v " << v << ", out " << out;
  if (getInputs().size() == 4 && !is(type(3), m, n))
    return emitOpError("has the mask ")
           << type(3) << " for scores of " << m << " x " << n;
  if (getScale() && !isa<FloatAttr>(*getScale()))
    return emitOpError("needs a number as its scale");
  return checkResults(*this, getOutputs().getTypes());
}

LogicalResult SortOp::verify() {
  if (!getInputs().empty() || getOutputs().empty())
    return emitOpError("sorts its outs, of which it needs one");
  auto first = cast<RankedTensorType>(getOutputs()[0].getType());
  for (Type type : getOutputs().getTypes())
    if (cast<RankedTensorType>(type).getShape() != first.getShape())
      return emitOpError("sorts tensors of different shapes alike");
  if (failed(checkDimension(*this, getDimension(), first)) ||
      failed(checkRegion(*this, getRegion(), getOutputs().getTypes(),
                         IntegerType::get(getContext(), 1))))
    return failure();
  return checkResults(*this, getOutputs().getTypes());
}

LogicalResult ScanOp::verify() {
  if (getInputs().size() != 1 || getOutputs().size() != 2)
    return emitOpError("needs one input and two outs, the prefixes and the "
                       "total");
  auto input = cast<RankedTensorType>(getInputs()[0].getType());
  if (failed(checkDimension(*this, getDimension(), input)))
    return failure();
  SmallVector<int64_t> total(input.getShape());
  total.erase(total.begin() + getDimension());
  auto shapeOf = [&](unsigned index) {
    return cast<RankedTensorType>(getOutputs()[index].getType()).getShape();
  };
  if (shapeOf(0) != input.getShape() || shapeOf(1) != ArrayRef(total))
    return emitOpError("has outs whose shapes do not fit ") << input;
  if (failed(checkRegion(*this, getRegion(), getInputs().getTypes(),
                         input.getElementType())))
    return failure();
  return checkResults(*this, getOutputs().getTypes());
}

LogicalResult ScatterOp::verify() {
  if (getInputs().size() != 2 || getOutputs().size() != 1)
    return emitOpError("needs updates, indices, and one out");
  auto updates = cast<RankedTensorType>(getInputs()[0].getType());
  auto indices = cast<RankedTensorType>(getInputs()[1].getType());
  auto into = cast<RankedTensorType>(getOutputs()[0].getType());
  int64_t columns = getDimensionMap().size();
  if (updates.getRank() < 1 || indices.getRank() != 2 ||
      indices.getDimSize(0) != updates.getDimSize(0) ||
      indices.getDimSize(1) != columns ||
      !isa<IntegerType>(indices.getElementType()))
    return emitOpError("needs a row of ")
           << columns << " integers for each update in " << updates << ", not "
           << indices;
  int64_t first = into.getRank() - updates.getRank() + 1;
  if (first < 0)
    return emitOpError("has the updates ") << updates << " for " << into;
  llvm::SmallBitVector listed(into.getRank());
  for (int64_t dimension : getDimensionMap()) {
    if (dimension < 0 || dimension >= into.getRank() || listed[dimension])
      return emitOpError("maps an index to dimension ")
             << dimension << ", which " << into
             << " does not have or which is mapped already";
    listed.set(dimension);
  }
  for (int64_t d : llvm::seq<int64_t>(0, into.getRank()))
    if (d < first ? !listed[d]
                  : updates.getDimSize(d - first + 1) > into.getDimSize(d))
      return emitOpError("has updates ")
             << updates << " that do not fit dimension " << d << " of " << into;
  if (updates.getElementType() != into.getElementType())
    return emitOpError("writes ") << updates << " into " << into;
  if (failed(checkRegion(*this, getRegion(), TypeRange(into),
                         into.getElementType())))
    return failure();
  return checkResults(*this, getOutputs().getTypes());
}

LogicalResult TopkOp::verify() {
  if (getInputs().empty() || getInputs().size() > 2 || getOutputs().size() != 2)
    return emitOpError("needs values, optional indices, and two outs");
  auto type = [](Value value) {
    return cast<RankedTensorType>(value.getType());
  };
  RankedTensorType values = type(getInputs()[0]);
  RankedTensorType best = type(getOutputs()[0]), ids = type(getOutputs()[1]);
  if (failed(checkDimension(*this, getDimension(), values)))
    return failure();
  SmallVector<int64_t> shape(values.getShape());
  if (best.getRank() == values.getRank())
    shape[getDimension()] = best.getDimSize(getDimension());
  if (best.getShape() != ArrayRef(shape) || ids.getShape() != ArrayRef(shape) ||
      best.getDimSize(getDimension()) > values.getDimSize(getDimension()) ||
      best.getElementType() != values.getElementType() ||
      !isa<IntegerType>(ids.getElementType()))
    return emitOpError("has the outs ")
           << best << " and " << ids << ", which do not fit " << values;
  if (getInputs().size() == 2 &&
      (type(getInputs()[1]).getShape() != values.getShape() ||
       type(getInputs()[1]).getElementType() != ids.getElementType()))
    return emitOpError("has the indices ")
           << type(getInputs()[1]) << " for " << values << " and " << ids;
  if (failed(checkRegion(*this, getRegion(), TypeRange(values),
                         IntegerType::get(getContext(), 1))))
    return failure();
  return checkResults(*this, getOutputs().getTypes());
}
