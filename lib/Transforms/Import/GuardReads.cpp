//===- GuardReads.cpp - No read outside of a table -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowered code checks no index. What the ranges of inputs bound is read as it
// is; any other read is made safe here: outside of its table it gives NaN, or
// the smallest integer, and so ends in the loss.
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Intervals.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"
#include "Piper/Support/CreateGeneric.h"
#include "Piper/Support/Location.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

/// What stands for an element that is not there.
static TypedAttr missing(Type element) {
  if (auto type = dyn_cast<FloatType>(element))
    return FloatAttr::get(type, APFloat::getQNaN(type.getFloatSemantics()));
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return IntegerAttr::get(
      element, width == 1 ? APInt(1, 0) : APInt::getSignedMinValue(width));
}

/// Whether 0 <= index < limit.
static Value isBelow(OpBuilder &b, Location loc, Value index, int64_t limit) {
  Value end = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(index.getType(), limit));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, end);
}

namespace {

class ReadGuard {
public:
  explicit ReadGuard(func::FuncOp func) : func(func) {}

  LogicalResult run() {
    SmallVector<Operation *> ops;
    func.walk([&](Operation *op) { ops.push_back(op); });
    bool ok = true;
    for (Operation *op : ops) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        ok &= succeeded(guardExtract(extract));
      else if (auto insert = dyn_cast<tensor::InsertOp>(op))
        ok &= succeeded(check(op, insert.getIndices(),
                              insert.getDest().getType().getShape()));
      else if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op))
        ok &= succeeded(checkSlice(slice));
      else if (auto scatter = dyn_cast<tm_tensor::ScatterOp>(op))
        guardScatter(op, scatter.getInputs()[0], scatter.getInputs()[1],
                     scatter.getOutputs()[0], scatter.getDimensionMap());
      else if (auto scatter = dyn_cast<body::ScatterOp>(op))
        guardScatter(op, scatter.getUpdates(), scatter.getIndices(),
                     scatter.getDest(), scatter.getAlong());
    }
    return success(ok);
  }

