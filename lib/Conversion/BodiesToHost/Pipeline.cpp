//===- Pipeline.cpp - From bodies to LLVM -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Conversion/Passes.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/Transforms/Import/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace piper;

/// Tensors: no op but linalg and the like, rounding, then fusion.
static void buildTensorPhase(OpPassManager &pm,
                             const BodiesToHostOptions &options) {
  auto &functions = pm.nest<func::FuncOp>();
  functions.addPass(createExpandBodyOps());
  functions.addPass(createLinalgGeneralizeNamedOpsPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  // Sums of bf16 are f32 sums, rounded.
  arith::ArithEmulateUnsupportedFloatsOptions narrow;
  narrow.sourceTypeStrs = {"bf16"};
  functions.addPass(arith::createArithEmulateUnsupportedFloats(narrow));
  // Before any fusion, so that fusion cannot change a bit.
  functions.addPass(createRoundBodies());
  functions.addPass(createCSEPass());
  if (options.fuse) {
    functions.addPass(createFuseBodies());
    functions.addPass(createCanonicalizerPass());
    functions.addPass(createCSEPass());
  }
}

/// Buffers: the caller's memory, matrix products, kernels, one scratch area.
static void buildBufferPhase(OpPassManager &pm,
                             const BodiesToHostOptions &options) {
  pm.addNestedPass<func::FuncOp>(createBodiesToBuffers());
  // Results are computed where they are wanted.
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.allowUnknownOps = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Temporaries of a loop belong in the scratch too: nobody would free them.
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  pm.addNestedPass<func::FuncOp>(createCopiesToLoops());
  pm.addPass(createLowerContractions());
  pm.addNestedPass<func::FuncOp>(createLowerLaneReductions());
  if (options.outline) {
    OutlineKernelsOptions outline;
    outline.vectorWidth = options.vectorWidth;
    pm.addPass(createOutlineKernels(outline));
  }
  pm.addNestedPass<func::FuncOp>(createPlaceScratch());
  bufferization::PromoteBuffersToStackPassOptions promote;
  promote.maxAllocSizeInBytes = 8192;
  promote.maxRankOfAllocatedMemRef = 8;
  pm.addNestedPass<func::FuncOp>(
      bufferization::createPromoteBuffersToStackPass(promote));
}

/// Loops and LLVM.
static void buildLLVMPhase(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // The same integer arithmetic on every CPU, instead of a library's.
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addNestedPass<func::FuncOp>(arith::createArithExpandOpsPass(expand));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass(
      VectorTransferToSCFOptions().enableFullUnroll()));
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createWrapBodies());
}

void piper::buildBodiesToHostPipeline(OpPassManager &pm,
                                      const BodiesToHostOptions &options) {
  buildTensorPhase(pm, options);
  buildBufferPhase(pm, options);
  buildLLVMPhase(pm);
}

void piper::registerConversionPipelines() {
  PassPipelineRegistration<BodiesToHostOptions>(
      "piper-lower-bodies-to-host",
      "Lower task bodies to LLVM functions over the caller's buffers",
      [](OpPassManager &pm, const BodiesToHostOptions &options) {
        buildBodiesToHostPipeline(pm, options);
      });
}
