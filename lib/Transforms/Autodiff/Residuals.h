//===- Residuals.h - What a forward pass keeps for the backward pass -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_RESIDUALS_H
#define PIPER_TRANSFORMS_AUTODIFF_RESIDUALS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
class OpBuilder;
} // namespace mlir

namespace piper {

/// Values that `op` reads, those its regions capture included, in order.
llvm::SetVector<mlir::Value> getReadValues(mlir::Operation *op);

/// Chooses which values of a joint body cross a cut, so that all that the part
/// after it reads is there or can be computed again, with the fewest bytes: a
/// minimum cut of the graph of values and ops, where a value's capacity is its
/// bytes. (The formulation is that of the partitioner of PyTorch's AOTAutograd,
/// Horace He and Shangdi Yu, "Transcending runtime-memory tradeoffs in
/// checkpointing by being fusion aware", MLSys 2023, with prices on ops.)
///
/// Computing again is free for elementwise ops, reshapes, slices, broadcasts
/// and everything that depends on no argument. An op with transcendental
/// functions or gathered elements costs half its bytes: it is computed again
/// only if that saves more. Contractions, reductions and the like never are. Of
/// cuts with equal bytes, one with the fewest values that F has to write is
/// taken, and of those the one that computes the fewest ops again.
class ResidualPlanner {
public:
  using Cost = std::function<int64_t(mlir::Value)>;

  /// `cost`: bytes it takes to keep a value, 0 if it is there anyway.
  ResidualPlanner(mlir::Block &block, Cost cost);

  /// Values that an earlier cut keeps: they are not computed again.
  void fix(llvm::ArrayRef<mlir::Value> values) {
    fixed.insert(values.begin(), values.end());
  }

  /// Plans for `needed`, where `available` cross at no further cost.
  void plan(llvm::ArrayRef<mlir::Value> needed,
            llvm::ArrayRef<mlir::Value> available);

  /// The values that must cross for `needed`, arguments first, then in program
  /// order.
  llvm::SmallVector<mlir::Value>
  getCrossing(llvm::ArrayRef<mlir::Value> needed) const;

  /// Maps `value` at the builder, by cloning what is computed again.
  void materialize(mlir::OpBuilder &builder, mlir::IRMapping &mapping,
                   mlir::Value value) const;

  /// True if `lhs` comes before `rhs`: arguments, then results of ops.
  bool precedes(mlir::Value lhs, mlir::Value rhs) const;

private:
  bool isRecomputable(mlir::Value value) const;
  int64_t getCapacity(mlir::Value value) const;
  int64_t getPenalty(mlir::Operation *op) const;

  Cost cost;
  llvm::DenseMap<mlir::Operation *, unsigned> position;
  llvm::DenseSet<mlir::Operation *> constant; // depends on no argument
  llvm::DenseSet<mlir::Value> fixed, kept;
};

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_RESIDUALS_H
