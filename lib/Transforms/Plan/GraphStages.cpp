//===- GraphStages.cpp - Stages and placements of a training graph -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphStages.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace piper;

/// Stages whose forward task computes what `task` reads, seen through the ops
/// in between.
static SmallVector<int64_t> producersOf(TaskOp task) {
  llvm::SmallSetVector<int64_t, 4> stages;
  SmallVector<Operation *> worklist = {task};
  llvm::SmallPtrSet<Operation *, 8> visited;
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || producer->getBlock() != task->getBlock() ||
          !visited.insert(producer).second)
        continue;
      if (auto other = dyn_cast<TaskOp>(producer)) {
        if (other.getStage())
          stages.insert(*other.getStage());
      } else {
        worklist.push_back(producer);
      }
    }
  SmallVector<int64_t> sorted = stages.takeVector();
  llvm::sort(sorted);
  return sorted;
}

schedule::Problem GraphStages::problem(bool apart) const {
  schedule::Problem problem;
  problem.ranks = ranks;
  problem.replicas = apart ? 2 : 1;
  problem.microbatches = GraphOp(graph).getMicrobatches();
  for (auto [at, task] : llvm::zip(placement, backward)) {
    problem.rankOfStage.push_back(axis ? at.get(axis.getValue()).value_or(0)
                                       : 0);
    problem.hasBackward.push_back(static_cast<bool>(TaskOp(task)));
  }
  if (apart)
    for (size_t stage = 0; stage < placement.size(); ++stage)
      problem.rankOfStage.push_back(rankOfMirrored[problem.rankOfStage[stage]]);
  problem.producers.emplace();
  for (TaskOp task : forward)
    problem.producers->push_back(producersOf(task));
  return problem;
}

CoordAttr piper::placementOf(Operation *task) {
  for (Type type : llvm::concat<const Type>(task->getResultTypes(),
                                            task->getOperandTypes()))
    if (auto value = dyn_cast<ValueType>(type))
      return value.getPlacement();
  return CoordAttr::get(task->getContext(), {}, {});
}

/// Enters a task of the loop under its stage.
static LogicalResult enter(GraphStages &stages, TaskOp task) {
  if (!task.getStage())
    return task.emitError() << "a task of the microbatch loop has a stage";
  uint64_t stage = *task.getStage();
  if (stage > 1u << 20)
    return task.emitError() << "stage " << stage << " is out of range";
  if (stage >= stages.forward.size()) {
    stages.forward.resize(stage + 1);
    stages.backward.resize(stage + 1);
  }
  if (task.getPass() != PassKind::F && task.getPass() != PassKind::B)
    return task.emitError() << "pass " << stringifyPassKind(task.getPass())
                            << " cannot be scheduled; F and B can";
  TaskOp &place = task.getPass() == PassKind::F ? stages.forward[stage]
                                                : stages.backward[stage];
  if (place)
    return task.emitError() << "stage " << stage << " has two tasks of pass "
                            << stringifyPassKind(task.getPass());
  place = task;
  return success();
}

/// Number of coordinates from one value of an axis to the next.
static int64_t strideOf(AxesAttr axes, StringAttr axis) {
  int64_t stride = 1;
  for (auto [name, size] :
       llvm::reverse(llvm::zip(axes.getNames(), axes.getSizes()))) {
    if (name == axis)
      break;
    stride *= size;
  }
  return stride;
}

/// Finds an axis of two at whose second value the devices of the first stand at
/// other ranks. Other axes are looked at where they start.
static void findMirror(GraphStages &stages, MeshOp mesh) {
  AxesAttr axes = mesh.getAxes();
  if (!mesh.getDevices())
    return;
  ArrayRef<int64_t> devices = *mesh.getDevices();
  int64_t rankStride = strideOf(axes, stages.axis);
  llvm::DenseMap<int64_t, int64_t> rankOf; // by device
  for (int64_t rank = 0; rank < stages.ranks; ++rank)
    if (!rankOf.try_emplace(devices[rank * rankStride], rank).second)
      return;
  for (auto [name, size] : llvm::zip(axes.getNames(), axes.getSizes())) {
    if (size != 2 || name == stages.axis)
      continue;
    SmallVector<int64_t> ranks;
    for (int64_t rank = 0; rank < stages.ranks; ++rank) {
      auto found =
          rankOf.find(devices[strideOf(axes, name) + rank * rankStride]);
      if (found != rankOf.end())
        ranks.push_back(found->second);
    }
    if (static_cast<int64_t>(ranks.size()) != stages.ranks)
      continue;
    stages.mirrorAxis = name;
    stages.rankOfMirrored = ranks;
    return;
  }
}

/// Finds the axis that stages are placed on and its size.
static LogicalResult readPlacements(GraphStages &stages, ModuleOp module) {
  for (auto [stage, task] : llvm::enumerate(stages.forward)) {
    if (!task)
      return stages.graph.emitError()
             << "stage " << stage << " has no forward task";
    CoordAttr at = placementOf(task);
    stages.placement.push_back(at);
    if (at.getAxes().size() > 1)
      return task.emitError() << "stage " << stage << " is placed at " << at
                              << "; stages are placed on one axis";
    if (at.empty())
      continue;
    if (stages.axis && stages.axis != at.getAxes()[0])
      return task.emitError()
             << "stage " << stage << " is placed on axis " << at.getAxes()[0]
             << ", others on " << stages.axis;
    stages.axis = at.getAxes()[0];
  }
  if (!stages.axis)
    return success();
  for (auto mesh : module.getOps<MeshOp>()) {
    stages.ranks = mesh.getAxes().getSize(stages.axis.getValue());
    findMirror(stages, mesh);
  }
  return success();
}

FailureOr<GraphStages> piper::readStages(ModuleOp module) {
  SmallVector<GraphOp> graphs(module.getOps<GraphOp>());
  if (graphs.size() != 1)
    return module.emitError()
           << "expected one piper.graph, found " << graphs.size();
  GraphStages stages;
  stages.graph = graphs.front();
  SmallVector<ForeachMicrobatchOp> loops(
      stages.graph.getOps<ForeachMicrobatchOp>());
  if (loops.size() != 1)
    return stages.graph.emitError()
           << "expected one piper.foreach_microbatch, found " << loops.size();
  stages.loop = loops.front();
  for (auto task : stages.loop.getOps<TaskOp>())
    if (failed(enter(stages, task)))
      return failure();
  if (stages.forward.empty())
    return stages.loop.emitError() << "has no task";
  if (failed(readPlacements(stages, module)))
    return failure();
  return stages;
}
