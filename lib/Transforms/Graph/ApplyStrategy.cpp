//===- ApplyStrategy.cpp - Rewrites a graph by its strategy -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyDirectives.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Graph/Strategy.h"

namespace piper {
#define GEN_PASS_DEF_PIPERAPPLYSTRATEGY
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Axes that stages are replicated over, in the order of the mesh.
static SmallVector<std::string> replicaAxes(const ResolvedStrategy &strategy) {
  SmallVector<std::string> axes;
  for (const auto &[name, size] : strategy.axes)
    for (const ResolvedStage &stage : strategy.stages)
      for (const ResolvedReplicate &replicate : stage.replicates)
        if (replicate.axis == name && !llvm::is_contained(axes, name))
          axes.push_back(name);
  return axes;
}

namespace {

struct PiperApplyStrategyPass
    : piper::impl::PiperApplyStrategyBase<PiperApplyStrategyPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.getOps<StrategyOp>().empty())
      return;
    FailureOr<ResolvedStrategy> strategy = resolveStrategy(module);
    if (failed(strategy) ||
        failed(applyMesh(module, strategy->axes, strategy->devices,
                         strategy->links)))
      return signalPassFailure();
    carryStreams(*strategy);
    for (GraphOp graph : llvm::to_vector(module.getOps<GraphOp>()))
      if (failed(apply(graph, *strategy)))
        return signalPassFailure();
  }

  /// Keeps names and resources for the plan. A program has one stream for
  /// collectives and, per peer, direction and kind, one for messages, so what
  /// directives tell apart beyond that is merged.
  void carryStreams(const ResolvedStrategy &strategy) {
    ModuleOp module = getOperation();
    Builder builder(&getContext());
    if (strategy.streams && !strategy.streams.empty())
      module->setAttr("plan.streams", strategy.streams);
    SmallVector<NamedAttribute> names;
    auto carry = [&](StringRef what, ArrayRef<std::string> named) {
      if (named.empty())
        return;
      names.push_back(
          builder.getNamedAttr(what, builder.getStringAttr(named.front())));
      if (named.size() == 1)
        return;
      InFlightDiagnostic remark = emitRemark(module.getLoc());
      remark << "the streams ";
      llvm::interleaveComma(
          named, remark, [&](StringRef name) { remark << '"' << name << '"'; });
      remark << " are merged: " << what << " go on \"" << named.front() << '"';
    };
    carry("messages", strategy.messageStreams);
    carry("collectives", strategy.collectiveStreams);
    if (!names.empty())
      module->setAttr("plan.stream_names", builder.getDictionaryAttr(names));
  }

  static LogicalResult apply(GraphOp graph, const ResolvedStrategy &strategy) {
    if (!strategy.pipelineAxis.empty()) {
      auto coordinates =
          llvm::map_to_vector(strategy.stages, [](const ResolvedStage &stage) {
            return stage.coordinate;
          });
      if (failed(applyPlacement(graph, strategy.pipelineAxis, coordinates)))
        return failure();
    }
    for (const std::string &axis : replicaAxes(strategy)) {
      SmallVector<int64_t> bucketBytes;
      for (const ResolvedStage &stage : strategy.stages)
        for (const ResolvedReplicate &replicate : stage.replicates)
          if (replicate.axis == axis)
            bucketBytes.push_back(replicate.bucketBytes);
      if (failed(applyReplication(graph, axis, bucketBytes)))
        return failure();
    }
    return applySplit(graph, strategy.microbatches);
  }
};

} // namespace
