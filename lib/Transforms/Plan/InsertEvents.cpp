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

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace piper {
#define GEN_PASS_DEF_PLANINSERTEVENTS
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

/// How many actions of each stream are known to be complete.
using Clock = SmallVector<unsigned>;

struct Node {
  ActionInterface action;
  unsigned stream, position;
  Clock start;                 // known when it starts
  SmallVector<unsigned> waits; // nodes it waits for
  bool signals = false;
};

class EventPlacer {
public:
  explicit EventPlacer(ProgramOp program) : program(program) {
    for (Attribute stream : program.getStreams())
      streams.insert({stream, static_cast<unsigned>(streams.size())});
    last.assign(streams.size(), Clock(streams.size(), 0));
  }

  void run() {
    for (auto action : program.getOps<ActionInterface>())
      add(action);
    write();
  }

private:
  struct Slot {
    std::optional<unsigned> writer;
    SmallVector<unsigned> readers; // since then
  };

  void add(ActionInterface action) {
    unsigned stream = streams.lookup(action.getActionStream());
    unsigned index = nodes.size();
    nodes.push_back(
        {action, stream, counts[stream]++, last[stream], {}, false});
    for (BufferRefAttr ref : action.getReads())
      read(index, slots[{ref.getBuffer().getAttr(), ref.getSlot()}]);
    for (BufferRefAttr ref : action.getWrites())
      overwrite(index, slots[{ref.getBuffer().getAttr(), ref.getSlot()}]);
    Node &node = nodes[index];
    last[stream] = node.start;
    last[stream][stream] = node.position + 1;
  }

  void read(unsigned index, Slot &slot) {
    if (slot.writer)
      order(*slot.writer, index);
    slot.readers.push_back(index);
  }

  void overwrite(unsigned index, Slot &slot) {
    for (unsigned reader : slot.readers)
      order(reader, index);
    if (slot.writer)
      order(*slot.writer, index);
    slot.writer = index;
    slot.readers.clear();
  }

  /// Makes `after` wait for `before` unless it does already.
  void order(unsigned before, unsigned after) {
    Node &from = nodes[before], &to = nodes[after];
    if (before == after || from.stream == to.stream ||
        to.start[from.stream] > from.position)
      return;
    // A later action of the same stream replaces an earlier one.
    llvm::erase_if(to.waits, [&](unsigned wait) {
      return nodes[wait].stream == from.stream;
    });
    to.waits.push_back(before);
    for (auto [known, other] : llvm::zip(to.start, from.start))
      known = std::max(known, other);
    to.start[from.stream] = std::max(to.start[from.stream], from.position + 1);
  }

  /// Waits that the final set of others implies are dropped, then every action
  /// that is waited for signals the event of its stream.
  void write() {
    for (Node &node : nodes) {
      dropImplied(node);
      for (unsigned wait : node.waits)
        nodes[wait].signals = true;
    }
    MLIRContext *context = program.getContext();
    Builder builder(context);
    SmallVector<int64_t> given(streams.size(), 0);
    std::vector<int64_t> ordinal(nodes.size(), 0);
    for (auto [i, node] : llvm::enumerate(nodes)) {
      SmallVector<Attribute> waits;
      for (unsigned wait : node.waits)
        waits.push_back(EventRefAttr::get(context, event(nodes[wait].stream),
                                          ordinal[wait]));
      setAttr(node.action, "after",
              waits.empty() ? Attribute() : builder.getArrayAttr(waits));
      if (node.signals)
        ordinal[i] = ++given[node.stream];
      setAttr(node.action, "signal",
              node.signals ? event(node.stream) : FlatSymbolRefAttr());
    }
    SmallVector<Attribute> events;
    for (auto [stream, count] : llvm::enumerate(given))
      if (count)
        events.push_back(event(stream));
    program.setEventsAttr(builder.getArrayAttr(events));
  }

  void dropImplied(Node &node) {
    SmallVector<unsigned> kept;
    for (unsigned wait : node.waits) {
      const Node &from = nodes[wait];
      bool implied = llvm::any_of(node.waits, [&](unsigned other) {
        return other != wait && nodes[other].start[from.stream] > from.position;
      });
      if (!implied)
        kept.push_back(wait);
    }
    node.waits = kept;
  }

  static void setAttr(ActionInterface action, StringRef name, Attribute value) {
    if (value)
      action->setAttr(name, value);
    else
      action->removeAttr(name);
  }

  /// `@compute_done` for stream @compute.
  FlatSymbolRefAttr event(unsigned stream) {
    StringRef name =
        cast<FlatSymbolRefAttr>(program.getStreams()[stream]).getValue();
    return FlatSymbolRefAttr::get(program.getContext(), (name + "_done").str());
  }

  ProgramOp program;
  llvm::MapVector<Attribute, unsigned> streams;
  llvm::DenseMap<unsigned, unsigned> counts;
  SmallVector<Clock> last;
  std::vector<Node> nodes;
  llvm::DenseMap<std::pair<StringAttr, int64_t>, Slot> slots;
};

struct PlanInsertEventsPass
    : public piper::impl::PlanInsertEventsBase<PlanInsertEventsPass> {
  void runOnOperation() override {
    for (auto program : getOperation().getOps<ProgramOp>())
      EventPlacer(program).run();
  }
};

} // namespace
