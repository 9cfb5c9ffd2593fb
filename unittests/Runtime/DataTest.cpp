//===- DataTest.cpp - Batches and tokens -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Data.h"
#include "Harness.h"
#include "Piper/Runtime/Safetensors.h"
#include <set>

using namespace piper::rt;
using namespace piper::rt::test;

static Setup setupOf(int64_t microbatches, int64_t replicas,
                     std::vector<TensorInfo> inputs) {
  Setup setup;
  setup.microbatches = microbatches;
  setup.replicas = replicas;
  for (TensorInfo &input : inputs)
    input.elements = elementCount(input.shape).value();
  setup.inputs = std::move(inputs);
  return setup;
}

static TensorInfo input(const char *name, Shape shape, DType dtype) {
  TensorInfo info;
  info.name = name;
  info.shape = std::move(shape);
  info.dtype = dtype;
  return info;
}

static std::string openError(const std::string &path, const Setup &setup,
                             int64_t steps = 1, bool wide = false) {
  DataOptions options;
  options.steps = steps;
  options.wideTokens = wide;
  Result<std::unique_ptr<DataSource>> data =
      DataSource::open(path, setup, options);
  return data.ok() ? "" : data.status().message;
}

TEST(Data, BatchesByStepAndMicrobatch) {
  TempFolder folder;
  std::vector<float> x(2 * 6 * 3);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i);
  std::string path = folder.file("b.safetensors");
  ASSERT_TRUE(
      writeSafetensors(path, {{"x", DType::F32, {2, 6, 3}, x.data()}}).ok());
  piper::rt::Setup setup = setupOf(3, 2, {input("x", {3}, DType::F32)});
  DataOptions options;
  options.steps = 2;
  auto data = DataSource::open(path, setup, options);
  ASSERT_TRUE(data.ok()) << data.status().message;
  float out[3];
  ASSERT_TRUE((*data)->read(1, 0, 4, out).ok());
  EXPECT_EQ(out[0], 30.0f);
  EXPECT_EQ(out[2], 32.0f);
}

TEST(Data, BatchesThatDoNotFit) {
  TempFolder folder;
  std::vector<float> x(2 * 6 * 3);
  std::string path = folder.file("b.safetensors");
  ASSERT_TRUE(
      writeSafetensors(path, {{"x", DType::F32, {2, 6, 3}, x.data()}}).ok());
  auto x3 = input("x", {3}, DType::F32);
  EXPECT_EQ(openError(path, setupOf(3, 2, {x3}), 2), "");
  expectParts(openError(path, setupOf(4, 2, {x3})),
              {"b.safetensors", "input 'x'", "holds 6 microbatches",
               "2 replicas x 4 microbatches = 8"});
  expectParts(openError(path, setupOf(3, 2, {x3}), 3),
              {"too short: 2 steps of 3 requested"});
  expectParts(openError(path, setupOf(3, 2, {input("x", {4}, DType::F32)})),
              {"[2, 6, 3]", "[4]"});
  expectParts(openError(path, setupOf(3, 2, {input("x", {3}, DType::I64)})),
              {"type F32, expected I64"});
  expectParts(openError(path, setupOf(3, 2,
                                      {x3, input("y", {3}, DType::F32),
                                       input("z", {3}, DType::F32)})),
              {"'y' is missing", "'z' is missing"});
  expectParts(openError("what.txt", setupOf(1, 1, {x3})), {".bin"});
}

static std::string tokenFile(const TempFolder &folder, int count,
                             bool wide = false) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    bytes += static_cast<char>(i & 255);
    bytes += static_cast<char>(i >> 8);
    if (wide)
      bytes += std::string(2, '\0');
  }
  return folder.write(wide ? "wide.bin" : "t.bin", bytes);
}

static Setup tokenSetup(int64_t microbatches, int64_t replicas, int64_t batch,
                        int64_t time) {
  return setupOf(microbatches, replicas,
                 {input("tokens", {batch, time}, DType::I64),
                  input("targets", {batch, time}, DType::I64)});
}

