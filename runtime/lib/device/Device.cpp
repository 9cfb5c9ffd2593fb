//===- Device.cpp - One device -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Device.h"

using namespace piper::rt;

PiperDevice::~PiperDevice() {
  // Streams use events and the arena, so they go first.
  streams.clear();
  events.clear();
  std::free(arena);
}

void PiperDevice::fail(const std::string &message) {
  world->failure.fail(Status::failure(text() + ": " + message));
}

std::string PiperDevice::text() const {
  std::string roles;
  for (const Coordinate &at : place->coords) {
    std::string one = world->topology.text(at);
    if (!one.empty())
      roles += (roles.empty() ? "(" : ", (") + one + ")";
  }
  return str("device ", place->id, roles.empty() ? "" : " ", roles);
}

std::string PiperDevice::actionText(int32_t row) const {
  const ActionInfo &info = program->actions[row];
  // Plans name messages "send act": the name says the op already.
  std::string text = info.op;
  if (llvm::StringRef(info.name).starts_with(info.op + " "))
    text = info.name;
  else if (!info.name.empty())
    text += " '" + info.name + "'";
  if (info.stage >= 0)
    text += str(", stage ", info.stage);
  if (!info.pass.empty())
    text += ", pass " + info.pass;
  if (info.mb >= 0)
    text += str(", microbatch ", info.mb);
  if (!info.loc.empty())
    text += " at " + info.loc;
  return text;
}

void PiperDevice::use(const void *pointer) {
  if (world->stepsDone > 0)
    return; // every step does the same
  int64_t at = static_cast<const char *>(pointer) - arena;
  for (const BufferInfo &buffer : program->buffers)
    if (at >= buffer.offset &&
        at < buffer.offset + buffer.slots * buffer.stride) {
      int64_t slot = (at - buffer.offset) / buffer.stride;
      used = std::max(used, buffer.offset + (slot + 1) * buffer.stride);
    }
}

bool PiperDevice::inArena(const void *pointer, int64_t bytes) const {
  auto at = reinterpret_cast<uintptr_t>(pointer);
  auto base = reinterpret_cast<uintptr_t>(arena);
  auto size = static_cast<uintptr_t>(program->arena);
  return bytes >= 0 && at >= base && at - base <= size &&
         static_cast<uintptr_t>(bytes) <= size - (at - base);
}
