//===- Setup.h - What the runtime is told about a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_CONVERSION_PLANTOHOST_SETUP_H
#define PIPER_LIB_CONVERSION_PLANTOHOST_SETUP_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace piper::plan {

/// Name of a type as the runtime spells it ("f32", "i64", ...); empty for types
/// that no buffer may hold.
llvm::StringRef elementTypeName(mlir::Type type);

/// The JSON text of `piper_setup`: mesh, parameters, inputs, channels,
/// communicators, and per program roles, buffers and the table of actions.
/// Fails with a diagnostic when the module lacks what the runtime needs.
mlir::FailureOr<std::string> describePlan(mlir::ModuleOp module);

} // namespace piper::plan

#endif // PIPER_LIB_CONVERSION_PLANTOHOST_SETUP_H
