//===- MicrobatchEmitter.cpp - Actions of all microbatches -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Splitter.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

static Slots::Key keyOf(Value value) {
  auto result = mlir::cast<OpResult>(value);
  return {result.getOwner(), static_cast<int64_t>(result.getResultNumber())};
}

/// Residual `index` of a task, apart from the task's results.
static Slots::Key residualKey(TaskOp task, int64_t index) {
  return {task, 1000000 + index};
}

static RankedTensorType tensorOf(Value value) {
  return mlir::cast<ValueType>(value.getType()).getTensor();
}

LogicalResult MicrobatchEmitter::emit(ArrayRef<schedule::Step> order) {
  if (failed(index.read(module, stages)))
    return failure();
  noteParts(order);
  for (const schedule::Step &step : order) {
    const schedule::Action &action = step.action;
    if (action.kind == schedule::Kind::U)
      continue; // the end of the step follows as a whole
    if (failed(checkBodies(action)))
      return failure();
    const Body &body = index.stage(action.stage).of(action.kind);
    if (!body)
      continue; // a half of the backward that has nothing to do
    for (unsigned player : playersOf(action))
      if (failed(emitAction(player, action, body)))
        return failure();
  }
  return success();
}

/// Those at the stage's placement, of one replica where replicas have actions
/// of their own.
SmallVector<unsigned>
MicrobatchEmitter::playersOf(const schedule::Action &action) {
  SmallVector<unsigned> players = cast.at(stages.placement[action.stage]);
  if (apart)
    llvm::erase_if(players, [&](unsigned player) {
      return replicaOf(player) != action.replica;
    });
  return players;
}

int64_t MicrobatchEmitter::replicaOf(unsigned player) {
  if (!apart)
    return 0;
  return cast.players()[player]
      .coord.get(stages.mirrorAxis.getValue())
      .value_or(0);
}

/// Which stages and microbatches have their backward in two parts.
void MicrobatchEmitter::noteParts(ArrayRef<schedule::Step> order) {
  int64_t count = GraphOp(stages.graph).getMicrobatches();
  inParts.assign((apart ? 2 : 1) * stages.forward.size() * count, false);
  for (const schedule::Step &step : order)
    if (step.action.kind == schedule::Kind::I ||
        step.action.kind == schedule::Kind::W)
      inParts[cell(step.action.replica, step.action.stage,
                   step.action.microbatch)] = true;
}

size_t MicrobatchEmitter::cell(int64_t replica, int64_t stage, int64_t mb) {
  int64_t count = GraphOp(stages.graph).getMicrobatches();
  return (replica * stages.forward.size() + stage) * count + mb;
}

/// A half that has no body is fine; a stage without both is not cut for it.
LogicalResult MicrobatchEmitter::checkBodies(const schedule::Action &action) {
  const StageBodies &stage = index.stage(action.stage);
  if (action.kind == schedule::Kind::F || stage.of(action.kind) ||
      (action.kind != schedule::Kind::B && (stage.bi || stage.bw)))
    return success();
  TaskOp forward = stage.forward;
  return forward.emitError()
         << schedule::toString(action) << " needs @" << forward.getBody()
         << (action.kind == schedule::Kind::B ? ".B" : ".BI or .BW")
         << "; run piper-cut-backward after piper-schedule";
}

/// Reads of a value at its own placement: launches, and messages to others.
int64_t MicrobatchEmitter::countReads(unsigned player, Value value,
                                      int64_t mb) {
  return countLaunchReads(player, value, mb) + countMessages(player, value);
}

int64_t MicrobatchEmitter::countLaunchReads(unsigned player, Value value,
                                            int64_t mb) {
  int64_t replica = replicaOf(player), reads = 0;
  for (const StageReads &entry : index.readsOf(value))
    reads +=
        entry.forward +
        (inParts[cell(replica, entry.stage, mb)] ? entry.parts : entry.whole);
  return reads;
}

/// Within a program the receiver reads the sender's slot.
int64_t MicrobatchEmitter::countMessages(unsigned player, Value value) {
  return llvm::count_if(index.transfersOf(value), [&](TransferOp transfer) {
    CoordAttr to = transfer.getType().getPlacement();
    return !cast.sameProgram(player, cast.partner(player, to));
  });
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
                              countReads(player, value, mb));
    actions.load(player, input.getLoc(), input.getNameAttr(), mb,
                 instance->ref(), label);
  }
  return readInstance(op, instance, mb);
}

