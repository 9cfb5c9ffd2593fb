//===- PlanCosts.h - How long actions of a plan take -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_ANALYSIS_REPORT_PLANCOSTS_H
#define PIPER_LIB_ANALYSIS_REPORT_PLANCOSTS_H

#include "Piper/Analysis/PlanTimes.h"
#include "Piper/Dialect/Piper/IR/Piper.h"

namespace piper::plan {

/// Durations of the actions of one module, in microseconds.
class ActionCosts {
public:
  ActionCosts(mlir::ModuleOp module, const mlir::SymbolTable &symbols,
              const PlanCosts &costs)
      : symbols(symbols), costs(costs) {
    for (auto op : module.getOps<MeshOp>())
      mesh = op;
  }

  double of(mlir::Operation *action);
  /// From the signal that an action waits for until it is ready.
  double wake(mlir::Operation *action) const {
    return costs.measured.wakes.lookup(PlanCosts::keyOf(action));
  }
  /// From the end of an action to the next of its stream.
  double between() const { return costs.measured.between; }

private:
  double ofBody(llvm::StringRef name);
  double ofMessage(ProgramOp program, BufferRefAttr ref,
                   llvm::StringRef channel) const;
  double ofCollective(CollectiveOp op) const;
  std::pair<double, double> link(llvm::ArrayRef<mlir::StringAttr> axes) const;
  /// Bytes per microsecond.
  double memory() const { return costs.gbytes * 1e3; }

  const mlir::SymbolTable &symbols; // of the module
  const PlanCosts &costs;
  mutable MeshOp mesh;
  llvm::StringMap<double> bodies;
};

} // namespace piper::plan

#endif // PIPER_LIB_ANALYSIS_REPORT_PLANCOSTS_H
