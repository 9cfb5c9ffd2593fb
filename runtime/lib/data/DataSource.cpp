//===- DataSource.cpp - Opening a source of batches -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "llvm/ADT/STLExtras.h"

using namespace piper::rt;

DataSource::~DataSource() = default;

Result<std::unique_ptr<DataSource>>
DataSource::open(const std::string &path, const Setup &setup,
                 const DataOptions &options) {
  llvm::StringRef name = path;
  if (name.ends_with(".safetensors"))
    return openBatches(path, setup, options);
  if (name.ends_with(".bin"))
    return openTokens(path, setup, options);
  return Status::badInput(path + ": data must be a .safetensors or .bin file");
}

Status DataSource::checkStep(int64_t step) {
  std::vector<char> raw;
  for (auto [index, input] : llvm::enumerate(setup.inputs)) {
    if (!input.range)
      continue;
    raw.resize(input.bytes());
    for (int64_t mb = 0, end = setup.replicas * setup.microbatches; mb < end;
         ++mb) {
      if (Status status = read(step, static_cast<int>(index), mb, raw.data());
          !status.ok())
        return status;
      std::string problem = input.outsideRange(raw.data());
      if (!problem.empty())
        return Status::badInput(str(path, ": input '", input.name, "' of step ",
                                    step, ", microbatch ", mb, " ", problem));
    }
  }
  return Status::success();
}

uint64_t piper::rt::mix(uint64_t seed, uint64_t value) {
  // The finalizer of splitmix64 over a step along its sequence.
  uint64_t z = seed + (value + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

int64_t piper::rt::permuted(int64_t index, int64_t count, uint64_t seed,
                            uint64_t epoch) {
  // A Feistel network permutes [0, 4^half); walking its cycle until the value
  // is below `count` permutes [0, count). At most 4 rounds on average.
  int half = 1;
  while (half < 31 && (int64_t(1) << (2 * half)) < count)
    ++half;
  uint64_t mask = (uint64_t(1) << half) - 1;
  uint64_t value = static_cast<uint64_t>(index);
  uint64_t key = mix(seed, epoch);
  do {
    uint64_t left = value >> half, right = value & mask;
    for (uint64_t round = 0; round < 6; ++round) {
      uint64_t next = left ^ (mix(key + round, right) & mask);
      left = right;
      right = next;
    }
    value = (left << half) | right;
  } while (value >= static_cast<uint64_t>(count));
  return static_cast<int64_t>(value);
}
