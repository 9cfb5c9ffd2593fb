//===- VerifyGraph.cpp - What holds for a complete graph -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace piper {
#define GEN_PASS_DEF_PIPERVERIFYGRAPH
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
class GraphVerifier {
public:
  GraphVerifier(GraphOp graph, SymbolTable &symbols)
      : graph(graph), symbols(symbols) {}

  LogicalResult run();

private:
  LogicalResult verifyTask(TaskOp task);
  LogicalResult verifyUpdate(UpdateOp update);
  LogicalResult verifyTypes(Operation *op, StringRef what, TypeRange values,
                            TypeRange body);
  LogicalResult verifyWhole(Operation *op);
  LogicalResult verifyPlace(TaskOp task);
  LogicalResult verifyParams();
  FailureOr<RankedTensorType> localTensor(Operation *op, ValueType type);
  FailureOr<func::FuncOp> lookup(Operation *op, StringRef name);

  GraphOp graph;
  SymbolTable &symbols;
  llvm::MapVector<Value, unsigned> updates; // per parameter and holder
};
} // namespace

FailureOr<func::FuncOp> GraphVerifier::lookup(Operation *op, StringRef name) {
  if (auto func = symbols.lookup<func::FuncOp>(name))
    return func;
  return op->emitOpError() << "names the body @" << name
                           << ", which does not exist";
}

/// What one device holds of a value.
FailureOr<RankedTensorType> GraphVerifier::localTensor(Operation *op,
                                                       ValueType type) {
  RankedTensorType tensor = type.getTensor();
  LayoutAttr layout = type.getLayout();
  if (layout.getAxesOfKind(LayoutKind::Shard).empty())
    return tensor;
  auto mesh = symbols.lookup<MeshOp>(type.getMesh().getValue());
  if (!mesh)
    return op->emitOpError()
           << "is on mesh " << type.getMesh() << ", which does not exist";
  SmallVector<int64_t> shape(tensor.getShape());
  for (StringAttr axis : layout.getAxesOfKind(LayoutKind::Shard)) {
    int64_t size = mesh.getAxes().getSize(axis);
    if (size == 0)
      return op->emitOpError()
             << "has the layout " << layout << ", but mesh " << type.getMesh()
             << " has no axis '" << axis.getValue() << "'";
    int64_t &extent = shape[layout.getArgument(axis)];
    extent = llvm::divideCeil(extent, size);
  }
  return RankedTensorType::get(shape, tensor.getElementType());
}

LogicalResult GraphVerifier::verifyTypes(Operation *op, StringRef what,
                                         TypeRange values, TypeRange body) {
  SmallVector<ValueType> plain;
  for (Type type : values)
    if (auto value = dyn_cast<ValueType>(type))
      plain.push_back(value);
  if (plain.size() != body.size()) // V2
    return op->emitOpError() << "has " << plain.size() << " " << what
                             << "s, its body " << body.size();
  for (auto [number, value, type] : llvm::enumerate(plain, body)) {
    FailureOr<RankedTensorType> local = localTensor(op, value);
    if (failed(local))
      return failure();
    if (*local != type) // V2
      return op->emitOpError() << what << " " << number << " is " << *local
                               << " on each device, in the body " << type;
  }
  return success();
}

