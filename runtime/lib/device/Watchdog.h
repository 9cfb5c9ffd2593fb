//===- Watchdog.h - Deadlines of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_DEVICE_WATCHDOG_H
#define PIPER_RUNTIME_DEVICE_WATCHDOG_H

#include "Piper/Runtime/Device.h"

namespace piper::rt {

/// A thread that fails the run when an action has been at the head of its
/// stream for longer than the deadline. The report names the action, who has
/// arrived and who has not, and where every stream is.
class Watchdog {
public:
  explicit Watchdog(World &world);
  ~Watchdog();

private:
  struct Place {
    PiperDevice *device;
    int stream;
    Stream::Progress at;
  };

  void loop();
  void scan();
  std::string report(const std::vector<Place> &places, const Place &worst,
                     int64_t now);
  std::string meeting(const Place &place);
  std::string state(const Place &place, int64_t now);

  World &world;
  std::mutex mutex;
  std::condition_variable condition;
  bool quit = false;
  std::thread thread;
};

} // namespace piper::rt

#endif // PIPER_RUNTIME_DEVICE_WATCHDOG_H
