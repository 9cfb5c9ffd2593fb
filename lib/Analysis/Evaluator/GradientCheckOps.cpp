//===- GradientCheckOps.cpp - Gradients of single ops by differences -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheck.h"

#include "Binding.h"
#include "Interpreter.h"
#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "Piper/Transforms/Autodiff/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace piper;

/// Values that `op` reads, those that its regions capture included.
static llvm::SetVector<Value> getReadValues(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// Whether a check clones what defines `value` instead of passing it in.
static bool isCloned(Value value) {
  Operation *op = value.getDefiningOp();
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op));
}

namespace {

/// Checks the ops of one joint body, each in a module of its own.
class OpChecker {
public:
  OpChecker(func::FuncOp joint, int64_t samples, uint64_t seed)
      : joint(joint), samples(samples), seed(seed) {}

  FailureOr<SmallVector<OpGradientError>> run(ArrayRef<Tensor> arguments);

private:
  void findActiveValues();
  FailureOr<OpGradientError> check(Operation *op);
  func::FuncOp createStage(OpBuilder &builder, Operation *op,
                           SmallVectorImpl<Value> &inputs);

  func::FuncOp joint;
  int64_t samples;
  uint64_t seed;
  Interpreter values{EvalOptions()};
  llvm::DenseSet<Value> active;
};

} // namespace

/// Values that an input or a parameter leads to through floats.
void OpChecker::findActiveValues() {
  for (unsigned i = 0; i < joint.getNumArguments(); ++i) {
    auto role = joint.getArgAttrOfType<StringAttr>(i, "piper.role");
    if (role && (role.getValue() == "input" || role.getValue() == "param"))
      active.insert(joint.getArgument(i));
  }
  for (Operation &op : joint.getBody().front()) {
    bool reads = llvm::any_of(getReadValues(&op),
                              [&](Value v) { return active.contains(v); });
    for (Value result : op.getResults())
      if (reads && isDifferentiableType(result.getType()) &&
          !op.hasAttr("piper.no_grad"))
        active.insert(result);
  }
}

/// A stage of `op` alone. `inputs` are the values that its arguments stand for.
func::FuncOp OpChecker::createStage(OpBuilder &builder, Operation *op,
                                    SmallVectorImpl<Value> &inputs) {
  SmallVector<Type> types, results;
  for (Value value : getReadValues(op))
    if (!isCloned(value)) {
      inputs.push_back(value);
      Type type = value.getType();
      types.push_back(
          isa<RankedTensorType>(type) ? type : RankedTensorType::get({}, type));
    }
  for (Type type : op->getResultTypes())
    if (isDifferentiableType(type) && isa<RankedTensorType>(type))
      results.push_back(type);
  auto func = func::FuncOp::create(builder, op->getLoc(), "op",
                                   builder.getFunctionType(types, results));
  func.setPrivate();
  Block *block = func.addEntryBlock();
  OpBuilder body = OpBuilder::atBlockEnd(block);
  IRMapping mapping;
  for (Value value : getReadValues(op))
    if (isCloned(value))
      body.clone(*value.getDefiningOp(), mapping);
  for (auto [i, value] : llvm::enumerate(inputs)) {
    Value argument = block->getArgument(i);
    if (!isa<RankedTensorType>(value.getType()))
      argument = tensor::ExtractOp::create(body, op->getLoc(), argument);
    mapping.map(value, argument);
    func.setArgAttr(
        i, "piper.role",
        builder.getStringAttr(active.contains(value) ? "input" : "data"));
  }
  Operation *clone = body.clone(*op, mapping);
  SmallVector<Value> returned;
  for (Value result : clone->getResults())
    if (isDifferentiableType(result.getType()) &&
        isa<RankedTensorType>(result.getType()))
      returned.push_back(result);
  func::ReturnOp::create(body, op->getLoc(), returned);
  return func;
}

FailureOr<OpGradientError> OpChecker::check(Operation *op) {
  OpBuilder builder(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, op->getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Value> inputs;
  func::FuncOp stage = createStage(builder, op, inputs);
  PassManager pm(op->getContext(), ModuleOp::getOperationName(),
                 PassManager::Nesting::Explicit);
  pm.addPass(createPiperDifferentiate());
  if (failed(pm.run(*module)))
    return failure();
  SmallVector<Tensor> arguments;
  for (unsigned i = 0; i < stage.getNumArguments(); ++i) {
    if (i < inputs.size()) {
      arguments.push_back(values.get(inputs[i]));
      continue;
    }
    arguments.push_back(randomTensor(stage.getArgumentTypes()[i], seed,
                                     "argument " + std::to_string(i)));
  }
  FailureOr<SmallVector<GradientError>> errors =
      checkGradients(stage, nullptr, arguments, samples);
  if (failed(errors))
    return failure();
  OpGradientError result;
  result.op = op;
  for (const GradientError &error : *errors) {
    result.samples += error.samples;
    if (std::pair(error.excess, error.error) >=
        std::pair(result.worst.excess, result.worst.error))
      result.worst = error;
  }
  return result;
}

FailureOr<SmallVector<OpGradientError>>
OpChecker::run(ArrayRef<Tensor> arguments) {
  findActiveValues();
  SmallVector<Operation *> forward;
  unsigned numForward = 0;
  for (unsigned i = 0; i < joint.getNumArguments(); ++i) {
    auto role = joint.getArgAttrOfType<StringAttr>(i, "piper.role");
    if (role && role.getValue() != "cotangent" && role.getValue() != "acc")
      numForward = i + 1;
  }
  if (failed(values.runForwardPart(joint, arguments.take_front(numForward))))
    return failure();
  SmallVector<OpGradientError> errors;
  for (Operation &op : joint.getBody().front()) {
    if (op.getName().getStringRef() == "piper.cut")
      break;
    bool differentiable = llvm::any_of(op.getResults(), [&](Value result) {
      return active.contains(result) && isa<RankedTensorType>(result.getType());
    });
    if (!differentiable)
      continue;
    FailureOr<OpGradientError> error = check(&op);
    if (failed(error))
      return failure();
    errors.push_back(*error);
  }
  return errors;
}

FailureOr<SmallVector<OpGradientError>>
piper::checkOpGradients(func::FuncOp joint, ArrayRef<Tensor> arguments,
                        int64_t samples, uint64_t seed) {
  return OpChecker(joint, samples, seed).run(arguments);
}
