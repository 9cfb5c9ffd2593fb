//===- Device.h - Arena, streams and events of one device -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_DEVICE_H
#define PIPER_RUNTIME_DEVICE_H

#include "Piper/Runtime/Abi.h"
#include "Piper/Runtime/World.h"
#include <deque>

namespace piper::rt {

enum class ActionKind : uint8_t { Launch, Zero, Load, Send, Recv, Collective };

/// One call of the ABI, copied.
struct Action {
  ActionKind kind;
  int32_t row;    // of the action table
  int32_t signal; // event or -1
  llvm::SmallVector<std::pair<int32_t, int32_t>, 4> waits;
  PiperKernel kernel = nullptr;
  int32_t object = 0; // input, channel or communicator
  llvm::SmallVector<int32_t, 2> roles;
  int64_t mb = 0;
  llvm::SmallVector<void *, 12> buffers;
  llvm::SmallVector<int64_t, 2> bytes; // zero
  CollectiveShape collective;
};

/// What an action spent its time on, for traces and metrics.
struct Span {
  int32_t row;
  ActionKind kind;
  int64_t begin, ready, end; // ns: head of the stream, waits over, complete
  int64_t flow;              // messages: the same at both ends, else -1
  int64_t step;
  int64_t wake; // ns from the signal it was blocked on until ready, 0: none
};

/// Counts the completions of actions that signal it.
struct Event {
  explicit Event(Failure &failure) : point(failure) {}
  std::atomic<int32_t> count{0};
  std::atomic<int64_t> since{0}; // ns, the last signal, where spans are kept
  WaitPoint point;
};

/// A worker thread that runs actions in order.
class Stream {
public:
  Stream(PiperDevice &device, int index);
  ~Stream();

  void start();
  void enqueue(Action action);
  /// Blocks until all actions have run, or a failure.
  void drain();
  /// Tells the thread to end; it does after the current action.
  void requestStop();
  /// Whether the thread has ended within `seconds`.
  bool join(double seconds);

  /// Where the stream is, for the watchdog.
  struct Progress {
    int64_t since; // ns, 0 = idle
    int32_t row;   // of the action table
    ActionKind kind;
    int32_t object, role;   // channel, communicator or input; acting role
    int32_t event, ordinal; // waited for, event -1 = running
    int64_t completed;      // actions of this run
  };
  Progress progress();

  /// Times since the last `resetTimes`, only read while drained.
  int64_t launchNs = 0, waitNs = 0, messageNs = 0;
  std::vector<Span> spans;
  void resetTimes() { launchNs = waitNs = messageNs = 0; }

private:
  void loop();
  bool execute(const Action &action);
  bool awaitEvents(const Action &action, int64_t &signalled);
  bool perform(const Action &action, int64_t &flow);
  void delay(const Action &action);
  void beginProgress(const Action &action, int64_t now);
  void setWait(int32_t event, int32_t ordinal);

  PiperDevice &device;
  const int index;
  WaitPoint point;
  std::vector<Action> incoming; // under point
  int64_t submitted = 0, finished = 0;
  bool sleeping = false, draining = false, quit = false, ended = false;
  std::mutex progressMutex;
  Progress state{};
  uint64_t messages = 0; // seeds the jitter
  std::thread thread;
};

} // namespace piper::rt

/// A device as lowered programs see it.
struct PiperDevice {
  /// Reports a run-time error of this device: ends the run.
  void fail(const std::string &message);
  /// "device 0 (pp=0, dp=1)".
  std::string text() const;
  /// "recv s1.F, stage 1, pass F, microbatch 0 (layers.2 (models.py:13))".
  std::string actionText(int32_t row) const;
  /// Whether [pointer, pointer + bytes) lies in the arena.
  bool inArena(const void *pointer, int64_t bytes) const;
  /// Counts the slot at `pointer` into `used`, in the first step.
  void use(const void *pointer);

  piper::rt::World *world = nullptr;
  const piper::rt::DevicePlace *place = nullptr;
  const piper::rt::ProgramInfo *program = nullptr;
  char *arena = nullptr;
  /// Bytes of the arena up to the last that an action of the first step names:
  /// what the run needs of it.
  int64_t used = 0;
  std::vector<std::unique_ptr<piper::rt::Event>> events;
  std::vector<std::unique_ptr<piper::rt::Stream>> streams;

  PiperDevice() = default;
  PiperDevice(const PiperDevice &) = delete;
  ~PiperDevice();
};

#endif // PIPER_RUNTIME_DEVICE_H
