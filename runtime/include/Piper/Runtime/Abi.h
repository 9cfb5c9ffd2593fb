//===- Abi.h - What lowered programs call -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call per action of a plan, in program order. Every call copies its
// arguments and returns at once; the action runs later on its stream. A bad
// argument is an error of the whole run, reported by the session.
//
// Common prefix of all actions:
//   dev     the device that the program was given
//   action  row of the program's action table (names and places in messages)
//   stream  row of the program's streams; a stream runs its actions in order
//   waits   `nwaits` pairs (event, ordinal); the action starts when each event
//           has been recorded `ordinal` times in this step, ordinal >= 1
//   signal  event that is recorded once more when the action is complete, or -1
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_ABI_H
#define PIPER_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PiperDevice PiperDevice;
/// Buffers in the order ins, outs, inouts, coordinates, scratch.
typedef void (*PiperKernel)(void *const *buffers);

enum PiperCollectiveKind {
  PIPER_ALL_REDUCE = 0,
  PIPER_ALL_GATHER = 1,
  PIPER_REDUCE_SCATTER = 2,
  PIPER_ALL_TO_ALL = 3,
  PIPER_BROADCAST = 4
};
enum PiperReduction { PIPER_SUM = 0, PIPER_MAX = 1 };
enum PiperElement { PIPER_F32 = 0, PIPER_F64 = 1, PIPER_I64 = 2 };

/// Base of the device's arena, 64-byte aligned; buffers lie at plan offsets.
void *piper_rt_arena(PiperDevice *dev);

/// Runs `kernel` on the listed buffers.
void piper_rt_launch(PiperDevice *dev, int32_t action, int32_t stream,
                     int32_t nwaits, const int32_t *waits, int32_t signal,
                     PiperKernel kernel, int32_t nbuffers,
                     void *const *buffers);

/// Sets `bytes[i]` bytes at `buffers[i]` to zero.
void piper_rt_zero(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t nbuffers, void *const *buffers,
                   const int64_t *bytes);

/// Reads microbatch `mb` (of the replica that `role` belongs to) of an input.
void piper_rt_load(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t input, int32_t role, int64_t mb, void *buffer);

/// Sends the channel's bytes; complete only when the receiver took them.
/// `role` is the row of the program's roles that it acts for.
void piper_rt_send(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t channel, int32_t role, void *buffer);

/// Receives what the matching send (same position in the channel) holds.
void piper_rt_recv(PiperDevice *dev, int32_t action, int32_t stream,
                   int32_t nwaits, const int32_t *waits, int32_t signal,
                   int32_t channel, int32_t role, void *buffer);

/// A collective over the communicator's axes, in place, on `nparts` buffers per
/// member; `buffers[member * nparts + part]`, `counts[part]` elements each.
/// With n members in rank order (last axis of the communicator fastest):
///   all_reduce      every buffer becomes the reduction in member order
///   all_gather      member i brings block i of n equal blocks, all get all
///   reduce_scatter  member i's block i becomes the reduction of all blocks i;
///                   its other blocks keep what they held
///   all_to_all      block j of member i goes to block i of member j
///   broadcast       all get member 0's buffer
/// Blocks are `counts[part] / n` elements, and n must divide the count. A
/// device lists all roles it plays in the group in one call.
void piper_rt_collective(PiperDevice *dev, int32_t action, int32_t stream,
                         int32_t nwaits, const int32_t *waits, int32_t signal,
                         int32_t comm, int32_t kind, int32_t reduction,
                         int32_t dtype, int32_t nmembers, const int32_t *roles,
                         int32_t nparts, void *const *buffers,
                         const int64_t *counts);

#ifdef __cplusplus
} // extern "C"

#include <utility>

namespace piper::rt {
/// Every function above with its name, for a JIT's symbol table.
/// Sets `count` to their number.
const std::pair<const char *, void *> *abiSymbols(unsigned &count);
} // namespace piper::rt
#endif

#endif // PIPER_RUNTIME_ABI_H
