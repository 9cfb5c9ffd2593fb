//===- LowerTmTensor.cpp - torch-mlir's own ops as ours -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerTmTensor.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Support/Location.h"
#include "Piper/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace piper {
#define GEN_PASS_DEF_LOWERTMTENSOR
#include "Piper/Transforms/Import/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

Value exports::inlineRegion(OpBuilder &builder, Region &region,
                            ValueRange arguments) {
  IRMapping mapping;
  Block &block = region.front();
  mapping.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator())
    builder.clone(inner, mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

/// How the region of a scatter writes an update over the old value.
static std::optional<body::ScatterKind> kindOf(tm_tensor::ScatterOp op) {
  Block &block = op.getRegion().front();
  Value update = block.getArgument(0), old = block.getArgument(1);
  Value yielded = block.getTerminator()->getOperand(0);
  if (yielded == update)
    return body::ScatterKind::Set;
  Operation *sum = yielded.getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return std::nullopt;
  Value a = sum->getOperand(0), b = sum->getOperand(1);
  if ((a == update && b == old) || (a == old && b == update))
    return body::ScatterKind::Add;
  return std::nullopt;
}

/// `unique_indices(true)` is not trusted: torch-mlir writes it for any
/// index_put that does not accumulate, where PyTorch allows duplicates.
static FailureOr<Value> lowerScatter(OpBuilder &builder,
                                     tm_tensor::ScatterOp op) {
  Location loc = op.getLoc();
  std::optional<body::ScatterKind> kind = kindOf(op);
  if (!kind)
    return emitError(loc) << "'" << op->getName() << "' at " << describe(loc)
                          << " neither replaces nor adds to the old values; "
                             "write the model without scatter_reduce";
  return body::ScatterOp::create(builder, loc, op.getResultTypes()[0], *kind,
                                 op.getInputs()[0], op.getInputs()[1],
                                 op.getOutputs()[0], op.getDimensionMap())
      .getResult();
}

/// What stands for the results of one op.
static FailureOr<SmallVector<Value>> lowerOp(OpBuilder &builder,
                                             Operation *op) {
  if (auto attention = dyn_cast<tm_tensor::AttentionOp>(op))
    return SmallVector<Value>{exports::lowerAttention(builder, attention)};
  if (auto scan = dyn_cast<tm_tensor::ScanOp>(op))
    return exports::lowerScan(builder, scan);
  if (auto sort = dyn_cast<tm_tensor::SortOp>(op))
    return exports::lowerSort(builder, sort);
  if (auto topk = dyn_cast<tm_tensor::TopkOp>(op))
    return exports::lowerTopk(builder, topk);
  FailureOr<Value> scatter =
      lowerScatter(builder, cast<tm_tensor::ScatterOp>(op));
  if (failed(scatter))
    return failure();
  return SmallVector<Value>{*scatter};
}

LogicalResult exports::lowerTmTensor(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa_and_nonnull<tm_tensor::TmTensorDialect>(op->getDialect()) &&
        !isa<tm_tensor::YieldOp>(op))
      ops.push_back(op);
  });
  OpBuilder builder(func.getContext());
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> results = lowerOp(builder, op);
    if (failed(results))
      return failure();
    op->replaceAllUsesWith(*results);
    op->erase();
  }
  return success();
}

namespace {

struct LowerTmTensor : piper::impl::LowerTmTensorBase<LowerTmTensor> {
  using LowerTmTensorBase::LowerTmTensorBase;

  void runOnOperation() override {
    if (failed(exports::lowerTmTensor(getOperation())))
      signalPassFailure();
  }
};

} // namespace
