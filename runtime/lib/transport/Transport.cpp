//===- Transport.cpp - Messages between devices of one process -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Transport.h"
#include <cstring>

using namespace piper::rt;

Transport::Transport(const Setup &setup, const Topology &topology,
                     Failure &failure)
    : setup(setup), topology(topology) {
  for (size_t channel = 0; channel < setup.channels.size(); ++channel) {
    firstInstance.push_back(static_cast<int64_t>(instances.size()));
    int64_t count = topology.channelInstances(static_cast<int>(channel));
    for (int64_t i = 0; i < count; ++i)
      instances.push_back(std::make_unique<Instance>(failure));
  }
}

int64_t Transport::instanceId(int channel, const Coordinate &at) const {
  return firstInstance[channel] + topology.channelInstance(channel, at);
}

bool Transport::exchange(bool isSend, int channel, const Coordinate &at,
                         char *buffer, int64_t &sequence) {
  Instance &instance = *instances[instanceId(channel, at)];
  int mine = isSend ? 0 : 1;
  auto lock = instance.point.lock();
  sequence = instance.begun[mine]++;
  std::deque<Post *> &others = instance.waiting[1 - mine];
  if (!others.empty()) {
    // At most one of the two queues holds anything, so the front is the post
    // with our sequence number.
    Post *other = others.front();
    others.pop_front();
    char *from = isSend ? buffer : other->buffer;
    char *to = isSend ? other->buffer : buffer;
    if (int64_t bytes = setup.channels[channel].bytes)
      std::memcpy(to, from, bytes);
    other->done = true;
    instance.point.notify();
    return true;
  }
  Post post{buffer};
  instance.waiting[mine].push_back(&post);
  if (instance.point.wait(lock, [&] { return post.done; }))
    return true;
  llvm::erase(instance.waiting[mine], &post);
  return false;
}

bool Transport::send(int channel, const Coordinate &at, const void *buffer,
                     int64_t &sequence) {
  return exchange(true, channel, at,
                  const_cast<char *>(static_cast<const char *>(buffer)),
                  sequence);
}

bool Transport::recv(int channel, const Coordinate &at, void *buffer,
                     int64_t &sequence) {
  return exchange(false, channel, at, static_cast<char *>(buffer), sequence);
}

int64_t Transport::peer(int channel, const Coordinate &at,
                        bool isSender) const {
  int64_t instance = topology.channelInstance(channel, at);
  return topology.deviceAt(
      topology.channelEnd(channel, instance, /*sender=*/!isSender));
}

std::string Transport::describe(int channel, const Coordinate &at) {
  int64_t local = topology.channelInstance(channel, at);
  Instance &instance = *instances[firstInstance[channel] + local];
  auto lock = instance.point.lock();
  auto end = [&](bool sender) {
    Coordinate there = topology.channelEnd(channel, local, sender);
    int64_t id = topology.deviceAt(there);
    std::string role = sender ? "sender" : "receiver";
    if (id >= 0)
      role += " device " + std::to_string(id);
    return role + " (" + topology.text(there) + ")";
  };
  auto list = [&](bool waiting) {
    std::string names;
    for (bool sender : {true, false})
      if (instance.waiting[sender ? 0 : 1].empty() != waiting)
        names += (names.empty() ? "" : ", ") + end(sender);
    return names.empty() ? std::string("none") : names;
  };
  return str("channel '", setup.channels[channel].name,
             "': arrived: ", list(true), "; not arrived: ", list(false),
             "; sends begun: ", instance.begun[0],
             ", receives begun: ", instance.begun[1]);
}
