//===- Topology.h - Coordinates, devices, groups -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_TOPOLOGY_H
#define PIPER_RUNTIME_TOPOLOGY_H

#include "Piper/Runtime/Setup.h"

namespace piper::rt {

/// One physical device: its program and the coordinate it plays per role.
struct DevicePlace {
  int64_t id;
  int program;
  std::vector<Coordinate> coords; // by role of the program
};

/// Place of one coordinate in a communicator.
struct GroupPlace {
  int64_t instance; // which group of the communicator
  int64_t rank;     // place in the group
};

/// Who plays what. Instances of a channel are numbered by the coordinates of
/// the axes free in both ends, those of a communicator by the axes it does not
/// name.
class Topology {
public:
  /// Errors: a coordinate that no role covers or that two do, a device with
  /// coordinates of two programs, a role that a device plays twice or not at
  /// all, replica axes that disagree with the number of replicas.
  static Result<Topology> build(const Setup &setup);

  const std::vector<DevicePlace> &devices() const { return places; }

  int64_t channelInstances(int channel) const;
  int64_t channelInstance(int channel, const Coordinate &at) const;
  /// The coordinate at the sending (or receiving) end of an instance.
  Coordinate channelEnd(int channel, int64_t instance, bool sender) const;

  int64_t groupSize(int comm) const;
  int64_t groupInstances(int comm) const;
  GroupPlace groupPlace(int comm, const Coordinate &at) const;
  Coordinate groupMember(int comm, int64_t instance, int64_t rank) const;

  /// The replica (0 .. R-1) whose microbatches `input` reads at a coordinate.
  int64_t replica(const TensorInfo &input, const Coordinate &at) const;

  /// Id of the device that plays a full coordinate.
  int64_t deviceAt(const Coordinate &at) const;
  /// "pp=0, dp=1"; free axes left out.
  std::string text(const Coordinate &at) const;

private:
  const Setup *setup = nullptr;
  std::vector<DevicePlace> places;
};

} // namespace piper::rt

#endif // PIPER_RUNTIME_TOPOLOGY_H
