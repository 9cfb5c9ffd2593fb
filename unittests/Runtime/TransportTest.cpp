//===- TransportTest.cpp - Messages -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace piper::rt;
using namespace piper::rt::test;

TEST(Transport, MessagesKeepTheirOrder) {
  for (std::optional<uint64_t> jitter :
       {std::optional<uint64_t>(), std::optional<uint64_t>(7)}) {
    WorldOptions options;
    options.jitter = jitter;
    auto world = makeWorld(ringSetup(2, 16), options);
    Status status = runStep(*world, {[](PiperDevice *dev) {
      for (int64_t i = 0; i < 50; ++i) {
        int64_t *slot = arena<int64_t>(dev, i * 16);
        if (coordinate(dev) == 0) {
          slot[0] = i;
          slot[1] = -i;
          send(dev, {1, 1}, 0, slot);
        } else {
          recv(dev, {2, 1}, 0, slot);
        }
      }
    }});
    ASSERT_TRUE(status.ok()) << status.message;
    int64_t *got = arena<int64_t>(world->devices[1].get());
    for (int64_t i = 0; i < 50; ++i) {
      EXPECT_EQ(got[2 * i], i);
      EXPECT_EQ(got[2 * i + 1], -i);
    }
  }
}

static std::atomic<bool> sendCompleted;

TEST(Transport, SendCompletesOnlyWhenReceived) {
  sendCompleted = false;
  auto world = makeWorld(ringSetup(2, 16));
  Status status = runStep(*world, {[](PiperDevice *dev) {
    if (coordinate(dev) == 0) {
      arena<int64_t>(dev)[0] = 5;
      send(dev, {1, 1, {}, 0}, 0, arena(dev));
      launch(dev, {0, 0, {0, 1}}, [](void *const *) { sendCompleted = true; },
             {});
      return;
    }
    launch(dev, {0, 0, {}, 0},
           [](void *const *buffers) {
             std::this_thread::sleep_for(std::chrono::milliseconds(50));
             *static_cast<int64_t *>(buffers[0]) = sendCompleted ? 1 : 0;
           },
           {arena(dev, 64)});
    recv(dev, {2, 1, {0, 1}}, 0, arena(dev));
  }});
  ASSERT_TRUE(status.ok()) << status.message;
  EXPECT_EQ(*arena<int64_t>(world->devices[1].get(), 64), 0);
  EXPECT_EQ(*arena<int64_t>(world->devices[1].get()), 5);
  EXPECT_TRUE(sendCompleted);
}

// A 2 x 3 mesh: one instance of the channel per coordinate of the free axis.
static const char *kGrid = R"({"version":1,
  "mesh":{"axes":[["pp",2],["dp",3]],"devices":[0,1,2,3,4,5]},
  "channels":[{"name":"act","from":{"pp":0},"to":{"pp":1},"bytes":8},
              {"name":"back","from":{"pp":1},"to":{"pp":0},"bytes":8}],
  "programs":[
    {"name":"p0","roles":[{"pp":0}],"arena":256,"streams":["s"],
     "actions":[{"op":"send","name":"h"}]},
    {"name":"p1","roles":[{"pp":1}],"arena":256,"streams":["s"],
     "actions":[{"op":"recv","name":"h"}]}]})";

TEST(Transport, FreeAxesMakeInstances) {
  auto world = makeWorld(kGrid);
  Status status =
      runStep(*world, {[](PiperDevice *dev) {
                         *arena<int64_t>(dev) = 100 + coordinate(dev, 1);
                         send(dev, {}, 0, arena(dev));
                         recv(dev, {}, 1, arena(dev, 64));
                       },
                       [](PiperDevice *dev) {
                         recv(dev, {}, 0, arena(dev));
                         *arena<int64_t>(dev, 64) = 200 + coordinate(dev, 1);
                         send(dev, {}, 1, arena(dev, 64));
                       }});
  ASSERT_TRUE(status.ok()) << status.message;
  for (int64_t dp = 0; dp < 3; ++dp) {
    EXPECT_EQ(*arena<int64_t>(world->device(3 + dp)), 100 + dp);
    EXPECT_EQ(*arena<int64_t>(world->device(dp), 64), 200 + dp);
  }
}

TEST(Transport, WrongEndIsAnError) {
  auto world = makeWorld(kGrid);
  Status status =
      runStep(*world, {[](PiperDevice *dev) { send(dev, {}, 1, arena(dev)); },
                       [](PiperDevice *) {}});
  EXPECT_EQ(status.code, 3);
  expectParts(status.message,
              {"(pp=0, dp=", "is not at the sending end (pp=1) of channel "
                             "'back'"});
}

// A device that plays both ends of a channel, on two streams.
TEST(Transport, OneDeviceMayPlayBothEnds) {
  auto world = makeWorld(R"({"version":1,
    "mesh":{"axes":[["pp",2]],"devices":[4,4]},
    "channels":[{"name":"act","from":{"pp":0},"to":{"pp":1},"bytes":8}],
    "programs":[{"name":"p","roles":[{"pp":0},{"pp":1}],"arena":128,
      "streams":["a","b"],"actions":[{"op":"send"},{"op":"recv"}]}]})");
  ASSERT_EQ(world->devices.size(), 1u);
  Status status = runStep(*world, {[](PiperDevice *dev) {
    *arena<int64_t>(dev) = 9;
    send(dev, {0, 0}, 0, arena(dev), 0);
    recv(dev, {1, 1}, 0, arena(dev, 64), 1);
  }});
  ASSERT_TRUE(status.ok()) << status.message;
  EXPECT_EQ(*arena<int64_t>(world->device(4), 64), 9);
}
