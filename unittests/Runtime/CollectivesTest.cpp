//===- CollectivesTest.cpp - Conformance of collectives -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kind, type and reduction on 1, 2, 3, 4 and 7 ranks against formulas,
// through the ABI with one thread per rank.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstring>

using namespace piper::rt;
using namespace piper::rt::test;

static const int kRanks[] = {1, 2, 3, 4, 7};

// What the program below runs; set before each step.
static struct {
  int32_t kind, reduction, dtype;
  int64_t counts[2]; // two parts
} request;

/// Value of element i of a rank's part, exact in all three types.
static int64_t valueOf(int64_t rank, int64_t part, int64_t i) {
  return (rank + 1) * 1000 + part * 500 + (i * 7 + rank * 3) % 101 - 50;
}

static constexpr int64_t kPartOffset = 32768;

template <typename T> static void fill(PiperDevice *dev) {
  for (int64_t part : {0, 1})
    for (int64_t i = 0; i < request.counts[part]; ++i)
      arena<T>(dev, part * kPartOffset)[i] =
          static_cast<T>(valueOf(coordinate(dev), part, i));
}

static void program(PiperDevice *dev) {
  if (request.dtype == PIPER_F32)
    fill<float>(dev);
  else if (request.dtype == PIPER_F64)
    fill<double>(dev);
  else
    fill<int64_t>(dev);
  collective(dev, {3, 1}, 0, request.kind, request.reduction, request.dtype,
             {0}, {arena(dev), arena(dev, kPartOffset)},
             {request.counts[0], request.counts[1]});
}

/// What rank `rank` must hold at element i afterwards.
static int64_t expected(int ranks, int64_t rank, int64_t part, int64_t i) {
  int64_t block = request.counts[part] / ranks;
  int64_t owner = block ? i / block : 0;
  auto reduced = [&] {
    int64_t result = valueOf(0, part, i);
    for (int64_t r = 1; r < ranks; ++r) {
      int64_t value = valueOf(r, part, i);
      result = request.reduction == PIPER_SUM ? result + value
                                              : std::max(result, value);
    }
    return result;
  };
  switch (request.kind) {
  case PIPER_ALL_REDUCE:
    return reduced();
  case PIPER_ALL_GATHER:
    return valueOf(owner, part, i);
  case PIPER_REDUCE_SCATTER:
    return owner == rank ? reduced() : valueOf(rank, part, i);
  case PIPER_ALL_TO_ALL:
    return valueOf(owner, part, rank * block + i % block);
  default:
    return valueOf(0, part, i);
  }
}

template <typename T> static void check(World &world, int ranks) {
  for (int64_t rank = 0; rank < ranks; ++rank)
    for (int64_t part : {0, 1})
      for (int64_t i = 0; i < request.counts[part]; ++i)
        ASSERT_EQ(arena<T>(world.device(rank), part * kPartOffset)[i],
                  static_cast<T>(expected(ranks, rank, part, i)))
            << "kind " << request.kind << ", " << ranks << " ranks, rank "
            << rank << ", part " << part << ", element " << i;
}

TEST(Collectives, ConformanceOnRanks) {
  for (int ranks : kRanks) {
    auto world = makeWorld(ringSetup(ranks));
    for (int32_t kind = 0; kind <= PIPER_BROADCAST; ++kind)
      for (int32_t reduction : {PIPER_SUM, PIPER_MAX})
        for (int32_t dtype : {PIPER_F32, PIPER_F64, PIPER_I64})
          for (int64_t size : {0, 1, 5, 420}) {
            request = {kind, reduction, dtype, {size * ranks, ranks}};
            Status status = runStep(*world, {program});
            ASSERT_TRUE(status.ok()) << status.message;
            if (dtype == PIPER_F32)
              check<float>(*world, ranks);
            else if (dtype == PIPER_F64)
              check<double>(*world, ranks);
            else
              check<int64_t>(*world, ranks);
          }
  }
}

/// Awkward numbers whose sum depends on the order of addition.
static float awkward(int64_t rank, int64_t i) {
  return static_cast<float>(mix(rank, i) % 100000) * 1e-3f +
         (rank % 2 ? 1e6f : 1e-6f);
}

TEST(Collectives, SumsInRankOrderWhateverTheArrival) {
  for (int ranks : kRanks) {
    for (uint64_t seed = 0; seed < 6; ++seed) {
      WorldOptions options;
      options.jitter = seed;
      auto world = makeWorld(ringSetup(ranks), options);
      Status status = runStep(*world, {[](PiperDevice *dev) {
        for (int64_t i = 0; i < 3000; ++i)
          arena(dev)[i] = awkward(coordinate(dev), i);
        collective(dev, {3, 1}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32, {0},
                   {arena(dev)}, {3000});
      }});
      ASSERT_TRUE(status.ok()) << status.message;
      for (int64_t i = 0; i < 3000; ++i) {
        float sum = awkward(0, i);
        for (int64_t r = 1; r < ranks; ++r)
          sum += awkward(r, i);
        for (int64_t r = 0; r < ranks; ++r)
          ASSERT_EQ(arena(world->device(r))[i], sum);
      }
    }
  }
}

