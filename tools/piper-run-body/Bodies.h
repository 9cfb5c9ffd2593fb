//===- Bodies.h - Bodies, their buffers and how they are called -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TOOLS_RUNBODY_BODIES_H
#define PIPER_TOOLS_RUNBODY_BODIES_H

#include "Piper/Analysis/Evaluator.h"
#include "Piper/Conversion/HostJit.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace runbody {

/// A tensor argument or result in plain memory.
struct Buffer {
  mlir::RankedTensorType type;
  std::vector<std::max_align_t> memory;

  explicit Buffer(mlir::RankedTensorType type)
      : type(type), memory(bytes() / sizeof(std::max_align_t) + 8) {}

  int64_t bytes() const {
    return type.getNumElements() *
           std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
  }
  void *data() {
    auto address = reinterpret_cast<uintptr_t>(memory.data());
    return reinterpret_cast<void *>((address + 63) / 64 * 64);
  }
};

/// Numbers in (-1, 1) that depend on the seed only.
struct Generator {
  uint64_t state;
  uint64_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  }
  double real() { return static_cast<double>(next()) / (1u << 30) - 1.0; }
};

/// Numbers from `generator`; integers are from 0 to `intLimit` - 1.
void fill(Buffer &buffer, Generator &generator, int64_t intLimit);

/// A body's buffers, made before lowering takes its types away.
struct Body {
  std::string name;
  std::vector<Buffer> ins, outs, updated;

  explicit Body(mlir::func::FuncOp function);
};

/// NaN everywhere, so that a read of what nobody wrote shows.
void poison(Buffer &buffer);

/// Calls the lowered body once.
void call(Body &body, void *address, Buffer &scratch);

/// Address and memory for temporaries of each body of a lowered module.
class Lowered {
public:
  /// Compiles `module`, which the pipeline for the host has lowered. Prints an
  /// error and returns null if it cannot.
  static std::unique_ptr<Lowered> create(mlir::ModuleOp module,
                                         unsigned optLevel);

  /// Calls the body of this name; false, with an error, if there is none.
  bool run(Body &body);

  /// Address of the body, null with an error; and its scratch memory.
  void *find(llvm::StringRef name);
  Buffer scratchOf(llvm::StringRef name);

private:
  mlir::ModuleOp module;
  std::unique_ptr<piper::HostJit> jit;
};

/// The buffer's elements as the evaluator has them.
piper::Tensor toTensor(Buffer &buffer);

/// The largest difference, relative to the largest element of `expected`, at
/// least 1; infinite where only one of two elements is NaN.
double getDifference(const piper::Tensor &got, const piper::Tensor &expected);

/// Prints an error; returns 1.
int fail(const llvm::Twine &message);

} // namespace runbody

#endif // PIPER_TOOLS_RUNBODY_BODIES_H
