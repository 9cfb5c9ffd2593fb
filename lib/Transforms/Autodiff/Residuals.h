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

/// Chooses which values of a joint body cross a cut. Values that are cheap to
/// compute again from others that cross (elementwise ops without
/// transcendental functions, reshapes, slices, broadcasts, everything that
/// depends on no argument) need not; the choice never has more bytes than
/// keeping every needed value.
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
  int64_t getExtraCost(mlir::Value value,
                       const llvm::DenseSet<mlir::Value> &set,
                       llvm::DenseSet<mlir::Value> &seen) const;
  int64_t getRecomputeCost(mlir::Value value,
                           const llvm::DenseSet<mlir::Value> &set) const;
  void keepSources(mlir::Value value, llvm::DenseSet<mlir::Value> &set) const;
  int64_t choose(llvm::ArrayRef<mlir::Value> cheap, bool atEqualCost,
                 llvm::DenseSet<mlir::Value> &set) const;

  Cost cost;
  llvm::DenseMap<mlir::Operation *, unsigned> position;
  llvm::DenseSet<mlir::Operation *> constant; // depends on no argument
  llvm::DenseSet<mlir::Value> fixed, kept;
};

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_RESIDUALS_H
