//===- ResolveStrategy.cpp - From directives to plain data -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyResolver.h"

#include "Piper/Support/LocatedJson.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace piper {
#define GEN_PASS_DEF_PIPERCHECKSTRATEGY
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

int64_t ResolvedStrategy::numPipelineRanks() const {
  for (const auto &[name, size] : axes)
    if (name == pipelineAxis)
      return size;
  return 1;
}

schedule::Problem ResolvedStrategy::problem() const {
  schedule::Problem problem;
  problem.ranks = numPipelineRanks();
  problem.microbatches = microbatches;
  for (const ResolvedStage &stage : stages)
    problem.rankOfStage.push_back(stage.coordinate);
  problem.hasBackward.assign(stages.size(), true);
  return problem;
}

int64_t ResolvedStrategy::numReplicas() const {
  int64_t replicas = 1;
  if (!stages.empty())
    for (const ResolvedReplicate &replicate : stages.front().replicates)
      for (const auto &[name, size] : axes)
        replicas *= name == replicate.axis ? size : 1;
  return replicas;
}

/// Tag names in the filters of `place`, in order.
static StringAttr placeTag(StrategyOp strategy) {
  for (auto place : strategy.getBody().getOps<PlaceOp>())
    if (DictionaryAttr filter = place.getFilterAttr())
      for (NamedAttribute entry : filter)
        return entry.getName();
  return {};
}

std::string piper::getPipelineTag(ModuleOp module) {
  for (auto strategy : module.getOps<StrategyOp>()) {
    if (StringAttr tag = placeTag(strategy))
      return tag.str();
    auto annotates = llvm::to_vector(strategy.getBody().getOps<AnnotateOp>());
    if (annotates.size() == 1)
      return annotates.front().getTag().str();
  }
  return "pp";
}

/// Stages of the module: tasks of the graph, else tags of the model, else what
/// the directives name.
static int64_t countStages(ModuleOp module, StringRef tag,
                           StrategyOp strategy) {
  int64_t count = 0;
  module.walk([&](TaskOp task) {
    if (IntegerAttr stage = task.getStageAttr())
      count = std::max(count, stage.getInt() + 1);
  });
  if (count == 0)
    for (auto func : module.getOps<func::FuncOp>())
      func.walk([&](Operation *op) {
        auto tags = op->getAttrOfType<DictionaryAttr>("piper.tags");
        if (auto index = tags ? tags.getAs<IntegerAttr>(tag) : IntegerAttr())
          count = std::max(count, index.getInt() + 1);
      });
  if (count > 0 || !strategy)
    return std::max<int64_t>(count, 1);
  for (auto annotate : strategy.getBody().getOps<AnnotateOp>())
    if (annotate.getTag() == tag) {
      if (ArrayAttr groups = annotate.getGroupsAttr())
        return groups.size();
      if (IntegerAttr parts = annotate.getPartsAttr())
        return parts.getInt();
    }
  for (auto place : strategy.getBody().getOps<PlaceOp>())
    if (DictionaryAttr filter = place.getFilterAttr())
      if (auto index = filter.getAs<IntegerAttr>(tag))
        count = std::max(count, index.getInt() + 1);
  return std::max<int64_t>(count, 1);
}

int64_t StrategyResolver::axisSize(StringRef name) const {
  for (const auto &[axis, size] : result.axes)
    if (axis == name)
      return size;
  return 0;
}

/// Names what this version reads but does not apply.
LogicalResult StrategyResolver::refuseUnapplied() {
  for (Operation &op : strategy.getBody().front())
    if (isa<ParallelOp>(op))
      return directiveError(&op)
             << "is not expanded; piper-load-strategy does that";
    else if (isa<ShardOp, RecomputeOp>(op))
      return directiveError(&op)
             << "this version does not apply it; it applies annotate, mesh, "
                "place, replicate, split, order, schedule, streams and "
                "parallel";
  for (ReplicateOp op : all<ReplicateOp>()) {
    auto isSet = [](std::optional<bool> flag) { return flag.value_or(false); };
    StringRef key = isSet(op.getShardOptimizer()) ? "shard_optimizer"
                    : isSet(op.getShardGrads())   ? "shard_grads"
                    : isSet(op.getShardParams())  ? "shard_params"
                    : op.getBucketBy()            ? "bucket_by"
                    : op.getGather()              ? "gather"
                    : op.getPrefetchDistance()    ? "prefetch_distance"
                                                  : "";
    if (!key.empty())
      return directiveError(op)
             << "this version does not apply \"" << key << "\"";
    if (op.getReduce() && *op.getReduce() != "step")
      return directiveError(op) << "this version reduces once per step; "
                                   "\"reduce\": \""
                                << *op.getReduce() << "\" is not applied";
  }
  return success();
}

LogicalResult StrategyResolver::collectTags() {
  for (AnnotateOp op : all<AnnotateOp>())
    if (!tags.insert({op.getTag().str(), op}).second)
      return directiveError(op)
             << "the tag \"" << op.getTag() << "\" is annotated twice";
  return success();
}

