//===- SetupTest.cpp - piper_setup and the topology -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace piper::rt;
using namespace piper::rt::test;

static std::string setupError(const std::string &text) {
  Result<piper::rt::Setup> setup = parseSetup(text);
  if (!setup.ok())
    return setup.status().message;
  piper::rt::Setup kept = setup.take();
  Result<Topology> topology = Topology::build(kept);
  return topology.ok() ? "" : topology.status().message;
}

/// A good setup with one piece of text replaced.
static std::string errorAfter(const std::string &from, const std::string &to) {
  std::string text = R"({"version":1,
    "mesh":{"axes":[["pp",2],["dp",2]],"devices":[0,1,2,3]},
    "microbatches":2,"replicas":2,
    "params":[{"name":"w","shape":[4,2],"dtype":"f32","trainable":true}],
    "inputs":[{"name":"x","shape":[2],"dtype":"f32","replica_axes":["dp"]}],
    "channels":[{"name":"act","from":{"pp":0},"to":{"pp":1},"bytes":8}],
    "comms":[{"name":"all","axes":["pp","dp"]}],
    "programs":[
      {"name":"p0","roles":[{"pp":0}],"arena":64,"streams":["s"],"events":["e"],
       "buffers":[{"name":"w0","kind":"param","of":"w","role":0,"offset":0,
         "slots":1,"stride":32,"shape":[4,2],"dtype":"f32"},
        {"name":"m","kind":"metric","offset":32,"shape":[3],"dtype":"f64",
         "fields":{"norm":[0,2],"loss":2}}],
       "actions":[{"op":"launch","name":"a","stage":0,"mb":1,"stream":0}]},
      {"name":"p1","roles":[{"pp":1}],"arena":0}]})";
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return setupError(text.replace(at, from.size(), to));
}

TEST(Setup, GoodOnesParse) {
  EXPECT_EQ(errorAfter("w", "w"), "");
  EXPECT_EQ(setupError(R"({"version":1,"programs":[{"name":"p","arena":0}]})"),
            "");
}

TEST(Setup, ErrorsNameThePath) {
  expectParts(setupError("{"), {"piper_setup: "});
  expectParts(setupError(std::string(100, '[')), {"deeper than 32"});
  expectParts(setupError("[]"), {"is not an object"});
  expectParts(setupError(R"({"version":1})"), {"no programs"});
  expectParts(errorAfter("\"version\":1", "\"version\":2"),
              {"version: is 2; this runtime reads 1"});
  expectParts(errorAfter("[4,2]", "[4,\"2\"]"),
              {"params[0].shape[1]: is not an integer"});
  expectParts(errorAfter("[4,2]", "[4,-2]"), {"[4, -2] is out of range"});
  expectParts(errorAfter("\"dtype\":\"f32\"", "\"dtype\":\"f31\""),
              {"params[0]", "unknown dtype 'f31'"});
  expectParts(errorAfter("\"kind\":\"param\"", "\"kind\":\"parm\""),
              {"programs[0].buffers[0].kind: unknown kind 'parm'"});
  expectParts(errorAfter("\"of\":\"w\"", "\"of\":\"v\""),
              {"programs[0].buffers[0].of: no param 'v'"});
  expectParts(errorAfter("\"offset\":0", "\"offset\":48"),
              {"'w0'", "32 bytes at 48", "arena of 64 bytes"});
  expectParts(errorAfter("\"slots\":1", "\"slots\":4611686018427387904"),
              {"leaves the arena"});
  expectParts(errorAfter("\"stride\":32", "\"stride\":16"),
              {"16 bytes for a tensor of 32"});
  expectParts(errorAfter("\"role\":0", "\"role\":1"),
              {"role: is 1; the program has 1 roles"});
  expectParts(errorAfter("\"loss\":2", "\"loss\":3"),
              {"fields.loss: entries [3, 4) of a buffer with 3"});
  expectParts(errorAfter("\"replica_axes\":[\"dp\"]", "\"limit\":4"),
              {"inputs[0]: a limit on elements of type f32"});
  expectParts(errorAfter("\"dtype\":\"f32\",\"replica_axes\":[\"dp\"]",
                         "\"dtype\":\"i64\",\"limit\":4,\"ignored\":0.5"),
              {"inputs[0].ignored: is not an integer"});
  expectParts(errorAfter("\"dtype\":\"f64\"", "\"dtype\":\"i64\""),
              {"metric 'm' is not f64"});
  expectParts(errorAfter("\"of\":\"w\",\"role\":0,\"offset\":0,\n         "
                         "\"slots\":1,\"stride\":32,\"shape\":[4,2]",
                         "\"of\":\"w\",\"offset\":0,\"shape\":[2,4]"),
              {"'w0' has shape [2, 4], 'w' has [4, 2]"});
}

