//===- StageBodies.h - Bodies of stages and who reads which value -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_STAGEBODIES_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_STAGEBODIES_H

#include "../GraphStages.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace piper::plan {

/// What an argument of a backward body is, by its `piper.source`.
struct Source {
  enum Kind { Argument, Activation, Residual, Cotangent, Accumulator, FromBI };
  Kind kind;
  int64_t index;
};

/// One body of a stage.
struct Body {
  mlir::func::FuncOp function;       ///< null: there is nothing to do
  mlir::SmallVector<Source> sources; ///< per argument; none for a forward
  /// Per argument the (canonical) value of the graph; null for residuals.
  mlir::SmallVector<mlir::Value> values;
  int64_t inouts = 0;
  int64_t residuals = 0; ///< results after those of the task

  explicit operator bool() const { return static_cast<bool>(function); }
  /// Results that are values of the graph, or activations of a forward.
  int64_t numValues() const {
    mlir::func::FuncOp body = function;
    return body.getNumResults() - residuals - inouts;
  }
};

/// The bodies of one stage.
struct StageBodies {
  TaskOp forward, backward;
  Body f, b, bi, bw;
  /// Per activation of the task the result of `f` that it is.
  mlir::SmallVector<int64_t> resultOf;
  /// Reads of each residual of F: by B, by I and W together.
  mlir::SmallVector<std::pair<int64_t, int64_t>> residualReads;
  /// Reads of each residual of BI by W.
  mlir::SmallVector<int64_t> biReads;

  const Body &of(schedule::Kind kind) const {
    switch (kind) {
    case schedule::Kind::B:
      return b;
    case schedule::Kind::I:
      return bi;
    case schedule::Kind::W:
      return bw;
    default:
      return f;
    }
  }
};

/// How often a value is read by the tasks of one stage for one microbatch.
struct StageReads {
  int64_t stage;
  int64_t forward = 0;
  int64_t whole = 0; ///< by B
  int64_t parts = 0; ///< by I and W together
};

/// All stages' bodies, read once, and the way of each value through them.
/// Values that are one in memory have one name (`canonical`): activations that
/// are one result of their body, and transfers of one value to one placement.
class StageIndex {
public:
  /// Errors: a body is missing, an argument names what the graph lacks.
  mlir::LogicalResult read(mlir::ModuleOp module, const GraphStages &graph);

  const StageBodies &stage(int64_t index) const { return stages[index]; }

  mlir::Value canonical(mlir::Value value) const {
    auto found = canonicalOf.find(value);
    return found == canonicalOf.end() ? value : found->second;
  }

  /// Reads of a canonical value at its own placement.
  mlir::ArrayRef<StageReads> readsOf(mlir::Value value) const {
    auto found = reads.find(value);
    return found == reads.end() ? mlir::ArrayRef<StageReads>() : found->second;
  }

  /// Transfers of a canonical value, one per placement.
  mlir::ArrayRef<TransferOp> transfersOf(mlir::Value value) const {
    auto found = transfers.find(value);
    return found == transfers.end() ? mlir::ArrayRef<TransferOp>()
                                    : found->second;
  }

private:
  mlir::LogicalResult readStage(mlir::SymbolTable &symbols, TaskOp forward,
                                TaskOp backward);
  mlir::FailureOr<Body> readBackward(const StageBodies &stage,
                                     mlir::func::FuncOp function);
  void nameValues(const GraphStages &graph);
  mlir::Value valueOf(const StageBodies &stage, Source source) const;
  void countReads(int64_t stage);
  StageReads &readsBy(mlir::Value value, int64_t stage);

  mlir::SmallVector<StageBodies, 0> stages;
  llvm::DenseMap<mlir::Value, mlir::Value> canonicalOf;
  llvm::DenseMap<mlir::Value, mlir::SmallVector<StageReads, 2>> reads;
  llvm::DenseMap<mlir::Value, mlir::SmallVector<TransferOp, 2>> transfers;
};

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_STAGEBODIES_H
