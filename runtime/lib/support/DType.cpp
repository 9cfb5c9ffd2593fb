//===- DType.cpp - Element types -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/DType.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <bit>
#include <cstring>

using namespace piper::rt;

namespace {
struct Row {
  llvm::StringLiteral mlir, safetensors;
  int64_t bytes;
  bool isFloat;
};
} // namespace

static const Row &row(DType type) {
  static const Row rows[] = {
      {"i1", "BOOL", 1, false},  {"ui8", "U8", 1, false},
      {"i8", "I8", 1, false},    {"i16", "I16", 2, false},
      {"ui16", "U16", 2, false}, {"f16", "F16", 2, true},
      {"bf16", "BF16", 2, true}, {"i32", "I32", 4, false},
      {"ui32", "U32", 4, false}, {"f32", "F32", 4, true},
      {"i64", "I64", 8, false},  {"ui64", "U64", 8, false},
      {"f64", "F64", 8, true}};
  return rows[static_cast<int>(type)];
}

static constexpr int kTypes = static_cast<int>(DType::F64) + 1;

int64_t piper::rt::byteSize(DType type) { return row(type).bytes; }
llvm::StringRef piper::rt::mlirName(DType type) { return row(type).mlir; }
llvm::StringRef piper::rt::safetensorsName(DType type) {
  return row(type).safetensors;
}

std::optional<DType> piper::rt::parseMlirName(llvm::StringRef name) {
  for (int i = 0; i < kTypes; ++i)
    if (row(static_cast<DType>(i)).mlir == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

std::optional<DType> piper::rt::parseSafetensorsName(llvm::StringRef name) {
  for (int i = 0; i < kTypes; ++i)
    if (row(static_cast<DType>(i)).safetensors == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

bool piper::rt::isConvertible(DType from, DType to) {
  if (from == to)
    return true;
  if (row(from).isFloat)
    return to == DType::F32 || to == DType::F64;
  return to == DType::I64 || (to == DType::I32 && from != DType::U64);
}

bool piper::rt::isWiderInteger(DType from, DType to) {
  return !row(from).isFloat && from != DType::Bool &&
         (to == DType::I64 || to == DType::I32) &&
         byteSize(from) < byteSize(to);
}

static float halfToFloat(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t exponent = (half >> 10) & 31, mantissa = half & 0x3ff;
  if (exponent == 31)
    return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) |
                                (mantissa << 13));
  // Subnormal: mantissa times 2^-24, exact in f32.
  float value = static_cast<float>(mantissa) * 0x1p-24f;
  return sign ? -value : value;
}

template <typename T> static T loadAs(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

static double readFloat(const char *at, DType type) {
  switch (type) {
  case DType::F16:
    return halfToFloat(loadAs<uint16_t>(at));
  case DType::BF16:
    return std::bit_cast<float>(uint32_t(loadAs<uint16_t>(at)) << 16);
  case DType::F32:
    return loadAs<float>(at);
  default:
    return loadAs<double>(at);
  }
}

static int64_t readInt(const char *at, DType type) {
  switch (type) {
  case DType::Bool:
    return loadAs<uint8_t>(at) != 0;
  case DType::U8:
    return loadAs<uint8_t>(at);
  case DType::I8:
    return loadAs<int8_t>(at);
  case DType::I16:
    return loadAs<int16_t>(at);
  case DType::U16:
    return loadAs<uint16_t>(at);
  case DType::I32:
    return loadAs<int32_t>(at);
  case DType::U32:
    return loadAs<uint32_t>(at);
  default:
    return loadAs<int64_t>(at);
  }
}

template <typename To, typename Read>
static void convertLoop(const char *from, int64_t step, char *to, int64_t count,
                        Read read) {
  for (int64_t i = 0; i < count; ++i) {
    To value = static_cast<To>(read(from + i * step));
    std::memcpy(to + i * sizeof(To), &value, sizeof(To));
  }
}

void piper::rt::convert(const void *from, DType fromType, void *to,
                        DType toType, int64_t count) {
  if (fromType == toType) {
    if (count)
      std::memcpy(to, from, count * byteSize(toType));
    return;
  }
  const char *source = static_cast<const char *>(from);
  char *target = static_cast<char *>(to);
  int64_t step = byteSize(fromType);
  auto floats = [&](const char *at) { return readFloat(at, fromType); };
  auto ints = [&](const char *at) { return readInt(at, fromType); };
  switch (toType) {
  case DType::F32:
    return convertLoop<float>(source, step, target, count, floats);
  case DType::F64:
    return convertLoop<double>(source, step, target, count, floats);
  case DType::I32:
    return convertLoop<int32_t>(source, step, target, count, ints);
  default:
    return convertLoop<int64_t>(source, step, target, count, ints);
  }
}

std::string piper::rt::shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  for (size_t i = 0; i < shape.size(); ++i)
    os << (i ? ", " : "") << shape[i];
  os << ']';
  return text;
}

std::optional<int64_t> piper::rt::elementCount(llvm::ArrayRef<int64_t> shape,
                                               int64_t times) {
  // A zero extent makes the count zero whatever the others are, but extents
  // that overflow are refused all the same: nobody means them.
  constexpr int64_t limit = int64_t(1) << 62;
  int64_t count = 1;
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    if (extent == 0) {
      empty = true;
      continue;
    }
    if (count > limit / times / extent)
      return std::nullopt;
    count *= extent;
  }
  return empty ? 0 : count;
}
