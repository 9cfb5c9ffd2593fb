//===- InitAll.cpp - Registers everything Piper has -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/InitAll.h"

#include "Piper/Analysis/Passes.h"
#include "Piper/Conversion/Passes.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Dialect/Plan/IR/Plan.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"
#include "Piper/Pipelines.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "Piper/Transforms/Autodiff/Passes.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Import/Passes.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

void piper::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<PiperDialect, body::BodyDialect, plan::PlanDialect,
                  tm_tensor::TmTensorDialect>();
  registerAutodiffExternalModels(registry);
}

void piper::registerAllPasses() {
  mlir::registerAllPasses();
  registerPiperImportPasses();
  registerPiperAutodiffPasses();
  registerPiperGraphPasses();
  registerPiperPlanPasses();
  registerPiperAnalysisPasses();
  registerPiperConversionPasses();
  registerConversionPipelines();
  registerPipelines();
}
