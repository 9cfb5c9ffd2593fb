//===- ProgramWriter.cpp - Actions recorded, then written rolled -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/ProgramWriter.h"
#include "FindRepeats.h"
#include "Piper/Dialect/Plan/IR/Unroll.h"
#include "mlir/IR/Builders.h"
#include <limits>

using namespace mlir;
using namespace piper;
using namespace piper::plan;

//===----------------------------------------------------------------------===//
// Open numbers
//===----------------------------------------------------------------------===//

Attribute piper::plan::openNumber(Attribute like) {
  if (auto ref = dyn_cast<BufferRefAttr>(like))
    return BufferRefAttr::get(like.getContext(), ref.getBuffer(), 0, 1, 2);
  if (auto wait = dyn_cast<EventRefAttr>(like))
    return EventRefAttr::get(like.getContext(), wait.getEvent(), 0, 1);
  return EachAttr::get(like.getContext(), 0, 1);
}

static bool isOpen(Attribute number) {
  if (auto ref = dyn_cast<BufferRefAttr>(number))
    return ref.getStep() != 0;
  if (auto wait = dyn_cast<EventRefAttr>(number))
    return wait.getStep() != 0;
  return isa<EachAttr>(number);
}

/// An open number with its value, `first + step * i`, for slots modulo the
/// number of slots.
static Attribute closeNumber(Attribute open, int64_t first, int64_t step,
                             int64_t modulus) {
  MLIRContext *context = open.getContext();
  if (auto ref = dyn_cast<BufferRefAttr>(open))
    return step ? BufferRefAttr::get(context, ref.getBuffer(), first, step,
                                     modulus)
                : BufferRefAttr::get(context, ref.getBuffer(), first);
  if (auto wait = dyn_cast<EventRefAttr>(open))
    return EventRefAttr::get(context, wait.getEvent(), first, step);
  if (step)
    return EachAttr::get(context, first, step);
  return Builder(context).getI64IntegerAttr(first);
}

/// Numbers that are out of bounds are left as they are: whoever proves the plan
/// says what is wrong with them.
static bool isCount(const Number &number) {
  return number.step || (number.first >= 0 &&
                         number.first <= std::numeric_limits<int32_t>::max());
}

static bool turnsOver(const ProgramTable &table, const SlotUse &use) {
  BufferOp buffer = table.buffers[use.buffer];
  int64_t slots = buffer ? static_cast<int64_t>(buffer.getSlots()) : 0;
  return use.step || (slots > 1 && use.slot >= 0 && use.slot < slots);
}

//===----------------------------------------------------------------------===//
// ProgramWriter
//===----------------------------------------------------------------------===//

struct ProgramWriter::State {
  using Key = std::pair<const void *, Attribute>;

  ProgramOp program;
  SmallVector<Operation *> prototypes;
  llvm::DenseMap<Key, unsigned> shapes;
  PackedActions actions;

  std::vector<std::vector<int32_t>> moduli() const;
  void writeAction(OpBuilder &builder, size_t action, size_t period,
                   ArrayRef<int32_t> moduli);
};

ProgramWriter::ProgramWriter(ProgramOp program)
    : state(std::make_unique<State>()) {
  state->program = program;
}

ProgramWriter::ProgramWriter(ProgramWriter &&) = default;

ProgramWriter::~ProgramWriter() {
  if (state)
    for (Operation *prototype : state->prototypes)
      prototype->destroy();
}

unsigned ProgramWriter::addShape(Operation *prototype) {
  state->prototypes.push_back(prototype);
  return state->prototypes.size() - 1;
}

unsigned ProgramWriter::addShapeOf(const ProgramTable &table,
                                   const ActionText &text) {
  Operation *prototype = text.op->clone();
  size_t slot = 0, wait = 0;
  mapNumbers(prototype, [&](Attribute number) {
    bool open = isa<BufferRefAttr>(number)
                    ? turnsOver(table, text.slots[slot++])
                : isa<EventRefAttr>(number)
                    ? isCount(text.waits[wait++].ordinal)
                    : text.microbatch && isCount(*text.microbatch);
    return open ? openNumber(number) : number;
  });
  // Actions that are alike come from one place of the model; where each has a
  // location of its own, it is a line of the plan's text, and the first stays.
  State::Key key = {prototype->getName().getAsOpaquePointer(),
                    prototype->getAttrDictionary()};
  auto [entry, isNew] =
      state->shapes.try_emplace(key, state->prototypes.size());
  if (isNew)
    return addShape(prototype);
  prototype->destroy();
  return entry->second;
}

