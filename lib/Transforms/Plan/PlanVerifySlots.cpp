//===- PlanVerifySlots.cpp - No live data is overwritten -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanVerify.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

/// Walks a program in issue order and checks each slot's accesses.
class SlotChecker {
public:
  explicit SlotChecker(const ProgramInfo &program)
      : program(program), table(program.table) {
    for (BufferOp buffer : table.buffers) {
      firstSlot.push_back(slots.size());
      slots.resize(slots.size() + buffer.getSlots());
      kinds.push_back(buffer.getKind());
    }
  }

  LogicalResult run() {
    computeClocks();
    for (unsigned index = 0; index < program.size(); ++index) {
      const ActionText &text = table.text(index);
      int64_t iteration = table.iteration(index);
      for (unsigned at : text.reads)
        if (failed(checkRead(index, slotOf(text.slots[at], iteration))))
          return failure();
      for (unsigned at : text.writes)
        if (failed(checkWrite(index, slotOf(text.slots[at], iteration))))
          return failure();
    }
    return checkSharing();
  }

private:
  struct SlotState {
    std::optional<unsigned> writer;
    SmallVector<unsigned, 2> readers; // since the last write
    std::vector<unsigned> all;        // for the sharing of bytes
  };
  struct Slot {
    unsigned buffer;
    int64_t slot;
  };

  static Slot slotOf(const SlotUse &use, int64_t iteration) {
    return {use.buffer, use.at(iteration)};
  }
  SlotState &stateOf(Slot slot) {
    return slots[firstSlot[slot.buffer] + slot.slot];
  }

  /// An action starts after the one before it on its stream and after the
  /// actions whose signals it waits for. What is known to be complete when it
  /// starts: per stream the number of its first actions that are.
  void computeClocks() {
    numStreams = program.streams.size();
    starts.reserve(program.size() * numStreams);
    std::vector<unsigned> last(numStreams * numStreams, 0);
    for (size_t action = 0; action < program.size(); ++action) {
      unsigned stream = program.stream(action);
      auto after = last.begin() + stream * numStreams;
      starts.insert(starts.end(), after, after + numStreams);
      auto clock = starts.end() - numStreams;
      for (const Wait &wait : table.text(action).waits) {
        unsigned source = program.source(action, wait);
        // A wait on a later action of the text hangs; the token game says so.
        if (source >= action)
          continue;
        auto other = starts.begin() + source * numStreams;
        for (unsigned s = 0; s < numStreams; ++s)
          clock[s] = std::max(clock[s], other[s]);
        unsigned &known = clock[program.stream(source)];
        known = std::max(known, program.positions[source] + 1);
      }
      std::copy(clock, starts.end(), after);
      after[stream] = program.positions[action] + 1;
    }
  }

  bool isOrdered(unsigned before, unsigned after) const {
    return starts[size_t(after) * numStreams + program.stream(before)] >
           program.positions[before];
  }

  /// Whether the buffer's contents belong to one microbatch of one step, or to
  /// one step: it must be written before it is read.
  static bool isWrittenEachStep(BufferKind kind) {
    return kind != BufferKind::Param && kind != BufferKind::State &&
           kind != BufferKind::ModelBuffer && kind != BufferKind::StepInput;
  }
  static bool isPerMicrobatch(BufferKind kind) {
    return kind == BufferKind::Residual || kind == BufferKind::Comm ||
           kind == BufferKind::Input;
  }

  InFlightDiagnostic report(unsigned index, Slot slot, const Twine &what) {
    return program.op(index)->emitError()
           << what << " @" << table.bufferNames[slot.buffer].getValue() << "["
           << slot.slot << "]: " << program.describe(index);
  }

  LogicalResult notOrdered(unsigned index, unsigned earlier, Slot slot,
                           const Twine &what) {
    InFlightDiagnostic diag = report(index, slot, what);
    diag.attachNote(program.op(earlier)->getLoc())
        << "nothing orders it after: " << program.describe(earlier);
    return diag;
  }

