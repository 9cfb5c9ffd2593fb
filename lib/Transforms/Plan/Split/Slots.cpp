//===- Slots.cpp - Memory of values that belong to one microbatch -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slots.h"
#include "Actions.h"
#include "Piper/Dialect/Plan/IR/ProgramWriter.h"
#include <numeric>

using namespace mlir;
using namespace piper;
using namespace piper::plan;

unsigned Slots::pool(unsigned player, Key key, RankedTensorType type,
                     const Twine &name, BufferKind kind, int64_t atLeast) {
  auto [entry, isNew] =
      poolAt.try_emplace(Place(player, key.op, key.number), pools.size());
  if (!isNew)
    return entry->second;
  Pool &pool = pools.emplace_back();
  pool.buffer = cast.addBuffer(player, name, type, kind);
  pool.count = atLeast;
  for (int64_t slot = 0; slot < atLeast; ++slot)
    pool.free.push_back(slot);
  pool.values.resize(microbatches);
  return pools.size() - 1;
}

std::optional<unsigned> Slots::find(unsigned player, Key key) const {
  auto found = poolAt.find(Place(player, key.op, key.number));
  if (found == poolAt.end())
    return std::nullopt;
  return found->second;
}

void Slots::alias(unsigned player, Key key, unsigned pool) {
  poolAt.try_emplace(Place(player, key.op, key.number), pool);
}

Attribute Slots::ref(unsigned pool) const {
  return openNumber(refTo(pools[pool].buffer));
}

int32_t Slots::allocate(unsigned index, int64_t microbatch, int64_t reads) {
  Pool &pool = pools[index];
  if (pool.free.empty())
    pool.free.push_back(pool.count++);
  int32_t slot = pool.free.front();
  pool.free.pop_front();
  if (reads == 0)
    pool.free.push_back(slot);
  else
    pool.values[microbatch] = {slot, static_cast<int32_t>(reads)};
  return slot;
}

void Slots::noteRead(unsigned index, int64_t microbatch) {
  Pool &pool = pools[index];
  Value &value = pool.values[microbatch];
  if (--value.reads > 0)
    return;
  pool.free.push_back(value.slot);
  value.slot = -1;
}

void Slots::restart() {
  for (Pool &pool : pools) {
    pool.buffer.setSlots(pool.count);
    pool.free.resize(pool.count);
    std::iota(pool.free.begin(), pool.free.end(), 0);
    pool.values.assign(microbatches, Value());
  }
}
