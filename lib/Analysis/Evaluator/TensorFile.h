//===- TensorFile.h - Reads tensors of a safetensors file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_TENSORFILE_H
#define PIPER_ANALYSIS_EVALUATOR_TENSORFILE_H

#include "Piper/Analysis/Evaluator.h"
#include "Piper/Runtime/Safetensors.h"

namespace piper {

/// A safetensors file, read as the runtime does, whose tensors become values.
class TensorFile {
public:
  /// Opens `path`. Fails, with an error at `loc`, on a file that cannot be
  /// read or whose header is not sound.
  static mlir::FailureOr<TensorFile> open(llvm::StringRef path,
                                          mlir::Location loc);

  /// The tensor `name` as a value of `type`. `prefix` picks one entry of the
  /// leading dimensions, [step, microbatch] in a data file. Fails, with an
  /// error at `loc`, on a missing name, another shape or another kind.
  mlir::FailureOr<Tensor> read(llvm::StringRef name,
                               llvm::ArrayRef<int64_t> prefix,
                               mlir::RankedTensorType type,
                               mlir::Location loc) const;

  /// Full shape of `name`; empty if there is no such tensor.
  llvm::ArrayRef<int64_t> shapeOf(llvm::StringRef name) const;

private:
  explicit TensorFile(rt::SafetensorsFile file) : file(std::move(file)) {}

  rt::SafetensorsFile file;
};

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_TENSORFILE_H
