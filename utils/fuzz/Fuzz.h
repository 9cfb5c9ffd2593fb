//===- Fuzz.h - What fuzz targets share -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_UTILS_FUZZ_FUZZ_H
#define PIPER_UTILS_FUZZ_FUZZ_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace piper::fuzz {

/// A context without threads that drops diagnostics. Everything unique lives as
/// long as its context, so it is a new one every few hundred calls; nothing of
/// an earlier call may be used after the next.
mlir::MLIRContext &context();

/// Parses what the tools would let the parser see; null otherwise, or after an
/// error.
mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text);

} // namespace piper::fuzz

#endif // PIPER_UTILS_FUZZ_FUZZ_H
