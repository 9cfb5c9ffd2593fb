//===- SafetensorsTest.cpp - Good, bad and hostile files -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Safetensors.h"
#include "Harness.h"
#include <cstring>

using namespace piper::rt;
using namespace piper::rt::test;

/// A file with this header and this many bytes of data.
static std::string container(const std::string &json, size_t dataBytes) {
  uint64_t length = json.size();
  std::string bytes(reinterpret_cast<const char *>(&length), 8);
  return bytes + json + std::string(dataBytes, '\1');
}

static std::string errorOf(const std::string &bytes) {
  TempFolder folder;
  std::string path = folder.write("t.safetensors", bytes);
  Result<SafetensorsFile> file = SafetensorsFile::open(path);
  if (file.ok())
    return "";
  EXPECT_EQ(file.status().code, 1);
  EXPECT_EQ(file.status().message.find(path), 0u) << file.status().message;
  return file.status().message.substr(path.size());
}

static std::string errorOf(const std::string &json, size_t dataBytes) {
  return errorOf(container(json, dataBytes));
}

TEST(Safetensors, WritesAndReadsBack) {
  TempFolder folder;
  float a[] = {1, 2.5, -3, 4, 5, 6};
  double b = 0.1;
  int64_t c[] = {7, -8};
  std::string path = folder.file("t.safetensors");
  Status status =
      writeSafetensors(path, {{"z.weight", DType::F32, {2, 3}, a},
                              {"b", DType::F64, {}, &b},
                              {"a\"\n\xc3\xa9", DType::I64, {2}, c},
                              {"empty", DType::F32, {0, 4}, nullptr}});
  ASSERT_TRUE(status.ok()) << status.message;
  Result<SafetensorsFile> file = SafetensorsFile::open(path);
  ASSERT_TRUE(file.ok()) << file.status().message;
  ASSERT_EQ(file->tensors().size(), 4u);
  float out[6];
  const StoredTensor *tensor = file->find("z.weight");
  ASSERT_TRUE(tensor);
  EXPECT_EQ(tensor->shape, (Shape{2, 3}));
  ASSERT_TRUE(file->read(*tensor, 0, 6, DType::F32, out).ok());
  EXPECT_EQ(std::memcmp(a, out, sizeof(a)), 0);
  ASSERT_TRUE(file->read(*tensor, 4, 2, DType::F32, out).ok());
  EXPECT_EQ(out[1], 6.0f);
  ASSERT_TRUE(file->read(*file->find("b"), 0, 1, DType::F32, out).ok());
  EXPECT_EQ(out[0], 0.1f);
  EXPECT_EQ(file->find("a\"\n\xc3\xa9")->elements(), 2);
  EXPECT_EQ(file->find("empty")->elements(), 0);
  EXPECT_FALSE(file->find("nothing"));
}

TEST(Safetensors, WritingIsDeterministicAndAligned) {
  TempFolder folder;
  float a[] = {1, 2}, b[] = {3};
  ASSERT_TRUE(writeSafetensors(folder.file("1"), {{"x", DType::F32, {2}, a},
                                                  {"y", DType::F32, {1}, b}})
                  .ok());
  ASSERT_TRUE(writeSafetensors(folder.file("2"), {{"y", DType::F32, {1}, b},
                                                  {"x", DType::F32, {2}, a}})
                  .ok());
  std::string first = TempFolder::read(folder.file("1"));
  EXPECT_EQ(first, TempFolder::read(folder.file("2")));
  uint64_t length;
  std::memcpy(&length, first.data(), 8);
  EXPECT_EQ(length % 8, 0u);
  EXPECT_EQ(first.size(), 8 + length + 12);
  // Nothing is left aside.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("")),
                          std::filesystem::directory_iterator()),
            2);
}

TEST(Safetensors, WritingToAMissingFolderIsAnError) {
  Status status = writeSafetensors("/nonexistent/piper/x.safetensors", {});
  EXPECT_EQ(status.code, 3);
  expectParts(status.message, {"/nonexistent/piper/x.safetensors", "create"});
}

TEST(Safetensors, NarrowFloatsConvertExactly) {
  struct Case {
    DType type;
    uint16_t bits;
    float value;
  };
  const Case cases[] = {
      {DType::BF16, 0x3f80, 1.0f},      {DType::BF16, 0xc040, -3.0f},
      {DType::BF16, 0x0001, 0x1p-133f}, {DType::F16, 0x3c00, 1.0f},
      {DType::F16, 0xc200, -3.0f},      {DType::F16, 0x7bff, 65504.0f},
      {DType::F16, 0x0001, 0x1p-24f},   {DType::F16, 0x83ff, -1023 * 0x1p-24f},
      {DType::F16, 0x8000, -0.0f},      {DType::F16, 0x7c00, INFINITY}};
  for (const Case &test : cases) {
    float out;
    convert(&test.bits, test.type, &out, DType::F32, 1);
    EXPECT_EQ(std::memcmp(&out, &test.value, 4), 0)
        << test.bits << ": " << out << ", expected " << test.value;
  }
  uint16_t nan = 0x7e00;
  float out;
  convert(&nan, DType::F16, &out, DType::F32, 1);
  EXPECT_NE(out, out);
  EXPECT_FALSE(isConvertible(DType::F32, DType::I64));
  EXPECT_FALSE(isConvertible(DType::I64, DType::F32));
}

TEST(Safetensors, AcceptsPaddingMetadataAndScalars) {
  EXPECT_EQ(errorOf("{}", 0), "");
  EXPECT_EQ(errorOf("{}     ", 0), "");
  EXPECT_EQ(errorOf(R"({"__metadata__":{"format":"pt","k":"\u00e9"},
    "s":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})",
                    4),
            "");
  EXPECT_EQ(errorOf(R"({"f":{"data_offsets":[0,3],"dtype":"F6_E2M3",
    "shape":[4]}})",
                    3),
            "");
}