TEST(Data, TokenWindowsAreShiftedByOneAndCoverAnEpoch) {
  TempFolder folder;
  for (bool wide : {false, true}) {
    std::string path = tokenFile(folder, 161, wide); // 20 windows of 8
    piper::rt::Setup setup = tokenSetup(2, 1, 2, 8); // 4 samples per step
    DataOptions options;
    options.seed = 3;
    options.wideTokens = wide;
    auto data = DataSource::open(path, setup, options);
    ASSERT_TRUE(data.ok()) << data.status().message;
    for (int64_t epoch = 0; epoch < 3; ++epoch) {
      std::set<int64_t> starts;
      for (int64_t step = 5 * epoch; step < 5 * (epoch + 1); ++step)
        for (int64_t mb : {0, 1}) {
          int64_t tokens[16], targets[16];
          ASSERT_TRUE((*data)->read(step, 0, mb, tokens).ok());
          ASSERT_TRUE((*data)->read(step, 1, mb, targets).ok());
          for (int row : {0, 1}) {
            starts.insert(tokens[row * 8]);
            EXPECT_EQ(tokens[row * 8] % 8, 0);
            for (int i = 0; i < 8; ++i) {
              EXPECT_EQ(tokens[row * 8 + i], tokens[row * 8] + i);
              EXPECT_EQ(targets[row * 8 + i], tokens[row * 8 + i] + 1);
            }
          }
        }
      EXPECT_EQ(starts.size(), 20u);
    }
  }
}

TEST(Data, SampleDependsOnItsNumberOnly) {
  TempFolder folder;
  std::string path = tokenFile(folder, 401);
  // Samples of a step in order, cut into microbatches in several ways.
  auto samples = [&](int64_t microbatches, int64_t replicas, int64_t batch) {
    piper::rt::Setup setup = tokenSetup(microbatches, replicas, batch, 4);
    auto data = DataSource::open(path, setup, {});
    std::vector<int64_t> all;
    for (int64_t step = 0; step < 3; ++step)
      for (int64_t mb = 0; mb < microbatches * replicas; ++mb) {
        std::vector<int64_t> out(batch * 4);
        EXPECT_TRUE((*data)->read(step, 0, mb, out.data()).ok());
        all.insert(all.end(), out.begin(), out.end());
      }
    return all;
  };
  auto first = samples(8, 1, 1);
  EXPECT_EQ(first, samples(4, 2, 1));
  EXPECT_EQ(first, samples(2, 2, 2));
  EXPECT_EQ(first, samples(1, 1, 8));
}

TEST(Data, TokenFilesThatDoNotFit) {
  TempFolder folder;
  std::string path = tokenFile(folder, 8);
  expectParts(openError(path, tokenSetup(1, 1, 1, 8)),
              {"data too short: 8 tokens, one window takes 9"});
  EXPECT_EQ(openError(path, tokenSetup(1, 1, 1, 7)), "");
  expectParts(openError(folder.write("odd.bin", "abc"), tokenSetup(1, 1, 1, 1)),
              {"3 bytes", "2-byte tokens"});
  expectParts(openError(folder.write("none.bin", ""), tokenSetup(1, 1, 1, 1)),
              {"0 tokens"});
  expectParts(openError(path, setupOf(1, 1, {input("x", {1, 2}, DType::I64)})),
              {"no input 'x'"});
  expectParts(
      openError(path, setupOf(1, 1, {input("tokens", {2}, DType::I64)})),
      {"[batch, time]", "[2]"});
}

TEST(Data, MegatronIndexGivesTheTypeAndIsChecked) {
  TempFolder folder;
  std::string bytes;
  for (int32_t i = 0; i < 9; ++i)
    bytes.append(reinterpret_cast<char *>(&i), 4);
  std::string path = folder.write("m.bin", bytes);
  auto index = [](char version, char type, char first) {
    std::string text("MMIDIDX\0\0", 9);
    text += version + std::string(7, '\0') + type;
    text += '\2' + std::string(7, '\0') + '\0' + std::string(7, '\0');
    for (char length : {first, char(4)})
      text += length + std::string(3, '\0');
    return text + std::string(16, '\0');
  };
  auto s = tokenSetup(1, 1, 1, 8);
  auto errorWith = [&](const std::string &text) {
    folder.write("m.idx", text);
    return openError(path, s);
  };
  EXPECT_EQ(errorWith(index(1, 4, 5)), "");
  auto data = DataSource::open(path, s, {});
  ASSERT_TRUE(data.ok());
  int64_t out[8];
  ASSERT_TRUE((*data)->read(0, 1, 0, out).ok());
  EXPECT_EQ(out[7], 8);
  expectParts(errorWith(index(1, 4, 6)),
              {"m.idx", "lists 10 tokens of 4 bytes", "36 bytes"});
  expectParts(errorWith(index(2, 4, 5)), {"version 2"});
  expectParts(errorWith(index(1, 7, 5)), {"element type 7"});
  expectParts(errorWith("short"), {"index of 5 bytes"});
  expectParts(errorWith(std::string(80, 'x')), {"not a Megatron index"});
  std::string huge = index(1, 4, 5);
  huge[25] = '\x7f';
  expectParts(errorWith(huge), {"sequences and 0 documents"});
}

