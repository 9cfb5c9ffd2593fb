//===- GraphTasks.cpp - Interprets tasks and updates -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphEvaluator.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace piper;

func::FuncOp GraphEvaluator::lookup(TaskOp op, StringRef suffix) {
  auto module = graph->getParentOfType<ModuleOp>();
  return module.lookupSymbol<func::FuncOp>((op.getBody() + suffix).str());
}

LogicalResult GraphEvaluator::runTask(TaskOp op) {
  // The placement of a task is that of its values.
  SmallVector<bool> placed(axes.getNumCoordinates(), false);
  for (ValueRange range :
       {ValueRange(op.getOperands()), ValueRange(op.getOutputs())})
    for (Value value : range)
      if (isa<ValueType>(value.getType()))
        forEachPlaced(value, [&](int64_t c) { placed[c] = true; });
  for (int64_t c = 0; c < axes.getNumCoordinates(); ++c)
    for (Value value : op.getOperands())
      if (isa<ValueType>(value.getType()) && !get(value)[c])
        placed[c] = false;
  for (Value value : op.getOutputs()) {
    if (isa<ValueType>(value.getType()))
      values[value].assign(axes.getNumCoordinates(), nullptr);
    else
      residuals[value].assign(axes.getNumCoordinates(), nullptr);
  }
  for (int64_t c = 0; c < axes.getNumCoordinates(); ++c)
    if (placed[c] && failed(runTaskAt(op, c)))
      return failure();
  return success();
}

LogicalResult GraphEvaluator::runTaskAt(TaskOp op, int64_t coordinate) {
  SmallVector<Tensor> inputs;
  for (Value value : op.getOperands())
    if (isa<ValueType>(value.getType()))
      inputs.push_back(*get(value)[coordinate]);
  SmallVector<int64_t> position = coordinateOf(axes, coordinate);
  if (std::optional<ArrayAttr> names = op.getCoords())
    for (StringAttr name : names->getAsRange<StringAttr>()) {
      std::optional<unsigned> axis = axes.find(name);
      if (!axis)
        return op.emitOpError("takes a coordinate on axis ")
               << name << ", which the mesh does not have";
      Tensor index = Tensor::zeros(IndexType::get(op.getContext()));
      index.data[0].i = position[*axis];
      inputs.push_back(std::move(index));
    }
  FailureOr<SmallVector<Tensor>> results =
      op.getPass() == PassKind::F || op.getPass() == PassKind::UPD
          ? runForward(op, coordinate, inputs)
          : runBackward(op, coordinate, inputs);
  if (failed(results))
    return failure();
  size_t next = 0;
  for (Value value : op.getOutputs()) {
    if (!isa<ValueType>(value.getType()))
      continue;
    if (next == results->size())
      return op.emitOpError("has more results than its body's ") << next;
    values[value][coordinate] =
        std::make_shared<const Tensor>(std::move((*results)[next++]));
  }
  if (next != results->size())
    return op.emitOpError("has ")
           << next << " results, its body gives " << results->size();
  return success();
}

/// Activations that are one result of a forward body, as the task has them.
static FailureOr<SmallVector<Tensor>>
expandActivations(func::FuncOp body, SmallVector<Tensor> results) {
  auto shared = body->getAttrOfType<DenseI64ArrayAttr>("piper.activations");
  if (!shared)
    return results;
  SmallVector<Tensor> expanded;
  int64_t count = 0;
  for (int64_t position : shared.asArrayRef()) {
    if (position < 0 || position >= static_cast<int64_t>(results.size()))
      return body.emitError()
             << "has no result " << position << " to be an activation";
    expanded.push_back(results[position]);
    count = std::max(count, position + 1);
  }
  expanded.append(results.begin() + count, results.end());
  return expanded;
}

FailureOr<SmallVector<Tensor>>
GraphEvaluator::runForward(TaskOp op, int64_t coordinate,
                           ArrayRef<Tensor> inputs) {
  auto residual = std::make_shared<Residual>();
  for (Value value : op.getOutputs())
    if (!isa<ValueType>(value.getType()))
      residuals[value][coordinate] = residual;
  func::FuncOp body = lookup(op);
  if (body && body->hasAttr("piper.joint")) {
    residual->joint = std::make_shared<Interpreter>(options);
    return residual->joint->runForwardPart(body, inputs);
  }
  if (body)
    return evaluate(body, inputs, options);
  body = lookup(op, ".F");
  if (!body)
    return op.emitOpError("names the body @")
           << op.getBody() << ", which is not here";
  FailureOr<SmallVector<Tensor>> results = evaluate(body, inputs, options);
  if (failed(results))
    return failure();
  residual->arguments.assign(inputs.begin(), inputs.end());
  residual->results = *results;
  // Activations, residuals, then the accumulated loss: without the residuals
  // that is what the task returns.
  auto count = body->getAttrOfType<IntegerAttr>("piper.residuals");
  int64_t numResiduals = count ? count.getInt() : 0;
  int64_t numOutputs = llvm::count_if(op.getOutputs(), [](Value value) {
    return isa<ValueType>(value.getType());
  });
  results = expandActivations(body, std::move(*results));
  if (failed(results))
    return failure();
  int64_t numResults = results->size();
  auto inouts = body->getAttrOfType<IntegerAttr>("piper.inouts");
  int64_t numKept = inouts ? inouts.getInt() : 0;
  if (numResults - numResiduals != numOutputs || numKept > numOutputs)
    return op.emitOpError("has ")
           << numOutputs << " results, its body gives " << numResults
           << " of which " << numResiduals << " are residuals";
  auto first = results->begin() + (numResults - numKept - numResiduals);
  results->erase(first, first + numResiduals);
  return results;
}

