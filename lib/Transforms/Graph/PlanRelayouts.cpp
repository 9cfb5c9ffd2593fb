//===- PlanRelayouts.cpp - Layout changes as collectives -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Support/ByteSize.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace piper {
#define GEN_PASS_DEF_PIPERPLANRELAYOUTS
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// Axes of a relayout by what has to happen over them.
struct AxisChanges {
  SmallVector<StringRef> reduceScatter, allReduce, allToAll, allGather;
};
} // namespace

/// Sorts the axes whose state changes; an impossible change is an error.
static FailureOr<AxisChanges> classify(RelayoutOp relayout) {
  LayoutAttr from = relayout.getOperand().getType().getLayout();
  LayoutAttr to = relayout.getResult().getType().getLayout();
  SetVector<StringAttr> axes(from.getAxes().begin(), from.getAxes().end());
  axes.insert(to.getAxes().begin(), to.getAxes().end());
  AxisChanges changes;
  for (StringAttr axis : axes) {
    std::optional<LayoutKind> before = from.getKind(axis);
    std::optional<LayoutKind> after = to.getKind(axis);
    if (before == after && from.getArgument(axis) == to.getArgument(axis))
      continue;
    if (before == LayoutKind::Partial && after == LayoutKind::Shard)
      changes.reduceScatter.push_back(axis);
    else if (before == LayoutKind::Partial && !after)
      changes.allReduce.push_back(axis);
    else if (before == LayoutKind::Shard && after == LayoutKind::Shard)
      changes.allToAll.push_back(axis);
    else if (before == LayoutKind::Shard && !after)
      changes.allGather.push_back(axis);
    else
      return relayout.emitOpError()
             << "over axis '" << axis.getValue() << "' from " << from << " to "
             << to << " has no collective that makes it";
  }
  return changes;
}

/// Emits one collective over `axes`, if any, that gives them their final state.
template <typename OpTy>
static Value emit(OpBuilder &builder, RelayoutOp relayout, Value value,
                  ArrayRef<StringRef> axes) {
  if (axes.empty())
    return value;
  auto type = cast<ValueType>(value.getType());
  LayoutAttr to = relayout.getResult().getType().getLayout();
  LayoutAttr layout = type.getLayout();
  for (StringRef axis : axes)
    layout = layout.with(builder.getStringAttr(axis), to.getKind(axis),
                         to.getArgument(axis));
  return OpTy::create(builder, relayout.getLoc(), type.withLayout(layout),
                      value, builder.getStrArrayAttr(axes));
}

namespace {
/// Numbers the buckets of all-reduces.
class Buckets {
public:
  /// Adds the op to the open bucket of its kind, or opens the next.
  void add(AllReduceOp op, int64_t limit) {
    ValueType type = op.getResult().getType();
    RankedTensorType tensor = type.getTensor();
    int64_t bytes = bytesOf(tensor);
    Bucket &bucket = open[{type.getPlacement(), op.getAxes(),
                           TypeAttr::get(tensor.getElementType())}];
    if (bucket.number < 0 || bucket.bytes + bytes > limit)
      bucket = {next++, 0};
    bucket.bytes += bytes;
    op->setAttr(
        "bucket",
        IntegerAttr::get(IntegerType::get(op.getContext(), 64), bucket.number));
  }

private:
  struct Bucket {
    int64_t number = -1, bytes = 0;
  };
  llvm::MapVector<std::tuple<Attribute, Attribute, Attribute>, Bucket> open;
  int64_t next = 0;
};

struct PlanRelayoutsPass
    : piper::impl::PiperPlanRelayoutsBase<PlanRelayoutsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (GraphOp graph : getOperation().getOps<GraphOp>()) {
      SmallVector<RelayoutOp> relayouts;
      graph.walk([&](RelayoutOp op) { relayouts.push_back(op); });
      Buckets buckets;
      for (RelayoutOp relayout : relayouts)
        if (failed(plan(relayout, buckets)))
          return signalPassFailure();
    }
  }

  LogicalResult plan(RelayoutOp relayout, Buckets &buckets) {
    FailureOr<AxisChanges> changes = classify(relayout);
    if (failed(changes))
      return failure();
    OpBuilder builder(relayout);
    Value value = relayout.getOperand();
    value =
        emit<ReduceScatterOp>(builder, relayout, value, changes->reduceScatter);
    value = emit<AllReduceOp>(builder, relayout, value, changes->allReduce);
    if (auto op = value.getDefiningOp<AllReduceOp>();
        op && !changes->allReduce.empty()) {
      auto bytes = relayout->getAttrOfType<IntegerAttr>("bucket_bytes");
      buckets.add(op, bytes ? bytes.getInt() : bucketSize << 20);
    }
    value = emit<AllToAllOp>(builder, relayout, value, changes->allToAll);
    value = emit<AllGatherOp>(builder, relayout, value, changes->allGather);
    relayout.replaceAllUsesWith(value);
    relayout.erase();
    return success();
  }
};
} // namespace