/// Stages that a filter selects; at least one. `*` and `{}` select all.
FailureOr<SmallVector<int64_t>>
StrategyResolver::matchStages(Operation *op, DictionaryAttr filter) {
  SmallVector<int64_t> matched;
  for (int64_t stage = 0; stage < numStages(); ++stage)
    matched.push_back(stage);
  if (!filter)
    return matched;
  for (NamedAttribute entry : filter) {
    StringRef tag = entry.getName().getValue();
    if (!tags.count(tag.str())) {
      SmallVector<StringRef> known;
      for (const auto &[name, annotate] : tags)
        known.push_back(name);
      InFlightDiagnostic diagnostic = directiveError(op);
      diagnostic << "filters on \"" << tag << "\", which no annotate gives";
      StringRef nearest = nearestWord(tag, known);
      if (!nearest.empty())
        diagnostic << "; did you mean \"" << nearest << "\"?";
      return diagnostic;
    }
    if (tag != result.pipelineTag)
      return directiveError(op)
             << "filters on \"" << tag
             << "\"; this version applies it to whole stages, the tag \""
             << result.pipelineTag << "\"";
    if (auto index = dyn_cast<IntegerAttr>(entry.getValue())) {
      if (index.getInt() < 0 || index.getInt() >= numStages())
        return directiveError(op)
               << "\"" << tag << "\": " << index.getInt()
               << " matches nothing; its indices are 0 to " << numStages() - 1;
      matched = {index.getInt()};
    } else if (entry.getValue() != StringAttr::get(op->getContext(), "*")) {
      return directiveError(op) << "the value of \"" << tag
                                << "\" in a filter is an index or \"*\"";
    }
  }
  return matched;
}

/// All splits give one count, for the whole model.
LogicalResult StrategyResolver::resolveSplit() {
  SplitOp first;
  for (SplitOp op : all<SplitOp>()) {
    FailureOr<SmallVector<int64_t>> matched =
        matchStages(op, op.getFilterAttr());
    if (failed(matched))
      return failure();
    if (static_cast<int64_t>(matched->size()) != numStages())
      return directiveError(op)
             << "selects " << matched->size() << " of " << numStages()
             << " stages; the whole model is split";
    int64_t count = op.getNumMicrobatches();
    if (first && count != result.microbatches)
      return directiveError(op)
             << "asks for " << count << " microbatches, an earlier split for "
             << result.microbatches;
    first = op;
    result.splitLoc = op.getLoc();
    result.microbatches = count;
    if (op.getDimName())
      result.microbatchTag = op.getDimName()->str();
  }
  return success();
}

LogicalResult StrategyResolver::resolveMesh() {
  DeviceMeshOp first;
  for (DeviceMeshOp op : all<DeviceMeshOp>()) {
    if (first)
      return directiveError(op) << "the strategy has a second mesh";
    first = op;
    int64_t coordinates = 1;
    for (Attribute attribute : op.getAxes()) {
      auto axis = cast<ArrayAttr>(attribute);
      result.axes.push_back({cast<StringAttr>(axis[0]).str(),
                             cast<IntegerAttr>(axis[1]).getInt()});
      coordinates *= result.axes.back().second;
    }
    result.links = op.getLinksAttr();
    for (int64_t k = 0; k < coordinates; ++k)
      result.devices.push_back(
          op.getDevicesAttr()
              ? cast<IntegerAttr>(op.getDevicesAttr()[k]).getInt()
              : k);
  }
  if (!first && llvm::none_of(all<PlaceOp>(), [](PlaceOp op) {
        return op.getDevicesAttr() != nullptr;
      })) {
    // No mesh, no device sets: those of a replicate, else device 0.
    result.devices = {0};
    for (ReplicateOp op : all<ReplicateOp>())
      if (op.getDevicesAttr() && op.getDevicesAttr().size() > 1) {
        result.axes = {{"dp", op.getDevicesAttr().size()}};
        result.devices.clear();
        for (Attribute device : op.getDevicesAttr())
          result.devices.push_back(cast<IntegerAttr>(device).getInt());
        break;
      }
  }
  return success();
}

/// Replicates the stages that `op` selects over `axes`.
LogicalResult StrategyResolver::replicateStages(ReplicateOp op,
                                                ArrayRef<std::string> axes) {
  FailureOr<SmallVector<int64_t>> matched = matchStages(op, op.getFilterAttr());
  if (failed(matched))
    return failure();
  double megabytes = 25;
  if (auto number = dyn_cast_or_null<FloatAttr>(op.getBucketSizeAttr()))
    megabytes = number.getValueAsDouble();
  else if (auto integer = dyn_cast_or_null<IntegerAttr>(op.getBucketSizeAttr()))
    megabytes = integer.getInt();
  for (const std::string &axis : axes) {
    if (axisSize(axis) == 0) {
      SmallVector<StringRef> known;
      for (const auto &[name, size] : result.axes)
        known.push_back(name);
      InFlightDiagnostic diagnostic = directiveError(op);
      diagnostic << "the mesh has no axis \"" << axis << "\"";
      if (!known.empty()) {
        diagnostic << "; its axes are ";
        llvm::interleaveComma(known, diagnostic);
      }
      return diagnostic;
    }
    if (axis == result.pipelineAxis)
      return directiveError(op) << "the axis \"" << axis
                                << "\" holds the stages; it replicates nothing";
    for (int64_t stage : *matched) {
      auto &list = result.stages[stage].replicates;
      for (const ResolvedReplicate &other : list)
        if (other.axis == axis) {
          InFlightDiagnostic diagnostic = directiveError(op);
          diagnostic << "stage " << stage << " is replicated over \"" << axis
                     << "\" twice";
          diagnostic.attachNote(other.loc) << "by this directive before";
          return diagnostic;
        }
      list.push_back(
          {op.getLoc(), axis, static_cast<int64_t>(megabytes * (1 << 20))});
    }
  }
  return success();
}

