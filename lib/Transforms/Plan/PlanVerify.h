//===- PlanVerify.h - Parts of the proof of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_PLANVERIFY_H
#define PIPER_LIB_TRANSFORMS_PLAN_PLANVERIFY_H

#include "Piper/Dialect/Plan/IR/CheckNames.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper::plan {

/// A program read once: its actions in issue order and where signals come from.
struct ProgramInfo {
  explicit ProgramInfo(ProgramOp program);

  ProgramTable table;
  /// Per action how many actions of its stream come before it.
  std::vector<unsigned> positions;
  /// Per stream its actions, per event those that signal it (one stream each),
  /// in issue order.
  std::vector<std::vector<unsigned>> streams, signals;

  size_t size() const { return table.size(); }
  ActionInterface op(size_t action) const { return table.op(action); }
  unsigned stream(size_t action) const { return table.text(action).stream; }
  /// The action whose signal a wait of `action` is for; it is given.
  unsigned source(size_t action, const Wait &wait) const {
    return signals[wait.event][wait.ordinal.at(table.iteration(action)) - 1];
  }
  /// The action in words, with its iteration where it is repeated.
  std::string describe(size_t action) const;
};

/// Check 1, where the module says how many microbatches there are.
mlir::LogicalResult verifyComplete(mlir::ModuleOp module,
                                   const ProgramInfo &program);

/// Check 2 and 3; prints what is wrong.
mlir::LogicalResult verifyMeetings(mlir::ModuleOp module,
                                   mlir::SymbolTable &symbols,
                                   mlir::ArrayRef<ProgramInfo> programs,
                                   bool strict);

/// Check 4 and the sharing of bytes; prints what is wrong.
mlir::LogicalResult verifySlots(const ProgramInfo &program);

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_PLANVERIFY_H
