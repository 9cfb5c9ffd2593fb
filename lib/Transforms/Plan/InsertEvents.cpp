//===- InsertEvents.cpp - Events where a dependence between streams needs one
//-*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two actions of different streams that touch the same slot, one of them
// writing, must keep their order in the program's text. In text order, each
// action learns from the streams it already waited for what is complete (a
// clock per stream); a wait is added only for what is not yet known.
//
// A program with repeats is read action by action and rolled anew.

#include "Piper/Dialect/Plan/IR/ProgramWriter.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>

namespace piper {
#define GEN_PASS_DEF_PLANINSERTEVENTS
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

class EventPlacer {
public:
  explicit EventPlacer(ProgramOp program)
      : program(program), table(program), numStreams(table.streams.size()),
        waits(table.size()), signals(table.size(), false) {
    for (BufferOp buffer : table.buffers) {
      firstSlot.push_back(slots.size());
      slots.resize(slots.size() + (buffer ? buffer.getSlots() : 0));
    }
  }

  void run() {
    place();
    for (unsigned action = 0; action < table.size(); ++action) {
      dropImplied(action);
      for (unsigned wait : waits[action])
        signals[wait] = true;
    }
    number();
    if (program.getOps<RepeatOp>().empty())
      writeInPlace();
    else
      writeRolled();
  }

private:
  struct Slot {
    std::optional<unsigned> writer;
    SmallVector<unsigned, 2> readers; // since then
  };

  unsigned stream(unsigned action) const { return table.text(action).stream; }
  /// How many actions of each stream are complete when one starts.
  unsigned *clock(unsigned action) {
    return starts.data() + size_t(action) * numStreams;
  }

  void place() {
    starts.resize(table.size() * numStreams);
    std::vector<unsigned> last(numStreams * numStreams, 0),
        counts(numStreams, 0);
    for (unsigned action = 0; action < table.size(); ++action) {
      unsigned at = stream(action);
      positions.push_back(counts[at]++);
      auto before = last.begin() + at * numStreams;
      std::copy(before, before + numStreams, clock(action));
      const ActionText &text = table.text(action);
      for (unsigned use : text.reads)
        if (Slot *slot = find(text.slots[use], action))
          read(action, *slot);
      for (unsigned use : text.writes)
        if (Slot *slot = find(text.slots[use], action))
          overwrite(action, *slot);
      std::copy(clock(action), clock(action) + numStreams, before);
      before[at] = positions[action] + 1;
    }
  }

  /// Null where the program has no such slot; plan-verify reports it.
  Slot *find(const SlotUse &use, unsigned action) {
    BufferOp buffer = table.buffers[use.buffer];
    int64_t slot = use.at(table.iteration(action));
    if (!buffer || slot < 0 || slot >= static_cast<int64_t>(buffer.getSlots()))
      return nullptr;
    return &slots[firstSlot[use.buffer] + slot];
  }

  void read(unsigned action, Slot &slot) {
    if (slot.writer)
      order(*slot.writer, action);
    slot.readers.push_back(action);
  }

  void overwrite(unsigned action, Slot &slot) {
    for (unsigned reader : slot.readers)
      order(reader, action);
    if (slot.writer)
      order(*slot.writer, action);
    slot.writer = action;
    slot.readers.clear();
  }

  /// Makes `after` wait for `before` unless it does already.
  void order(unsigned before, unsigned after) {
    unsigned from = stream(before), position = positions[before];
    unsigned *known = clock(after);
    if (before == after || from == stream(after) || known[from] > position)
      return;
    // A later action of the same stream replaces an earlier one.
    llvm::erase_if(waits[after],
                   [&](unsigned wait) { return stream(wait) == from; });
    waits[after].push_back(before);
    for (unsigned s = 0; s < numStreams; ++s)
      known[s] = std::max(known[s], clock(before)[s]);
    known[from] = std::max(known[from], position + 1);
  }

  /// Waits that the final set of others implies are dropped.
  void dropImplied(unsigned action) {
    Waits kept;
    for (unsigned wait : waits[action]) {
      bool implied = llvm::any_of(waits[action], [&](unsigned other) {
        return other != wait && clock(other)[stream(wait)] > positions[wait];
      });
      if (!implied)
        kept.push_back(wait);
    }
    waits[action] = kept;
  }

