//===- ScalarProgram.cpp - Bodies on single elements -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

//===----------------------------------------------------------------------===//
// Flattening
//===----------------------------------------------------------------------===//

unsigned ScalarProgram::newSlot(Value value) {
  unsigned slot = slots.size();
  Scalar zero;
  zero.i = 0;
  slots.push_back(zero);
  if (value)
    slotOfValue[value] = slot;
  return slot;
}

FailureOr<unsigned> ScalarProgram::slotOf(Value value, Operation *user) {
  auto it = slotOfValue.find(value);
  if (it != slotOfValue.end())
    return it->second;
  const Tensor *captured = lookup(value);
  if (!captured || captured->size() != 1)
    return user->emitOpError("uses a value the evaluator has no scalar for");
  unsigned slot = newSlot(value);
  slots[slot] = captured->data[0];
  return slot;
}

ScalarProgram::Instruction &ScalarProgram::append(Kind kind, Operation *op) {
  Instruction &instruction = code.emplace_back();
  instruction.kind = kind;
  instruction.op = op;
  return instruction;
}

LogicalResult ScalarProgram::compile(Block &block, Lookup lookup,
                                     EvalOptions options) {
  this->lookup = lookup;
  this->options = options;
  for (BlockArgument argument : block.getArguments())
    newSlot(argument);
  if (failed(compileBlock(block)))
    return failure();
  for (Value value : block.getTerminator()->getOperands()) {
    FailureOr<unsigned> slot = slotOf(value, block.getTerminator());
    if (failed(slot))
      return failure();
    yields.push_back(*slot);
  }
  this->lookup = nullptr;
  return success();
}

LogicalResult ScalarProgram::compileBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(compileOp(&op)))
      return failure();
  return success();
}

LogicalResult ScalarProgram::compileConstant(Operation *op) {
  FailureOr<Tensor> value = tensorOfAttribute(
      cast<arith::ConstantOp>(op).getValue(), op->getLoc(), options);
  if (failed(value))
    return failure();
  if (value->size() != 1)
    return op->emitOpError("is no scalar, which the evaluator needs here");
  slots[newSlot(op->getResult(0))] = value->data[0];
  return success();
}

LogicalResult ScalarProgram::compileExtract(Operation *op) {
  auto extract = cast<tensor::ExtractOp>(op);
  const Tensor *tensor = lookup(extract.getTensor());
  if (!tensor)
    return op->emitOpError("reads a tensor the evaluator has no value for");
  SmallVector<unsigned> indices;
  for (Value index : extract.getIndices()) {
    FailureOr<unsigned> slot = slotOf(index, op);
    if (failed(slot))
      return failure();
    indices.push_back(*slot);
  }
  unsigned dest = newSlot(extract.getResult());
  Instruction &instruction = append(Kind::Extract, op);
  instruction.dest = dest;
  instruction.tensor = tensor;
  instruction.indices = std::move(indices);
  return success();
}

LogicalResult ScalarProgram::compileIf(Operation *op) {
  auto ifOp = cast<scf::IfOp>(op);
  FailureOr<unsigned> condition = slotOf(ifOp.getCondition(), op);
  if (failed(condition))
    return failure();
  SmallVector<unsigned> results;
  for (Value result : ifOp.getResults())
    results.push_back(newSlot(result));
  auto compileBranch = [&](Region &region) -> LogicalResult {
    if (region.empty())
      return success();
    Block &block = region.front();
    if (failed(compileBlock(block)))
      return failure();
    for (auto [value, dest] :
         llvm::zip_equal(block.getTerminator()->getOperands(), results)) {
      FailureOr<unsigned> slot = slotOf(value, op);
      if (failed(slot))
        return failure();
      Instruction &move = append(Kind::Move, op);
      move.dest = dest;
      move.args[0] = *slot;
    }
    return success();
  };
  size_t branch = code.size();
  append(Kind::JumpIfFalse, op).args[0] = *condition;
  if (failed(compileBranch(ifOp.getThenRegion())))
    return failure();
  size_t end = code.size();
  append(Kind::Jump, op);
  code[branch].immediate = code.size();
  if (failed(compileBranch(ifOp.getElseRegion())))
    return failure();
  code[end].immediate = code.size();
  return success();
}

LogicalResult ScalarProgram::compileOp(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return compileConstant(op);
  if (isa<tensor::ExtractOp>(op))
    return compileExtract(op);
  if (isa<scf::IfOp>(op))
    return compileIf(op);
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    unsigned dest = newSlot(index.getResult());
    Instruction &instruction = append(Kind::Index, op);
    instruction.dest = dest;
    instruction.immediate = index.getDim();
    return success();
  }
  if (auto check = dyn_cast<cf::AssertOp>(op)) {
    FailureOr<unsigned> slot = slotOf(check.getArg(), op);
    if (failed(slot))
      return failure();
    append(Kind::Assert, op).args[0] = *slot;
    return success();
  }
  std::optional<ScalarOp> scalar = resolveScalarOp(op, options.precision);
  if (!scalar)
    return op->emitOpError("is not known to the evaluator in a scalar body");
  unsigned args[3] = {0, 0, 0};
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    FailureOr<unsigned> slot = slotOf(operand, op);
    if (failed(slot))
      return failure();
    args[i] = *slot;
  }
  unsigned dest = newSlot(op->getResult(0));
  Instruction &instruction = append(Kind::Apply, op);
  instruction.scalar = *scalar;
  instruction.dest = dest;
  std::copy(args, args + 3, instruction.args);
  return success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

LogicalResult ScalarProgram::runApply(const Instruction &instruction) {
  const Scalar args[3] = {slots[instruction.args[0]],
                          slots[instruction.args[1]],
                          slots[instruction.args[2]]};
  if (instruction.scalar.checksDivisor && args[1].i == 0)
    return instruction.op->emitOpError("divides an integer by zero");
  slots[instruction.dest] = instruction.scalar.apply(args);
  return success();
}

LogicalResult ScalarProgram::runExtract(const Instruction &instruction) {
  const Tensor &tensor = *instruction.tensor;
  int64_t position = 0;
  for (auto [slot, extent] :
       llvm::zip_equal(instruction.indices, tensor.shape)) {
    int64_t index = slots[slot].i;
    if (index < 0 || index >= extent)
      return instruction.op->emitOpError("index ")
             << index << " is out of bounds of a dimension of " << extent;
    position = position * extent + index;
  }
  slots[instruction.dest] = tensor.data[position];
  return success();
}

LogicalResult ScalarProgram::run(ArrayRef<int64_t> indices) {
  for (size_t pc = 0; pc < code.size(); ++pc) {
    const Instruction &instruction = code[pc];
    switch (instruction.kind) {
    case Kind::Apply:
      if (failed(runApply(instruction)))
        return failure();
      break;
    case Kind::Extract:
      if (failed(runExtract(instruction)))
        return failure();
      break;
    case Kind::Index:
      slots[instruction.dest].i = indices[instruction.immediate];
      break;
    case Kind::Assert:
      if (!slots[instruction.args[0]].i)
        return instruction.op->emitError("assertion failed: ")
               << cast<cf::AssertOp>(instruction.op).getMsg();
      break;
    case Kind::Move:
      slots[instruction.dest] = slots[instruction.args[0]];
      break;
    case Kind::Jump:
      pc = instruction.immediate - 1;
      break;
    case Kind::JumpIfFalse:
      if (!slots[instruction.args[0]].i)
        pc = instruction.immediate - 1;
      break;
    }
  }
  return success();
}
