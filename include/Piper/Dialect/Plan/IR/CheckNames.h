//===- CheckNames.h - What the actions of a plan name -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_IR_CHECKNAMES_H
#define PIPER_DIALECT_PLAN_IR_CHECKNAMES_H

#include "Piper/Dialect/Plan/IR/ProgramTable.h"
#include "mlir/IR/SymbolTable.h"

namespace piper::plan {

/// `send on channel @act, microbatch 1, in @p0 on stream @comm, from layers.0
/// (models.py:13)`, with the iteration where it is repeated.
std::string describeAction(ActionInterface action, int64_t iteration);

/// Whether all that the actions of a program name exists and fits: buffers,
/// slots, streams, events, channels, communicators, roles. Prints what does
/// not. Who reads a plan that may not be proved asks this first; `symbols` are
/// those of the module.
mlir::LogicalResult checkNames(mlir::SymbolTable &symbols,
                               const ProgramTable &table);

} // namespace piper::plan

#endif // PIPER_DIALECT_PLAN_IR_CHECKNAMES_H