FailureOr<Attribute> MicrobatchEmitter::readInstance(
    Operation *op, std::shared_ptr<Instance> instance, int64_t mb) {
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

/// Shares the slot with readers of the same program, then sends the value to
/// the others.
void MicrobatchEmitter::transfers(unsigned player, Value value, int64_t mb,
                                  bool isForward) {
  ArrayRef<TransferOp> all = index.transfersOf(value);
  if (all.empty())
    return;
  std::shared_ptr<Instance> source = slots.find(player, keyOf(value), mb);
  SmallVector<std::pair<TransferOp, unsigned>> messages;
  for (TransferOp transfer : all) {
    unsigned receiver = cast.partner(player, transfer.getType().getPlacement());
    if (!cast.sameProgram(player, receiver))
      messages.push_back({transfer, receiver});
    else
      slots.alias(receiver, keyOf(transfer.getResult()), mb, source,
                  countReads(receiver, transfer.getResult(), mb));
  }
  int64_t atLeast = GraphOp(stages.graph).getMicrobatches() > 1 ? 2 : 1;
  StringRef kind = isForward ? "act" : "grad";
  for (auto [transfer, receiver] : messages) {
    ValueType type = transfer.getType();
    StringAttr channel = actions.channel(
        transfer, kind, transfer.getOperand().getType().getPlacement(),
        type.getPlacement(), type.getTensor());
    auto target = slots.allocate(
        receiver, keyOf(transfer.getResult()), mb, type.getTensor(),
        "recv." + channel.getValue(), BufferKind::Comm,
        countReads(receiver, transfer.getResult(), mb), atLeast);
    actions.message(player, receiver, transfer.getLoc(), channel, kind,
                    source->ref(), target->ref(), {std::nullopt, mb, ""});
    slots.noteRead(*source);
  }
}

/// A slot that an action writes. One that nothing reads is free after it.
void MicrobatchEmitter::write(unsigned player, Slots::Key key, int64_t mb,
                              RankedTensorType type, const Twine &name,
                              BufferKind kind, int64_t reads, int64_t atLeast,
                              SmallVectorImpl<Attribute> &outs) {
  auto instance = slots.allocate(player, key, mb, type, name, kind,
                                 std::max<int64_t>(1, reads), atLeast);
  outs.push_back(instance->ref());
  if (reads == 0)
    pending.push_back(instance);
}

/// The values of the graph that a body yields, in the order of its results.
SmallVector<Value> MicrobatchEmitter::valuesOf(int64_t stage,
                                               const Body &body) {
  const StageBodies &bodies = index.stage(stage);
  SmallVector<Value> values(body.numValues());
  bool isForward = &body == &bodies.f;
  TaskOp task = isForward ? bodies.forward : bodies.backward;
  // From the last, so that of activations that are one the first remains.
  for (int64_t k = isForward ? bodies.resultOf.size() : values.size(); k-- > 0;)
    values[isForward ? bodies.resultOf[k] : k] = task.getResult(k);
  return values;
}

/// One launch, with the loads before it and the messages after it.
LogicalResult MicrobatchEmitter::emitAction(unsigned player,
                                            const schedule::Action &action,
                                            const Body &body) {
  const StageBodies &stage = index.stage(action.stage);
  bool isForward = action.kind == schedule::Kind::F;
  TaskOp task = isForward ? stage.forward : stage.backward;
  int64_t mb = action.microbatch;
  Label label{action.stage, mb, passName(action.kind)};
  SmallVector<Attribute> ins, outs, updated;
  for (int64_t i = 0, e = body.values.size(); i < e; ++i) {
    FailureOr<Attribute> ref =
        body.values[i] ? read(player, body.values[i], mb, label)
                       : readResidual(player, stage, body.sources[i], mb);
    if (failed(ref))
      return failure();
    (i >= e - body.inouts ? updated : ins).push_back(*ref);
  }
  std::string name = "s" + std::to_string(action.stage);
  SmallVector<Value> values;
  if (action.kind != schedule::Kind::W)
    values = valuesOf(action.stage, body);
  for (auto [i, value] : llvm::enumerate(values)) {
    // A message needs a slot while the next one is computed.
    bool doubled = countMessages(player, value) > 0 &&
                   GraphOp(stages.graph).getMicrobatches() > 1;
    write(player, keyOf(value), mb, tensorOf(value),
          name + (isForward ? ".out" : ".grad") + Twine(i),
          isForward ? BufferKind::Residual : BufferKind::Comm,
          countReads(player, value, mb), doubled ? 2 : 1, outs);
  }
  writeResiduals(player, action, body, outs);
  func::FuncOp function = body.function;
  actions.launch(player, task.getLoc(), function.getSymName(), ins, outs,
                 updated, label);
  // Readers within the program take their share before slots are given back.
  for (Value value : values)
    transfers(player, value, mb, isForward);
  finishReads();
  return success();
}

FailureOr<Attribute> MicrobatchEmitter::readResidual(unsigned player,
                                                     const StageBodies &stage,
                                                     Source source,
                                                     int64_t mb) {
  TaskOp task = source.kind == Source::FromBI ? stage.backward : stage.forward;
  return readInstance(
      task, slots.find(player, residualKey(task, source.index), mb), mb);
}

/// What F keeps for the backward, or BI for W.
void MicrobatchEmitter::writeResiduals(unsigned player,
                                       const schedule::Action &action,
                                       const Body &body,
                                       SmallVectorImpl<Attribute> &outs) {
  const StageBodies &stage = index.stage(action.stage);
  bool isForward = action.kind == schedule::Kind::F;
  TaskOp task = isForward ? stage.forward : stage.backward;
  int64_t mb = action.microbatch;
  bool parts = inParts[cell(replicaOf(player), action.stage, mb)];
  std::string name =
      "s" + std::to_string(action.stage) + (isForward ? ".res" : ".cot");
  func::FuncOp function = body.function;
  for (int64_t i = 0; i < body.residuals; ++i) {
    int64_t reads = 0;
    if (!isForward)
      reads = stage.biReads[i];
    else
      reads =
          parts ? stage.residualReads[i].second : stage.residualReads[i].first;
    auto type = mlir::cast<RankedTensorType>(
        function.getResultTypes()[body.numValues() + i]);
    write(player, residualKey(task, i), mb, type, name + Twine(i),
          BufferKind::Residual, reads, 1, outs);
  }
}
