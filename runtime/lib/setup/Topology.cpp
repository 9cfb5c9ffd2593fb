//===- Topology.cpp - Coordinates, devices, groups -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Topology.h"
#include <map>

using namespace piper::rt;

static bool matches(const Coordinate &full, const Coordinate &pattern) {
  for (size_t i = 0; i < full.size(); ++i)
    if (pattern[i] >= 0 && pattern[i] != full[i])
      return false;
  return true;
}

static Coordinate coordinateOf(const Setup &setup, int64_t index) {
  Coordinate at(setup.axes.size());
  for (size_t i = setup.axes.size(); i-- > 0;) {
    at[i] = index % setup.axes[i].size;
    index /= setup.axes[i].size;
  }
  return at;
}

static int64_t indexOf(const Setup &setup, const Coordinate &at) {
  int64_t index = 0;
  for (size_t i = 0; i < setup.axes.size(); ++i)
    index = index * setup.axes[i].size + at[i];
  return index;
}

/// The program and role that cover a coordinate.
static Status findRole(const Setup &setup, const Topology &topology,
                       const Coordinate &at, int &program, int &role) {
  program = role = -1;
  for (size_t p = 0; p < setup.programs.size(); ++p)
    for (size_t r = 0; r < setup.programs[p].roles.size(); ++r) {
      if (!matches(at, setup.programs[p].roles[r]))
        continue;
      if (program >= 0)
        return Status::badInput(
            str("piper_setup: coordinate (", topology.text(at),
                ") is covered by program '", setup.programs[program].name,
                "' and by '", setup.programs[p].name, "'"));
      program = static_cast<int>(p);
      role = static_cast<int>(r);
    }
  if (program < 0)
    return Status::badInput(str("piper_setup: no program covers coordinate (",
                                topology.text(at), ")"));
  return Status::success();
}

static Status checkReplicas(const Setup &setup) {
  for (const TensorInfo &input : setup.inputs) {
    int64_t replicas = 1;
    for (int axis : input.replicaAxes)
      replicas *= setup.axes[axis].size;
    if (replicas != setup.replicas)
      return Status::badInput(str("piper_setup: input '", input.name,
                                  "' has replica axes of total size ", replicas,
                                  ", the program has ", setup.replicas,
                                  " replicas"));
  }
  return Status::success();
}

Result<Topology> Topology::build(const Setup &setup) {
  Topology topology;
  topology.setup = &setup;
  std::map<int64_t, DevicePlace> byId;
  for (size_t i = 0; i < setup.devices.size(); ++i) {
    Coordinate at = coordinateOf(setup, i);
    int program, role;
    if (Status status = findRole(setup, topology, at, program, role);
        !status.ok())
      return status;
    size_t roles = setup.programs[program].roles.size();
    DevicePlace fresh{setup.devices[i], program,
                      std::vector<Coordinate>(roles)};
    DevicePlace &place = byId.emplace(fresh.id, fresh).first->second;
    if (place.program != program)
      return Status::badInput(str("piper_setup: device ", place.id,
                                  " plays programs '",
                                  setup.programs[place.program].name, "' and '",
                                  setup.programs[program].name, "'"));
    if (!place.coords[role].empty())
      return Status::badInput(str("piper_setup: device ", place.id,
                                  " plays role ", role, " of program '",
                                  setup.programs[program].name, "' at (",
                                  topology.text(place.coords[role]),
                                  ") and at (", topology.text(at), ")"));
    place.coords[role] = at;
  }
  for (auto &[id, place] : byId) {
    for (size_t role = 0; role < place.coords.size(); ++role)
      if (place.coords[role].size() != setup.axes.size())
        return Status::badInput(
            str("piper_setup: device ", id, " does not play role ", role,
                " of its program '", setup.programs[place.program].name, "'"));
    topology.places.push_back(std::move(place));
  }
  if (Status status = checkReplicas(setup); !status.ok())
    return status;
  return topology;
}

