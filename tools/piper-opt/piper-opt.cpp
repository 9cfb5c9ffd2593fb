//===- piper-opt.cpp - Runs Piper's passes on MLIR text -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/InitAll.h"
#include "Piper/Support/ModelText.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// As mlir-opt, but the text is looked at before the parser sees it.
static LogicalResult run(int argc, char **argv, DialectRegistry &registry) {
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "Piper optimizer driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, inputName, outputName, registry);
  std::unique_ptr<llvm::MemoryBuffer> input = piper::openModelText(inputName);
  if (!input)
    return failure();
  std::string message;
  auto output = openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << message << "\n";
    return failure();
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  piper::registerAllPasses();
  DialectRegistry registry;
  piper::registerAllDialects(registry);
  piper::registerParseAdvice(registry);
  return asMainReturnCode(run(argc, argv, registry));
}
