//===- Slots.cpp - Memory of values that belong to one microbatch -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slots.h"
#include "Actions.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

Attribute Instance::ref() const { return refTo(pool->buffer, slot); }

std::shared_ptr<Instance> Slots::allocate(unsigned player, Key key,
                                          int64_t microbatch,
                                          RankedTensorType type,
                                          const Twine &name, BufferKind kind,
                                          int64_t reads, int64_t atLeast) {
  // Pools are found by what they belong to and never iterated, so the order of
  // pointers does not reach the output.
  Pool &pool = pools[{player, key}];
  if (!pool.buffer) {
    pool.buffer = cast.addBuffer(player, name, type, kind);
    for (int64_t slot = 0; slot < atLeast; ++slot)
      pool.free.push_back(slot);
    pool.buffer.setSlots(atLeast);
  }
  if (pool.free.empty()) {
    int64_t count = pool.buffer.getSlots();
    pool.free.push_back(count);
    pool.buffer.setSlots(count + 1);
  }
  At at = {player, key, microbatch};
  auto instance = std::make_shared<Instance>(
      Instance{&pool, pool.free.front(), reads, {at}});
  pool.free.pop_front();
  living[at] = instance;
  if (reads == 0)
    release(*instance);
  return instance;
}

void Slots::alias(unsigned player, Key key, int64_t microbatch,
                  std::shared_ptr<Instance> instance, int64_t reads) {
  if (reads == 0)
    return;
  At name = {player, key, microbatch};
  instance->reads += reads;
  instance->names.push_back(name);
  living[name] = std::move(instance);
}

std::shared_ptr<Instance> Slots::find(unsigned player, Key key,
                                      int64_t microbatch) const {
  auto found = living.find({player, key, microbatch});
  return found == living.end() ? nullptr : found->second;
}

void Slots::noteRead(Instance &instance) {
  if (--instance.reads == 0)
    release(instance);
}

void Slots::release(Instance &instance) {
  instance.pool->free.push_back(instance.slot);
  // The last reference may be the one in the list.
  SmallVector<At, 1> names = std::move(instance.names);
  for (const At &name : names)
    living.erase(name);
}
