//===- MicrobatchEmitter.cpp - Actions of all microbatches -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Splitter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

/// "arg:3" -> ("arg", 3).
static std::pair<StringRef, int64_t> parseSource(StringRef source) {
  auto [kind, number] = source.split(':');
  int64_t index = -1;
  if (number.getAsInteger(10, index))
    index = -1;
  return {kind, index};
}

static StringRef sourceOf(func::FuncOp function, unsigned argument) {
  auto attr = function.getArgAttrOfType<StringAttr>(argument, "piper.source");
  return attr ? attr.getValue() : StringRef();
}

static int64_t intAttr(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : 0;
}

static Slots::Key keyOf(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return {result.getOwner(), static_cast<int64_t>(result.getResultNumber())};
  return {nullptr, 0};
}

/// Residual `index` of a forward task, apart from the task's results.
static Slots::Key residualKey(TaskOp forward, int64_t index) {
  return {forward, 1000000 + index};
}

static RankedTensorType tensorOf(Value value) {
  return mlir::cast<ValueType>(value.getType()).getTensor();
}

FailureOr<func::FuncOp> MicrobatchEmitter::body(TaskOp task, StringRef suffix) {
  std::string name = (task.getBody() + suffix).str();
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return task.emitError()
           << "needs @" << name << "; run piper-cut-backward first";
  return function;
}

LogicalResult MicrobatchEmitter::emit(ArrayRef<schedule::Step> order) {
  for (const schedule::Step &step : order) {
    const schedule::Action &action = step.action;
    if (action.kind == schedule::Kind::U)
      continue; // the end of the step follows as a whole
    TaskOp task = action.kind == schedule::Kind::F
                      ? stages.forward[action.stage]
                      : stages.backward[action.stage];
    for (unsigned player : cast.at(stages.placement[action.stage])) {
      LogicalResult done = action.kind == schedule::Kind::F
                               ? emitForward(player, task, action.microbatch)
                               : emitBackward(player, task, action.microbatch);
      if (failed(done))
        return failure();
    }
  }
  return success();
}

/// Reads of a value by actions at its own placement: launches of forwards and,
/// through their bodies, of backwards; sends are counted by countReadsAt.
int64_t MicrobatchEmitter::countReads(Value value) {
  int64_t reads = countActivationReads(value);
  for (OpOperand &use : value.getUses()) {
    auto task = dyn_cast<TaskOp>(use.getOwner());
    if (!task)
      continue;
    ++reads;
    if (task.getPass() != PassKind::F || !task.getStage())
      continue;
    FailureOr<func::FuncOp> backward = stages.backward[*task.getStage()]
                                           ? body(task, ".B")
                                           : FailureOr<func::FuncOp>(failure());
    if (failed(backward))
      continue;
    for (unsigned i = 0, e = backward->getNumArguments(); i < e; ++i) {
      auto [kind, index] = parseSource(sourceOf(*backward, i));
      if (kind == "arg" && index == use.getOperandNumber())
        ++reads;
    }
  }
  return reads;
}

/// Reads by the backward of the forward task that the value is a result of.
int64_t MicrobatchEmitter::countActivationReads(Value value) {
  auto task = value.getDefiningOp<TaskOp>();
  if (!task || task.getPass() != PassKind::F || !task.getStage() ||
      !stages.backward[*task.getStage()])
    return 0;
  FailureOr<func::FuncOp> backward = body(task, ".B");
  if (failed(backward))
    return 0;
  int64_t reads = 0;
  for (unsigned i = 0, e = backward->getNumArguments(); i < e; ++i) {
    auto [kind, index] = parseSource(sourceOf(*backward, i));
    if (kind == "activation" &&
        index == mlir::cast<OpResult>(value).getResultNumber())
      ++reads;
  }
  return reads;
}

/// A message needs a slot while the next one is computed.
int64_t MicrobatchEmitter::slotsOf(unsigned player, Value value) {
  bool travels = countReadsAt(player, value) > countReads(value);
  return travels && GraphOp(stages.graph).getMicrobatches() > 1 ? 2 : 1;
}