  /// Every action that is waited for signals the event of its stream.
  void number() {
    MLIRContext *context = program.getContext();
    SmallVector<int64_t> given(numStreams, 0);
    for (unsigned action = 0; action < table.size(); ++action)
      ordinals.push_back(signals[action] ? ++given[stream(action)] : 0);
    SmallVector<Attribute> events;
    for (unsigned s = 0; s < numStreams; ++s) {
      // `@compute_done` for stream @compute.
      eventOf.push_back(FlatSymbolRefAttr::get(
          context, (table.streams[s].getValue() + "_done").str()));
      if (given[s])
        events.push_back(eventOf.back());
    }
    program.setEventsAttr(ArrayAttr::get(context, events));
  }

  static void setAttr(Operation *action, StringRef name, Attribute value) {
    if (value)
      action->setAttr(name, value);
    else
      action->removeAttr(name);
  }

  void setSignal(Operation *op, unsigned action) {
    setAttr(op, "signal",
            signals[action] ? eventOf[stream(action)] : FlatSymbolRefAttr());
  }

  /// Gives the operation of an action its waits, with ordinals by `ordinalOf`.
  void setWaits(Operation *op, unsigned action,
                llvm::function_ref<Attribute(EventRefAttr)> ordinalOf) {
    MLIRContext *context = program.getContext();
    SmallVector<Attribute> events;
    for (unsigned wait : waits[action])
      events.push_back(ordinalOf(
          EventRefAttr::get(context, eventOf[stream(wait)], ordinals[wait])));
    setAttr(op, "after",
            events.empty() ? Attribute() : ArrayAttr::get(context, events));
  }

  void writeInPlace() {
    for (unsigned action = 0; action < table.size(); ++action) {
      Operation *op = table.op(action);
      setWaits(op, action, [](EventRefAttr wait) { return wait; });
      setSignal(op, action);
    }
  }

  /// Iterations of a repeat need not have the same events, so runs are found
  /// anew.
  void writeRolled() {
    for (const ActionText &text : table.texts)
      for (StringRef name : {"after", "signal"})
        ActionInterface(text.op)->removeAttr(name);
    ProgramTable bare(program);
    ProgramWriter writer(program);
    SmallVector<unsigned> shapes;
    for (const ActionText &text : bare.texts)
      shapes.push_back(writer.addShapeOf(bare, text));
    // By shape without events, streams it waits for, and whether it signals.
    std::map<std::tuple<unsigned, Waits, bool>, unsigned> known;
    SmallVector<int32_t> numbers;
    for (unsigned action = 0; action < bare.size(); ++action) {
      Waits from;
      for (unsigned wait : waits[action])
        from.push_back(stream(wait));
      unsigned base = shapes[bare.textIndex(action)];
      auto [entry, isNew] =
          known.try_emplace({base, from, signals[action]}, base);
      if (isNew && (!from.empty() || signals[action])) {
        Operation *prototype = writer.prototype(base)->clone();
        setWaits(prototype, action, openNumber);
        setSignal(prototype, action);
        entry->second = writer.addShape(prototype);
      }
      numbers.clear();
      ProgramWriter::numbersOf(bare, action, numbers);
      for (unsigned wait : waits[action])
        numbers.push_back(ordinals[wait]);
      writer.append(entry->second, numbers);
    }
    eraseActions(program);
    writer.write();
  }

  using Waits = SmallVector<unsigned, 2>;

  ProgramOp program;
  ProgramTable table;
  unsigned numStreams;
  std::vector<unsigned> positions; // on their streams
  std::vector<unsigned> starts;    // clocks of all actions
  std::vector<Waits> waits;        // actions that each waits for
  std::vector<bool> signals;
  std::vector<int64_t> ordinals; // of what each signals
  SmallVector<FlatSymbolRefAttr> eventOf;
  std::vector<size_t> firstSlot; // by buffer
  std::vector<Slot> slots;
};

struct PlanInsertEventsPass
    : public piper::impl::PlanInsertEventsBase<PlanInsertEventsPass> {
  void runOnOperation() override {
    for (auto program : getOperation().getOps<ProgramOp>())
      EventPlacer(program).run();
  }
};

} // namespace
