//===- Unroll.h - Actions of repeats, one by one -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_IR_UNROLL_H
#define PIPER_DIALECT_PLAN_IR_UNROLL_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace piper::plan {

/// Replaces each number of an action by what `fn` makes of it: its microbatch
/// (an integer or EachAttr), the slots it names in the order of its text
/// (BufferRefAttr), the ordinals it waits for (EventRefAttr).
void mapNumbers(mlir::Operation *action,
                llvm::function_ref<mlir::Attribute(mlir::Attribute)> fn);

/// Whether some program has a plan.repeat.
bool hasRepeats(mlir::ModuleOp module);

/// Writes out all repeats, for readers to which every action is an operation.
void unroll(ProgramOp program);
void unroll(mlir::ModuleOp module);

/// A copy of the module with its repeats written out; null if it has none.
mlir::OwningOpRef<mlir::ModuleOp> unrolledCopy(mlir::ModuleOp module);

} // namespace piper::plan

#endif // PIPER_DIALECT_PLAN_IR_UNROLL_H