int64_t MicrobatchEmitter::countReadsAt(unsigned player, Value value) {
  int64_t reads = countReads(value);
  for (Operation *user : value.getUsers())
    if (auto transfer = dyn_cast<TransferOp>(user)) {
      unsigned to = cast.partner(player, transfer.getType().getPlacement());
      // Within a program the receiver reads the sender's slot.
      if (!cast.sameProgram(player, to))
        ++reads;
    }
  return reads;
}

/// The slot of a value for reading; inputs are loaded on first use.
FailureOr<Attribute> MicrobatchEmitter::read(unsigned player, Value value,
                                             int64_t mb, const Label &label) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return resting.accumulator(player, argument.getArgNumber());
  Operation *op = value.getDefiningOp();
  if (isa<ParamOp, ModelBufferOp>(op))
    return resting.of(player, op);
  std::shared_ptr<Instance> instance = slots.find(player, keyOf(value), mb);
  if (auto input = dyn_cast<InputOp>(op); input && !instance) {
    instance = slots.allocate(player, keyOf(value), mb, tensorOf(value),
                              "input." + input.getName(), BufferKind::Input,
                              countReads(value));
    actions.load(player, input.getLoc(), input.getNameAttr(), mb,
                 instance->ref(), label);
  }
  if (!instance)
    return op->emitError() << "has no value for microbatch " << mb
                           << " where it is used";
  pending.push_back(instance);
  return instance->ref();
}

/// Slots are free only after the action that reads them is emitted.
void MicrobatchEmitter::finishReads() {
  for (const std::shared_ptr<Instance> &instance : pending)
    slots.noteRead(*instance);
  pending.clear();
}

/// Sends a value to everyone who takes it, or shares the slot.
void MicrobatchEmitter::transfers(unsigned player, Value value, int64_t mb,
                                  const Label &label) {
  for (Operation *user : value.getUsers()) {
    auto transfer = dyn_cast<TransferOp>(user);
    if (!transfer)
      continue;
    CoordAttr to = transfer.getType().getPlacement();
    unsigned receiver = cast.partner(player, to);
    Value result = transfer.getResult();
    std::shared_ptr<Instance> source = slots.find(player, keyOf(value), mb);
    int64_t reads = countReadsAt(receiver, result);
    if (cast.sameProgram(player, receiver)) {
      slots.alias(receiver, keyOf(result), mb, source, reads);
      continue;
    }
    bool forward = label.pass == "F";
    StringAttr channel = actions.channel(
        transfer, forward ? "act" : "grad",
        transfer.getOperand().getType().getPlacement(), to, tensorOf(result));
    auto target =
        slots.allocate(receiver, keyOf(result), mb, tensorOf(result),
                       "recv." + channel.getValue(), BufferKind::Comm, reads,
                       GraphOp(stages.graph).getMicrobatches() > 1 ? 2 : 1);
    actions.message(player, receiver, transfer.getLoc(), channel, source->ref(),
                    target->ref(), {std::nullopt, mb, ""});
    slots.noteRead(*source);
  }
}

/// Slots for the first `count` results of a task.
void MicrobatchEmitter::allocateResults(unsigned player, TaskOp task,
                                        int64_t count, int64_t mb,
                                        const Twine &name, BufferKind kind,
                                        SmallVectorImpl<Attribute> &outs) {
  for (int64_t i = 0; i < count; ++i) {
    Value value = task.getResult(i);
    int64_t reads = countReadsAt(player, value);
    auto instance = slots.allocate(
        player, keyOf(value), mb, tensorOf(value), name + Twine(i), kind,
        std::max<int64_t>(1, reads), slotsOf(player, value));
    outs.push_back(instance->ref());
    if (reads == 0)
      pending.push_back(instance);
  }
}