TEST(Setup, MeshErrors) {
  expectParts(errorAfter("[0,1,2,3]", "[0,1,2]"),
              {"mesh: lists 3 devices for 4 coordinates"});
  expectParts(errorAfter("[\"pp\",2]", "[\"pp\",1099511627776]"),
              {"mesh.axes[0]", "1099511627776 of axis 'pp'"});
  expectParts(errorAfter("[\"pp\",2]", "[\"pp\",0]"), {"size 0 of axis 'pp'"});
  expectParts(errorAfter("{\"pp\":0}", "{\"tp\":0}"),
              {"channels[0].from.tp", "no axis 'tp'"});
  expectParts(errorAfter("{\"pp\":0}", "{\"pp\":2}"),
              {"coordinate 2 is outside axis 'pp' of size 2"});
  expectParts(errorAfter("[\"pp\",\"dp\"]", "[\"pp\",\"pp\"]"),
              {"comms[0].axes[1]: named twice"});
  expectParts(errorAfter("\"replicas\":2", "\"replicas\":4"),
              {"input 'x' has replica axes of total size 2", "4 replicas"});
}

TEST(Topology, RolesMustCoverEachCoordinateOnce) {
  expectParts(errorAfter("[{\"pp\":1}]", "[{\"pp\":1,\"dp\":0}]"),
              {"no program covers coordinate (pp=1, dp=1)"});
  expectParts(errorAfter("[{\"pp\":1}]", "[{}]"),
              {"coordinate (pp=0, dp=0) is covered by program 'p0' and by "
               "'p1'"});
  expectParts(errorAfter("[0,1,2,3]", "[0,1,0,3]"),
              {"device 0 plays programs 'p0' and 'p1'"});
  expectParts(errorAfter("[0,1,2,3]", "[0,0,2,3]"),
              {"device 0 plays role 0 of program 'p0' at (pp=0, dp=0) and at "
               "(pp=0, dp=1)"});
  expectParts(setupError(R"({"version":1,
    "mesh":{"axes":[["pp",2]],"devices":[0,1]},"programs":[
      {"name":"p","roles":[{"pp":0},{"pp":1}],"arena":0}]})"),
              {"device 0 does not play role 1"});
}

TEST(Topology, GroupsAndReplicas) {
  Result<piper::rt::Setup> parsed = parseSetup(R"({"version":1,
    "mesh":{"axes":[["a",2],["b",3],["c",2]],
            "devices":[0,1,2,3,4,5,6,7,8,9,10,11]},
    "comms":[{"name":"ca","axes":["c","a"]},{"name":"none","axes":[]}],
    "channels":[{"name":"x","from":{"b":0},"to":{"b":2},"bytes":1}],
    "replicas":4,
    "inputs":[{"name":"i","shape":[1],"replica_axes":["a","c"]}],
    "programs":[{"name":"p","arena":0}]})");
  ASSERT_TRUE(parsed.ok()) << parsed.status().message;
  piper::rt::Setup setup = parsed.take();
  Result<Topology> topology = Topology::build(setup);
  ASSERT_TRUE(topology.ok()) << topology.status().message;
  EXPECT_EQ(topology->groupSize(0), 4);
  EXPECT_EQ(topology->groupInstances(0), 3);
  EXPECT_EQ(topology->groupSize(1), 1);
  EXPECT_EQ(topology->groupInstances(1), 12);
  EXPECT_EQ(topology->channelInstances(0), 4);
  for (const DevicePlace &place : topology->devices()) {
    const Coordinate &at = place.coords[0];
    GroupPlace group = topology->groupPlace(0, at);
    EXPECT_EQ(group.instance, at[1]);
    EXPECT_EQ(group.rank, at[2] * 2 + at[0]);
    EXPECT_EQ(topology->groupMember(0, group.instance, group.rank), at);
    EXPECT_EQ(topology->deviceAt(at), place.id);
    EXPECT_EQ(topology->replica(setup.inputs[0], at), at[0] * 2 + at[2]);
  }
  Coordinate from{1, 0, 1};
  int64_t instance = topology->channelInstance(0, from);
  EXPECT_EQ(topology->channelEnd(0, instance, true), from);
  EXPECT_EQ(topology->channelEnd(0, instance, false), (Coordinate{1, 2, 1}));
}
