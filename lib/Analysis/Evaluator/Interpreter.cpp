//===- Interpreter.cpp - Interprets functions on tensors -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Transforms/Import/ExpandBodyOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;

/// Calls deeper than this are taken for a recursion without end.
static constexpr unsigned maxCallDepth = 256;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const Tensor *Interpreter::find(Value value) const {
  auto it = values.find(value);
  return it == values.end() ? nullptr : it->second.get();
}

const Tensor &Interpreter::get(Value value) const {
  // Every operand was set by the operation that dominates its use.
  return *values.find(value)->second;
}

void Interpreter::set(Value value, Tensor tensor) {
  values[value] = std::make_shared<const Tensor>(std::move(tensor));
}

void Interpreter::alias(Value value, Value source) {
  std::shared_ptr<const Tensor> tensor = values.find(source)->second;
  values[value] = std::move(tensor);
}

FailureOr<Tensor> Interpreter::resultTensor(Operation *op, unsigned i) {
  Type type = op->getResult(i).getType();
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasStaticShape())
    return op->emitOpError("has a result of dynamic shape ")
           << type << ", which the evaluator does not take";
  return Tensor::zeros(type);
}

//===----------------------------------------------------------------------===//
// Functions and control flow
//===----------------------------------------------------------------------===//

static LogicalResult checkInput(func::FuncOp func, unsigned i,
                                const Tensor &input) {
  Tensor expected = Tensor::zeros(func.getArgumentTypes()[i]);
  if (expected.shape == input.shape &&
      expected.elementType == input.elementType &&
      expected.size() == input.size())
    return success();
  return func.emitError("argument ")
         << i << " of @" << func.getSymName() << " has type "
         << func.getArgumentTypes()[i] << " but its value is "
         << RankedTensorType::get(input.shape, input.elementType) << " with "
         << input.size() << " elements";
}

LogicalResult Interpreter::bind(func::FuncOp func, ArrayRef<Tensor> inputs,
                                unsigned first) {
  for (auto [k, input] : llvm::enumerate(inputs)) {
    unsigned i = first + k;
    auto shaped = dyn_cast<ShapedType>(func.getArgumentTypes()[i]);
    if (shaped && !shaped.hasStaticShape())
      return func.emitError("argument ") << i << " has dynamic type " << shaped;
    if (failed(checkInput(func, i, input)))
      return failure();
    Tensor rounded = input;
    if (rounded.isFloat())
      for (Scalar &s : rounded.data)
        s.f = roundTo(s.f, rounded.elementType, options.precision);
    set(func.getArgument(i), std::move(rounded));
  }
  return success();
}

FailureOr<SmallVector<Tensor>> Interpreter::run(func::FuncOp func,
                                                ArrayRef<Tensor> inputs) {
  if (func.isExternal())
    return func.emitError("@") << func.getSymName() << " has no body";
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("@")
           << func.getSymName()
           << " has several blocks; the evaluator takes one";
  if (inputs.size() != func.getNumArguments())
    return func.emitError("@")
           << func.getSymName() << " takes " << func.getNumArguments()
           << " arguments, got " << inputs.size();
  Block &block = func.getBody().front();
  if (failed(bind(func, inputs)) || failed(runBlock(block)))
    return failure();
  SmallVector<Tensor> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(get(value));
  return results;
}

/// The `piper.cut` of a joint body.
static FailureOr<Operation *> findCut(func::FuncOp joint) {
  if (!joint.isExternal())
    for (Operation &op : joint.getBody().front())
      if (op.getName().getStringRef() == "piper.cut")
        return &op;
  return joint.emitError("@") << joint.getSymName() << " has no piper.cut";
}

FailureOr<Operation *> Interpreter::enterPart(func::FuncOp joint,
                                              ArrayRef<Tensor> inputs,
                                              int64_t from) {
  FailureOr<Operation *> cut = findCut(joint);
  if (failed(cut))
    return failure();
  if (inputs.size() > joint.getNumArguments())
    return joint.emitError("@")
           << joint.getSymName() << " takes " << joint.getNumArguments()
           << " arguments, got " << inputs.size() << " for a part of it";
  if (failed(bind(joint, inputs, from)))
    return failure();
  return cut;
}

FailureOr<SmallVector<Tensor>>
Interpreter::runForwardPart(func::FuncOp joint, ArrayRef<Tensor> inputs) {
  FailureOr<Operation *> cut = enterPart(joint, inputs, /*from=*/0);
  if (failed(cut))
    return failure();
  for (Operation *op = &joint.getBody().front().front(); op != *cut;
       op = op->getNextNode())
    if (failed(runOp(op)))
      return failure();
  SmallVector<Tensor> results;
  for (Value value : (*cut)->getOperands())
    results.push_back(get(value));
  return results;
}

FailureOr<SmallVector<Tensor>>
Interpreter::runBackwardPart(func::FuncOp joint, ArrayRef<Tensor> inputs) {
  FailureOr<Operation *> cut = enterPart(
      joint, inputs, int64_t(joint.getNumArguments()) - int64_t(inputs.size()));
  if (failed(cut))
    return failure();
  Operation *terminator = joint.getBody().front().getTerminator();
  for (Operation *op = (*cut)->getNextNode(); op != terminator;
       op = op->getNextNode())
    if (failed(runOp(op)))
      return failure();
  SmallVector<Tensor> results;
  for (Value value :
       terminator->getOperands().drop_front((*cut)->getNumOperands()))
    results.push_back(get(value));
  return results;
}

LogicalResult Interpreter::runBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(runOp(&op)))
      return failure();
  return success();
}

