//===- InitAll.h - Registers everything Piper has -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_INITALL_H
#define PIPER_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace piper {

/// Registers every dialect that occurs in Piper's IR, with the external models
/// the passes rely on. The only place that lists them.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers every pass and named pipeline of Piper, and the upstream passes
/// that help to look at its IR.
void registerAllPasses();

} // namespace piper

#endif // PIPER_INITALL_H
