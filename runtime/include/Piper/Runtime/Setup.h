//===- Setup.h - What a lowered module says about itself -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ form of the JSON text `piper_setup`, checked: indices are in range,
// buffers lie in their arena, names resolve.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_SETUP_H
#define PIPER_RUNTIME_SETUP_H

#include "Piper/Runtime/DType.h"
#include "Piper/Runtime/Status.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace piper::rt {

using Shape = llvm::SmallVector<int64_t, 4>;

/// A point of the mesh, or a class of points: one entry per axis, -1 = free.
using Coordinate = llvm::SmallVector<int64_t, 4>;

struct MeshAxis {
  std::string name;
  int64_t size;
};

/// Integers that an input or model buffer may hold: from `min` up to but not
/// `limit`, and `ignored`.
struct IndexRange {
  int64_t min = 0, limit = 0;
  std::optional<int64_t> ignored;
  bool contains(int64_t value) const {
    return (value >= min && value < limit) || value == ignored;
  }
};

/// A tensor with a global name: parameter, model buffer or batch input.
struct TensorInfo {
  std::string name;
  Shape shape;
  DType dtype = DType::F32;
  int64_t elements = 0;
  bool trainable = true;                 // parameters
  bool hasInit = false;                  // parameters with values in the module
  llvm::SmallVector<int, 2> replicaAxes; // inputs: rows of the mesh axes
  std::optional<IndexRange> range;       // what indexes tables

  /// The first of the elements at `data` outside of `range`, with its position
  /// and the range, as the end of a sentence; empty if there is none.
  std::string outsideRange(const void *data) const;
  int64_t bytes() const { return elements * byteSize(dtype); }
};

struct ChannelInfo {
  std::string name;
  Coordinate from, to;
  int64_t bytes;
};

struct CommInfo {
  std::string name;
  llvm::SmallVector<int, 2> axes;
};

enum class BufferKind {
  Param,
  Grad,
  Accumulator,
  State,
  Residual,
  Comm,
  Input,
  ModelBuffer,
  Metric,
  Scratch,
  StepInput
};

/// Entries [begin, end) of a metric buffer.
struct MetricField {
  std::string name;
  int64_t begin, end;
};

struct BufferInfo {
  std::string name;
  BufferKind kind;
  std::string of;    // parameter, model buffer or input by name
  int of_index = -1; // its row, for parameters and model buffers
  int role = 0;
  int64_t offset = 0, slots = 1, stride = 0;
  Shape shape;
  DType dtype = DType::F32;
  int64_t elements = 0;
  std::vector<MetricField> fields;

  int64_t bytes() const { return elements * byteSize(dtype); }
};

struct ActionInfo {
  std::string op, name, pass, loc;
  int64_t stage = -1, mb = -1;
  int stream = 0;
};

struct ProgramInfo {
  std::string name;
  std::vector<Coordinate> roles;
  int64_t arena = 0;
  std::vector<std::string> streams, events;
  std::vector<BufferInfo> buffers;
  std::vector<ActionInfo> actions;
};

struct Setup {
  std::vector<MeshAxis> axes;
  std::vector<int64_t> devices; // of each coordinate, last axis fastest
  int64_t microbatches = 1;     // per replica
  int64_t replicas = 1;
  std::vector<TensorInfo> params, inputs, modelBuffers;
  std::vector<ChannelInfo> channels;
  std::vector<CommInfo> comms;
  std::vector<ProgramInfo> programs;

  /// Row of the parameter, or -1.
  int findParam(llvm::StringRef name) const;
  /// Row of the model buffer, or -1.
  int findModelBuffer(llvm::StringRef name) const;
};

/// Reads and checks the text. An error names the path in the JSON:
/// "piper_setup: programs[0].buffers[2].offset: ...".
Result<Setup> parseSetup(llvm::StringRef text);

llvm::StringRef kindName(BufferKind kind);

} // namespace piper::rt

#endif // PIPER_RUNTIME_SETUP_H