TEST(Safetensors, RefusesBrokenContainers) {
  expectParts(errorOf(""), {"file of 0 bytes"});
  expectParts(errorOf("1234567"), {"file of 7 bytes"});
  expectParts(errorOf(std::string(8, '\xff')),
              {"header of 18446744073709551615 bytes"});
  expectParts(errorOf(std::string("\0\1\0\0\0\0\0\0{}", 10)),
              {"header of 256 bytes in a file of 10 bytes"});
  expectParts(errorOf(std::string("\1\341\365\5\0\0\0\0{}", 10)),
              {"header of 100000001 bytes; at most"});
  expectParts(errorOf("{\"\xff\":1}", 0), {"not UTF-8"});
  expectParts(errorOf(" {}", 0), {"does not start with '{'"});
  expectParts(errorOf("", 0), {"does not start with '{'"});
}

static const char *const kTensor =
    R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

TEST(Safetensors, RefusesBrokenJson) {
  EXPECT_EQ(errorOf(kTensor, 8), "");
  // Every prefix of a good header is bad.
  std::string json = kTensor;
  for (size_t size = 0; size < json.size(); ++size)
    EXPECT_NE(errorOf(json.substr(0, size), 8), "") << size;
  const char *bad[] = {
      "[]",
      "{1:2}",
      "{\"a\":1}",
      "{\"a\":{}}",
      "{\"a\":null}",
      "{} x",
      "{\"a\\ud800\":{}}",
      "{\"a\\u12\":{}}",
      "{\"a\\x\":{}}",
      R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})",
      R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})",
      R"({"a":{"dtype":"F32","shape":[02],"data_offsets":[0,8]}})",
      R"({"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,8]}})",
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,9]}})",
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8]}})",
      R"({"a":{"dtype":"F32","shape":[2],"shape":[2],"data_offsets":[0,8]}})",
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}})",
      R"({"a":{"dtype":7,"shape":[2],"data_offsets":[0,8]}})",
      R"({"__metadata__":{"a":1}})",
      R"({"__metadata__":{},"__metadata__":{}})"};
  for (const char *text : bad)
    EXPECT_NE(errorOf(text, 8), "") << text;
  // Deep nesting must not exhaust the stack.
  EXPECT_NE(errorOf("{\"a\":" + std::string(1000000, '['), 8), "");
  EXPECT_NE(errorOf("{\"a\":" + std::string(1000000, '{'), 8), "");
}

static std::string two(const char *a, const char *b) {
  return std::string(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)") + a +
         R"(},"b":{"dtype":"F32","shape":[2],"data_offsets":)" + b + "}}";
}

TEST(Safetensors, RefusesTensorsThatDoNotTileTheData) {
  EXPECT_EQ(errorOf(two("[8,16]", "[0,8]"), 16), "");
  expectParts(errorOf(two("[0,8]", "[9,17]"), 17),
              {"'b' begins at byte 9", "ends at 8"});
  expectParts(errorOf(two("[0,8]", "[4,12]"), 12), {"'b' begins at byte 4"});
  expectParts(errorOf(two("[0,8]", "[0,8]"), 8), {"begins at byte 0"});
  expectParts(errorOf(two("[4,12]", "[12,20]"), 20), {"'a' begins at byte 4"});
  expectParts(errorOf(two("[0,8]", "[8,16]"), 17),
              {"end at byte 16", "the file has 17"});
  expectParts(errorOf(two("[0,8]", "[8,16]"), 15),
              {"end at byte 16", "the file has 15"});
  expectParts(errorOf("{}", 3), {"end at byte 0", "the file has 3"});
}

TEST(Safetensors, RefusesWrongShapesAndTypes) {
  auto one = [](const char *dtype, const char *shape, const char *offsets) {
    return std::string("{\"a\":{\"dtype\":\"") + dtype +
           "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}}";
  };
  expectParts(errorOf(one("F33", "[2]", "[0,8]"), 8), {"unknown dtype 'F33'"});
  expectParts(errorOf(one("F32", "[3]", "[0,8]"), 8),
              {"takes 12 bytes", "[0, 8)"});
  expectParts(errorOf(one("F32", "[2]", "[8,0]"), 8), {"[8, 0)"});
  expectParts(errorOf(one("F4", "[3]", "[0,1]"), 1), {"no whole bytes"});
  expectParts(errorOf(one("F32", "[4611686018427387904,4]", "[0,0]"), 0),
              {"out of range"});
  expectParts(
      errorOf(one("F64", "[4294967296,4294967296,4294967296]", "[0,0]"), 0),
      {"out of range"});
  expectParts(errorOf(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},
    "a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})",
                      0),
              {"duplicate tensor 'a'"});
}

TEST(Safetensors, RandomDamageNeverCrashes) {
  std::string good = container(two("[0,8]", "[8,16]"), 16);
  int refused = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    std::string bytes = good;
    for (uint64_t i = 0; i <= seed % 3; ++i)
      bytes[mix(seed, i) % bytes.size()] = static_cast<char>(mix(seed, i + 9));
    if (seed % 5 == 0)
      bytes.resize(mix(seed, 99) % bytes.size());
    refused += errorOf(bytes).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 150);
}

TEST(Safetensors, MissingFilesAndFolders) {
  TempFolder folder;
  Result<SafetensorsFile> file = SafetensorsFile::open(folder.file("no"));
  ASSERT_FALSE(file.ok());
  expectParts(file.status().message, {"no", "cannot open"});
  file = SafetensorsFile::open(folder.file(""));
  ASSERT_FALSE(file.ok());
  expectParts(file.status().message, {"not a regular file"});
}
