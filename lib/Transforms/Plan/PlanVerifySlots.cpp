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

/// What is known to be complete when an action starts, and when it ends: per
/// stream the number of its first actions that are.
using Clock = SmallVector<unsigned>;

/// Walks a program in issue order and checks each slot's accesses.
class SlotChecker {
public:
  explicit SlotChecker(const ProgramInfo &program) : program(program) {}

  LogicalResult run() {
    computeClocks();
    for (unsigned index = 0; index < program.actions.size(); ++index) {
      ActionInterface action = program.actions[index].op;
      for (BufferRefAttr ref : action.getReads())
        if (failed(checkRead(index, ref)))
          return failure();
      for (BufferRefAttr ref : action.getWrites())
        if (failed(checkWrite(index, ref)))
          return failure();
    }
    return checkSharing();
  }

private:
  struct SlotState {
    std::optional<unsigned> writer;
    SmallVector<unsigned> readers; // since the last write
    SmallVector<unsigned> all;     // for the sharing of bytes
  };

  /// An action starts after the one before it on its stream and after the
  /// actions whose signals it waits for.
  void computeClocks() {
    starts.reserve(program.actions.size());
    SmallVector<Clock> last(program.streams.size(),
                            Clock(program.streams.size(), 0));
    for (ActionInfo info : program.actions) {
      Clock clock = last[info.stream];
      for (EventRefAttr wait : info.op.getWaits()) {
        const auto &signals =
            program.signals.find(wait.getEvent().getAttr())->second;
        unsigned source = signals[wait.getOrdinal() - 1];
        // A wait on a later action of the text hangs; the token game says so.
        if (source >= starts.size())
          continue;
        join(clock, starts[source]);
        const ActionInfo &from = program.actions[source];
        clock[from.stream] = std::max(clock[from.stream], from.position + 1);
      }
      starts.push_back(clock);
      clock[info.stream] = info.position + 1;
      last[info.stream] = clock;
    }
  }

  static void join(Clock &into, const Clock &other) {
    for (auto [a, b] : llvm::zip(into, other))
      a = std::max(a, b);
  }

  bool isOrdered(unsigned before, unsigned after) const {
    const ActionInfo &info = program.actions[before];
    return starts[after][info.stream] > info.position;
  }

  BufferOp lookup(BufferRefAttr ref) {
    auto [entry, isNew] = buffers.try_emplace(ref.getBuffer().getAttr());
    if (isNew)
      entry->second = ProgramOp(program.op).lookup(ref);
    return entry->second;
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

  InFlightDiagnostic report(unsigned index, BufferRefAttr ref,
                            const Twine &what) {
    return program.actions[index].op->emitError()
           << what << " " << ref.getBuffer() << "[" << ref.getSlot()
           << "]: " << describeAction(program.actions[index].op);
  }

  LogicalResult notOrdered(unsigned index, unsigned earlier, BufferRefAttr ref,
                           const Twine &what) {
    InFlightDiagnostic diag = report(index, ref, what);
    diag.attachNote(program.actions[earlier].op->getLoc())
        << "nothing orders it after: "
        << describeAction(program.actions[earlier].op);
    return diag;
  }

  LogicalResult checkRead(unsigned index, BufferRefAttr ref) {
    BufferOp buffer = lookup(ref);
    SlotState &slot = slots[{ref.getBuffer().getAttr(), ref.getSlot()}];
    slot.all.push_back(index);
    slot.readers.push_back(index);
    if (!slot.writer) {
      if (isWrittenEachStep(buffer.getKind()))
        return report(index, ref, "reads before anything is written to");
      return success();
    }
    if (!isOrdered(*slot.writer, index))
      return notOrdered(index, *slot.writer, ref, "may read too early");
    const ActionInfo &writer = program.actions[*slot.writer];
    const ActionInfo &reader = program.actions[index];
    if (isPerMicrobatch(buffer.getKind()) &&
        writer.microbatch != reader.microbatch) {
      InFlightDiagnostic diag =
          report(index, ref, "reads another microbatch's data from");
      diag.attachNote(writer.op->getLoc())
          << "last written by: " << describeAction(writer.op);
      return diag;
    }
    return success();
  }

  LogicalResult checkWrite(unsigned index, BufferRefAttr ref) {
    SlotState &slot = slots[{ref.getBuffer().getAttr(), ref.getSlot()}];
    slot.all.push_back(index);
    for (unsigned reader : slot.readers)
      if (reader != index && !isOrdered(reader, index))
        return notOrdered(index, reader, ref, "may overwrite live data in");
    if (slot.writer && *slot.writer != index && !isOrdered(*slot.writer, index))
      return notOrdered(index, *slot.writer, ref,
                        "may be written twice at once:");
    slot.writer = index;
    slot.readers.clear();
    return success();
  }

  /// Buffers whose bytes overlap are used one after the other.
  LogicalResult checkSharing() {
    SmallVector<BufferOp> placed;
    ProgramOp programOp = program.op;
    for (auto buffer : programOp.getOps<BufferOp>()) {
      if (!buffer.getOffset())
        continue;
      int64_t end =
          *buffer.getOffset() + buffer.getSlots() * buffer.getSlotStride();
      if (end > static_cast<int64_t>(programOp.getArena()))
        return buffer.emitError() << "ends at byte " << end
                                  << " of an arena of " << programOp.getArena();
      placed.push_back(buffer);
    }
    llvm::stable_sort(placed, [](BufferOp a, BufferOp b) {
      return *a.getOffset() < *b.getOffset();
    });
    for (unsigned i = 0; i < placed.size(); ++i) {
      int64_t end = *placed[i].getOffset() +
                    placed[i].getSlots() * placed[i].getSlotStride();
      for (unsigned j = i + 1;
           j < placed.size() &&
           static_cast<int64_t>(*placed[j].getOffset()) < end;
           ++j)
        if (failed(checkDisjoint(placed[i], placed[j])))
          return failure();
    }
    return success();
  }

  SmallVector<unsigned> accesses(BufferOp buffer) {
    SmallVector<unsigned> all;
    for (int64_t slot = 0, end = buffer.getSlots(); slot < end; ++slot)
      llvm::append_range(all, slots[{buffer.getSymNameAttr(), slot}].all);
    llvm::sort(all);
    return all;
  }

  /// Whether the host writes the buffer before a step or reads it after one.
  static bool isSeenByHost(BufferKind kind) {
    return !isWrittenEachStep(kind) || kind == BufferKind::Grad ||
           kind == BufferKind::Metric;
  }

  LogicalResult checkDisjoint(BufferOp a, BufferOp b) {
    auto sharing = [&] {
      return b.emitError() << "@" << b.getSymName() << " shares bytes with @"
                           << a.getSymName() << " while both are in use";
    };
    if (isSeenByHost(a.getKind()) || isSeenByHost(b.getKind()))
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
  SmallVector<Clock> starts;
  llvm::DenseMap<StringAttr, BufferOp> buffers;
  llvm::DenseMap<std::pair<StringAttr, int64_t>, SlotState> slots;
};

} // namespace

LogicalResult piper::plan::verifySlots(const ProgramInfo &program) {
  return SlotChecker(program).run();
}