TEST(Data, TokensBeyondTheVocabularyAreAnError) {
  TempFolder folder;
  std::string path = tokenFile(folder, 101);
  piper::rt::Setup setup = tokenSetup(1, 1, 4, 25);
  setup.inputs[0].range = IndexRange{0, 100, std::nullopt};
  auto data = DataSource::open(path, setup, {});
  ASSERT_TRUE(data.ok());
  EXPECT_TRUE((*data)->checkStep(0).ok());
  setup.inputs[1].range = IndexRange{0, 100, -100}; // targets hold 100
  Status status = (*data)->checkStep(3);
  EXPECT_EQ(status.code, 1);
  expectParts(status.message,
              {"t.bin: input 'targets' of step 3, microbatch 0 holds 100 at [",
               ", 24]", "takes integers from 0 to 99, or -100"});
}

TEST(Data, IntegersOutsideTheRangeAreAnError) {
  TempFolder folder;
  std::vector<int32_t> ids(2 * 2 * 6, 3);
  std::string path = folder.file("ids.safetensors");
  piper::rt::Setup setup = setupOf(2, 1, {input("ids", {2, 3}, DType::I64)});
  setup.inputs[0].range = IndexRange{-4, 7, -100};
  DataOptions options;
  options.steps = 2;
  auto check = [&](int32_t value) {
    ids[12 + 6 + 5] = value;
    EXPECT_TRUE(
        writeSafetensors(path, {{"ids", DType::I32, {2, 2, 2, 3}, ids.data()}})
            .ok());
    auto data = DataSource::open(path, setup, options);
    EXPECT_TRUE((*data)->checkStep(0).ok());
    return (*data)->checkStep(1).message;
  };
  for (int32_t value : {-100, -4, 0, 6})
    EXPECT_EQ(check(value), "");
  for (int32_t value : {-101, -5, 7, 1 << 30})
    expectParts(check(value),
                {"step 1, microbatch 1 holds ", std::to_string(value).c_str(),
                 " at [1, 2]; the model takes integers from -4 to 6, or -100"});
}

TEST(Data, OnlyIntegersAreWidened) {
  TempFolder folder;
  std::vector<char> bytes(64);
  std::string path = folder.file("t.safetensors");
  auto open = [&](DType from, DType to) {
    EXPECT_TRUE(
        writeSafetensors(path, {{"x", from, {1, 1, 4}, bytes.data()}}).ok());
    return openError(path, setupOf(1, 1, {input("x", {4}, to)}));
  };
  for (DType from : {DType::U8, DType::I8, DType::I16, DType::U16, DType::I32,
                     DType::U32, DType::I64})
    EXPECT_EQ(open(from, DType::I64), "");
  EXPECT_EQ(open(DType::U16, DType::I32), "");
  EXPECT_EQ(open(DType::F64, DType::F64), "");
  expectParts(open(DType::F64, DType::F32),
              {"input 'x' has type F64, expected F32"});
  expectParts(open(DType::F32, DType::F64), {"type F32, expected F64"});
  expectParts(open(DType::BF16, DType::F32), {"type BF16, expected F32"});
  expectParts(open(DType::I64, DType::I32), {"type I64, expected I32"});
  expectParts(open(DType::U32, DType::I32), {"type U32, expected I32"});
  expectParts(open(DType::U64, DType::I64), {"type U64, expected I64"});
  expectParts(open(DType::Bool, DType::I64), {"type BOOL, expected I64"});
}

TEST(Data, PermutationIsOne) {
  for (int64_t count : {1, 2, 3, 7, 64, 1000})
    for (uint64_t epoch : {0, 1}) {
      std::set<int64_t> seen;
      for (int64_t i = 0; i < count; ++i) {
        int64_t value = permuted(i, count, 42, epoch);
        EXPECT_GE(value, 0);
        EXPECT_LT(value, count);
        seen.insert(value);
      }
      EXPECT_EQ(static_cast<int64_t>(seen.size()), count);
    }
  int64_t same = 0;
  for (int64_t i = 0; i < 1000; ++i)
    same += permuted(i, 1000, 1, 0) == permuted(i, 1000, 1, 1);
  EXPECT_LT(same, 20);
}