LogicalResult Interpreter::runFor(scf::ForOp op) {
  int64_t lower = get(op.getLowerBound()).data[0].i;
  int64_t upper = get(op.getUpperBound()).data[0].i;
  int64_t step = get(op.getStep()).data[0].i;
  if (step <= 0)
    return op.emitOpError("has step ") << step;
  for (auto [argument, init] :
       llvm::zip_equal(op.getRegionIterArgs(), op.getInitArgs()))
    alias(argument, init);
  for (int64_t i = lower; i < upper; i += step) {
    Tensor index = Tensor::zeros(op.getInductionVar().getType());
    index.data[0].i = i;
    set(op.getInductionVar(), std::move(index));
    if (failed(runBlock(*op.getBody())))
      return failure();
    // All yielded values are read before any argument is set.
    SmallVector<std::shared_ptr<const Tensor>> next;
    for (Value value : op.getYieldedValues())
      next.push_back(values.find(value)->second);
    for (auto [argument, tensor] :
         llvm::zip_equal(op.getRegionIterArgs(), next))
      values[argument] = tensor;
  }
  for (auto [result, argument] :
       llvm::zip_equal(op.getResults(), op.getRegionIterArgs()))
    alias(result, argument);
  return success();
}

LogicalResult Interpreter::runIf(scf::IfOp op) {
  Region &region = get(op.getCondition()).data[0].i ? op.getThenRegion()
                                                    : op.getElseRegion();
  if (region.empty())
    return success();
  if (failed(runBlock(region.front())))
    return failure();
  for (auto [result, value] : llvm::zip_equal(
           op.getResults(), region.front().getTerminator()->getOperands()))
    alias(result, value);
  return success();
}

LogicalResult Interpreter::runCall(func::CallOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee)
    return op.emitOpError("calls @") << op.getCallee() << ", which is not here";
  if (depth >= maxCallDepth)
    return op.emitOpError("is nested deeper than ") << maxCallDepth << " calls";
  SmallVector<Tensor> inputs;
  for (Value operand : op.getOperands())
    inputs.push_back(get(operand));
  Interpreter inner(options);
  inner.depth = depth + 1;
  FailureOr<SmallVector<Tensor>> results = inner.run(callee, inputs);
  if (failed(results))
    return failure();
  for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results))
    set(value, std::move(tensor));
  return success();
}

/// Runs an op of the body dialect as the function of linalg that it stands for.
static FailureOr<SmallVector<Tensor>>
evaluateBodyOp(Operation *op, ArrayRef<Tensor> inputs, EvalOptions options) {
  auto type = FunctionType::get(op->getContext(), op->getOperandTypes(),
                                op->getResultTypes());
  OwningOpRef<func::FuncOp> func =
      func::FuncOp::create(op->getLoc(), op->getName().getStringRef(), type);
  Block *block = func->addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  SmallVector<Value> arguments(block->args_begin(), block->args_end());
  Operation *copy = builder.clone(*op);
  copy->setOperands(arguments);
  func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
  expandBodyOps(*func);
  return evaluate(*func, inputs, options);
}

LogicalResult Interpreter::runElementwise(Operation *op, const ScalarOp &fn) {
  FailureOr<Tensor> result = resultTensor(op);
  if (failed(result))
    return failure();
  const Tensor *operands[3] = {nullptr, nullptr, nullptr};
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    operands[i] = &get(operand);
  for (int64_t e = 0; e < result->size(); ++e) {
    Scalar args[3] = {};
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      // A scalar condition selects between whole tensors.
      args[i] = operands[i]->data[operands[i]->size() == 1 ? 0 : e];
    if (fn.checksDivisor && args[1].i == 0)
      return op->emitOpError("divides an integer by zero");
    result->data[e] = fn.apply(args);
  }
  set(op->getResult(0), std::move(*result));
  return success();
}

LogicalResult Interpreter::runOp(Operation *op) {
  // The cut between forward and backward computes nothing.
  if (op->getName().getStringRef() == "piper.cut")
    return success();
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    FailureOr<Tensor> value =
        tensorOfAttribute(constant.getValue(), op->getLoc(), options);
    if (failed(value))
      return failure();
    set(constant.getResult(), std::move(*value));
    return success();
  }
  if (auto check = dyn_cast<cf::AssertOp>(op)) {
    if (get(check.getArg()).data[0].i)
      return success();
    return op->emitError("assertion failed: ") << check.getMsg();
  }
  if (isa_and_nonnull<body::BodyDialect>(op->getDialect())) {
    SmallVector<Tensor> inputs;
    for (Value operand : op->getOperands())
      inputs.push_back(get(operand));
    FailureOr<SmallVector<Tensor>> results =
        evaluateBodyOp(op, inputs, options);
    if (failed(results))
      return failure();
    for (auto [value, tensor] : llvm::zip_equal(op->getResults(), *results))
      set(value, std::move(tensor));
    return success();
  }
  if (std::optional<ScalarOp> fn = resolveScalarOp(op, options.precision))
    return runElementwise(op, *fn);
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<linalg::LinalgOp>([&](auto o) { return runLinalg(o); })
      .Case<scf::ForOp>([&](auto o) { return runFor(o); })
      .Case<scf::IfOp>([&](auto o) { return runIf(o); })
      .Case<func::CallOp>([&](auto o) { return runCall(o); })
      .Default([&](Operation *o) { return runTensorOp(o); });
}

FailureOr<SmallVector<Tensor>> piper::evaluate(func::FuncOp func,
                                               ArrayRef<Tensor> inputs,
                                               EvalOptions options) {
  return Interpreter(options).run(func, inputs);
}
