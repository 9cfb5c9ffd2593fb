//===- ModelFunction.cpp - The model in a module -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelFunction.h"

using namespace mlir;

FailureOr<func::FuncOp> piper::findModel(ModuleOp module) {
  auto models = llvm::to_vector(
      llvm::make_filter_range(module.getOps<func::FuncOp>(), isModel));
  if (models.size() == 1)
    return models.front();
  return module.emitError() << "has " << models.size()
                            << " public functions; expected one, the model";
}