/// Arguments and results of the half of a joint body that a task runs.
LogicalResult GraphVerifier::verifyTask(TaskOp task) {
  FailureOr<func::FuncOp> func = lookup(task, task.getBody());
  if (failed(func))
    return failure();
  PassKind pass = task.getPass();
  SmallVector<Type> arguments, results;
  if (!(*func)->hasAttr("piper.joint") || pass == PassKind::UPD) {
    llvm::append_range(arguments, func->getArgumentTypes());
    llvm::append_range(results, func->getResultTypes());
    // Coordinates are bound on the task.
    size_t coords = task.getCoords() ? task.getCoords()->size() : 0;
    arguments.resize(arguments.size() - std::min(coords, arguments.size()));
  } else if (pass == PassKind::F || pass == PassKind::B) {
    for (unsigned i = 0, end = func->getNumArguments(); i < end; ++i) {
      auto role = func->getArgAttrOfType<StringAttr>(i, "piper.role");
      bool backward =
          role && (role.getValue() == "cotangent" || role.getValue() == "acc");
      if (backward == (pass == PassKind::B))
        arguments.push_back(func->getArgument(i).getType());
    }
    for (unsigned i = 0, end = func->getNumResults(); i < end; ++i) {
      auto role = func->getResultAttrOfType<StringAttr>(i, "piper.role");
      bool backward =
          role && (role.getValue() == "dinput" || role.getValue() == "acc");
      if (backward == (pass == PassKind::B))
        results.push_back(func->getResultTypes()[i]);
    }
  } else {
    return success();
  }
  if (failed(verifyTypes(task, "operand", task.getOperandTypes(), arguments)) ||
      failed(verifyTypes(task, "result", task.getResultTypes(), results)))
    return failure();
  return verifyPlace(task);
}

LogicalResult GraphVerifier::verifyPlace(TaskOp task) {
  std::optional<CoordAttr> place;
  for (Type type : llvm::concat<const Type>(task.getOperandTypes(),
                                            task.getResultTypes())) {
    auto value = dyn_cast<ValueType>(type);
    if (!value)
      continue;
    if (place && *place != value.getPlacement()) // V5
      return task.emitOpError()
             << "works on values at " << *place << " and at "
             << value.getPlacement() << "; a transfer is missing";
    place = value.getPlacement();
  }
  return success();
}

LogicalResult GraphVerifier::verifyUpdate(UpdateOp update) {
  FailureOr<func::FuncOp> func = lookup(update, update.getBody());
  if (failed(func) ||
      failed(verifyTypes(update, "operand", update.getOperandTypes(),
                         func->getArgumentTypes())) ||
      failed(verifyTypes(update, "result", update.getResultTypes(),
                         func->getResultTypes())))
    return failure();
  if (!update.getInouts().empty())
    ++updates[update.getInouts().front()];
  auto terminator = cast<ReturnOp>(graph.getBody().front().getTerminator());
  for (Value result : update.getResults())
    if (!llvm::is_contained(result.getUsers(), terminator)) // V3
      return update.emitOpError()
             << "gives a new value that the step does not return";
  return success();
}

LogicalResult GraphVerifier::verifyWhole(Operation *op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<ValueType>(operand.getType());
    if (!type)
      continue;
    for (StringAttr axis : type.getLayout().getAxesOfKind(LayoutKind::Partial))
      return op->emitOpError() // V4
             << "takes a value that is partial over axis '" << axis.getValue()
             << "'; a relayout is missing";
  }
  return success();
}

LogicalResult GraphVerifier::verifyParams() {
  for (ParamOp param : graph.getOps<ParamOp>()) {
    unsigned count = updates.lookup(param.getResult());
    if (count != (param.getFrozen() ? 0 : 1)) // V3
      return param.emitOpError()
             << "\"" << param.getName() << "\" is "
             << (param.getFrozen() ? "frozen" : "trained") << " and updated "
             << count << " times at this place";
  }
  return success();
}

LogicalResult GraphVerifier::run() {
  WalkResult result = graph.walk([&](Operation *op) {
    LogicalResult verified = success();
    if (isa<RelayoutOp>(op)) // V1
      verified = op->emitOpError() << "is left; run piper-plan-relayouts first";
    else if (auto task = dyn_cast<TaskOp>(op))
      verified = verifyTask(task);
    else if (auto update = dyn_cast<UpdateOp>(op))
      verified = verifyUpdate(update);
    if (succeeded(verified) && isa<UpdateOp, GlobalNormOp, ScaleOnceOp>(op))
      verified = verifyWhole(op);
    return failed(verified) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted() ? failure() : verifyParams();
}

namespace {
struct VerifyGraphPass : piper::impl::PiperVerifyGraphBase<VerifyGraphPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (GraphOp graph : getOperation().getOps<GraphOp>())
      if (failed(GraphVerifier(graph, symbols).run()))
        return signalPassFailure();
  }
};
} // namespace
