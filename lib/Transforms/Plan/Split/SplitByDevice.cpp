//===- SplitByDevice.cpp - One program per device role -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Plan/Passes.h"
#include "Splitter.h"

namespace piper {
#define GEN_PASS_DEF_PIPERSPLITBYDEVICE
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

/// `{name = ..., type = ...}` with more entries for inputs and parameters.
static DictionaryAttr describe(Builder &builder, StringAttr name, Value value,
                               ArrayRef<NamedAttribute> more) {
  auto type = mlir::cast<ValueType>(value.getType());
  SmallVector<NamedAttribute> entries = {
      builder.getNamedAttr("name", name),
      builder.getNamedAttr("type", TypeAttr::get(type.getTensor()))};
  llvm::append_range(entries, more);
  return builder.getDictionaryAttr(entries);
}

/// The integers that an input or a buffer may hold, if there are bounds.
static SmallVector<NamedAttribute> rangeOf(Builder &builder,
                                           IndexRangeAttr range) {
  if (!range)
    return {};
  return {builder.getNamedAttr("range", range)};
}

namespace {

struct PiperSplitByDevicePass
    : public piper::impl::PiperSplitByDeviceBase<PiperSplitByDevicePass> {
  void runOnOperation() override {
    if (failed(split()))
      signalPassFailure();
  }

  LogicalResult split() {
    ModuleOp module = getOperation();
    FailureOr<GraphStages> stages = readStages(module);
    if (failed(stages))
      return failure();
    if (module.getOps<MeshOp>().empty())
      return module.emitError() << "the graph's piper.mesh is missing";
    bool apart = false;
    FailureOr<std::vector<schedule::Step>> order = readOrder(*stages, apart);
    if (failed(order))
      return failure();
    describeStep(*stages);
    Cast cast(module, *stages);
    Actions actions(module, cast);
    Resting resting(cast, stages->graph);
    StepEmitter step(module, *stages, cast, actions, resting);
    MicrobatchEmitter microbatches(module, *stages, apart, cast, actions,
                                   resting);
    if (failed(step.emitStart()) || failed(microbatches.emit(*order)) ||
        failed(step.emitEnd()))
      return failure();
    actions.write();
    cast.nameResources(module);
    dropGraph(*stages);
    return success();
  }

  /// `apart`: whether the table orders replicas apart.
  FailureOr<std::vector<schedule::Step>> readOrder(const GraphStages &stages,
                                                   bool &apart) {
    SmallVector<ScheduleOp> schedules(getOperation().getOps<ScheduleOp>());
    if (schedules.size() != 1)
      return getOperation().emitError()
             << "expected one piper.schedule, found " << schedules.size()
             << "; run piper-schedule first";
    schedule::Table table;
    for (auto row : schedules[0].getRows().getAsRange<StringAttr>()) {
      auto actions = schedule::parseRow(row.getValue());
      if (!actions)
        return schedules[0].emitError() << llvm::toString(actions.takeError());
      table.push_back(std::move(*actions));
    }
    for (const auto &row : table)
      for (const schedule::Action &action : row)
        apart |= action.replica > 0;
    if (apart && !stages.mirrorAxis)
      return schedules[0].emitError()
             << "orders replicas apart, but the mesh has no axis of two whose "
                "halves have the same devices in another order";
    schedule::Problem problem = stages.problem(apart);
    if (llvm::Error error = schedule::checkComplete(problem, table))
      return schedules[0].emitError() << llvm::toString(std::move(error));
    auto order = schedule::globalOrder(problem, table);
    if (!order)
      return schedules[0].emitError() << llvm::toString(order.takeError());
    return std::move(*order);
  }

  /// What the runtime needs to know and no program says.
  void describeStep(const GraphStages &stages) {
    ModuleOp module = getOperation();
    Builder builder(&getContext());
    GraphOp graph = stages.graph;
    ForeachMicrobatchOp loop = stages.loop;
    SmallVector<Attribute> params, inputs, buffers;
    llvm::DenseSet<StringAttr> seen;
    for (auto param : graph.getOps<ParamOp>())
      if (seen.insert(param.getNameAttr()).second)
        params.push_back(describe(
            builder, param.getNameAttr(), param.getResult(),
            builder.getNamedAttr("trainable",
                                 builder.getBoolAttr(!param.getFrozen()))));
    seen.clear();
    for (auto buffer : graph.getOps<ModelBufferOp>())
      if (seen.insert(buffer.getNameAttr()).second)
        buffers.push_back(describe(builder, buffer.getNameAttr(),
                                   buffer.getResult(),
                                   rangeOf(builder, buffer.getRangeAttr())));
    seen.clear();
    llvm::SetVector<StringAttr> replicaAxes;
    for (auto input : loop.getOps<InputOp>()) {
      SmallVector<StringAttr> axes = mlir::cast<ValueType>(input.getType())
                                         .getLayout()
                                         .getAxesOfKind(LayoutKind::Replica);
      replicaAxes.insert(axes.begin(), axes.end());
      if (!seen.insert(input.getNameAttr()).second)
        continue;
      SmallVector<Attribute> names(axes.begin(), axes.end());
      SmallVector<NamedAttribute> more = {
          builder.getNamedAttr("replica_axes", builder.getArrayAttr(names))};
      llvm::append_range(more, rangeOf(builder, input.getRangeAttr()));
      inputs.push_back(
          describe(builder, input.getNameAttr(), input.getResult(), more));
    }
    int64_t replicas = 1;
    for (auto mesh : module.getOps<MeshOp>())
      for (StringAttr axis : replicaAxes)
        replicas *= mesh.getAxes().getSize(axis.getValue());
    module->setAttr(
        "plan.step",
        builder.getDictionaryAttr(
            {builder.getNamedAttr("microbatches", builder.getI64IntegerAttr(
                                                      graph.getMicrobatches())),
             builder.getNamedAttr("replicas",
                                  builder.getI64IntegerAttr(replicas)),
             builder.getNamedAttr("params", builder.getArrayAttr(params)),
             builder.getNamedAttr("inputs", builder.getArrayAttr(inputs)),
             builder.getNamedAttr("buffers", builder.getArrayAttr(buffers))}));
  }

  /// Removes graph, schedule and the bodies that no action launches.
  void dropGraph(const GraphStages &stages) {
    ModuleOp module = getOperation();
    GraphOp(stages.graph).erase();
    for (auto schedule : llvm::to_vector(module.getOps<ScheduleOp>()))
      schedule.erase();
    llvm::DenseSet<StringAttr> launched;
    module.walk([&](LaunchOp launch) {
      launched.insert(launch.getBodyAttr().getAttr());
    });
    for (auto strategy : llvm::to_vector(module.getOps<StrategyOp>()))
      strategy.erase();
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (!launched.contains(function.getSymNameAttr()))
        function.erase();
  }
};

} // namespace