/// Product of the sizes of the axes that `free` selects.
static int64_t countAlong(const Setup &setup,
                          llvm::function_ref<bool(int)> free) {
  int64_t count = 1;
  for (size_t i = 0; i < setup.axes.size(); ++i)
    if (free(static_cast<int>(i)))
      count *= setup.axes[i].size;
  return count;
}

static int64_t indexAlong(const Setup &setup, const Coordinate &at,
                          llvm::function_ref<bool(int)> free) {
  int64_t index = 0;
  for (size_t i = 0; i < setup.axes.size(); ++i)
    if (free(static_cast<int>(i)))
      index = index * setup.axes[i].size + at[i];
  return index;
}

static void setAlong(const Setup &setup, int64_t index, Coordinate &at,
                     llvm::function_ref<bool(int)> free) {
  for (size_t i = setup.axes.size(); i-- > 0;)
    if (free(static_cast<int>(i))) {
      at[i] = index % setup.axes[i].size;
      index /= setup.axes[i].size;
    }
}

int64_t Topology::channelInstances(int channel) const {
  const ChannelInfo &info = setup->channels[channel];
  return countAlong(*setup, [&](int axis) {
    return info.from[axis] < 0 && info.to[axis] < 0;
  });
}

int64_t Topology::channelInstance(int channel, const Coordinate &at) const {
  const ChannelInfo &info = setup->channels[channel];
  return indexAlong(*setup, at, [&](int axis) {
    return info.from[axis] < 0 && info.to[axis] < 0;
  });
}

Coordinate Topology::channelEnd(int channel, int64_t instance,
                                bool sender) const {
  const ChannelInfo &info = setup->channels[channel];
  Coordinate at = sender ? info.from : info.to;
  setAlong(*setup, instance, at,
           [&](int axis) { return info.from[axis] < 0 && info.to[axis] < 0; });
  return at;
}

int64_t Topology::groupSize(int comm) const {
  const CommInfo &info = setup->comms[comm];
  return countAlong(
      *setup, [&](int axis) { return llvm::is_contained(info.axes, axis); });
}

int64_t Topology::groupInstances(int comm) const {
  return static_cast<int64_t>(setup->devices.size()) / groupSize(comm);
}

GroupPlace Topology::groupPlace(int comm, const Coordinate &at) const {
  const CommInfo &info = setup->comms[comm];
  int64_t rank = 0;
  for (int axis : info.axes)
    rank = rank * setup->axes[axis].size + at[axis];
  int64_t instance = indexAlong(*setup, at, [&](int axis) {
    return !llvm::is_contained(info.axes, axis);
  });
  return {instance, rank};
}

Coordinate Topology::groupMember(int comm, int64_t instance,
                                 int64_t rank) const {
  const CommInfo &info = setup->comms[comm];
  Coordinate at(setup->axes.size(), 0);
  setAlong(*setup, instance, at,
           [&](int axis) { return !llvm::is_contained(info.axes, axis); });
  for (size_t i = info.axes.size(); i-- > 0;) {
    int axis = info.axes[i];
    at[axis] = rank % setup->axes[axis].size;
    rank /= setup->axes[axis].size;
  }
  return at;
}

int64_t Topology::replica(const TensorInfo &input, const Coordinate &at) const {
  int64_t replica = 0;
  for (int axis : input.replicaAxes)
    replica = replica * setup->axes[axis].size + at[axis];
  return replica;
}

int64_t Topology::deviceAt(const Coordinate &at) const {
  for (int64_t value : at)
    if (value < 0)
      return -1;
  return setup->devices[indexOf(*setup, at)];
}

std::string Topology::text(const Coordinate &at) const {
  std::string text;
  for (size_t i = 0; i < at.size(); ++i)
    if (at[i] >= 0)
      text += (text.empty() ? "" : ", ") + setup->axes[i].name + "=" +
              std::to_string(at[i]);
  return text;
}
