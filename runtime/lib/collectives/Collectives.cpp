//===- Collectives.cpp - Meeting of the members of a group -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Collectives.h"

using namespace piper::rt;

Collectives::Collectives(const Setup &setup, const Topology &topology,
                         Failure &failure)
    : setup(setup), topology(topology), failure(failure) {
  for (size_t comm = 0; comm < setup.comms.size(); ++comm) {
    firstGroup.push_back(static_cast<int64_t>(groups.size()));
    int64_t count = topology.groupInstances(static_cast<int>(comm));
    int64_t size = topology.groupSize(static_cast<int>(comm));
    for (int64_t i = 0; i < count; ++i) {
      groups.push_back(std::make_unique<Group>(failure));
      groups.back()->members.resize(size);
    }
  }
}

std::string Collectives::memberText(int comm, int64_t instance,
                                    int64_t rank) const {
  Coordinate at = topology.groupMember(comm, instance, rank);
  return str("device ", topology.deviceAt(at), " (", topology.text(at), ")");
}

/// Enters the caller's members; `last` tells whether the group is complete.
Status Collectives::arrive(int comm, Group &group, int64_t instance,
                           llvm::ArrayRef<int64_t> ranks,
                           const CollectiveShape &shape,
                           llvm::ArrayRef<void *> buffers, bool &last) {
  if (group.arrived == 0) {
    group.shape = shape;
  } else if (!(group.shape == shape)) {
    int64_t other = 0;
    while (!group.members[other].arrived)
      ++other;
    return Status::failure(
        str("communicator '", setup.comms[comm].name, "', collective ",
            group.sequence, ": ", memberText(comm, instance, ranks[0]),
            " does ", shape.text(), ", ", memberText(comm, instance, other),
            " does ", group.shape.text()));
  }
  size_t parts = shape.counts.size();
  for (size_t i = 0; i < ranks.size(); ++i) {
    Member &member = group.members[ranks[i]];
    if (member.arrived)
      return Status::failure(str("communicator '", setup.comms[comm].name,
                                 "': ", memberText(comm, instance, ranks[i]),
                                 " arrived twice at collective ",
                                 group.sequence));
    member.arrived = true;
    auto mine = buffers.slice(i * parts, parts);
    member.buffers.assign(mine.begin(), mine.end());
  }
  group.arrived += static_cast<int64_t>(ranks.size());
  last = group.arrived == static_cast<int64_t>(group.members.size());
  return Status::success();
}

/// Does the work and opens the group for the next collective.
void Collectives::finish(Group &group) {
  llvm::SmallVector<llvm::ArrayRef<void *>, 8> members;
  for (Member &member : group.members)
    members.push_back(member.buffers);
  applyCollective(group.shape, members);
  for (Member &member : group.members)
    member.arrived = false;
  group.arrived = 0;
  ++group.sequence;
}

Status Collectives::run(int comm, llvm::ArrayRef<const Coordinate *> members,
                        const CollectiveShape &shape,
                        llvm::ArrayRef<void *> buffers) {
  llvm::SmallVector<int64_t, 4> ranks;
  int64_t instance = -1;
  for (const Coordinate *at : members) {
    GroupPlace place = topology.groupPlace(comm, *at);
    if (instance >= 0 && place.instance != instance)
      return Status::failure(str("communicator '", setup.comms[comm].name,
                                 "': one call for members of two groups, (",
                                 topology.text(*members[0]), ") and (",
                                 topology.text(*at), ")"));
    instance = place.instance;
    ranks.push_back(place.rank);
  }
  Group &group = this->group(comm, instance);
  auto lock = group.point.lock();
  int64_t mine = group.sequence;
  bool last = false;
  if (Status status =
          arrive(comm, group, instance, ranks, shape, buffers, last);
      !status.ok())
    return status;
  if (last) {
    finish(group);
    group.point.notify();
    return Status::success();
  }
  if (group.point.wait(lock, [&] { return group.sequence > mine; }))
    return Status::success();
  lock.unlock();
  return failure.status();
}

std::string Collectives::describe(int comm, const Coordinate &at) {
  int64_t instance = topology.groupPlace(comm, at).instance;
  Group &group = this->group(comm, instance);
  auto lock = group.point.lock();
  // Long lists help nobody: a few names of each, then a count.
  constexpr int64_t kNames = 8;
  std::string lists[2];
  int64_t counts[2] = {0, 0};
  for (size_t rank = 0; rank < group.members.size(); ++rank) {
    int which = group.members[rank].arrived ? 0 : 1;
    if (++counts[which] <= kNames)
      lists[which] += (counts[which] > 1 ? ", " : "") +
                      memberText(comm, instance, static_cast<int64_t>(rank));
  }
  for (int which : {0, 1}) {
    if (counts[which] == 0)
      lists[which] = "none";
    if (counts[which] > kNames)
      lists[which] += str(" and ", counts[which] - kNames, " more");
  }
  return str("communicator '", setup.comms[comm].name, "', collective ",
             group.sequence, ": arrived: ", lists[0],
             "; not arrived: ", lists[1]);
}

std::vector<int64_t> Collectives::missing(int comm, const Coordinate &at) {
  int64_t instance = topology.groupPlace(comm, at).instance;
  Group &group = this->group(comm, instance);
  auto lock = group.point.lock();
  std::vector<int64_t> ids;
  for (size_t rank = 0; rank < group.members.size(); ++rank)
    if (!group.members[rank].arrived) {
      int64_t id =
          topology.deviceAt(topology.groupMember(comm, instance, rank));
      if (!llvm::is_contained(ids, id))
        ids.push_back(id);
    }
  return ids;
}
