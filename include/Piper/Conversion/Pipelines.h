//===- Pipelines.h - Lowering pipelines -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_CONVERSION_PIPELINES_H
#define PIPER_CONVERSION_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace piper {

/// Options of `piper-lower-bodies-to-host`. None of them changes a bit of any
/// result; a test compares them.
struct BodiesToHostOptions
    : public mlir::PassPipelineOptions<BodiesToHostOptions> {
  Option<bool> fuse{*this, "fuse",
                    llvm::cl::desc("Fuse elementwise operations"),
                    llvm::cl::init(true)};
  Option<bool> outline{
      *this, "outline",
      llvm::cl::desc("One function per kernel, equal ones shared"),
      llvm::cl::init(true)};
  Option<unsigned> vectorWidth{*this, "vector-width",
                               llvm::cl::desc("Preferred vector width in bits"),
                               llvm::cl::init(512)};
};

/// Lowers every body of a module (a func.func on static tensors) to an LLVM
/// function `void f(void *const *buffers)`; everything else stays. Adds the
/// attribute `piper.scratch`, the bytes of the last buffer, where 0 means that
/// there is none.
void buildBodiesToHostPipeline(mlir::OpPassManager &pm,
                               const BodiesToHostOptions &options);

/// Registers the named pipelines of this folder.
void registerConversionPipelines();

} // namespace piper

#endif // PIPER_CONVERSION_PIPELINES_H
