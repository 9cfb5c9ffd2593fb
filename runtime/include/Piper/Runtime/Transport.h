//===- Transport.h - Messages between devices of one process -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_TRANSPORT_H
#define PIPER_RUNTIME_TRANSPORT_H

#include "Piper/Runtime/Failure.h"
#include "Piper/Runtime/Topology.h"
#include <deque>
#include <memory>

namespace piper::rt {

/// Rendezvous channels: the k-th send of an instance meets its k-th receive,
/// and both complete when the bytes are in the receiver's buffer.
class Transport {
public:
  Transport(const Setup &setup, const Topology &topology, Failure &failure);

  /// Both block; false when the run failed meanwhile. `at` is the full
  /// coordinate of the calling role. `sequence` is set to k, from 0.
  bool send(int channel, const Coordinate &at, const void *buffer,
            int64_t &sequence);
  bool recv(int channel, const Coordinate &at, void *buffer, int64_t &sequence);

  /// Who has arrived at the instance seen from `at`, and who has not, with
  /// the numbers of messages begun at either end.
  std::string describe(int channel, const Coordinate &at);

  /// Device at the other end, or -1 when the channel leaves it open.
  int64_t peer(int channel, const Coordinate &at, bool isSender) const;

  /// A number that no other channel instance has.
  int64_t instanceId(int channel, const Coordinate &at) const;

private:
  struct Post {
    char *buffer;
    bool done = false;
  };
  struct Instance {
    explicit Instance(Failure &failure) : point(failure) {}
    WaitPoint point;
    std::deque<Post *> waiting[2]; // sends, receives
    int64_t begun[2] = {0, 0};
  };

  bool exchange(bool isSend, int channel, const Coordinate &at, char *buffer,
                int64_t &sequence);

  const Setup &setup;
  const Topology &topology;
  std::vector<int64_t> firstInstance;
  std::vector<std::unique_ptr<Instance>> instances;
};

} // namespace piper::rt

#endif // PIPER_RUNTIME_TRANSPORT_H
