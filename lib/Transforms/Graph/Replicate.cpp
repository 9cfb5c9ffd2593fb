//===- Replicate.cpp - Replicas over an axis -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyDirectives.h"
#include "Piper/Transforms/Graph/Passes.h"

namespace piper {
#define GEN_PASS_DEF_PIPERREPLICATE
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// Propagates the layout of the inputs: (1) inputs become `replica`; (2) a task
/// that reads such a value, or the residual of such a task, gives `replica`
/// results, and partial sums where it accumulates; (3) after the loop partial
/// sums are made whole, in the order in which the loop finishes them.
class Replicator {
public:
  Replicator(GraphOp graph, StringRef axis, ArrayRef<int64_t> bucketBytes)
      : graph(graph), loop(getLoop(graph)), bucketBytes(bucketBytes),
        builder(graph.getContext()), axis(builder.getStringAttr(axis)) {}

  LogicalResult run();

private:
  std::optional<LayoutKind> kindOf(Value value) const;
  void setKind(Value value, LayoutKind kind);
  void propagate(TaskOp task);
  void makeWhole(Value accumulator, std::optional<uint64_t> stage);

  GraphOp graph;
  ForeachMicrobatchOp loop;
  ArrayRef<int64_t> bucketBytes;
  OpBuilder builder;
  StringAttr axis;
  DenseSet<Value> residuals; // of tasks that work on replicas
};
} // namespace

std::optional<LayoutKind> Replicator::kindOf(Value value) const {
  auto type = dyn_cast<ValueType>(value.getType());
  return type ? type.getLayout().getKind(axis) : std::nullopt;
}

void Replicator::setKind(Value value, LayoutKind kind) {
  auto type = cast<ValueType>(value.getType());
  value.setType(type.withLayout(type.getLayout().with(axis, kind, 0)));
}

void Replicator::propagate(TaskOp task) {
  bool replicated = llvm::any_of(task.getOperands(), [&](Value operand) {
    return residuals.contains(operand) ||
           kindOf(operand) == LayoutKind::Replica;
  });
  if (!replicated)
    return;
  Operation *yield = loop.getBody().front().getTerminator();
  for (Value result : task.getResults()) {
    if (isa<ResidualType>(result.getType())) {
      residuals.insert(result);
      continue;
    }
    bool accumulates = false;
    for (OpOperand &use : result.getUses()) {
      if (use.getOwner() != yield)
        continue;
      accumulates = true;
      setKind(loop.getBody().getArgument(use.getOperandNumber()),
              LayoutKind::Partial);
      setKind(loop.getResult(use.getOperandNumber()), LayoutKind::Partial);
    }
    setKind(result, accumulates ? LayoutKind::Partial : LayoutKind::Replica);
  }
}

/// Adds the relayout after the loop, unless another axis has done so.
void Replicator::makeWhole(Value accumulator, std::optional<uint64_t> stage) {
  if (kindOf(accumulator) != LayoutKind::Partial ||
      llvm::any_of(accumulator.getUsers(), llvm::IsaPred<RelayoutOp>))
    return;
  auto type = cast<ValueType>(accumulator.getType());
  auto relayout = RelayoutOp::create(
      builder, accumulator.getLoc(),
      type.withLayout(type.getLayout().with(axis, std::nullopt)), accumulator);
  if (stage && *stage < bucketBytes.size())
    relayout->setAttr("bucket_bytes",
                      builder.getI64IntegerAttr(bucketBytes[*stage]));
  accumulator.replaceAllUsesExcept(relayout.getResult(), relayout);
}

LogicalResult Replicator::run() {
  auto mesh = SymbolTable::lookupNearestSymbolFrom<MeshOp>(
      graph, builder.getStringAttr("cluster"));
  int64_t size = mesh ? mesh.getAxes().getSize(axis) : 0;
  if (size == 0)
    return graph.emitError() << "the mesh has no axis '" << axis.getValue()
                             << "' to replicate over";
  if (!loop)
    return graph.emitError() << "has no piper.foreach_microbatch; run "
                                "piper-build-training-graph first";
  if (llvm::any_of(loop.getResults(),
                   [&](Value value) { return kindOf(value).has_value(); }))
    return success(); // Replicated before.
  Block &block = loop.getBody().front();
  for (Operation &op : block) {
    if (isa<InputOp>(op))
      setKind(op.getResult(0), LayoutKind::Replica);
    else if (auto transfer = dyn_cast<TransferOp>(op);
             transfer && kindOf(transfer.getOperand()))
      setKind(transfer.getResult(), *kindOf(transfer.getOperand()));
    else if (auto task = dyn_cast<TaskOp>(op))
      propagate(task);
  }
  builder.setInsertionPointAfter(loop);
  Operation *yield = block.getTerminator();
  for (PassKind pass : {PassKind::B, PassKind::F})
    for (TaskOp task : block.getOps<TaskOp>())
      for (Value result : task.getResults())
        for (OpOperand &use : result.getUses())
          if (task.getPass() == pass && use.getOwner() == yield)
            makeWhole(loop.getResult(use.getOperandNumber()), task.getStage());
  graph.walk([&](ScaleOnceOp scale) {
    if (std::optional<uint64_t> divisor = scale.getDivisor())
      scale.setDivisor(*divisor * size);
  });
  return success();
}

LogicalResult piper::applyReplication(GraphOp graph, StringRef axis,
                                      ArrayRef<int64_t> bucketBytes) {
  return Replicator(graph, axis, bucketBytes).run();
}

namespace {
struct ReplicatePass : piper::impl::PiperReplicateBase<ReplicatePass> {
  using Base::Base;

  void runOnOperation() override {
    for (GraphOp graph : getOperation().getOps<GraphOp>())
      if (failed(applyReplication(graph, axis, {})))
        return signalPassFailure();
  }
};
} // namespace
