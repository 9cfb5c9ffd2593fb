//===- AssignMemory.cpp - Places of buffers in the arena -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/ProgramTable.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace piper {
#define GEN_PASS_DEF_PLANASSIGNMEMORY
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

/// When a buffer is in use, as positions in the program's text. Buffers that
/// hold something between steps, or that several streams touch, are always.
struct Lifetime {
  int64_t first = 0;
  int64_t last = std::numeric_limits<int64_t>::max();

  bool overlaps(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct Placed {
  BufferOp buffer;
  int64_t bytes;
  Lifetime lifetime;
  StringRef stream; // whose actions alone touch it; empty: several
  int64_t offset = -1;
};

struct PlanAssignMemoryPass
    : public piper::impl::PlanAssignMemoryBase<PlanAssignMemoryPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto program : getOperation().getOps<ProgramOp>()) {
      if (failed(addScratch(program, symbols)))
        return signalPassFailure();
      assignOffsets(program);
    }
  }

  /// Gives each launch whose body needs scratch the scratch buffer of its
  /// stream, as large as the largest need on that stream.
  LogicalResult addScratch(ProgramOp program, SymbolTable &symbols) {
    llvm::MapVector<StringAttr, int64_t> needs; // by stream
    SmallVector<LaunchOp> launches;
    for (const ActionText &text : ProgramTable(program).texts) {
      auto launch = dyn_cast<LaunchOp>(ActionInterface(text.op).getOperation());
      if (!launch)
        continue;
      Operation *body = symbols.lookup(launch.getBodyAttr().getAttr());
      if (!body)
        return launch.emitError() << "launches @" << launch.getBody()
                                  << ", which the module does not contain";
      auto scratch = body->getAttrOfType<IntegerAttr>("piper.scratch");
      if (!scratch || scratch.getInt() == 0 || launch.getScratch())
        continue;
      int64_t &most = needs[launch.getStreamAttr().getAttr()];
      most = std::max(most, scratch.getInt());
      launches.push_back(launch);
    }
    OpBuilder builder = OpBuilder::atBlockBegin(&program.getBody().front());
    llvm::MapVector<StringAttr, Attribute> refs;
    for (auto [stream, bytes] : needs) {
      auto type = RankedTensorType::get({bytes}, builder.getI8Type());
      auto name = builder.getStringAttr("scratch_" + stream.getValue());
      BufferOp::create(builder, program.getLoc(), name, TypeAttr::get(type),
                       builder.getI64IntegerAttr(1), IntegerAttr(),
                       BufferKindAttr::get(&getContext(), BufferKind::Scratch),
                       StringAttr(), StringAttr(), builder.getI64IntegerAttr(0),
                       DictionaryAttr());
      refs[stream] =
          BufferRefAttr::get(&getContext(), FlatSymbolRefAttr::get(name), 0);
    }
    for (LaunchOp launch : launches)
      launch.setScratchAttr(builder.getArrayAttr(
          {refs.lookup(launch.getStreamAttr().getAttr())}));
    return success();
  }

  /// First fit, larger buffers first, over lifetimes.
  void assignOffsets(ProgramOp program) {
    SmallVector<Placed> buffers = collect(program);
    SmallVector<Placed *> bySize;
    for (Placed &placed : buffers)
      bySize.push_back(&placed);
    llvm::stable_sort(bySize,
                      [](Placed *a, Placed *b) { return a->bytes > b->bytes; });
    int64_t arena = 0;
    SmallVector<Placed *> done;
    for (Placed *placed : bySize) {
      placed->offset = firstFit(*placed, done);
      arena = std::max(arena, placed->offset + placed->bytes);
      auto position = llvm::lower_bound(
          done, placed->offset,
          [](Placed *other, int64_t offset) { return other->offset < offset; });
      done.insert(position, placed);
    }
    Builder builder(&getContext());
    for (Placed &placed : buffers)
      placed.buffer.setOffsetAttr(builder.getI64IntegerAttr(placed.offset));
    program.setArenaAttr(builder.getI64IntegerAttr(arena));
  }

  /// Lowest offset that meets no placed buffer in use at the same time;
  /// `done` is sorted by offset.
  static int64_t firstFit(const Placed &placed, ArrayRef<Placed *> done) {
    int64_t offset = 0;
    for (Placed *other : done) {
      bool shares = placed.stream == other->stream && !placed.stream.empty() &&
                    !placed.lifetime.overlaps(other->lifetime);
      if (shares || other->offset + other->bytes <= offset)
        continue;
      if (offset + placed.bytes <= other->offset)
        break;
      offset = other->offset + other->bytes;
    }
    return offset;
  }

  SmallVector<Placed> collect(ProgramOp program) {
    ProgramTable table(program);
    SmallVector<Placed> buffers;
    for (BufferOp buffer : table.buffers) {
      // What there is not, plan-verify reports.
      int64_t bytes = buffer ? static_cast<int64_t>(buffer.getSlots()) *
                                   buffer.getSlotStride()
                             : 0;
      buffers.push_back({buffer, bytes, Lifetime(), StringRef()});
    }
    SmallVector<bool> seen(buffers.size(), false);
    for (size_t action = 0; action < table.size(); ++action) {
      const ActionText &text = table.text(action);
      int64_t position = action;
      StringRef stream = table.streams[text.stream].getValue();
      for (const SlotUse &use : text.slots) {
        Placed &placed = buffers[use.buffer];
        if (!placed.buffer || !isTransient(placed.buffer.getKind()))
          continue;
        if (!seen[use.buffer]) {
          seen[use.buffer] = true;
          placed.stream = stream;
          placed.lifetime = {position, position};
        } else if (placed.stream != stream) {
          placed.stream = StringRef();
        }
        if (placed.stream.empty())
          placed.lifetime = Lifetime();
        else
          placed.lifetime.last = position;
      }
    }
    llvm::erase_if(buffers, [](Placed &placed) { return !placed.buffer; });
    return buffers;
  }

  /// Whether nothing of the buffer is needed after the step.
  static bool isTransient(BufferKind kind) {
    return kind == BufferKind::Residual || kind == BufferKind::Comm ||
           kind == BufferKind::Input || kind == BufferKind::Scratch;
  }
};

} // namespace
