//===- PiperDialect.cpp - Registration of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"

using namespace piper;

#include "Piper/Dialect/Piper/IR/PiperDialect.cpp.inc"

void PiperDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "Piper/Dialect/Piper/IR/PiperOps.cpp.inc"
      >();
}
