//===- LowerGather.cpp - tensor.gather and tensor.scatter -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both in the forms that torch-mlir writes for the same: a generic that reads a
// table, and body.scatter. Coordinates are the last dimension of the indices.
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Support/CreateGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

/// Column `c` of the indices, of all dimensions but the last.
static Value columnOf(OpBuilder &b, Location loc, Value indices, int64_t c) {
  auto type = cast<RankedTensorType>(indices.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)), sizes,
      strides(type.getRank(), b.getIndexAttr(1));
  offsets.back() = b.getIndexAttr(c);
  for (int64_t extent : type.getShape())
    sizes.push_back(b.getIndexAttr(extent));
  sizes.back() = b.getIndexAttr(1);
  return tensor::ExtractSliceOp::create(
      b, loc,
      RankedTensorType::get(type.getShape().drop_back(), type.getElementType()),
      indices, offsets, sizes, strides);
}

/// The dimension of a window, among those after the indices' ones, that stands
/// for each dimension of the whole; -1 for coordinates that are left out.
static SmallVector<int64_t> windowDims(int64_t rank, int64_t windowRank,
                                       ArrayRef<int64_t> coordinates) {
  SmallVector<int64_t> dims;
  bool reduced = windowRank < rank;
  for (int64_t d = 0, next = 0; d < rank; ++d)
    dims.push_back(reduced && llvm::is_contained(coordinates, d) ? -1 : next++);
  return dims;
}

static Value lowerGather(OpBuilder &b, tensor::GatherOp op) {
  Location loc = op.getLoc();
  RankedTensorType result = op.getResultType();
  RankedTensorType source = op.getSourceType();
  int64_t rank = result.getRank(), lead = op.getIndicesType().getRank() - 1;
  SmallVector<Value> columns;
  for (int64_t c : llvm::seq<int64_t>(op.getGatherDims().size()))
    columns.push_back(columnOf(b, loc, op.getIndices(), c));
  AffineMap all = b.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> maps(columns.size(), all.getMajorSubMap(lead));
  maps.push_back(all);
  SmallVector<int64_t> dims =
      windowDims(source.getRank(), rank - lead, op.getGatherDims());
  return createGeneric(
      b, loc, result, columns, maps, nullptr,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        SmallVector<Value> place;
        for (int64_t dim : dims)
          place.push_back(dim < 0
                              ? Value()
                              : linalg::IndexOp::create(body, at, lead + dim));
        for (auto [c, dim] : llvm::enumerate(op.getGatherDims()))
          place[dim] = args[c].getType().isIndex()
                           ? args[c]
                           : arith::IndexCastOp::create(
                                 body, at, body.getIndexType(), args[c]);
        return tensor::ExtractOp::create(body, at, op.getSource(), place);
      });
}

/// `value` with the shape [rows, after...].
static Value toRows(OpBuilder &b, Location loc, Value value, int64_t lead,
                    ArrayRef<int64_t> after) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t rows = 1;
  for (int64_t extent : type.getShape().take_front(lead))
    rows *= extent;
  SmallVector<ReassociationIndices> whole(1);
  llvm::append_range(whole[0], llvm::seq<int64_t>(type.getRank()));
  auto flat =
      RankedTensorType::get({type.getNumElements()}, type.getElementType());
  if (type.getRank() != 1)
    value = tensor::CollapseShapeOp::create(b, loc, flat, value, whole);
  SmallVector<int64_t> shape{rows};
  llvm::append_range(shape, after);
  SmallVector<ReassociationIndices> back(1);
  llvm::append_range(back[0], llvm::seq<int64_t>(shape.size()));
  return tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), value, back);
}

static Value lowerScatter(OpBuilder &b, tensor::ScatterOp op) {
  Location loc = op.getLoc();
  RankedTensorType dest = op.getDestType();
  ArrayRef<int64_t> coordinates = op.getScatterDims();
  int64_t lead = op.getIndicesType().getRank() - 1;
  SmallVector<int64_t> window(dest.getShape());
  for (int64_t dim : coordinates)
    window[dim] = 1;
  Value indices =
      toRows(b, loc, op.getIndices(), lead, {int64_t(coordinates.size())});
  if (getElementTypeOrSelf(indices.getType()).isIndex())
    indices = createElementwise(
        b, loc, b.getI64Type(), indices,
        [](OpBuilder &body, Location at, ValueRange args) -> Value {
          return arith::IndexCastOp::create(body, at, body.getI64Type(),
                                            args[0]);
        });
  return body::ScatterOp::create(b, loc, dest, body::ScatterKind::Set,
                                 toRows(b, loc, op.getSource(), lead, window),
                                 indices, op.getDest(), coordinates);
}

void exports::lowerGathers(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<tensor::GatherOp, tensor::ScatterOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder b(op);
    Value result = isa<tensor::GatherOp>(op)
                       ? lowerGather(b, cast<tensor::GatherOp>(op))
                       : lowerScatter(b, cast<tensor::ScatterOp>(op));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
}
