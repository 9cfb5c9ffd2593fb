//===- Normalize.cpp - The normal form of bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "Piper/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace piper {
#define GEN_PASS_DEF_NORMALIZE
#include "Piper/Transforms/Import/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {

struct Normalize : piper::impl::NormalizeBase<Normalize> {
  using NormalizeBase::NormalizeBase;

  LogicalResult initialize(MLIRContext *context) override {
    canonicalize.clear();
    canonicalize.addPass(createCanonicalizerPass());
    dropUnitDims.clear();
    dropUnitDims.addPass(createLinalgFoldUnitExtentDimsPass());
    dropUnitDims.addPass(createCanonicalizerPass());
    return success();
  }

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (failed(normal::generalizeNamedOps(func)))
      return signalPassFailure();
    normal::eraseAssertions(func);
    normal::trimWindows(func);
    if (failed(rewrite(normal::populateBodyPatterns)) ||
        failed(runPipeline(dropUnitDims, func)))
      return signalPassFailure();
    normal::mergeDuplicates(func);
    if (failed(rewrite(normal::populateBodyPatterns)))
      return signalPassFailure();
    normal::unfoldConvolutions(func);
    if (failed(rewrite(normal::populateDataMovementPatterns)) ||
        failed(runPipeline(canonicalize, func)))
      return signalPassFailure();
    normal::mergeDuplicates(func);
    normal::orderLoops(func);
    if (failed(runPipeline(canonicalize, func)))
      return signalPassFailure();
    normal::mergeDuplicates(func);
    normal::markSoftmaxShifts(func);
    normal::markSplitActivations(func);
    normal::separateInits(func);
  }

private:
  LogicalResult
  rewrite(llvm::function_ref<void(RewritePatternSet &)> populate) {
    RewritePatternSet patterns(&getContext());
    populate(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  OpPassManager canonicalize{func::FuncOp::getOperationName()};
  OpPassManager dropUnitDims{func::FuncOp::getOperationName()};
};

} // namespace
