//===- StreamTest.cpp - Order of actions, events, failures -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace piper::rt;
using namespace piper::rt::test;

// Appends its second buffer's number to the list in the first.
static void append(void *const *buffers) {
  auto *list = static_cast<int64_t *>(buffers[0]);
  list[++list[0]] = *static_cast<int64_t *>(buffers[1]);
}

TEST(Stream, RunsActionsInOrder) {
  auto world = makeWorld(ringSetup(1));
  ASSERT_TRUE(runStep(*world, {[](PiperDevice *dev) {
                int64_t *list = arena<int64_t>(dev), *numbers = list + 1024;
                list[0] = 0;
                for (int64_t i = 0; i < 500; ++i) {
                  numbers[i] = i;
                  launch(dev, {}, append, {list, numbers + i});
                }
              }}).ok());
  int64_t *list = arena<int64_t>(world->devices[0].get());
  ASSERT_EQ(list[0], 500);
  for (int64_t i = 0; i < 500; ++i)
    EXPECT_EQ(list[i + 1], i);
}

TEST(Stream, EventsCountAcrossStreamsAndResetEachStep) {
  auto world = makeWorld(ringSetup(1));
  // Streams take turns: 0 appends 0, 1 appends 1, 0 appends 2, ...
  auto program = [](PiperDevice *dev) {
    int64_t *list = arena<int64_t>(dev), *numbers = list + 1024;
    list[0] = 0;
    for (int32_t i = 0; i < 100; ++i) {
      numbers[i] = i;
      At at{0, i % 2, {}, i % 2};
      if (i > 0)
        at.waits = {1 - i % 2, (i + 1) / 2};
      launch(dev, at, append, {list, numbers + i});
    }
  };
  for (int step = 0; step < 3; ++step) {
    Status status = runStep(*world, {program}, step);
    ASSERT_TRUE(status.ok()) << status.message;
    int64_t *list = arena<int64_t>(world->devices[0].get());
    ASSERT_EQ(list[0], 100);
    for (int64_t i = 0; i < 100; ++i)
      EXPECT_EQ(list[i + 1], i);
  }
}

TEST(Stream, FreshMemoryIsNaNAndZeroClearsIt) {
  auto world = makeWorld(ringSetup(1));
  float *data = arena(world->devices[0].get());
  EXPECT_NE(data[0], data[0]);
  double *wide = arena<double>(world->devices[0].get(), 65528);
  EXPECT_NE(*wide, *wide);
  ASSERT_TRUE(runStep(*world, {[](PiperDevice *dev) {
                void *buffers[] = {arena(dev), arena(dev, 64)};
                int64_t bytes[] = {8, 4};
                piper_rt_zero(dev, 0, 0, 0, nullptr, -1, 2, buffers, bytes);
              }}).ok());
  EXPECT_EQ(data[0], 0.0f);
  EXPECT_EQ(data[1], 0.0f);
  EXPECT_NE(data[2], data[2]);
  EXPECT_EQ(data[16], 0.0f);
}

TEST(Stream, ArenaIsAligned) {
  auto world = makeWorld(ringSetup(3, 16, 100));
  for (auto &device : world->devices)
    EXPECT_EQ(reinterpret_cast<uintptr_t>(device->arena) % 64, 0u);
}

static Status runBad(ProgramFunction program) {
  auto world = makeWorld(ringSetup(2));
  return runStep(*world, {program});
}

TEST(Stream, BadArgumentsEndTheRun) {
  Status status =
      runBad([](PiperDevice *dev) { launch(dev, {17}, append, {}); });
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"device", "action 17 of 4"});
  status = runBad([](PiperDevice *dev) { launch(dev, {0, 2}, append, {}); });
  expectParts(status.message, {"launch 'k', stage 0, pass F, microbatch 0",
                               "net (model.py:7)", "stream 2"});
  status =
      runBad([](PiperDevice *dev) { launch(dev, {0, 0, {5, 1}}, append, {}); });
  expectParts(status.message, {"event 5 is out of range"});
  status =
      runBad([](PiperDevice *dev) { launch(dev, {0, 0, {1, 0}}, append, {}); });
  expectParts(status.message, {"ordinal 0 is out of range"});
  status = runBad([](PiperDevice *dev) {
    void *buffers[] = {arena(dev, 65500)};
    int64_t bytes[] = {64};
    piper_rt_zero(dev, 0, 0, 0, nullptr, -1, 1, buffers, bytes);
  });
  expectParts(status.message, {"64 bytes does not lie in the arena of 65536"});
  status = runBad([](PiperDevice *dev) {
    piper_rt_load(dev, 0, 0, 0, nullptr, -1, 0, 0, 0, arena(dev));
  });
  expectParts(status.message, {"input 0 is out of range"});
}

TEST(Stream, OverheadPerActionIsSmall) {
  auto world = makeWorld(ringSetup(1));
  auto program = [](PiperDevice *dev) {
    for (int32_t i = 0; i < 10000; ++i)
      launch(dev, {0, i % 2, {}, i % 2}, [](void *const *) {}, {});
  };
  int64_t best = INT64_MAX;
  for (int step = 0; step < 5; ++step) {
    int64_t begin = nowNs();
    ASSERT_TRUE(runStep(*world, {program}, step).ok());
    best = std::min(best, nowNs() - begin);
  }
  double micros = best * 1e-3 / 10000;
  RecordProperty("microseconds_per_action", std::to_string(micros));
  // Generous, as sanitizers and busy machines slow it down.
  EXPECT_LT(micros, 200.0);
}
