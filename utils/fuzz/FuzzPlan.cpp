//===- FuzzPlan.cpp - Text of a plan to what the runtime is told -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "Piper/Conversion/Passes.h"
#include "Piper/Runtime/Setup.h"
#include "Piper/Runtime/Topology.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

static void readSetup(StringRef text) {
  piper::rt::Result<piper::rt::Setup> setup = piper::rt::parseSetup(text);
  if (!setup.ok())
    return;
  piper::rt::Setup kept = setup.take();
  (void)piper::rt::Topology::build(kept);
}

/// A text that begins with a brace is a setup, others are plans.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  if (text.starts_with("{")) {
    readSetup(text);
    return 0;
  }
  OwningOpRef<ModuleOp> module = piper::fuzz::parse(text);
  if (!module)
    return 0;
  PassManager pm(module->getContext());
  pm.addPass(piper::createPlanAssignMemory());
  pm.addPass(piper::createPlanVerify());
  pm.addPass(piper::createConvertPlanToHost());
  if (failed(pm.run(*module)))
    return 0;
  if (auto global = module->lookupSymbol<LLVM::GlobalOp>("piper_setup"))
    readSetup(cast<StringAttr>(global.getValueAttr()).getValue().drop_back());
  return 0;
}