LogicalResult StrategyResolver::resolveReplicate() {
  for (ReplicateOp op : all<ReplicateOp>()) {
    SmallVector<std::string> axes;
    if (auto name = dyn_cast_or_null<StringAttr>(op.getAxisAttr()))
      axes.push_back(name.str());
    else if (auto names = dyn_cast_or_null<ArrayAttr>(op.getAxisAttr()))
      for (Attribute entry : names)
        axes.push_back(cast<StringAttr>(entry).str());
    else
      for (const auto &[name, size] : result.axes)
        if (name != result.pipelineAxis)
          axes.push_back(name);
    // Old-style files repeat the devices of the place; they must agree.
    ArrayAttr devices = op.getDevicesAttr();
    int64_t size = 1;
    for (const std::string &axis : axes)
      size *= std::max<int64_t>(axisSize(axis), 1);
    if (devices && static_cast<int64_t>(devices.size()) != size)
      return directiveError(op)
             << "names " << devices.size()
             << " devices, but each stage is placed on " << size;
    FailureOr<SmallVector<int64_t>> matched =
        matchStages(op, op.getFilterAttr());
    if (failed(matched))
      return failure();
    for (int64_t stage : *matched)
      if (auto place = placeOf.find(stage);
          devices && place != placeOf.end() && place->second.getDevicesAttr() &&
          place->second.getDevicesAttr() != devices)
        return directiveError(op) << "its devices are not those that stage "
                                  << stage << " is placed on";
    if (failed(replicateStages(op, axes)))
      return failure();
  }
  return success();
}

/// Every axis that holds no stages divides the work of each stage.
LogicalResult StrategyResolver::checkDivided() {
  auto position = [&](StringRef axis) {
    return llvm::find_if(result.axes,
                         [&](auto &entry) { return entry.first == axis; });
  };
  for (auto [index, stage] : llvm::enumerate(result.stages)) {
    llvm::sort(stage.replicates, [&](const auto &a, const auto &b) {
      return position(a.axis) < position(b.axis);
    });
    for (const auto &[axis, size] : result.axes) {
      StringRef name = axis;
      if (size == 1 || name == result.pipelineAxis ||
          llvm::any_of(stage.replicates,
                       [&](const auto &entry) { return entry.axis == name; }))
        continue;
      Operation *op = strategy;
      if (auto place = placeOf.find(index); place != placeOf.end())
        op = place->second;
      else if (!all<DeviceMeshOp>().empty())
        op = all<DeviceMeshOp>().front();
      return directiveError(op)
             << "nothing divides stage " << index << " over its " << size
             << " devices of the axis \"" << name
             << "\"; a replicate is missing";
    }
  }
  return success();
}

FailureOr<ResolvedStrategy> StrategyResolver::run() {
  result.pipelineTag = getPipelineTag(module);
  result.stages.resize(countStages(module, result.pipelineTag, strategy));
  if (failed(refuseUnapplied()) || failed(collectTags()) ||
      failed(resolveSplit()) || failed(resolveMesh()) ||
      failed(resolvePlaces()) || failed(resolveReplicate()) ||
      failed(checkDivided()) || failed(resolveOrder()) ||
      failed(resolveStreams()))
    return failure();
  return std::move(result);
}

FailureOr<ResolvedStrategy> piper::resolveStrategy(ModuleOp module,
                                                   int64_t microbatches) {
  auto strategies = llvm::to_vector(module.getOps<StrategyOp>());
  if (strategies.size() > 1)
    return strategies[1].emitError() << "the module has a second strategy";
  if (!strategies.empty())
    return StrategyResolver(module, strategies.front(), microbatches).run();
  ResolvedStrategy result(module.getLoc());
  result.devices = {0};
  result.stages.resize(countStages(module, result.pipelineTag, {}));
  result.microbatches = microbatches;
  return result;
}

namespace {
struct CheckStrategyPass
    : piper::impl::PiperCheckStrategyBase<CheckStrategyPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<ResolvedStrategy> result =
        resolveStrategy(getOperation(), microbatches);
    if (failed(result))
      return signalPassFailure();
    if (result->schedule.empty() && result->numPipelineRanks() > 1)
      emitRemark(result->scheduleLoc)
          << "no schedule or order is given for " << result->stages.size()
          << " stages: " << schedule::defaultSchedule(result->problem())
          << " is chosen";
    markAllAnalysesPreserved();
  }
};
} // namespace
