//===- ProgramWriter.h - Actions recorded, then written rolled -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan has few kinds of actions and many actions. What makes one is recorded
// as a shape, once, and a list of numbers; operations come into being only at
// the end, one for all iterations of a run that repeats.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_IR_PROGRAMWRITER_H
#define PIPER_DIALECT_PLAN_IR_PROGRAMWRITER_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "Piper/Dialect/Plan/IR/ProgramTable.h"
#include <memory>

namespace piper::plan {

/// Runs of fewer iterations stay written out.
constexpr int64_t kMinIterations = 4;

/// What stands for a number in a shape: `like` with any value.
mlir::Attribute openNumber(mlir::Attribute like);

class ProgramWriter {
public:
  explicit ProgramWriter(ProgramOp program);
  ~ProgramWriter();
  ProgramWriter(ProgramWriter &&);

  /// Takes over an operation that is in no block. Its numbers that an action
  /// is to give are open (`openNumber`), all others the same in all actions.
  unsigned addShape(mlir::Operation *prototype);

  /// The shape of an action in the program, with all numbers open that may
  /// differ from iteration to iteration; equal ones have one shape.
  unsigned addShapeOf(const ProgramTable &table, const ActionText &text);

  mlir::Operation *prototype(unsigned shape) const;

  /// Adds an action; `numbers` are the open ones of its shape in the order of
  /// `mapNumbers`: microbatch, slots, ordinals.
  void append(unsigned shape, llvm::ArrayRef<int32_t> numbers);

  /// The numbers of an action for a shape that `addShapeOf` made of its text.
  static void numbersOf(const ProgramTable &table, size_t action,
                        llvm::SmallVectorImpl<int32_t> &numbers);

  /// Writes what was added to the end of the program, at least `minIterations`
  /// of a run rolled.
  void write(int64_t minIterations = kMinIterations);

private:
  struct State;
  std::unique_ptr<State> state;
};

/// Removes all actions of a program.
void eraseActions(ProgramOp program);

/// Writes a program with its runs of at least `minIterations` rolled.
void roll(ProgramOp program, int64_t minIterations = kMinIterations);

} // namespace piper::plan

#endif // PIPER_DIALECT_PLAN_IR_PROGRAMWRITER_H
