//===- EstimateCosts.cpp - What stages cost, from their bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EstimateCosts.h"
#include "Piper/Support/ByteSize.h"
#include "Piper/Transforms/Graph/OpCost.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace piper;

static constexpr double kFlopsPerMicrosecond = 1e7, kBytesPerMicrosecond = 1e6;
static constexpr double kDefaultGbps = 100;

static double timeOf(Operation *op) {
  if (!isa<DestinationStyleOpInterface>(op))
    return 0; // views and what is folded away
  double bytes = 0;
  for (Type type : op->getOperandTypes())
    bytes += bytesOf(type);
  for (Type type : op->getResultTypes())
    bytes += bytesOf(type);
  return std::max(flopsOf(op) / kFlopsPerMicrosecond,
                  bytes / kBytesPerMicrosecond);
}

/// Whether a value stays where it is between microbatches.
static bool isResident(func::FuncOp body, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  auto role =
      body.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "piper.role");
  return !role || (role.getValue() != "input" && role.getValue() != "data");
}

static schedule::StageCosts costsOf(func::FuncOp body) {
  schedule::StageCosts costs;
  auto cuts = llvm::to_vector(body.getOps<CutOp>());
  if (cuts.size() != 1)
    return costs;
  CutOp cut = cuts.front();
  double forward = 0, backward = 0, kept = 0, message = 0;
  llvm::DenseSet<Value> seen;
  for (Operation &op : body.front().without_terminator()) {
    bool isForward = op.isBeforeInBlock(cut);
    (isForward ? forward : backward) += timeOf(&op);
    if (isForward || &op == cut.getOperation())
      continue;
    for (Value operand : op.getOperands()) {
      Operation *producer = operand.getDefiningOp();
      bool fromForward = producer ? producer->isBeforeInBlock(cut)
                                  : !isResident(body, operand);
      if (fromForward && seen.insert(operand).second)
        kept += bytesOf(operand.getType());
    }
  }
  for (Type type : cut.getOperandTypes())
    message += bytesOf(type);
  costs.F = forward;
  costs.B = backward;
  costs.I = costs.W = backward / 2;
  costs.activation = kept;
  costs.message = costs.gradientMessage = message;
  return costs;
}

schedule::Costs piper::estimateCosts(const GraphStages &stages) {
  GraphOp graph = stages.graph;
  auto module = graph->getParentOfType<ModuleOp>();
  SymbolTable symbols(module);
  Link link = {kDefaultGbps, 0};
  for (auto mesh : module.getOps<MeshOp>())
    if (stages.axis)
      link = linkOf(mesh, stages.axis.getValue(), link);
  double bytesPerMicrosecond = link.gbps * 1e9 / 8 / 1e6;
  schedule::Costs costs;
  costs.stages.clear();
  costs.latency = link.latency;
  llvm::DenseMap<Attribute, schedule::StageCosts> ofBody;
  for (TaskOp task : stages.forward) {
    auto [entry, isNew] = ofBody.try_emplace(task.getBodyAttr());
    if (isNew)
      if (auto body = symbols.lookup<func::FuncOp>(task.getBody())) {
        entry->second = costsOf(body);
        entry->second.message /= bytesPerMicrosecond;
        entry->second.gradientMessage /= bytesPerMicrosecond;
      }
    costs.stages.push_back(entry->second);
  }
  return costs;
}
