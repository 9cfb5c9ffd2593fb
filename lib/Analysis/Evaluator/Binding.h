//===- Binding.h - Values for the arguments of a function -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_BINDING_H
#define PIPER_ANALYSIS_EVALUATOR_BINDING_H

#include "TensorFile.h"
#include <optional>

namespace piper {

/// Where the values of arguments come from.
struct ValueSource {
  std::optional<TensorFile> weights;
  std::optional<TensorFile> data;
  mlir::DictionaryAttr initial; // `piper.init` of the module, or null
  uint64_t seed = 0;

  /// Opens the files whose names are not empty, for values of `module`.
  static mlir::FailureOr<ValueSource> open(llvm::StringRef weights,
                                           llvm::StringRef data, uint64_t seed,
                                           mlir::ModuleOp module);

  /// The parameter or buffer `name` as a value of `type`: of the weights,
  /// without such a file what a plain export held, else pseudo-random. Fails,
  /// with an error at `loc`, as TensorFile does and on another type.
  mlir::FailureOr<Tensor> parameter(llvm::StringRef name,
                                    mlir::RankedTensorType type,
                                    mlir::Location loc) const;

  /// Entry [step, microbatch] of input `name`, pseudo-random without data.
  mlir::FailureOr<Tensor> input(llvm::StringRef name,
                                mlir::RankedTensorType type, int64_t step,
                                int64_t microbatch, mlir::Location loc) const;

  /// A value for argument `i`: from the weights for `piper.param` and
  /// `piper.buffer`, entry [step, microbatch] of the data for `piper.input`,
  /// else pseudo-random, see `randomTensor`. Fails, with an error at `func`, on
  /// a name the file lacks and on dynamic types.
  mlir::FailureOr<Tensor> argument(mlir::func::FuncOp func, unsigned i,
                                   int64_t step, int64_t microbatch) const;
};

/// Metrics of a step, in the order they are listed.
using Metrics = llvm::SmallVector<std::pair<std::string, double>>;

/// Numbers that follow from (seed, key) alone: floats are uniform in
/// [-0.5, 0.5) and exact in f32, integers are from 0 to 3.
Tensor randomTensor(mlir::Type type, uint64_t seed, llvm::StringRef key);

/// The function a pass works on: `name`, or without a name the only public
/// function that has a body. Fails, with an error at `module`, if there is
/// none.
mlir::FailureOr<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                 llvm::StringRef name);

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_BINDING_H
