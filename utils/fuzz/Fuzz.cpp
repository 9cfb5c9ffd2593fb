//===- Fuzz.cpp - What fuzz targets share -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Dialect/Plan/IR/Plan.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"
#include "Piper/Support/ModelText.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

/// The dialects of models, graphs and plans; all of MLIR's would have the
/// fuzzer look for errors in theirs.
static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry
      .insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
              linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
              tensor::TensorDialect, piper::PiperDialect,
              piper::plan::PlanDialect, piper::tm_tensor::TmTensorDialect>();
  registerAllExtensions(registry);
  piper::registerAutodiffExternalModels(registry);
  return registry;
}

MLIRContext &piper::fuzz::context() {
  static const DialectRegistry registry = makeRegistry();
  static std::unique_ptr<MLIRContext> current;
  static unsigned uses = 0;
  if (!current || ++uses == 256) {
    uses = 0;
    current = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    current->getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
  }
  return *current;
}

OwningOpRef<ModuleOp> piper::fuzz::parse(StringRef text) {
  if (findTextProblem(text))
    return nullptr;
  // The lexer reads up to a zero behind the text, which files have.
  std::string copy = text.str();
  return parseSourceString<ModuleOp>(copy, &context());
}
