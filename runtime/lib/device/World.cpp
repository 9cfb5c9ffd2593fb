//===- World.cpp - The devices of a run and what they share -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/World.h"
#include "Watchdog.h"
#include <cstdlib>
#include <cstring>

using namespace piper::rt;

World::World(Setup setup, const WorldOptions &options)
    : setup(std::move(setup)), options(options) {}

static Status makeDevice(World &world, const DevicePlace &place) {
  auto device = std::make_unique<PiperDevice>();
  device->world = &world;
  device->place = &place;
  device->program = &world.setup.programs[place.program];
  constexpr size_t align = 64;
  size_t size =
      (static_cast<size_t>(device->program->arena) / align + 1) * align;
  device->arena = static_cast<char *>(std::aligned_alloc(align, size));
  if (!device->arena)
    return Status::badInput(str("device ", place.id,
                                ": cannot have an arena of ",
                                device->program->arena, " bytes"));
  // All ones is a NaN in every floating-point type: reading what nobody has
  // written shows up in the loss.
  std::memset(device->arena, 0xff, size);
  for (size_t i = 0; i < device->program->events.size(); ++i)
    device->events.push_back(std::make_unique<Event>(world.failure));
  for (size_t i = 0; i < device->program->streams.size(); ++i)
    device->streams.push_back(
        std::make_unique<Stream>(*device, static_cast<int>(i)));
  world.devices.push_back(std::move(device));
  return Status::success();
}

Result<std::unique_ptr<World>> World::create(Setup setup,
                                             const WorldOptions &options) {
  std::unique_ptr<World> world(new World(std::move(setup), options));
  Result<Topology> topology = Topology::build(world->setup);
  if (!topology.ok())
    return topology.status();
  world->topology = topology.take();
  world->transport = std::make_unique<Transport>(world->setup, world->topology,
                                                 world->failure);
  world->collectives = std::make_unique<Collectives>(
      world->setup, world->topology, world->failure);
  for (const DevicePlace &place : world->topology.devices())
    if (Status status = makeDevice(*world, place); !status.ok())
      return status;
  for (auto &device : world->devices)
    for (auto &stream : device->streams)
      stream->start();
  if (options.deadline > 0)
    world->watchdog = std::make_unique<Watchdog>(*world);
  return world;
}

World::~World() { stop(); }

PiperDevice *World::device(int64_t id) {
  for (auto &device : devices)
    if (device->place->id == id)
      return device.get();
  return nullptr;
}

Status World::runStep(int64_t step,
                      llvm::function_ref<ProgramFunction(int)> program) {
  this->step = step;
  for (auto &device : devices) {
    for (auto &event : device->events)
      event->count.store(0, std::memory_order_relaxed);
    for (auto &stream : device->streams)
      stream->resetTimes();
  }
  auto runDevice = [&](PiperDevice &device) {
    program(device.place->program)(&device);
    for (auto &stream : device.streams)
      stream->drain();
  };
  std::vector<std::thread> hosts;
  for (size_t i = 1; i < devices.size(); ++i)
    hosts.emplace_back([&, i] { runDevice(*devices[i]); });
  runDevice(*devices[0]);
  for (std::thread &host : hosts)
    host.join();
  ++stepsDone;
  if (!failure.failed())
    return Status::success();
  stop();
  return failure.status();
}

void World::stop() {
  for (auto &device : devices)
    for (auto &stream : device->streams)
      stream->requestStop();
  constexpr double kGrace = 2;
  for (auto &device : devices)
    for (auto &stream : device->streams)
      if (!stream->join(kGrace)) {
        Status status = failure.status();
        llvm::errs() << "error: " << status.message
                     << "\nerror: " << device->text()
                     << ": a kernel does not return; the process ends\n";
        llvm::errs().flush();
        std::_Exit(3);
      }
  watchdog.reset();
}
