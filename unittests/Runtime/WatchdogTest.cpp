//===- WatchdogTest.cpp - Hangs end with a message -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace piper::rt;
using namespace piper::rt::test;

static std::unique_ptr<World> impatient(int ranks) {
  WorldOptions options;
  options.deadline = 0.3;
  return makeWorld(ringSetup(ranks), options);
}

/// Runs and expects the watchdog within a bounded time.
static Status expectTimeout(World &world, ProgramFunction program) {
  int64_t begin = nowNs();
  Status status = runStep(world, {program});
  EXPECT_LT(nowNs() - begin, int64_t(20e9));
  EXPECT_EQ(status.code, 3);
  return status;
}

TEST(Watchdog, ReceiveWithoutSend) {
  auto world = impatient(2);
  Status status = expectTimeout(*world, [](PiperDevice *dev) {
    if (coordinate(dev) == 1)
      recv(dev, {2, 1}, 0, arena(dev));
  });
  expectParts(status.message,
              {"watchdog", "deadline of 0.30 s", "device 1 (r=1)",
               "stream 'comm'", "recv 'in', microbatch 3", "channel 'ring'",
               ": arrived: receiver device 1 (r=1)",
               "not arrived: sender device 0 (r=0)", "receives begun: 1",
               "device 0 (r=0), stream 'compute': idle after 0 actions"});
}

TEST(Watchdog, CrossedCollectiveAndMessage) {
  // Device 0 sends first, device 1 enters the collective first.
  auto world = impatient(2);
  Status status = expectTimeout(*world, [](PiperDevice *dev) {
    auto sum = [&] {
      collective(dev, {3, 1}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32, {0},
                 {arena(dev)}, {1});
    };
    if (coordinate(dev) == 0) {
      send(dev, {1, 1}, 0, arena(dev));
      sum();
    } else {
      sum();
      recv(dev, {2, 1}, 0, arena(dev));
    }
  });
  expectParts(status.message,
              {"watchdog", "send 'out', microbatch 2", "collective 'sum'",
               "arrived: ", "not arrived: "});
}

TEST(Watchdog, CollectiveNamesWhoIsMissing) {
  auto world = impatient(4);
  Status status = expectTimeout(*world, [](PiperDevice *dev) {
    if (coordinate(dev) != 2)
      collective(dev, {3, 1}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32, {0},
                 {arena(dev)}, {1});
  });
  expectParts(status.message,
              {"communicator 'all', collective 0",
               "arrived: device 0 (r=0), device 1 (r=1), device 3 (r=3)",
               "not arrived: device 2 (r=2)"});
}

TEST(Watchdog, EventThatNobodyRecords) {
  auto world = impatient(1);
  Status status = expectTimeout(*world, [](PiperDevice *dev) {
    launch(dev, {0, 0, {1, 2}}, [](void *const *) {}, {});
  });
  expectParts(status.message,
              {"launch 'k', stage 0, pass F, microbatch 0 at net (model.py:7)",
               "waits for event 'f' #2 (recorded 0 times)"});
}

TEST(Watchdog, BlamesTheMessageRatherThanWhoWaitsForIt) {
  auto world = impatient(2);
  Status status = expectTimeout(*world, [](PiperDevice *dev) {
    if (coordinate(dev) == 0)
      return;
    launch(dev, {0, 0, {0, 1}}, [](void *const *) {}, {});
    recv(dev, {2, 1, {}, 0}, 0, arena(dev));
  });
  EXPECT_LT(status.message.find("recv 'in'"),
            status.message.find("launch 'k'"));
}

TEST(Watchdog, AnErrorOnOneDeviceWakesTheOthers) {
  // No deadline: only the failure can end this.
  WorldOptions options;
  options.deadline = 0;
  auto world = makeWorld(ringSetup(4), options);
  Status status = runStep(*world, {[](PiperDevice *dev) {
    launch(dev, {0, 0, {0, 1}}, [](void *const *) {}, {});
    if (coordinate(dev) == 1)
      recv(dev, {2, 1}, 0, arena(dev));
    else if (coordinate(dev) == 3)
      launch(dev, {0, 9}, [](void *const *) {}, {});
    else
      collective(dev, {3, 1}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32, {0},
                 {arena(dev)}, {1});
  }});
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"device 3 (r=3)", "stream 9"});
}

TEST(Watchdog, SlowStepsWithinTheDeadlineAreFine) {
  // The step takes longer than the deadline, no action does.
  WorldOptions options;
  options.deadline = 1;
  auto world = makeWorld(ringSetup(1), options);
  Status status = runStep(*world, {[](PiperDevice *dev) {
    for (int i = 0; i < 40; ++i)
      launch(dev, {},
             [](void *const *) {
               std::this_thread::sleep_for(std::chrono::milliseconds(30));
             },
             {});
  }});
  EXPECT_TRUE(status.ok()) << status.message;
}

TEST(WatchdogDeathTest, KernelThatNeverReturnsEndsTheProcess) {
#if defined(__has_feature) && __has_feature(thread_sanitizer)
  GTEST_SKIP() << "forks with threads";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto hang = [] {
    auto world = impatient(1);
    (void)runStep(*world, {[](PiperDevice *dev) {
      launch(dev, {},
             [](void *const *) {
               for (;;)
                 std::this_thread::sleep_for(std::chrono::seconds(1));
             },
             {});
    }});
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(3),
              "launch 'k'.*does not return");
}
