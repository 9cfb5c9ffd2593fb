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
  // Once to count slots, once to write.
  if (failed(followAll(order)))
    return failure();
  slots.restart();
  writes = true;
  return followAll(order);
}

LogicalResult MicrobatchEmitter::followAll(ArrayRef<schedule::Step> order) {
  for (const schedule::Step &step : order) {
    const schedule::Action &action = step.action;
    if (action.kind == schedule::Kind::U)
      continue; // the end of the step follows as a whole
    const Body &body = index.stage(action.stage).of(action.kind);
    if (!body && failed(checkBodies(action)))
      return failure();
    if (!body)
      continue; // a half of the backward that has nothing to do
    for (unsigned player : playersOf(action)) {
      FailureOr<const Recipe *> recipe = recipeOf(player, action, body);
      if (failed(recipe) || failed(follow(**recipe, action.microbatch)))
        return failure();
    }
  }
  return success();
}

/// Those at the stage's placement, of one replica where replicas have actions
/// of their own.
ArrayRef<unsigned>
MicrobatchEmitter::playersOf(const schedule::Action &action) {
  auto [entry, isNew] = doers.try_emplace({action.replica, action.stage});
  if (isNew)
    for (unsigned player : cast.at(stages.placement[action.stage]))
      if (!apart || replicaOf(player) == action.replica)
        entry->second.push_back(player);
  return entry->second;
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

size_t MicrobatchEmitter::cell(int64_t replica, int64_t stage,
                               int64_t mb) const {
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

//===----------------------------------------------------------------------===//
// Following recipes
//===----------------------------------------------------------------------===//

int64_t MicrobatchEmitter::count(const ReadCount &reads, int64_t mb) const {
  int64_t sum = reads.messages;
  for (const StageReads &entry : reads.launches)
    sum += entry.forward + (inParts[cell(reads.replica, entry.stage, mb)]
                                ? entry.parts
                                : entry.whole);
  return sum;
}

/// One launch, with the loads before it and the messages after it. Slots are
/// free only after the action that reads them is emitted.
LogicalResult MicrobatchEmitter::follow(const Recipe &recipe, int64_t mb) {
  SmallVector<int32_t> numbers = {static_cast<int32_t>(mb)}, updated;
  SmallVector<unsigned> pending; // pools read by this action
  for (auto [i, input] : llvm::enumerate(recipe.inputs)) {
    if (!input.pool)
      continue;
    int32_t slot = slots.slotOf(*input.pool, mb);
    if (slot < 0 && input.load) {
      slot = slots.allocate(*input.pool, mb, count(*input.load, mb));
      append(input.loadShape, {static_cast<int32_t>(mb), slot});
    }
    if (slot < 0)
      return input.source->emitError()
             << "has no value for microbatch " << mb << " where it is used";
    (i < recipe.numIns ? numbers : updated).push_back(slot);
    pending.push_back(*input.pool);
  }
  for (const Recipe::Output &output : recipe.outputs) {
    // What nothing reads is free after the action.
    int64_t reads = count(output.reads, mb);
    numbers.push_back(
        slots.allocate(output.pool, mb, std::max<int64_t>(1, reads)));
    if (reads == 0)
      pending.push_back(output.pool);
  }
  llvm::append_range(numbers, updated);
  append(recipe.launch, numbers);
  // Readers within the program take their share before slots are given back.
  for (const Recipe::Transfer &alias : recipe.aliases)
    slots.addReads(alias.source, mb, count(alias.reads, mb));
  for (const Recipe::Transfer &message : recipe.messages) {
    int32_t target =
        slots.allocate(message.target, mb, count(message.reads, mb));
    int32_t source = slots.slotOf(message.source, mb);
    append(message.send, {static_cast<int32_t>(mb), source});
    append(message.receive, {static_cast<int32_t>(mb), target});
    slots.noteRead(message.source, mb);
  }
  for (unsigned pool : pending)
    slots.noteRead(pool, mb);
  return success();
}

//===----------------------------------------------------------------------===//
// Making recipes
//===----------------------------------------------------------------------===//

FailureOr<const Recipe *>
MicrobatchEmitter::recipeOf(unsigned player, const schedule::Action &action,
                            const Body &body) {
  auto [entry, isNew] = recipes.try_emplace(
      {player, action.stage, static_cast<int>(action.kind)});
  if (isNew) {
    entry->second = std::make_unique<Recipe>();
    if (failed(makeRecipe(*entry->second, player, action, body)))
      return failure();
  }
  return entry->second.get();
}

/// Within a program the receiver reads the sender's slot.
int64_t MicrobatchEmitter::countMessages(unsigned player, Value value) {
  return llvm::count_if(index.transfersOf(value), [&](TransferOp transfer) {
    CoordAttr to = transfer.getType().getPlacement();
    return !cast.sameProgram(player, cast.partner(player, to));
  });
}

/// Reads of a value at its own placement: launches, and messages to others.
ReadCount MicrobatchEmitter::readsOf(unsigned player, Value value) {
  return {countMessages(player, value), replicaOf(player),
          index.readsOf(value)};
}

/// The memory of a value for reading; inputs are loaded on first use.
Attribute MicrobatchEmitter::makeInput(Recipe::Input &input, unsigned player,
                                       Value value, const Label &label) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return resting.accumulator(player, argument.getArgNumber());
  input.source = value.getDefiningOp();
  if (isa<ParamOp, ModelBufferOp>(input.source))
    return resting.of(player, input.source);
  if (auto batch = dyn_cast<InputOp>(input.source)) {
    input.pool = slots.pool(player, keyOf(value), tensorOf(value),
                            "input." + batch.getName(), BufferKind::Input);
    input.load = readsOf(player, value);
    input.loadShape = actions.load(player, batch.getLoc(), batch.getNameAttr(),
                                   slots.ref(*input.pool), label);
  } else {
    input.pool = slots.find(player, keyOf(value));
  }
  return input.pool ? slots.ref(*input.pool) : Attribute();
}

Attribute MicrobatchEmitter::makeResidualInput(Recipe::Input &input,
                                               unsigned player,
                                               const StageBodies &stage,
                                               Source source) {
  TaskOp task = source.kind == Source::FromBI ? stage.backward : stage.forward;
  input.source = task;
  input.pool = slots.find(player, residualKey(task, source.index));
  return input.pool ? slots.ref(*input.pool) : Attribute();
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

LogicalResult MicrobatchEmitter::makeRecipe(Recipe &recipe, unsigned player,
                                            const schedule::Action &action,
                                            const Body &body) {
  if (failed(checkBodies(action)))
    return failure();
  const StageBodies &stage = index.stage(action.stage);
  bool isForward = action.kind == schedule::Kind::F;
  TaskOp task = isForward ? stage.forward : stage.backward;
  Label label{action.stage, true, passName(action.kind)};
  recipe.stage = action.stage;
  recipe.kind = action.kind;
  recipe.numIns = body.values.size() - body.inouts;
  SmallVector<Attribute> ins, outs, updated;
  for (auto [i, value] : llvm::enumerate(body.values)) {
    Recipe::Input &input = recipe.inputs.emplace_back();
    Attribute ref =
        value ? makeInput(input, player, value, label)
              : makeResidualInput(input, player, stage, body.sources[i]);
    if (!ref)
      return input.source->emitError()
             << "has no value for microbatch " << action.microbatch
             << " where it is used";
    (i < recipe.numIns ? ins : updated).push_back(ref);
  }
  std::string name = "s" + std::to_string(action.stage);
  SmallVector<Value> values;
  if (action.kind != schedule::Kind::W)
    values = valuesOf(action.stage, body);
  for (auto [i, value] : llvm::enumerate(values)) {
    // A message needs a slot while the next one is computed.
    bool doubled = countMessages(player, value) > 0 &&
                   GraphOp(stages.graph).getMicrobatches() > 1;
    unsigned pool = slots.pool(
        player, keyOf(value), tensorOf(value),
        name + (isForward ? ".out" : ".grad") + Twine(i),
        isForward ? BufferKind::Residual : BufferKind::Comm, doubled ? 2 : 1);
    recipe.outputs.push_back({pool, readsOf(player, value)});
    outs.push_back(slots.ref(pool));
  }
  makeResiduals(recipe, player, body, outs);
  func::FuncOp function = body.function;
  recipe.launch = actions.launch(player, task.getLoc(), function.getSymName(),
                                 ins, outs, updated, label);
  for (Value value : values)
    makeTransfers(recipe, player, value);
  return success();
}

/// What F keeps for the backward, or BI for W.
void MicrobatchEmitter::makeResiduals(Recipe &recipe, unsigned player,
                                      const Body &body,
                                      SmallVectorImpl<Attribute> &outs) {
  const StageBodies &stage = index.stage(recipe.stage);
  bool isForward = recipe.kind == schedule::Kind::F;
  TaskOp task = isForward ? stage.forward : stage.backward;
  std::string name =
      "s" + std::to_string(recipe.stage) + (isForward ? ".res" : ".cot");
  func::FuncOp function = body.function;
  for (int64_t i = 0; i < body.residuals; ++i) {
    auto [whole, parts] = isForward ? stage.residualReads[i]
                                    : std::pair(int64_t(0), stage.biReads[i]);
    residualReads.push_back({recipe.stage, 0, whole, parts});
    auto type = mlir::cast<RankedTensorType>(
        function.getResultTypes()[body.numValues() + i]);
    unsigned pool = slots.pool(player, residualKey(task, i), type,
                               name + Twine(i), BufferKind::Residual);
    recipe.outputs.push_back(
        {pool, {0, replicaOf(player), residualReads.back()}});
    outs.push_back(slots.ref(pool));
  }
}

/// Shares the slot with readers of the same program, then sends the value to
/// the others.
void MicrobatchEmitter::makeTransfers(Recipe &recipe, unsigned player,
                                      Value value) {
  unsigned source = *slots.find(player, keyOf(value));
  SmallVector<std::pair<TransferOp, unsigned>> messages;
  for (TransferOp transfer : index.transfersOf(value)) {
    unsigned receiver = cast.partner(player, transfer.getType().getPlacement());
    if (!cast.sameProgram(player, receiver)) {
      messages.push_back({transfer, receiver});
      continue;
    }
    slots.alias(receiver, keyOf(transfer.getResult()), source);
    recipe.aliases.push_back(
        {source, source, readsOf(receiver, transfer.getResult()), {}, {}});
  }
  int64_t atLeast = GraphOp(stages.graph).getMicrobatches() > 1 ? 2 : 1;
  StringRef kind = recipe.kind == schedule::Kind::F ? "act" : "grad";
  for (auto [transfer, receiver] : messages) {
    ValueType type = transfer.getType();
    StringAttr channel = actions.channel(
        transfer, kind, transfer.getOperand().getType().getPlacement(),
        type.getPlacement(), type.getTensor());
    unsigned target =
        slots.pool(receiver, keyOf(transfer.getResult()), type.getTensor(),
                   "recv." + channel.getValue(), BufferKind::Comm, atLeast);
    auto [send, receive] = actions.message(
        player, receiver, transfer.getLoc(), channel, kind, slots.ref(source),
        slots.ref(target), {std::nullopt, true, ""});
    recipe.messages.push_back({source, target,
                               readsOf(receiver, transfer.getResult()), send,
                               receive});
  }
}
