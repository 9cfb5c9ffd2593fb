//===- AnnotateCost.h - The model's ops and their cost -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_GRAPH_ANNOTATECOST_H
#define PIPER_LIB_TRANSFORMS_GRAPH_ANNOTATECOST_H

#include "Piper/Transforms/Graph/OpCost.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

#include <string>
#include <vector>

namespace piper {

/// The ops of an imported model that a stage can hold.
struct ForwardOps {
  explicit ForwardOps(mlir::func::FuncOp forward);

  /// Everything `op` reads from outside, regions included.
  llvm::SmallVector<mlir::Value> operandsOf(mlir::Operation *op) const;
  /// Names of the parameters that `op` reads itself.
  std::vector<std::string> paramsOf(mlir::Operation *op) const;
  bool isTagged(mlir::Operation *op) const { return positionOf.contains(op); }
  bool dependsOnInput(mlir::Operation *op) const {
    return onInput.contains(op);
  }

  mlir::func::FuncOp forward;
  /// Ops that depend on a parameter or an input, in program order.
  std::vector<mlir::Operation *> tagged;

private:
  llvm::DenseMap<mlir::Operation *, size_t> positionOf;
  llvm::DenseSet<mlir::Operation *> onInput;
};

/// The ops that each stage repeats for itself: those that depend on no
/// parameter and no input, and views of nothing but parameters, which would
/// otherwise send weights as activations.
llvm::SetVector<mlir::Operation *>
collectRepeatedOps(mlir::func::FuncOp forward);

/// Cost of one op: floating-point operations of contractions plus bytes read
/// and written.
double costOf(const ForwardOps &ops, mlir::Operation *op);

/// Part of each tagged op, -1 for those that depend on no input: `parts`
/// contiguous runs of about equal cost, cut within a tenth of a part of the
/// even place where the fewest bytes cross. Fails with fewer ops than parts.
mlir::FailureOr<llvm::SmallVector<int64_t>> splitByCost(const ForwardOps &ops,
                                                        int64_t parts);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_GRAPH_ANNOTATECOST_H
