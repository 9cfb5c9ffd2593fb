//===- PlaceScratch.cpp - One scratch area per body -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "Piper/Support/ByteSize.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace piper {
#define GEN_PASS_DEF_PLACESCRATCH
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {

/// A temporary and when it is in use, as positions in the body's block.
struct Temporary {
  memref::AllocOp alloc;
  int64_t bytes;
  int64_t first, last;
  int64_t offset = -1;

  bool overlaps(const Temporary &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct PlaceScratchPass
    : public piper::impl::PlaceScratchBase<PlaceScratchPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || function.getSymName().starts_with("piper_"))
      return;
    Block &block = function.getBody().front();
    SmallVector<Temporary> temporaries = collect(block);
    int64_t bytes = place(temporaries);
    OpBuilder builder(&getContext());
    function->setAttr("piper.scratch", builder.getI64IntegerAttr(bytes));
    if (bytes)
      replaceAllocs(function, block, temporaries, bytes);
  }

  static SmallVector<Temporary> collect(Block &block) {
    llvm::DenseMap<Operation *, int64_t> position;
    for (Operation &op : block)
      position[&op] = position.size();
    SmallVector<Temporary> temporaries;
    for (auto alloc : block.getOps<memref::AllocOp>()) {
      int64_t bytes = bytesOf(alloc.getType());
      Temporary temporary{alloc, static_cast<int64_t>(llvm::alignTo(bytes, 64)),
                          position.size(), 0};
      SmallVector<Value> values = {alloc.getResult()};
      while (!values.empty())
        for (Operation *user : values.pop_back_val().getUsers()) {
          if (isa<memref::DeallocOp>(user))
            continue;
          int64_t at = position.lookup(block.findAncestorOpInBlock(*user));
          temporary.first = std::min(temporary.first, at);
          temporary.last = std::max(temporary.last, at);
          // Views and addresses carry the memory on.
          if (user->getBlock() == &block)
            llvm::append_range(values, user->getResults());
        }
      temporaries.push_back(temporary);
    }
    return temporaries;
  }

  /// First fit, larger first; returns the bytes needed.
  static int64_t place(SmallVector<Temporary> &temporaries) {
    SmallVector<Temporary *> bySize;
    for (Temporary &temporary : temporaries)
      bySize.push_back(&temporary);
    llvm::stable_sort(
        bySize, [](Temporary *a, Temporary *b) { return a->bytes > b->bytes; });
    int64_t total = 0;
    SmallVector<Temporary *> done; // by offset
    for (Temporary *temporary : bySize) {
      int64_t offset = 0;
      for (Temporary *other : done) {
        if (!temporary->overlaps(*other))
          continue;
        if (offset + temporary->bytes <= other->offset)
          break;
        offset = std::max(offset, other->offset + other->bytes);
      }
      temporary->offset = offset;
      total = std::max(total, offset + temporary->bytes);
      done.insert(llvm::upper_bound(done, temporary,
                                    [](Temporary *a, Temporary *b) {
                                      return a->offset < b->offset;
                                    }),
                  temporary);
    }
    return total;
  }

  void replaceAllocs(func::FuncOp function, Block &block,
                     ArrayRef<Temporary> temporaries, int64_t bytes) {
    OpBuilder builder(&getContext());
    auto type = MemRefType::get({bytes}, builder.getI8Type());
    unsigned last = function.getNumArguments();
    if (failed(function.insertArgument(last, type, {}, function.getLoc())))
      return signalPassFailure();
    Value scratch = function.getArgument(last);
    for (const Temporary &temporary : temporaries) {
      memref::AllocOp alloc = temporary.alloc;
      for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      builder.setInsertionPoint(alloc);
      Value offset = arith::ConstantIndexOp::create(builder, alloc.getLoc(),
                                                    temporary.offset);
      Value view =
          memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                                 scratch, offset, ValueRange());
      alloc.replaceAllUsesWith(view);
      alloc.erase();
    }
  }
};

} // namespace
