//===- Slots.h - Memory of values that belong to one microbatch -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SLOTS_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SLOTS_H

#include "Players.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace piper::plan {

/// Buffers of values that belong to one microbatch, a pool of slots each. A
/// slot is in use from the action that writes it to the last that reads it.
/// There are as many as are ever in use at once; the one free for longest is
/// used next, so that slots take turns. For this the number must be known
/// beforehand: actions are gone through once to count and, after `restart`,
/// once more.
class Slots {
public:
  Slots(Cast &cast, int64_t microbatches)
      : cast(cast), microbatches(microbatches) {}

  /// What a pool belongs to: a value, or result `number` of the residual of a
  /// task.
  struct Key {
    mlir::Operation *op;
    int64_t number;
  };

  /// The pool of a value at a player, made on first use with `atLeast` slots.
  unsigned pool(unsigned player, Key key, mlir::RankedTensorType type,
                const mlir::Twine &name, BufferKind kind, int64_t atLeast = 1);
  /// The pool where there is one.
  std::optional<unsigned> find(unsigned player, Key key) const;
  /// Makes `key` at `player` another name of a pool.
  void alias(unsigned player, Key key, unsigned pool);

  /// Reference to a slot that is still open.
  mlir::Attribute ref(unsigned pool) const;

  /// Takes a slot for a microbatch's value, which will be read `reads` times;
  /// one never read is given back at once.
  int32_t allocate(unsigned pool, int64_t microbatch, int64_t reads);
  /// The slot of a microbatch's value; -1 when it is in none.
  int32_t slotOf(unsigned pool, int64_t microbatch) const {
    return pools[pool].values[microbatch].slot;
  }
  void addReads(unsigned pool, int64_t microbatch, int64_t reads) {
    pools[pool].values[microbatch].reads += reads;
  }
  /// Notes one read; after the last one the slot is free.
  void noteRead(unsigned pool, int64_t microbatch);

  /// Tells the buffers how many slots they have and frees all.
  void restart();

private:
  struct Value {
    int32_t slot = -1;
    int32_t reads = 0; ///< still to come
  };
  struct Pool {
    BufferOp buffer;
    int32_t count;
    std::deque<int32_t> free;
    std::vector<Value> values; ///< by microbatch
  };
  using Place = std::tuple<unsigned, mlir::Operation *, int64_t>;

  Cast &cast;
  int64_t microbatches;
  std::vector<Pool> pools;
  llvm::DenseMap<Place, unsigned> poolAt;
};

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SLOTS_H