TEST(Collectives, MaximumKeepsNaN) {
  auto world = makeWorld(ringSetup(3));
  ASSERT_TRUE(runStep(*world, {[](PiperDevice *dev) {
                bool nan = coordinate(dev) == 1;
                arena(dev)[0] =
                    nan ? std::numeric_limits<float>::quiet_NaN() : 1.0f;
                collective(dev, {3, 1}, 0, PIPER_ALL_REDUCE, PIPER_MAX,
                           PIPER_F32, {0}, {arena(dev)}, {1});
              }}).ok());
  for (int64_t r = 0; r < 3; ++r)
    EXPECT_NE(arena(world->device(r))[0], arena(world->device(r))[0]);
}

// Axes [a, b] of a 2 x 3 mesh; device 0 plays (0,0) and (1,2), as mirrored
// pipelines do. Ranks follow the axes of the communicator, last fastest.
static std::string mirrored(const char *axes) {
  return std::string(R"({"version":1,
    "mesh":{"axes":[["a",2],["b",3]],"devices":[0,1,2,2,1,0]},
    "comms":[{"name":"c","axes":)") +
         axes + R"(}],"programs":[
      {"name":"p0","roles":[{"a":0,"b":0},{"a":1,"b":2}],"arena":1024,
       "streams":["s"],"actions":[{"op":"collective"}]},
      {"name":"p1","roles":[{"a":0,"b":1},{"a":1,"b":1}],"arena":1024,
       "streams":["s"],"actions":[{"op":"collective"}]},
      {"name":"p2","roles":[{"a":0,"b":2},{"a":1,"b":0}],"arena":1024,
       "streams":["s"],"actions":[{"op":"collective"}]}]})";
}

TEST(Collectives, DeviceContributesSeveralMembersInRankOrder) {
  for (bool swapped : {false, true}) {
    auto world = makeWorld(mirrored(swapped ? R"(["b","a"])" : R"(["a","b"])"));
    ProgramFunction program = [](PiperDevice *dev) {
      for (int role : {0, 1})
        for (int64_t i = 0; i < 6; ++i) {
          const Coordinate &at = dev->place->coords[role];
          arena<int64_t>(dev, role * 64)[i] = at[0] * 10 + at[1];
        }
      collective(dev, {}, 0, PIPER_ALL_GATHER, PIPER_SUM, PIPER_I64, {0, 1},
                 {arena(dev), arena(dev, 64)}, {6});
    };
    Status status = runStep(*world, {program, program, program});
    ASSERT_TRUE(status.ok()) << status.message;
    for (int64_t id : {0, 1, 2})
      for (int role : {0, 1})
        for (int64_t i = 0; i < 6; ++i)
          EXPECT_EQ(arena<int64_t>(world->device(id), role * 64)[i],
                    swapped ? i % 2 * 10 + i / 2 : i / 3 * 10 + i % 3);
  }
}

TEST(Collectives, MembersOfTwoGroupsInOneCallAreAnError) {
  auto world = makeWorld(mirrored(R"(["a"])"));
  ProgramFunction program = [](PiperDevice *dev) {
    collective(dev, {}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32, {0, 1},
               {arena(dev), arena(dev, 64)}, {1});
  };
  Status status = runStep(*world, {program, program, program});
  // Device 1 plays two members of one group, which is fine.
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"communicator 'c'", "two groups"});
}

TEST(Collectives, DisagreementIsAnErrorWithBothSides) {
  auto world = makeWorld(ringSetup(2));
  Status status = runStep(*world, {[](PiperDevice *dev) {
    collective(dev, {3, 1}, 0, PIPER_ALL_REDUCE, PIPER_SUM, PIPER_F32, {0},
               {arena(dev)}, {8 + coordinate(dev)});
  }});
  EXPECT_EQ(status.code, 3);
  expectParts(status.message,
              {"communicator 'all', collective 0", "(r=0)", "(r=1)",
               "all_reduce sum f32 [8]", "all_reduce sum f32 [9]"});
}

TEST(Collectives, RemainderIsAnError) {
  auto world = makeWorld(ringSetup(3));
  Status status = runStep(*world, {[](PiperDevice *dev) {
    collective(dev, {3, 1}, 0, PIPER_REDUCE_SCATTER, PIPER_SUM, PIPER_F32, {0},
               {arena(dev)}, {7});
  }});
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"reduce_scatter of 7 elements over 3 members"});
}