private:
  bool isSafe(Operation *op, Value index, int64_t limit) {
    return intervals.at(index, op).isBelow(limit);
  }

  void warn(Operation *op) {
    emitWarning(op->getLoc())
        << "'" << op->getName() << "' at " << describe(op->getLoc())
        << " has an index that nothing in the model keeps within its table; "
           "outside of it, it gives NaN";
  }

  /// Refuses an index that is never right. One may be, or is never used.
  LogicalResult refuseWrong(Operation *op, Value index, int64_t extent) {
    ConstantIntRanges all = intervals.at(index, op).hull();
    std::optional<APInt> only = all.getConstantValue();
    if (!only || (only->sge(0) && only->slt(extent)))
      return success();
    return emitError(op->getLoc())
           << "'" << op->getName() << "' at " << describe(op->getLoc())
           << " has the index " << only->getSExtValue()
           << " in a dimension of extent " << extent;
  }

  LogicalResult guardExtract(tensor::ExtractOp op) {
    ArrayRef<int64_t> shape = op.getTensor().getType().getShape();
    OpBuilder b(op);
    Location loc = op.getLoc();
    Value isThere;
    for (auto [i, extent] : llvm::enumerate(shape)) {
      Value index = op.getIndices()[i];
      if (failed(refuseWrong(op, index, extent)))
        return failure();
      if (isSafe(op, index, extent))
        continue;
      Value below = isBelow(b, loc, index, extent);
      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
      op.getIndicesMutable().slice(i, 1).assign(
          arith::SelectOp::create(b, loc, below, index, zero).getResult());
      isThere = isThere
                    ? arith::AndIOp::create(b, loc, isThere, below).getResult()
                    : below;
    }
    if (!isThere)
      return success();
    warn(op);
    b.setInsertionPointAfter(op);
    Value none =
        arith::ConstantOp::create(b, loc, missing(op.getResult().getType()));
    Value value =
        arith::SelectOp::create(b, loc, isThere, op.getResult(), none);
    op.getResult().replaceAllUsesExcept(value, value.getDefiningOp());
    return success();
  }

  LogicalResult check(Operation *op, ValueRange indices,
                      ArrayRef<int64_t> limits) {
    for (auto [index, limit] : llvm::zip_equal(indices, limits))
      if (!isSafe(op, index, limit))
        return emitError(op->getLoc())
               << "'" << op->getName() << "' at " << describe(op->getLoc())
               << " has an index that may not be within 0 to " << limit - 1
               << "; clamp it in the model";
    return success();
  }

  /// A slice must lie within its tensor, wherever it begins.
  LogicalResult checkSlice(OffsetSizeAndStrideOpInterface op) {
    Value whole = isa<tensor::InsertSliceOp>(op)
                      ? cast<tensor::InsertSliceOp>(op).getDest()
                  : isa<tensor::ExtractSliceOp>(op)
                      ? cast<tensor::ExtractSliceOp>(op).getSource()
                      : Value();
    if (!whole)
      return success();
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(whole.getType()).getShape();
    for (auto [offset, size, stride, extent] :
         llvm::zip_equal(op.getMixedOffsets(), op.getMixedSizes(),
                         op.getMixedStrides(), shape)) {
      auto begin = dyn_cast<Value>(offset);
      std::optional<int64_t> count = getConstantIntValue(size),
                             step = getConstantIntValue(stride);
      if (begin && count && step && *count > 0 &&
          failed(check(op, begin, extent - (*count - 1) * *step)))
        return failure();
    }
    return success();
  }

  /// Rows of `updates` whose place is not in `dest` go to its beginning, as
  /// rows of NaN.
  void guardScatter(Operation *op, Value updates, Value indices, Value dest,
                    ArrayRef<int64_t> along) {
    auto rows = cast<RankedTensorType>(updates.getType());
    SmallVector<int64_t> limits = exports::scatterLimits(updates, dest, along);
    if (llvm::all_of(llvm::enumerate(limits), [&](auto limit) {
          return intervals.ofColumn(indices, limit.index())
              .isBelow(limit.value());
        }))
      return;
    warn(op);
    OpBuilder b(op);
    Location loc = op->getLoc();
    auto columns = cast<RankedTensorType>(indices.getType());
    SmallVector<Attribute> ends;
    for (int64_t limit : limits)
      ends.push_back(b.getIntegerAttr(columns.getElementType(), limit));
    Value table = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(RankedTensorType::get(int64_t(ends.size()),
                                                     columns.getElementType()),
                               ends));
    AffineMap all = b.getMultiDimIdentityMap(2);
    AffineMap row = AffineMap::get(2, 0, b.getAffineDimExpr(0));
    AffineMap column = AffineMap::get(2, 0, b.getAffineDimExpr(1));
    auto below = [](OpBuilder &body, Location at, Value index, Value end) {
      return arith::CmpIOp::create(body, at, arith::CmpIPredicate::ult, index,
                                   end)
          .getResult();
    };
    Value there = createGeneric(
        b, loc, RankedTensorType::get(columns.getDimSize(0), b.getI1Type()),
        {indices, table}, {all, column, row}, b.getBoolAttr(true),
        [&](OpBuilder &body, Location at, ValueRange args) -> Value {
          return arith::AndIOp::create(body, at, args[2],
                                       below(body, at, args[0], args[1]));
        });
    Value zero = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(columns.getElementType(), 0));
    Value safe = createGeneric(
        b, loc, columns, {indices, table}, {all, column, all}, nullptr,
        [&](OpBuilder &body, Location at, ValueRange args) -> Value {
          return arith::SelectOp::create(
              body, at, below(body, at, args[0], args[1]), args[0], zero);
        });
    Value none =
        arith::ConstantOp::create(b, loc, missing(rows.getElementType()));
    AffineMap whole = b.getMultiDimIdentityMap(rows.getRank());
    AffineMap first = AffineMap::get(rows.getRank(), 0, b.getAffineDimExpr(0));
    Value marked = createGeneric(
        b, loc, rows, {updates, there}, {whole, first, whole}, nullptr,
        [&](OpBuilder &body, Location at, ValueRange args) -> Value {
          return arith::SelectOp::create(body, at, args[1], args[0], none);
        });
    op->replaceUsesOfWith(indices, safe);
    op->replaceUsesOfWith(updates, marked);
  }

  func::FuncOp func;
  Intervals intervals;
};

} // namespace

LogicalResult exports::guardReads(func::FuncOp func) {
  return ReadGuard(func).run();
}
