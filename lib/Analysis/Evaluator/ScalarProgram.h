//===- ScalarProgram.h - Bodies on single elements -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_SCALARPROGRAM_H
#define PIPER_ANALYSIS_EVALUATOR_SCALARPROGRAM_H

#include "ScalarOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace piper {

/// The body of a linalg operation, of `tensor.generate` or of `tensor.pad`,
/// flattened into instructions on numbered slots, so that running it per
/// element costs no look-up. `scf.if` becomes jumps.
class ScalarProgram {
public:
  /// The value of what the block captures, or null.
  using Lookup = llvm::function_ref<const Tensor *(mlir::Value)>;

  /// Flattens `block`. Fails, with an error at the operation, on one that does
  /// not work on single elements. Captured tensors must outlive the program.
  mlir::LogicalResult compile(mlir::Block &block, Lookup lookup,
                              EvalOptions options);

  /// Slot of a block argument.
  Scalar &argument(unsigned i) { return slots[i]; }

  /// Runs on the arguments set before; `indices` is what `linalg.index` reads.
  mlir::LogicalResult run(llvm::ArrayRef<int64_t> indices);

  /// Value number `i` of the terminator, after a run.
  Scalar yielded(unsigned i) const { return slots[yields[i]]; }

private:
  enum class Kind { Apply, Extract, Index, Assert, Move, Jump, JumpIfFalse };

  struct Instruction {
    Kind kind;
    unsigned dest = 0;
    unsigned args[3] = {0, 0, 0};
    ScalarOp scalar;
    mlir::Operation *op = nullptr;
    const Tensor *tensor = nullptr;      // Extract
    llvm::SmallVector<unsigned> indices; // Extract
    int64_t immediate = 0;               // Index: dimension; jumps: target
  };

  mlir::LogicalResult compileBlock(mlir::Block &block);
  mlir::LogicalResult compileOp(mlir::Operation *op);
  mlir::LogicalResult compileIf(mlir::Operation *op);
  mlir::LogicalResult compileExtract(mlir::Operation *op);
  mlir::LogicalResult compileConstant(mlir::Operation *op);
  mlir::FailureOr<unsigned> slotOf(mlir::Value value, mlir::Operation *user);
  unsigned newSlot(mlir::Value value);
  Instruction &append(Kind kind, mlir::Operation *op);

  mlir::LogicalResult runApply(const Instruction &instruction);
  mlir::LogicalResult runExtract(const Instruction &instruction);

  Lookup lookup = nullptr;
  EvalOptions options;
  llvm::DenseMap<mlir::Value, unsigned> slotOfValue;
  std::vector<Scalar> slots;
  std::vector<Instruction> code;
  llvm::SmallVector<unsigned> yields;
};

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_SCALARPROGRAM_H