Operation *ProgramWriter::prototype(unsigned shape) const {
  return state->prototypes[shape];
}

void ProgramWriter::numbersOf(const ProgramTable &table, size_t action,
                              SmallVectorImpl<int32_t> &numbers) {
  const ActionText &text = table.text(action);
  int64_t i = table.iteration(action);
  if (text.microbatch && isCount(*text.microbatch))
    numbers.push_back(text.microbatch->at(i));
  for (const SlotUse &use : text.slots)
    if (turnsOver(table, use))
      numbers.push_back(use.at(i));
  for (const Wait &wait : text.waits)
    if (isCount(wait.ordinal))
      numbers.push_back(wait.ordinal.at(i));
}

void ProgramWriter::append(unsigned shape, ArrayRef<int32_t> numbers) {
  PackedActions &actions = state->actions;
  actions.shapes.push_back(shape);
  actions.numbers.insert(actions.numbers.end(), numbers.begin(), numbers.end());
  actions.firstNumber.push_back(actions.numbers.size());
}

/// Per shape and open number the slots of the buffer it is one of, or 0.
std::vector<std::vector<int32_t>> ProgramWriter::State::moduli() const {
  llvm::DenseMap<StringAttr, int32_t> slots;
  for (auto buffer : ProgramOp(program).getOps<BufferOp>())
    slots[buffer.getSymNameAttr()] = buffer.getSlots();
  std::vector<std::vector<int32_t>> moduli(prototypes.size());
  for (auto [prototype, list] : llvm::zip(prototypes, moduli))
    mapNumbers(prototype, [&](Attribute number) {
      auto ref = dyn_cast<BufferRefAttr>(number);
      if (isOpen(number))
        list.push_back(ref ? slots.lookup(ref.getBuffer().getAttr()) : 0);
      return number;
    });
  return moduli;
}

/// Writes an action; with a period its numbers follow from what they are one
/// period later.
void ProgramWriter::State::writeAction(OpBuilder &builder, size_t action,
                                       size_t period,
                                       ArrayRef<int32_t> moduli) {
  ArrayRef<int32_t> now = actions.numbersOf(action);
  ArrayRef<int32_t> later = actions.numbersOf(action + period);
  Operation *op = builder.clone(*prototypes[actions.shapes[action]]);
  size_t next = 0;
  mapNumbers(op, [&](Attribute number) {
    if (!isOpen(number))
      return number;
    size_t k = next++;
    int64_t step = int64_t(later[k]) - now[k];
    if (moduli[k])
      step = (step % moduli[k] + moduli[k]) % moduli[k];
    return closeNumber(number, now[k], step, moduli[k]);
  });
}

void ProgramWriter::write(int64_t minIterations) {
  std::vector<std::vector<int32_t>> moduli = state->moduli();
  OpBuilder builder = OpBuilder::atBlockEnd(&state->program.getBody().front());
  const PackedActions &actions = state->actions;
  for (const Run &run : findRepeats(actions, moduli, minIterations)) {
    OpBuilder::InsertionGuard guard(builder);
    if (run.count > 1) {
      Operation *first = state->prototypes[actions.shapes[run.begin]];
      auto repeat = RepeatOp::create(builder, first->getLoc(),
                                     static_cast<uint64_t>(run.count));
      builder.setInsertionPointToStart(&repeat.getBody().emplaceBlock());
    }
    for (size_t i = run.begin; i < run.begin + run.period; ++i)
      state->writeAction(builder, i, run.count > 1 ? run.period : 0,
                         moduli[actions.shapes[i]]);
  }
}

void piper::plan::eraseActions(ProgramOp program) {
  for (Operation &op : llvm::make_early_inc_range(program.getBody().front()))
    if (isa<RepeatOp, ActionInterface>(op))
      op.erase();
}

void piper::plan::roll(ProgramOp program, int64_t minIterations) {
  ProgramTable table(program);
  ProgramWriter writer(program);
  SmallVector<unsigned> shapes;
  for (const ActionText &text : table.texts)
    shapes.push_back(writer.addShapeOf(table, text));
  SmallVector<int32_t> numbers;
  for (size_t action = 0; action < table.size(); ++action) {
    numbers.clear();
    ProgramWriter::numbersOf(table, action, numbers);
    writer.append(shapes[table.textIndex(action)], numbers);
  }
  eraseActions(program);
  writer.write(minIterations);
}