LogicalResult MicrobatchEmitter::emitForward(unsigned player, TaskOp task,
                                             int64_t mb) {
  Label label{task.getStage(), mb, "F"};
  FailureOr<func::FuncOp> function = body(task, ".F");
  if (failed(function))
    return failure();
  int64_t inouts = intAttr(*function, "piper.inouts");
  int64_t residuals = intAttr(*function, "piper.residuals");
  SmallVector<Attribute> ins, outs, updated;
  for (auto [i, operand] : llvm::enumerate(task.getOperands())) {
    FailureOr<Attribute> ref = read(player, operand, mb, label);
    if (failed(ref))
      return failure();
    bool isInout = static_cast<int64_t>(i) >= task.getNumOperands() - inouts;
    (isInout ? updated : ins).push_back(*ref);
  }
  std::string stage = "s" + std::to_string(*task.getStage());
  int64_t activations = function->getNumResults() - residuals - inouts;
  allocateResults(player, task, activations, mb, stage + ".out",
                  BufferKind::Residual, outs);
  FailureOr<func::FuncOp> backward = stages.backward[*task.getStage()]
                                         ? body(task, ".B")
                                         : FailureOr<func::FuncOp>(failure());
  for (int64_t i = 0; i < residuals; ++i) {
    int64_t reads = 0;
    if (succeeded(backward))
      for (unsigned a = 0, e = backward->getNumArguments(); a < e; ++a)
        reads += sourceOf(*backward, a) == ("residual:" + Twine(i)).str();
    auto type = mlir::cast<RankedTensorType>(
        function->getResultTypes()[activations + i]);
    auto instance = slots.allocate(
        player, residualKey(task, i), mb, type, stage + ".res" + Twine(i),
        BufferKind::Residual, std::max<int64_t>(1, reads));
    outs.push_back(instance->ref());
    if (reads == 0)
      pending.push_back(instance);
  }
  actions.launch(player, task.getLoc(), function->getSymName(), ins, outs,
                 updated, label);
  // Readers within the program take their share before slots are given back.
  for (int64_t i = 0; i < activations; ++i)
    transfers(player, task.getResult(i), mb, label);
  finishReads();
  return success();
}

/// What an argument of a backward body is, by `piper.source`.
FailureOr<Attribute> MicrobatchEmitter::readSource(unsigned player, TaskOp task,
                                                   TaskOp forward,
                                                   StringRef source, int64_t mb,
                                                   const Label &label) {
  auto [kind, index] = parseSource(source);
  int64_t cotangents = 0;
  for (Value operand : task.getOperands())
    cotangents +=
        !isa<BlockArgument>(operand) && !isa<ResidualType>(operand.getType());
  if (kind == "arg" && index >= 0 && index < forward.getNumOperands())
    return read(player, forward.getOperand(index), mb, label);
  if (kind == "activation" && index >= 0 && index < forward.getNumResults())
    return read(player, forward.getResult(index), mb, label);
  if (kind == "residual") {
    auto instance = slots.find(player, residualKey(forward, index), mb);
    if (instance) {
      pending.push_back(instance);
      return instance->ref();
    }
  }
  int64_t operand = kind == "cotangent" ? 1 + index
                    : kind == "acc"     ? 1 + cotangents + index
                                        : -1;
  if (operand < 1 || operand >= task.getNumOperands())
    return task.emitError() << "@" << task.getBody() << ".B wants \"" << source
                            << "\", which the graph does not have";
  return read(player, task.getOperand(operand), mb, label);
}

LogicalResult MicrobatchEmitter::emitBackward(unsigned player, TaskOp task,
                                              int64_t mb) {
  Label label{task.getStage(), mb, "B"};
  FailureOr<func::FuncOp> function = body(task, ".B");
  if (failed(function))
    return failure();
  TaskOp forward = stages.forward[*task.getStage()];
  int64_t inouts = intAttr(*function, "piper.inouts");
  SmallVector<Attribute> ins, outs, updated;
  for (int64_t i = 0, e = function->getNumArguments(); i < e; ++i) {
    FailureOr<Attribute> ref =
        readSource(player, task, forward, sourceOf(*function, i), mb, label);
    if (failed(ref))
      return failure();
    (i >= e - inouts ? updated : ins).push_back(*ref);
  }
  std::string stage = "s" + std::to_string(*task.getStage());
  int64_t gradients = function->getNumResults() - inouts;
  allocateResults(player, task, gradients, mb, stage + ".grad",
                  BufferKind::Comm, outs);
  actions.launch(player, task.getLoc(), function->getSymName(), ins, outs,
                 updated, label);
  for (int64_t i = 0; i < gradients; ++i)
    transfers(player, task.getResult(i), mb, label);
  finishReads();
  return success();
}
