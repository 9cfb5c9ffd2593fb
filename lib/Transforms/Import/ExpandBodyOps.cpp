//===- ExpandBodyOps.cpp - Body ops as linalg -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Import/ExpandBodyOps.h"
#include "ExpandBodyOps.h"
#include "NormalForm.h"
#include "Piper/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace piper {
#define GEN_PASS_DEF_EXPANDBODYOPS
#include "Piper/Transforms/Import/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Where window `n` of a scatter begins, in each dimension of `dest`.
static SmallVector<Value> createStarts(OpBuilder &b, body::ScatterOp op,
                                       Value n) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<Value> starts(op.getType().getRank(), zero);
  for (auto [column, dimension] : llvm::enumerate(op.getAlong())) {
    Value at = arith::ConstantIndexOp::create(b, loc, column);
    Value start =
        tensor::ExtractOp::create(b, loc, op.getIndices(), ValueRange{n, at});
    starts[dimension] =
        arith::IndexCastOp::create(b, loc, b.getIndexType(), start);
  }
  return starts;
}

/// The sum of `old` and `update`, scalars or tensors.
static Value createAddition(OpBuilder &b, Location loc, Value old,
                            Value update) {
  Type element = getElementTypeOrSelf(old.getType());
  auto add = [&](OpBuilder &body, Location at, Value x, Value y) -> Value {
    if (isa<FloatType>(element))
      return arith::AddFOp::create(body, at, x, y);
    return arith::AddIOp::create(body, at, x, y);
  };
  if (!isa<RankedTensorType>(old.getType()))
    return add(b, loc, old, update);
  auto type = cast<RankedTensorType>(old.getType());
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, TypeRange{type}, update, old,
             ArrayRef<AffineMap>{map, map}, loops,
             [&](OpBuilder &body, Location at, ValueRange args) {
               linalg::YieldOp::create(body, at,
                                       add(body, at, args[1], args[0]));
             })
      .getResult(0);
}

/// `dest` with window `n` written.
static Value writeWindow(OpBuilder &b, body::ScatterOp op, Value n,
                         Value dest) {
  Location loc = op.getLoc();
  bool adds = op.getKind() == body::ScatterKind::Add;
  SmallVector<Value> starts = createStarts(b, op, n);
  RankedTensorType updates = op.getUpdates().getType();
  if (updates.getRank() == 1) {
    Value update = tensor::ExtractOp::create(b, loc, op.getUpdates(), n);
    if (adds)
      update = createAddition(
          b, loc, tensor::ExtractOp::create(b, loc, dest, starts), update);
    return tensor::InsertOp::create(b, loc, update, dest, starts);
  }
  auto window = RankedTensorType::get(updates.getShape().drop_front(),
                                      updates.getElementType());
  auto sizesOf = [&](ArrayRef<int64_t> shape) {
    SmallVector<OpFoldResult> sizes;
    for (int64_t extent : shape)
      sizes.push_back(b.getIndexAttr(extent));
    return sizes;
  };
  SmallVector<OpFoldResult> from(updates.getRank(), b.getIndexAttr(0));
  from[0] = n;
  SmallVector<int64_t> one(updates.getShape());
  one[0] = 1;
  SmallVector<OpFoldResult> ones(updates.getRank(), b.getIndexAttr(1));
  Value update = tensor::ExtractSliceOp::create(b, loc, window, op.getUpdates(),
                                                from, sizesOf(one), ones);
  SmallVector<OpFoldResult> to(starts.begin(), starts.end());
  for (auto [dimension, start] : llvm::enumerate(to))
    if (!llvm::is_contained(op.getAlong(), int64_t(dimension)))
      start = b.getIndexAttr(0);
  SmallVector<OpFoldResult> sizes = sizesOf(op.getWindowShape());
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  if (adds)
    update = createAddition(b, loc,
                            tensor::ExtractSliceOp::create(b, loc, window, dest,
                                                           to, sizes, strides),
                            update);
  return tensor::InsertSliceOp::create(b, loc, update, dest, to, sizes,
                                       strides);
}

/// One window after the other, in order.
static Value expandScatter(OpBuilder &b, body::ScatterOp op) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value count = arith::ConstantIndexOp::create(
      b, loc, op.getUpdates().getType().getDimSize(0));
  return scf::ForOp::create(
             b, loc, zero, count, one, ValueRange{op.getDest()},
             [&](OpBuilder &inner, Location at, Value n, ValueRange dest) {
               scf::YieldOp::create(inner, at,
                                    writeWindow(inner, op, n, dest[0]));
             })
      .getResult(0);
}

namespace {

/// Collects the ops that a builder writes.
struct Recorder : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    written.push_back(op);
  }
  SmallVector<Operation *> written;
};

} // namespace

/// Expands every op of the body dialect. Returns the ops written and, after
/// those of each op, the readers of its results.
static SmallVector<Operation *> expandAll(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa_and_nonnull<body::BodyDialect>(op->getDialect()))
      ops.push_back(op);
  });
  Recorder recorder;
  OpBuilder builder(func.getContext(), &recorder);
  llvm::SetVector<Operation *> touched;
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    SmallVector<Value> results;
    if (auto attention = dyn_cast<body::AttentionOp>(op))
      results = exports::expandAttention(builder, attention);
    else if (auto gradient = dyn_cast<body::AttentionGradOp>(op))
      results = exports::expandAttentionGrad(builder, gradient);
    else
      results.push_back(expandScatter(builder, cast<body::ScatterOp>(op)));
    touched.insert(recorder.written.begin(), recorder.written.end());
    recorder.written.clear();
    for (Operation *user : op->getUsers())
      if (!isa<func::ReturnOp>(user))
        touched.insert(user);
    op->replaceAllUsesWith(results);
    touched.remove(op);
    op->erase();
  }
  return touched.takeVector();
}

bool piper::expandBodyOps(func::FuncOp func) {
  return !expandAll(func).empty();
}

namespace {

struct ExpandBodyOps : piper::impl::ExpandBodyOpsBase<ExpandBodyOps> {
  using ExpandBodyOpsBase::ExpandBodyOpsBase;

  void runOnOperation() override {
    SmallVector<Operation *> touched = expandAll(getOperation());
    if (touched.empty())
      return;
    // Transposes and broadcasts around an op go into the maps of its products.
    // Other ops stay as they are: the same body, cut elsewhere, may have no op
    // to expand, and must round like this one.
    RewritePatternSet patterns(&getContext());
    normal::populateDataMovementPatterns(patterns);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(touched, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
