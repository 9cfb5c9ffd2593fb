//===- PlanVerify.h - Parts of the proof of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_PLANVERIFY_H
#define PIPER_LIB_TRANSFORMS_PLAN_PLANVERIFY_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace piper::plan {

/// One action of a program, with what the checks look at again and again.
struct ActionInfo {
  ActionInterface op;
  unsigned stream;   ///< index into the program's streams
  unsigned position; ///< how many actions of the stream come before it
  std::optional<int64_t> stage, microbatch;
};

/// A program read once: its actions in issue order and where signals come from.
struct ProgramInfo {
  ProgramOp op;
  mlir::SmallVector<ActionInfo> actions;
  /// Actions of each stream, as indices into `actions`.
  mlir::SmallVector<mlir::SmallVector<unsigned>> streams;
  /// Per event the actions that signal it, in issue order (one stream each).
  llvm::DenseMap<mlir::StringAttr, mlir::SmallVector<unsigned>> signals;
};

/// `send on channel @act, microbatch 1 ..., in @p0 on stream @comm, from
/// layers.0 (models.py:13)`.
std::string describeAction(ActionInterface action);

/// Check 1, where the module says how many microbatches there are.
mlir::LogicalResult verifyComplete(mlir::ModuleOp module,
                                   const ProgramInfo &program);

/// Check 2 and 3; prints what is wrong.
mlir::LogicalResult verifyChannels(mlir::ModuleOp module,
                                   mlir::ArrayRef<ProgramInfo> programs);
mlir::LogicalResult playTokenGame(mlir::ModuleOp module,
                                  mlir::ArrayRef<ProgramInfo> programs,
                                  bool strict);

/// Check 4 and the sharing of bytes; prints what is wrong.
mlir::LogicalResult verifySlots(const ProgramInfo &program);

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_PLANVERIFY_H
