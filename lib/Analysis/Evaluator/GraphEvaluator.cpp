//===- GraphEvaluator.cpp - Interprets the training graph -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphEvaluator.h"

#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace piper;

static ValueType typeOf(Value value) {
  return cast<ValueType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult GraphEvaluator::findMesh() {
  auto module = graph->getParentOfType<ModuleOp>();
  auto meshes = module.getOps<MeshOp>();
  if (!llvm::hasSingleElement(meshes))
    return graph.emitOpError("is evaluated on exactly one piper.mesh, found ")
           << std::distance(meshes.begin(), meshes.end());
  axes = (*meshes.begin()).getAxes();
  return success();
}

void GraphEvaluator::forEachPlaced(Value value,
                                   llvm::function_ref<void(int64_t)> body) {
  for (int64_t c = 0; c < axes.getNumCoordinates(); ++c)
    if (isPlaced(typeOf(value).getPlacement(), axes, coordinateOf(axes, c)))
      body(c);
}

void GraphEvaluator::distribute(Value value, const Tensor &global) {
  ClusterValue parts(axes.getNumCoordinates());
  forEachPlaced(value, [&](int64_t c) {
    parts[c] = std::make_shared<const Tensor>(
        localPart(global, typeOf(value), axes, coordinateOf(axes, c)));
  });
  values[value] = std::move(parts);
}

Tensor GraphEvaluator::whole(Value value) {
  const ClusterValue &parts = get(value);
  int64_t first = 0;
  while (!parts[first])
    ++first;
  return assemble(
      parts, typeOf(value), axes, coordinateOf(axes, first),
      [](StringAttr) { return true; }, options.precision);
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

LogicalResult GraphEvaluator::runParam(Operation *op, StringRef name) {
  auto it = params.find(name.str());
  if (it == params.end()) {
    FailureOr<Tensor> loaded = source.parameter(
        name, typeOf(op->getResult(0)).getTensor(), op->getLoc());
    if (failed(loaded))
      return failure();
    for (Scalar &s : loaded->data)
      if (loaded->isFloat())
        s.f = roundTo(s.f, loaded->elementType, options.precision);
    it = params.emplace(name.str(), std::move(*loaded)).first;
  }
  distribute(op->getResult(0), it->second);
  return success();
}

LogicalResult GraphEvaluator::runState(StateOp op) {
  auto key = std::make_pair(op.getParam().str(), op.getName().str());
  auto it = states.find(key);
  if (it == states.end())
    it = states.emplace(key, Tensor::zeros(typeOf(op.getResult()).getTensor()))
             .first;
  distribute(op.getResult(), it->second);
  return success();
}

LogicalResult GraphEvaluator::runInput(InputOp op) {
  ValueType type = typeOf(op.getResult());
  ClusterValue parts(axes.getNumCoordinates());
  LogicalResult good = success();
  forEachPlaced(op.getResult(), [&](int64_t c) {
    SmallVector<int64_t> coordinate = coordinateOf(axes, c);
    // Replica r takes microbatches r*m ... of the step.
    int64_t replica = 0;
    for (auto [name, position, size] :
         llvm::zip_equal(axes.getNames(), coordinate, axes.getSizes()))
      if (type.getLayout().getKind(name) == LayoutKind::Replica)
        replica = replica * size + position;
    FailureOr<Tensor> value = source.input(
        op.getName(), type.getTensor(), step,
        replica * graph.getMicrobatches() + microbatch, op.getLoc());
    if (failed(value)) {
      good = failure();
      return;
    }
    parts[c] = std::make_shared<const Tensor>(
        localPart(*value, type, axes, coordinate));
  });
  values[op.getResult()] = std::move(parts);
  return good;
}

LogicalResult GraphEvaluator::runForeach(ForeachMicrobatchOp op) {
  Block &block = op.getBody().front();
  for (BlockArgument argument : block.getArguments()) {
    ClusterValue zeros(axes.getNumCoordinates());
    auto zero =
        std::make_shared<const Tensor>(localZeros(typeOf(argument), axes));
    forEachPlaced(argument, [&](int64_t c) { zeros[c] = zero; });
    values[argument] = std::move(zeros);
  }
  for (microbatch = 0;
       microbatch < static_cast<int64_t>(graph.getMicrobatches());
       ++microbatch) {
    for (Operation &inner : block.without_terminator())
      if (failed(runOp(&inner)))
        return failure();
    SmallVector<ClusterValue> next;
    for (Value value : block.getTerminator()->getOperands())
      next.push_back(get(value));
    for (auto [argument, value] : llvm::zip_equal(block.getArguments(), next))
      values[argument] = std::move(value);
  }
  for (auto [result, argument] :
       llvm::zip_equal(op.getResults(), block.getArguments())) {
    ClusterValue last = get(argument);
    values[result] = std::move(last);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

LogicalResult GraphEvaluator::runTransfer(TransferOp op) {
  CoordAttr from = typeOf(op.getOperand()).getPlacement();
  const ClusterValue &operand = get(op.getOperand());
  ClusterValue parts(axes.getNumCoordinates());
  forEachPlaced(op.getResult(), [&](int64_t c) {
    SmallVector<int64_t> coordinate = coordinateOf(axes, c);
    for (auto [a, name] : llvm::enumerate(axes.getNames()))
      if (std::optional<int64_t> fixed = from.get(name))
        coordinate[a] = *fixed;
    parts[c] = operand[indexOf(axes, coordinate)];
  });
  values[op.getResult()] = std::move(parts);
  return success();
}

/// A relayout or any collective: the group's full tensor, reduced over the axes
/// that are no longer partial, cut as the new layout says.
LogicalResult GraphEvaluator::runRelayout(Operation *op) {
  Value operand = op->getOperand(0), result = op->getResult(0);
  LayoutAttr layout = typeOf(result).getLayout();
  ClusterValue parts(axes.getNumCoordinates());
  forEachPlaced(result, [&](int64_t c) {
    SmallVector<int64_t> coordinate = coordinateOf(axes, c);
    Tensor full = assemble(
        get(operand), typeOf(operand), axes, coordinate,
        [&](StringAttr axis) {
          return layout.getKind(axis) != LayoutKind::Partial;
        },
        options.precision);
    parts[c] = std::make_shared<const Tensor>(
        localPart(full, typeOf(result), axes, coordinate));
  });
  values[result] = std::move(parts);
  return success();
}

/// The replica dimension of size one that every coordinate holds comes or goes.
LogicalResult GraphEvaluator::runReplicas(Operation *op) {
  Value result = op->getResult(0);
  Tensor shape = localZeros(typeOf(result), axes);
  ClusterValue parts(axes.getNumCoordinates());
  LogicalResult good = success();
  forEachPlaced(result, [&](int64_t c) {
    Tensor part = *get(op->getOperand(0))[c];
    if (part.size() != shape.size()) {
      good = op->emitOpError("turns ")
             << part.size() << " local elements into " << shape.size();
      return;
    }
    part.shape = shape.shape;
    parts[c] = std::make_shared<const Tensor>(std::move(part));
  });
  values[result] = std::move(parts);
  return good;
}

//===----------------------------------------------------------------------===//
// End of step
//===----------------------------------------------------------------------===//

LogicalResult GraphEvaluator::runSumUses(SumUsesOp op) {
  ClusterValue parts(axes.getNumCoordinates());
  forEachPlaced(op.getResult(), [&](int64_t c) {
    Tensor sum = *get(op.getUses().front())[c];
    for (Value use : op.getUses().drop_front())
      reduceInto(sum, *get(use)[c], Reduction::Sum, options.precision);
    parts[c] = std::make_shared<const Tensor>(std::move(sum));
  });
  values[op.getResult()] = std::move(parts);
  return success();
}

LogicalResult GraphEvaluator::runScale(ScaleOnceOp op) {
  Type element = typeOf(op.getResult()).getTensor().getElementType();
  ClusterValue parts(axes.getNumCoordinates());
  forEachPlaced(op.getResult(), [&](int64_t c) {
    double divisor = op.getWeight() ? get(op.getWeight())[c]->data.front().f
                                    : static_cast<double>(*op.getDivisor());
    double factor = roundTo(1.0 / divisor, element, options.precision);
    if (divisor == 0 && !element.isF64())
      factor = 0; // nothing counts: the loss is NaN, gradients are zero
    Tensor part = *get(op.getOperand())[c];
    for (Scalar &s : part.data)
      s.f = roundTo(s.f * factor, element, options.precision);
    parts[c] = std::make_shared<const Tensor>(std::move(part));
  });
  values[op.getResult()] = std::move(parts);
  return success();
}

LogicalResult GraphEvaluator::runNorm(GlobalNormOp op) {
  double sum = 0;
  for (Value gradient : op.getGradients()) {
    double squares = 0;
    for (const Scalar &s : whole(gradient).data)
      squares += s.f * s.f;
    sum += squares;
  }
  Tensor norm = Tensor::zeros(typeOf(op.getResult()).getTensor());
  norm.data[0].f = std::sqrt(sum);
  distribute(op.getResult(), norm);
  return success();
}

/// The parameter or state a value of `piper.return` is the new value of: the
/// one that the update, or a chain of layout changes around it, started from.
static Operation *originOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<ParamOp, StateOp>(op))
      return op;
    if (auto update = dyn_cast<UpdateOp>(op))
      value = update.getInouts()[cast<OpResult>(value).getResultNumber()];
    else if (isa<TransferOp, RelayoutOp, AllReduceOp, AllGatherOp,
                 ReduceScatterOp, AllToAllOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  return nullptr;
}

FailureOr<Metrics> GraphEvaluator::finish(ReturnOp op) {
  // All are read before any is set: a parameter may come back untouched.
  SmallVector<std::pair<Operation *, Tensor>> updated;
  for (ValueRange range : {op.getParams(), op.getStates()})
    for (Value value : range) {
      Operation *origin = originOf(value);
      if (!origin)
        return op.emitOpError("returns a value that comes from no parameter "
                              "and no state");
      updated.emplace_back(origin, whole(value));
    }
  Metrics metrics;
  for (auto [value, name] : llvm::zip_equal(op.getMetrics(), op.getNames()))
    metrics.emplace_back(cast<StringAttr>(name).str(),
                         whole(value).data.front().f);
  // Of several placements of one parameter the first owns it.
  std::set<std::string> seen;
  for (auto &[origin, tensor] : updated) {
    if (auto state = dyn_cast<StateOp>(origin))
      states[{state.getParam().str(), state.getName().str()}] =
          std::move(tensor);
    else if (std::string name = cast<ParamOp>(origin).getName().str();
             seen.insert(name).second)
      params[name] = std::move(tensor);
  }
  return metrics;
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

LogicalResult GraphEvaluator::runOp(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<ParamOp, ModelBufferOp>(
          [&](auto o) { return runParam(o, o.getName()); })
      .Case<StateOp>([&](auto o) { return runState(o); })
      .Case<InputOp>([&](auto o) { return runInput(o); })
      .Case<StepIndexOp>([&](auto o) {
        Tensor index = Tensor::zeros(typeOf(o.getResult()).getTensor());
        index.data[0].i = step;
        distribute(o.getResult(), index);
        return success();
      })
      .Case<ForeachMicrobatchOp>([&](auto o) { return runForeach(o); })
      .Case<TaskOp>([&](auto o) { return runTask(o); })
      .Case<UpdateOp>([&](auto o) { return runUpdate(o); })
      .Case<TransferOp>([&](auto o) { return runTransfer(o); })
      .Case<RelayoutOp, AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp>(
          [&](auto o) { return runRelayout(o); })
      .Case<ExposeReplicasOp, HideReplicasOp>(
          [&](auto o) { return runReplicas(o); })
      .Case<SumUsesOp>([&](auto o) { return runSumUses(o); })
      .Case<ScaleOnceOp>([&](auto o) { return runScale(o); })
      .Case<GlobalNormOp>([&](auto o) { return runNorm(o); })
      .Default([](Operation *o) {
        return o->emitOpError("is not known to the evaluator of graphs");
      });
}

FailureOr<Metrics> GraphEvaluator::runStep(int64_t step) {
  if (!axes && failed(findMesh()))
    return failure();
  this->step = step;
  values.clear();
  residuals.clear();
  for (Operation &op : graph.getBody().front()) {
    if (auto returnOp = dyn_cast<ReturnOp>(op))
      return finish(returnOp);
    if (failed(runOp(&op)))
      return failure();
  }
  return graph.emitOpError("has no piper.return");
}
