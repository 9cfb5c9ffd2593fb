//===- FuzzStrategy.cpp - Strategy and training files -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "Piper/Support/LocatedJson.h"
#include "Piper/Support/Training.h"
#include "Piper/Transforms/Graph/Strategy.h"

using namespace mlir;

/// A strategy is a list, a training file an object.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  MLIRContext &context = piper::fuzz::context();
  context.loadDialect<piper::PiperDialect>();
  (void)piper::parseTraining(text, "training.json", &context);
  auto objects = piper::readJsonObjects(text, "strategy.json", &context);
  if (failed(objects))
    return 0;
  for (const piper::LocatedObject &object : *objects)
    for (NamedAttribute entry : object.entries) {
      std::string printed;
      llvm::raw_string_ostream os(printed);
      piper::printAsJson(entry.getValue(), os);
    }
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(UnknownLoc::get(&context), "model");
  if (succeeded(piper::loadStrategy({}, text, *module)))
    (void)piper::resolveStrategy(*module);
  return 0;
}
