//===- Apply.cpp - The arithmetic of collectives -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Collectives.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace piper::rt;

using Members = llvm::ArrayRef<llvm::ArrayRef<void *>>;

/// Elements that are reduced at a time: the accumulator stays in the cache, and
/// no member's buffer is written before all of the chunk has been read.
static constexpr int64_t kChunk = 2048;

static int64_t elementBytes(int32_t dtype) {
  return dtype == PIPER_F32 ? 4 : 8;
}

template <typename T> static T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<T>::quiet_NaN();
  return a < b ? b : a;
}

template <typename T> static T plus(T a, T b) {
  // Wraps for integers, where signed overflow would be undefined.
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else
    return a + b;
}

/// Reduces elements [first, first + count) of a part in rank order and hands
/// each chunk to `store`.
template <typename T, typename Store>
static void reduceRange(const CollectiveShape &shape, Members members,
                        size_t part, int64_t first, int64_t count,
                        Store store) {
  T chunk[kChunk];
  for (int64_t at = 0; at < count; at += kChunk) {
    int64_t size = std::min(kChunk, count - at);
    for (size_t m = 0; m < members.size(); ++m) {
      const T *in = static_cast<const T *>(members[m][part]) + first + at;
      if (m == 0)
        std::copy(in, in + size, chunk);
      else if (shape.reduction == PIPER_SUM)
        for (int64_t i = 0; i < size; ++i)
          chunk[i] = plus(chunk[i], in[i]);
      else
        for (int64_t i = 0; i < size; ++i)
          chunk[i] = maximum(chunk[i], in[i]);
    }
    store(first + at, chunk, size);
  }
}

template <typename T>
static void allReduce(const CollectiveShape &shape, Members members,
                      size_t part) {
  reduceRange<T>(shape, members, part, 0, shape.counts[part],
                 [&](int64_t at, const T *chunk, int64_t size) {
                   for (llvm::ArrayRef<void *> member : members)
                     std::copy(chunk, chunk + size,
                               static_cast<T *>(member[part]) + at);
                 });
}

template <typename T>
static void reduceScatter(const CollectiveShape &shape, Members members,
                          size_t part) {
  int64_t block = shape.counts[part] / static_cast<int64_t>(members.size());
  for (size_t m = 0; m < members.size(); ++m)
    reduceRange<T>(shape, members, part, m * block, block,
                   [&](int64_t at, const T *chunk, int64_t size) {
                     std::copy(chunk, chunk + size,
                               static_cast<T *>(members[m][part]) + at);
                   });
}

static void copyBytes(void *to, const void *from, int64_t bytes) {
  if (bytes && to != from)
    std::memcpy(to, from, bytes);
}

static void allGather(Members members, size_t part, int64_t blockBytes) {
  for (size_t from = 0; from < members.size(); ++from)
    for (llvm::ArrayRef<void *> to : members)
      copyBytes(static_cast<char *>(to[part]) + from * blockBytes,
                static_cast<char *>(members[from][part]) + from * blockBytes,
                blockBytes);
}

static void allToAll(Members members, size_t part, int64_t blockBytes) {
  // In place: block j of member i and block i of member j change places.
  for (size_t i = 0; i < members.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      char *a = static_cast<char *>(members[i][part]) + j * blockBytes;
      char *b = static_cast<char *>(members[j][part]) + i * blockBytes;
      std::swap_ranges(a, a + blockBytes, b);
    }
}

template <typename T>
static void applyReduction(const CollectiveShape &shape, Members members,
                           size_t part) {
  if (shape.kind == PIPER_ALL_REDUCE)
    allReduce<T>(shape, members, part);
  else
    reduceScatter<T>(shape, members, part);
}

void piper::rt::applyCollective(const CollectiveShape &shape, Members members) {
  for (size_t part = 0; part < shape.counts.size(); ++part) {
    int64_t bytes = shape.counts[part] * elementBytes(shape.dtype);
    int64_t block = bytes / static_cast<int64_t>(members.size());
    switch (shape.kind) {
    case PIPER_ALL_GATHER:
      allGather(members, part, block);
      break;
    case PIPER_ALL_TO_ALL:
      allToAll(members, part, block);
      break;
    case PIPER_BROADCAST:
      for (llvm::ArrayRef<void *> to : members)
        copyBytes(to[part], members[0][part], bytes);
      break;
    default:
      if (shape.dtype == PIPER_F32)
        applyReduction<float>(shape, members, part);
      else if (shape.dtype == PIPER_F64)
        applyReduction<double>(shape, members, part);
      else
        applyReduction<int64_t>(shape, members, part);
    }
  }
}

static llvm::StringRef collectiveName(int32_t kind) {
  static constexpr llvm::StringLiteral names[] = {
      "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast"};
  return kind >= 0 && kind < 5 ? names[kind] : llvm::StringLiteral("?");
}

std::string CollectiveShape::text() const {
  static constexpr llvm::StringLiteral types[] = {"f32", "f64", "i64"};
  std::string words = collectiveName(kind).str();
  if (kind == PIPER_ALL_REDUCE || kind == PIPER_REDUCE_SCATTER)
    words += reduction == PIPER_MAX ? " max" : " sum";
  return str(words, " ", types[dtype], " ", shapeText(counts));
}

std::string piper::rt::checkCollective(const CollectiveShape &shape,
                                       int64_t members) {
  if (shape.kind < 0 || shape.kind > PIPER_BROADCAST)
    return str("unknown kind ", shape.kind, " of collective");
  if (shape.reduction < 0 || shape.reduction > PIPER_MAX)
    return str("unknown reduction ", shape.reduction);
  if (shape.dtype < 0 || shape.dtype > PIPER_I64)
    return str("unknown element type ", shape.dtype, " of a collective");
  bool blocks = shape.kind != PIPER_ALL_REDUCE && shape.kind != PIPER_BROADCAST;
  for (int64_t count : shape.counts) {
    if (count < 0 || count > (int64_t(1) << 58))
      return str(collectiveName(shape.kind), " of ", count, " elements");
    if (blocks && count % members)
      return str(collectiveName(shape.kind), " of ", count, " elements over ",
                 members, " members leaves a remainder");
  }
  return {};
}
