//===- Harness.h - Hand-written programs for tests -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_UNITTESTS_RUNTIME_HARNESS_H
#define PIPER_UNITTESTS_RUNTIME_HARNESS_H

#include "Piper/Runtime/Device.h"
#include "Piper/Runtime/Session.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>

namespace piper::rt::test {

/// Where an action runs and what it waits for.
struct At {
  int32_t row = 0, stream = 0;
  std::vector<int32_t> waits = {}; // event, ordinal, ...
  int32_t signal = -1;
};

inline void launch(PiperDevice *dev, const At &at, PiperKernel kernel,
                   std::vector<void *> buffers) {
  piper_rt_launch(dev, at.row, at.stream, at.waits.size() / 2, at.waits.data(),
                  at.signal, kernel, buffers.size(), buffers.data());
}

inline void send(PiperDevice *dev, const At &at, int32_t channel, void *buffer,
                 int32_t role = 0) {
  piper_rt_send(dev, at.row, at.stream, at.waits.size() / 2, at.waits.data(),
                at.signal, channel, role, buffer);
}

inline void recv(PiperDevice *dev, const At &at, int32_t channel, void *buffer,
                 int32_t role = 0) {
  piper_rt_recv(dev, at.row, at.stream, at.waits.size() / 2, at.waits.data(),
                at.signal, channel, role, buffer);
}

inline void collective(PiperDevice *dev, const At &at, int32_t comm,
                       int32_t kind, int32_t reduction, int32_t dtype,
                       std::vector<int32_t> roles, std::vector<void *> buffers,
                       std::vector<int64_t> counts) {
  piper_rt_collective(dev, at.row, at.stream, at.waits.size() / 2,
                      at.waits.data(), at.signal, comm, kind, reduction, dtype,
                      roles.size(), roles.data(), counts.size(), buffers.data(),
                      counts.data());
}

/// Address of a byte offset in the arena.
template <typename T = float> T *arena(PiperDevice *dev, int64_t offset = 0) {
  return reinterpret_cast<T *>(static_cast<char *>(piper_rt_arena(dev)) +
                               offset);
}

/// The device's coordinate along an axis, first role.
inline int64_t coordinate(PiperDevice *dev, int axis = 0) {
  return dev->place->coords[0][axis];
}

/// A world, or a failed test with the message.
inline std::unique_ptr<World> makeWorld(llvm::StringRef setupJson,
                                        const WorldOptions &options = {}) {
  Result<Setup> setup = parseSetup(setupJson);
  EXPECT_TRUE(setup.ok()) << setup.status().message;
  if (!setup.ok())
    return nullptr;
  Result<std::unique_ptr<World>> world = World::create(setup.take(), options);
  EXPECT_TRUE(world.ok()) << world.status().message;
  return world.ok() ? world.take() : nullptr;
}

/// Runs a step in which program row i is `programs[i]`.
inline Status runStep(World &world,
                      std::initializer_list<ProgramFunction> programs,
                      int64_t step = 0) {
  return world.runStep(step, [&](int row) { return programs.begin()[row]; });
}

/// One program on `count` devices of one axis "r", with a communicator "all",
/// a channel "ring" from 0 to 1 of `bytes`, four actions and two streams.
inline std::string ringSetup(int count, int64_t bytes = 16,
                             int64_t arena = 65536) {
  std::string devices;
  for (int i = 0; i < count; ++i)
    devices += (i ? "," : "") + std::to_string(i);
  std::string channel =
      count > 1 ? R"({"name":"ring","from":{"r":0},"to":{"r":1},"bytes":)" +
                      std::to_string(bytes) + "}"
                : "";
  return R"({"version":1,"mesh":{"axes":[["r",)" + std::to_string(count) +
         R"(]],"devices":[)" + devices + R"(]},"channels":[)" + channel +
         R"(],"comms":[{"name":"all","axes":["r"]}],
    "programs":[{"name":"p","roles":[{}],"arena":)" +
         std::to_string(arena) +
         R"json(,"streams":["compute","comm"],"events":["e","f"],"actions":[
      {"op":"launch","name":"k","stage":0,"pass":"F","mb":0,"loc":"net (model.py:7)"
},
      {"op":"send","name":"out","mb":2},{"op":"recv","name":"in","mb":3},
      {"op":"collective","name":"sum"}]
}]
})json";
}

/// A folder of its own for each test, removed at the end.
class TempFolder {
public:
  TempFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "piper-XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~TempFolder() { std::filesystem::remove_all(path); }

  std::string file(const std::string &name) const { return path + "/" + name; }
  std::string write(const std::string &name, const std::string &bytes) const {
    std::ofstream(file(name), std::ios::binary) << bytes;
    return file(name);
  }
  static std::string read(const std::string &name) {
    std::ifstream in(name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

private:
  std::string path;
};

/// Expects `text` to contain all the parts.
inline void expectParts(const std::string &text,
                        std::initializer_list<const char *> parts) {
  for (const char *part : parts)
    EXPECT_NE(text.find(part), std::string::npos)
        << "no \"" << part << "\" in: " << text;
}

} // namespace piper::rt::test

#endif // PIPER_UNITTESTS_RUNTIME_HARNESS_H
