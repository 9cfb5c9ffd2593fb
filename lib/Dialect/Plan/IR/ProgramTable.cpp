//===- ProgramTable.cpp - The actions of a program, decoded -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/ProgramTable.h"
#include "Piper/Dialect/Plan/IR/Unroll.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

/// The index of a name, a new one for a name not seen before.
static unsigned indexOf(StringAttr name, SmallVectorImpl<StringAttr> &names,
                        llvm::DenseMap<StringAttr, unsigned> &index) {
  auto [entry, isNew] = index.try_emplace(name, names.size());
  if (isNew)
    names.push_back(name);
  return entry->second;
}

ProgramTable::ProgramTable(ProgramOp program) : program(program) {
  for (auto name : program.getStreams().getAsRange<FlatSymbolRefAttr>())
    indexOf(name.getAttr(), streams, streamIndex);
  for (auto name : program.getEvents().getAsRange<FlatSymbolRefAttr>())
    indexOf(name.getAttr(), events, eventIndex);
  numStreams = streams.size();
  numEvents = events.size();
  for (auto buffer : program.getOps<BufferOp>()) {
    indexOf(buffer.getSymNameAttr(), bufferNames, bufferAt);
    buffers.push_back(buffer);
  }
  for (Operation &op : program.getBody().front()) {
    unsigned first = texts.size(), count = 1;
    if (auto repeat = dyn_cast<RepeatOp>(op)) {
      count = repeat.getCount();
      for (auto action : repeat.getOps<ActionInterface>())
        readText(action);
    } else if (auto action = dyn_cast<ActionInterface>(op)) {
      readText(action);
    }
    for (unsigned i = 0; i < count; ++i)
      for (unsigned text = first; text < texts.size(); ++text)
        actions.push_back({text, i});
  }
}

unsigned ProgramTable::bufferIndex(StringAttr name) {
  unsigned index = indexOf(name, bufferNames, bufferAt);
  if (index == buffers.size())
    buffers.push_back(nullptr);
  return index;
}

void ProgramTable::readText(ActionInterface op) {
  ActionText &text = texts.emplace_back();
  text.op = op;
  text.stream = indexOf(op.getActionStream().getAttr(), streams, streamIndex);
  if (FlatSymbolRefAttr signal = op.getActionSignal())
    text.signal = indexOf(signal.getAttr(), events, eventIndex);
  if (auto stage = op->getAttrOfType<IntegerAttr>("stage"))
    text.stage = stage.getInt();
  SmallVector<BufferRefAttr> refs;
  mapNumbers(op, [&](Attribute number) {
    if (auto ref = dyn_cast<BufferRefAttr>(number)) {
      refs.push_back(ref);
      text.slots.push_back({bufferIndex(ref.getBuffer().getAttr()),
                            ref.getSlot(), ref.getStep(), ref.getModulus()});
    } else if (auto wait = dyn_cast<EventRefAttr>(number)) {
      text.waits.push_back(
          {indexOf(wait.getEvent().getAttr(), events, eventIndex),
           {wait.getOrdinal(), wait.getStep()}});
    } else if (auto each = dyn_cast<EachAttr>(number)) {
      text.microbatch = {each.getFirst(), each.getStep()};
    } else if (auto constant = dyn_cast<IntegerAttr>(number)) {
      text.microbatch = {constant.getInt(), 0};
    }
    return number;
  });
  // Equal references are one slot, so the first of them stands for all.
  for (BufferRefAttr ref : op.getReads())
    text.reads.push_back(llvm::find(refs, ref) - refs.begin());
  for (BufferRefAttr ref : op.getWrites())
    text.writes.push_back(llvm::find(refs, ref) - refs.begin());
}
