//===- GraphEvaluator.h - Interprets the training graph -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_GRAPHEVALUATOR_H
#define PIPER_ANALYSIS_EVALUATOR_GRAPHEVALUATOR_H

#include "Binding.h"
#include "Interpreter.h"
#include "Layout.h"

#include <map>

namespace piper {

/// Interprets a `piper.graph` with the values of all mesh coordinates at once.
/// Parameters and optimizer states persist from step to step as full tensors.
/// Every member that can fail has emitted an error when it does.
class GraphEvaluator {
public:
  GraphEvaluator(GraphOp graph, const ValueSource &source, EvalOptions options)
      : graph(graph), source(source), options(options) {}

  /// Runs one step and returns its metrics.
  mlir::FailureOr<Metrics> runStep(int64_t step);

  /// Parameters by name, after the steps run so far.
  const std::map<std::string, Tensor> &parameters() const { return params; }

private:
  /// What a forward task keeps, at one coordinate: the joint body half run, or
  /// arguments and results of a body that was cut already.
  struct Residual {
    std::shared_ptr<Interpreter> joint;
    llvm::SmallVector<Tensor> arguments, results;
  };

  mlir::LogicalResult findMesh();
  mlir::LogicalResult runOp(mlir::Operation *op);
  mlir::LogicalResult runForeach(ForeachMicrobatchOp op);
  mlir::LogicalResult runParam(mlir::Operation *op, llvm::StringRef name);
  mlir::LogicalResult runState(StateOp op);
  mlir::LogicalResult runInput(InputOp op);
  mlir::LogicalResult runTask(TaskOp op);
  mlir::LogicalResult runTaskAt(TaskOp op, int64_t coordinate);
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runForward(TaskOp op, int64_t coordinate, llvm::ArrayRef<Tensor> inputs);
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runBackward(TaskOp op, int64_t coordinate, llvm::ArrayRef<Tensor> inputs);
  mlir::FailureOr<llvm::SmallVector<Tensor>>
  runCutBackward(mlir::func::FuncOp body, TaskOp op, const Residual &residual,
                 llvm::ArrayRef<Tensor> inputs);
  mlir::LogicalResult runUpdate(UpdateOp op);
  mlir::LogicalResult runTransfer(TransferOp op);
  mlir::LogicalResult runRelayout(mlir::Operation *op);
  mlir::LogicalResult runReplicas(mlir::Operation *op);
  mlir::LogicalResult runSumUses(SumUsesOp op);
  mlir::LogicalResult runScale(ScaleOnceOp op);
  mlir::LogicalResult runNorm(GlobalNormOp op);
  mlir::FailureOr<Metrics> finish(ReturnOp op);

  mlir::func::FuncOp lookup(TaskOp op, llvm::StringRef suffix = "");
  /// The full tensor of a value as its first coordinate sees it.
  Tensor whole(mlir::Value value);
  /// Gives each coordinate of `value`'s placement its part of `global`.
  void distribute(mlir::Value value, const Tensor &global);
  /// Calls `body` with each coordinate `value` is placed on.
  void forEachPlaced(mlir::Value value, llvm::function_ref<void(int64_t)> body);
  const ClusterValue &get(mlir::Value value) { return values[value]; }

  GraphOp graph;
  const ValueSource &source;
  EvalOptions options;
  AxesAttr axes;
  int64_t step = 0, microbatch = 0;
  std::map<std::string, Tensor> params;
  std::map<std::pair<std::string, std::string>, Tensor> states;
  llvm::DenseMap<mlir::Value, ClusterValue> values;
  llvm::DenseMap<mlir::Value, std::vector<std::shared_ptr<Residual>>> residuals;
};

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_GRAPHEVALUATOR_H