FailureOr<SmallVector<Tensor>>
GraphEvaluator::runBackward(TaskOp op, int64_t coordinate,
                            ArrayRef<Tensor> inputs) {
  std::shared_ptr<Residual> residual;
  for (Value value : op.getOperands())
    if (!isa<ValueType>(value.getType()))
      residual = residuals[value][coordinate];
  if (!residual)
    return op.emitOpError("has no residual at this coordinate");
  if (op.getPass() != PassKind::B)
    return op.emitOpError("is one half of a split backward pass, which the "
                          "evaluator takes in plans only");
  if (func::FuncOp body = lookup(op); body && residual->joint)
    return residual->joint->runBackwardPart(body, inputs);
  func::FuncOp body = lookup(op, ".B");
  if (!body)
    return op.emitOpError("names the body @")
           << op.getBody() << ", which is not here";
  return runCutBackward(body, op, *residual, inputs);
}

/// Finds each argument of a cut backward body by its `piper.source`; cotangents
/// and accumulators are the task's operands, in order.
FailureOr<SmallVector<Tensor>>
GraphEvaluator::runCutBackward(func::FuncOp body, TaskOp op,
                               const Residual &residual,
                               ArrayRef<Tensor> inputs) {
  func::FuncOp forward = lookup(op, ".F");
  auto count = forward->getAttrOfType<IntegerAttr>("piper.residuals");
  auto inouts = forward->getAttrOfType<IntegerAttr>("piper.inouts");
  int64_t firstResidual = static_cast<int64_t>(residual.results.size()) -
                          (count ? count.getInt() : 0) -
                          (inouts ? inouts.getInt() : 0);
  auto bodyInouts = body->getAttrOfType<IntegerAttr>("piper.inouts");
  int64_t numAccs = bodyInouts ? bodyInouts.getInt() : 0;
  int64_t firstAcc = static_cast<int64_t>(inputs.size()) - numAccs;
  SmallVector<Tensor> arguments;
  for (unsigned i = 0; i < body.getNumArguments(); ++i) {
    auto source = body.getArgAttrOfType<StringAttr>(i, "piper.source");
    int64_t k = 0;
    StringRef kind, number;
    if (source)
      std::tie(kind, number) = source.getValue().split(':');
    if (number.getAsInteger(10, k))
      return body.emitError("argument ") << i << " has no sound piper.source";
    ArrayRef<Tensor> from;
    if (kind == "arg")
      from = residual.arguments;
    else if (kind == "activation")
      from = residual.results;
    else if (kind == "residual")
      from = ArrayRef<Tensor>(residual.results).drop_front(firstResidual);
    else if (kind == "cotangent")
      from = inputs;
    else if (kind == "acc")
      from = inputs.drop_front(firstAcc);
    if (k < 0 || k >= static_cast<int64_t>(from.size()))
      return body.emitError("argument ") << i << " comes from " << source
                                         << ", which the task does not have";
    arguments.push_back(from[k]);
  }
  return evaluate(body, arguments, options);
}

LogicalResult GraphEvaluator::runUpdate(UpdateOp op) {
  auto body = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      graph, op.getBodyAttr());
  if (!body)
    return op.emitOpError("names the body @")
           << op.getBody() << ", which is not here";
  for (Value result : op.getResults())
    values[result].assign(axes.getNumCoordinates(), nullptr);
  for (int64_t c = 0; c < axes.getNumCoordinates(); ++c) {
    SmallVector<Tensor> inputs;
    for (Value value : op.getOperands())
      if (get(value)[c])
        inputs.push_back(*get(value)[c]);
    if (inputs.size() != op->getNumOperands())
      continue;
    FailureOr<SmallVector<Tensor>> results = evaluate(body, inputs, options);
    if (failed(results))
      return failure();
    if (results->size() != op->getNumResults())
      return op.emitOpError("has ")
             << op->getNumResults() << " results, its body gives "
             << results->size();
    for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results))
      values[value][c] = std::make_shared<const Tensor>(std::move(tensor));
  }
  return success();
}