  LogicalResult checkRead(unsigned index, Slot at) {
    SlotState &slot = stateOf(at);
    slot.all.push_back(index);
    slot.readers.push_back(index);
    if (!slot.writer) {
      if (isWrittenEachStep(kinds[at.buffer]))
        return report(index, at, "reads before anything is written to");
      return success();
    }
    if (!isOrdered(*slot.writer, index))
      return notOrdered(index, *slot.writer, at, "may read too early");
    if (isPerMicrobatch(kinds[at.buffer]) &&
        table.microbatch(*slot.writer) != table.microbatch(index)) {
      InFlightDiagnostic diag =
          report(index, at, "reads another microbatch's data from");
      diag.attachNote(program.op(*slot.writer)->getLoc())
          << "last written by: " << program.describe(*slot.writer);
      return diag;
    }
    return success();
  }

  LogicalResult checkWrite(unsigned index, Slot at) {
    SlotState &slot = stateOf(at);
    slot.all.push_back(index);
    for (unsigned reader : slot.readers)
      if (reader != index && !isOrdered(reader, index))
        return notOrdered(index, reader, at, "may overwrite live data in");
    if (slot.writer && *slot.writer != index && !isOrdered(*slot.writer, index))
      return notOrdered(index, *slot.writer, at,
                        "may be written twice at once:");
    slot.writer = index;
    slot.readers.clear();
    return success();
  }

  /// Buffers whose bytes overlap are used one after the other.
  LogicalResult checkSharing() {
    SmallVector<unsigned> placed;
    ProgramOp programOp = table.program;
    for (unsigned index = 0; index < table.buffers.size(); ++index) {
      BufferOp buffer = table.buffers[index];
      if (!buffer.getOffset())
        continue;
      int64_t end =
          *buffer.getOffset() + buffer.getSlots() * buffer.getSlotStride();
      if (end > static_cast<int64_t>(programOp.getArena()))
        return buffer.emitError() << "ends at byte " << end
                                  << " of an arena of " << programOp.getArena();
      placed.push_back(index);
    }
    auto offset = [&](unsigned index) {
      return static_cast<int64_t>(*BufferOp(table.buffers[index]).getOffset());
    };
    llvm::stable_sort(
        placed, [&](unsigned a, unsigned b) { return offset(a) < offset(b); });
    for (unsigned i = 0; i < placed.size(); ++i) {
      BufferOp buffer = table.buffers[placed[i]];
      int64_t end =
          offset(placed[i]) + buffer.getSlots() * buffer.getSlotStride();
      for (unsigned j = i + 1; j < placed.size() && offset(placed[j]) < end;
           ++j)
        if (failed(checkDisjoint(placed[i], placed[j])))
          return failure();
    }
    return success();
  }

  SmallVector<unsigned> accesses(unsigned buffer) {
    SmallVector<unsigned> all;
    int64_t count = BufferOp(table.buffers[buffer]).getSlots();
    for (int64_t slot = 0; slot < count; ++slot)
      llvm::append_range(all, stateOf({buffer, slot}).all);
    llvm::sort(all);
    return all;
  }

  /// Whether the host writes the buffer before a step or reads it after one.
  static bool isSeenByHost(BufferKind kind) {
    return !isWrittenEachStep(kind) || kind == BufferKind::Grad ||
           kind == BufferKind::Metric;
  }

  LogicalResult checkDisjoint(unsigned a, unsigned b) {
    auto sharing = [&] {
      BufferOp first = table.buffers[a], second = table.buffers[b];
      return second.emitError()
             << "@" << second.getSymName() << " shares bytes with @"
             << first.getSymName() << " while both are in use";
    };
    if (isSeenByHost(kinds[a]) || isSeenByHost(kinds[b]))
      return sharing();
    SmallVector<unsigned> first = accesses(a), second = accesses(b);
    if (first.empty() || second.empty())
      return success();
    if (second.front() < first.front())
      std::swap(first, second);
    for (unsigned early : first)
      if (!isOrdered(early, second.front()))
        return sharing();
    return success();
  }

  const ProgramInfo &program;
  const ProgramTable &table;
  size_t numStreams = 0;
  std::vector<unsigned> starts; // clocks of all actions
  std::vector<BufferKind> kinds;
  std::vector<size_t> firstSlot; // by buffer
  std::vector<SlotState> slots;
};

} // namespace

LogicalResult piper::plan::verifySlots(const ProgramInfo &program) {
  return SlotChecker(program).run();
}
