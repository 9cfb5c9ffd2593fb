//===- Piper.td - The piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_TD
#define PIPER_DIALECT_PIPER_TD

include "Piper/Dialect/Piper/IR/PiperDirectives.td"
include "Piper/Dialect/Piper/IR/PiperOps.td"

#endif // PIPER_DIALECT_PIPER_TD
