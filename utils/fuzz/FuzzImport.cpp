//===- FuzzImport.cpp - Text of a model to its normal form -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "Piper/Transforms/Import/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  OwningOpRef<ModuleOp> module = piper::fuzz::parse(text);
  if (!module)
    return 0;
  PassManager pm(module->getContext());
  piper::ImportOptions options;
  options.loss = piper::PlainLoss::mse;
  pm.addPass(piper::createImport(options));
  pm.addNestedPass<func::FuncOp>(piper::createNormalize());
  (void)pm.run(*module);
  return 0;
}
