//===- Collectives.h - Collectives inside one process -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_COLLECTIVES_H
#define PIPER_RUNTIME_COLLECTIVES_H

#include "Piper/Runtime/Abi.h"
#include "Piper/Runtime/Failure.h"
#include "Piper/Runtime/Topology.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace piper::rt {

/// What a collective does, without its buffers.
struct CollectiveShape {
  int32_t kind = 0, reduction = 0, dtype = 0;
  llvm::SmallVector<int64_t, 4> counts; // per part

  bool operator==(const CollectiveShape &other) const = default;
  /// "all_reduce sum f32 [64, 128]".
  std::string text() const;
};

/// Applies a collective to the buffers of all members, `[member][part]`, in
/// rank order. Reductions add in rank order, whatever the arrival was.
void applyCollective(const CollectiveShape &shape,
                     llvm::ArrayRef<llvm::ArrayRef<void *>> members);

/// An error text when kind, reduction, type or counts are impossible for
/// `members` members; empty when all is well.
std::string checkCollective(const CollectiveShape &shape, int64_t members);

/// The communicators of a process. A collective starts when every member of
/// the group has arrived; the last to arrive does the work.
class Collectives {
public:
  Collectives(const Setup &setup, const Topology &topology, Failure &failure);

  /// Blocks until the k-th collective of the group is complete. `members` are
  /// the coordinates that the caller plays, `buffers` their `[member][part]`.
  /// Returns an error when the members disagree on what they do, or when
  /// the run has failed.
  Status run(int comm, llvm::ArrayRef<const Coordinate *> members,
             const CollectiveShape &shape, llvm::ArrayRef<void *> buffers);

  /// Which members of the group of `at` have arrived, and which have not.
  std::string describe(int comm, const Coordinate &at);

  /// Ids of the devices in the group of `at` that have not arrived.
  std::vector<int64_t> missing(int comm, const Coordinate &at);

private:
  struct Member {
    bool arrived = false;
    llvm::SmallVector<void *, 4> buffers;
  };
  struct Group {
    explicit Group(Failure &failure) : point(failure) {}
    WaitPoint point;
    std::vector<Member> members;
    int64_t arrived = 0, sequence = 0;
    CollectiveShape shape;
  };

  Group &group(int comm, int64_t instance) {
    return *groups[firstGroup[comm] + instance];
  }
  Status arrive(int comm, Group &group, int64_t instance,
                llvm::ArrayRef<int64_t> ranks, const CollectiveShape &shape,
                llvm::ArrayRef<void *> buffers, bool &last);
  void finish(Group &group);
  std::string memberText(int comm, int64_t instance, int64_t rank) const;

  const Setup &setup;
  const Topology &topology;
  Failure &failure;
  std::vector<int64_t> firstGroup;
  std::vector<std::unique_ptr<Group>> groups;
};

} // namespace piper::rt

#endif // PIPER_RUNTIME_COLLECTIVES_H
