//===- Slots.h - Memory of values that belong to one microbatch -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SLOTS_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SLOTS_H

#include "Players.h"
#include <deque>
#include <map>
#include <memory>

namespace piper::plan {

/// Slots of one buffer. A slot is in use from the action that writes it to the
/// last that reads it; the one free for longest is used next, and a new one
/// only when none is free, so there are as many as are ever in use at once.
struct Pool {
  BufferOp buffer;
  std::deque<int64_t> free;
};

struct Instance;

/// All pools and live instances of a plan.
class Slots {
public:
  explicit Slots(Cast &cast) : cast(cast) {}

  /// What a pool or instance belongs to: a value, or result `number` of the
  /// residual of a task.
  struct Key {
    mlir::Operation *op;
    int64_t number;
    auto operator<=>(const Key &) const = default;
  };
  /// Player, key, microbatch.
  using At = std::tuple<unsigned, Key, int64_t>;

  /// Takes a slot for a value that will be read `reads` times. Values never
  /// read give their slot back at once. The buffer has `atLeast` slots.
  std::shared_ptr<Instance> allocate(unsigned player, Key key,
                                     int64_t microbatch,
                                     mlir::RankedTensorType type,
                                     const mlir::Twine &name, BufferKind kind,
                                     int64_t reads, int64_t atLeast = 1);

  /// Makes `key` at `player` another name of a living instance, which will be
  /// read `reads` more times.
  void alias(unsigned player, Key key, int64_t microbatch,
             std::shared_ptr<Instance> instance, int64_t reads);

  /// The living instance; null when there is none.
  std::shared_ptr<Instance> find(unsigned player, Key key,
                                 int64_t microbatch) const;

  /// Notes one read; after the last one the slot is free.
  void noteRead(Instance &instance);

private:
  void release(Instance &instance);

  Cast &cast;
  std::map<std::pair<unsigned, Key>, Pool> pools;
  std::map<At, std::shared_ptr<Instance>> living;
};

/// One value of one microbatch in memory.
struct Instance {
  Pool *pool;
  int64_t slot;
  int64_t reads;                         ///< still to come
  mlir::SmallVector<Slots::At, 1> names; ///< under which it is found

  mlir::Attribute ref() const;
};

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SLOTS_H
