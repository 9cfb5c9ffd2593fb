//===- Failure.h - One failure stops every thread -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_FAILURE_H
#define PIPER_RUNTIME_FAILURE_H

#include "Piper/Runtime/Status.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace piper::rt {

class Failure;

/// A mutex and a condition that threads block on. All blocking of the runtime
/// goes through wait points, so a failure can wake everybody.
class WaitPoint {
public:
  explicit WaitPoint(Failure &failure);
  ~WaitPoint();
  WaitPoint(const WaitPoint &) = delete;

  std::unique_lock<std::mutex> lock() {
    return std::unique_lock<std::mutex>(mutex);
  }

  /// Blocks until `ready()` or a failure; true when ready.
  template <typename Ready>
  bool wait(std::unique_lock<std::mutex> &held, Ready ready);

  void notify() { condition.notify_all(); }

private:
  friend class Failure;
  Failure &failure;
  std::mutex mutex;
  std::condition_variable condition;
};

/// The first error of a run.
class Failure {
public:
  bool failed() const { return flag.load(std::memory_order_acquire); }

  /// Records the error unless there is one, and wakes all wait points. Must not
  /// be called with the lock of a wait point held.
  void fail(Status status);

  Status status();

private:
  friend class WaitPoint;
  std::atomic<bool> flag{false};
  std::mutex mutex;
  Status first;
  std::vector<WaitPoint *> points;
};

template <typename Ready>
bool WaitPoint::wait(std::unique_lock<std::mutex> &held, Ready ready) {
  condition.wait(held, [&] { return ready() || failure.failed(); });
  return ready();
}

/// Nanoseconds of the steady clock.
inline int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

} // namespace piper::rt

#endif // PIPER_RUNTIME_FAILURE_H
