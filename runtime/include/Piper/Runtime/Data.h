//===- Data.h - Batches -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_DATA_H
#define PIPER_RUNTIME_DATA_H

#include "Piper/Runtime/Setup.h"
#include <memory>

namespace piper::rt {

struct DataOptions {
  int64_t steps = 1;       // that will be asked for
  uint64_t seed = 0;       // of the order of token windows
  bool wideTokens = false; // token files: u32 instead of u16
};

/// Source of microbatches; `read` may be called from several threads. Integers
/// are widened where that loses nothing; other types are those of the model.
class DataSource {
public:
  virtual ~DataSource();

  /// Writes microbatch `microbatch` (0 .. R*m-1) of a step for input `input`.
  virtual Status read(int64_t step, int input, int64_t microbatch,
                      void *target) = 0;

  /// An error when an input of the step holds an integer outside its range: a
  /// kernel would read beyond a table. Names file, input, step, microbatch,
  /// position, value and range; exit status 1.
  Status checkStep(int64_t step);

  /// Opens `.safetensors` with every input as `[steps, microbatches, ...]`, or
  /// a token file `.bin` (with a Megatron `.idx` beside it, that gives the
  /// type; documents are read as one run of tokens). Errors name the file and
  /// the numbers: missing inputs, wrong shapes or types, other than R*m
  /// microbatches, too few steps or tokens.
  static Result<std::unique_ptr<DataSource>>
  open(const std::string &path, const Setup &setup, const DataOptions &options);

protected:
  DataSource(std::string path, const Setup &setup)
      : path(std::move(path)), setup(setup) {}

  const std::string path;
  const Setup &setup;
};

/// Element `index` of a permutation of [0, count) chosen by (seed, epoch);
/// a pure function, no table.
int64_t permuted(int64_t index, int64_t count, uint64_t seed, uint64_t epoch);

/// A well-mixed 64-bit function of its arguments.
uint64_t mix(uint64_t seed, uint64_t value);

} // namespace piper::rt

#endif // PIPER_RUNTIME_DATA_H
