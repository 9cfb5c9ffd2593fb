//===- PlanEvaluator.h - Interprets plans -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_ANALYSIS_EVALUATOR_PLANEVALUATOR_H
#define PIPER_ANALYSIS_EVALUATOR_PLANEVALUATOR_H

#include "Binding.h"
#include "Layout.h"
#include "Piper/Dialect/Plan/IR/Plan.h"

#include <map>

namespace piper {

/// Interprets the programs of a plan by a token game: each stream is a queue,
/// an action runs when it is first in its queue, its waits have been signalled
/// and all who take part are there. Bodies are interpreted as they are before
/// their lowering. Parameters and optimizer states persist from step to step;
/// every other buffer is undefined (NaN) when a step begins. Every member that
/// can fail has emitted an error when it does.
class PlanEvaluator {
public:
  PlanEvaluator(mlir::ModuleOp module, const ValueSource &source,
                EvalOptions options)
      : module(module), source(source), options(options) {}

  /// Runs one step and returns the metrics, each from the first device that has
  /// it. Fails if the programs stall.
  mlir::FailureOr<Metrics> runStep(int64_t step);

  /// Parameters by name, each from the first device that has it.
  std::map<std::string, Tensor> parameters() const;

private:
  struct Stream {
    llvm::SmallVector<mlir::Operation *> actions;
    size_t next = 0;
    mlir::Operation *head() const {
      return next < actions.size() ? actions[next] : nullptr;
    }
  };

  /// One device: a program at one position of the axes its roles leave free.
  struct Device {
    plan::ProgramOp program;
    llvm::SmallVector<llvm::SmallVector<int64_t>> roles; // coordinates
    std::map<std::string, std::vector<Tensor>> buffers;  // slots
    std::map<std::string, int64_t> signals;
    llvm::SmallVector<Stream> streams;
  };

  /// A member of a collective: a device's action and its local place in it.
  struct Member {
    unsigned device = 0;
    plan::CollectiveOp op;
    unsigned place = 0;
  };

  mlir::LogicalResult setUp();
  mlir::LogicalResult addDevices(plan::ProgramOp program);
  mlir::LogicalResult fillBuffers(Device &device, int64_t step);

  bool ready(const Device &device, mlir::Operation *op) const;
  void complete(Device &device, Stream &stream);
  /// Runs the head of a stream if it can; says whether it did.
  mlir::FailureOr<bool> tryRun(unsigned device, unsigned stream);
  mlir::LogicalResult runLaunch(Device &device, plan::LaunchOp op);
  mlir::LogicalResult runLoad(Device &device, plan::LoadOp op);
  mlir::FailureOr<bool> trySend(unsigned device, unsigned stream,
                                plan::SendOp op);
  mlir::FailureOr<bool> tryCollective(unsigned device, plan::CollectiveOp op);
  mlir::LogicalResult runCollective(plan::CollectiveOp op,
                                    llvm::ArrayRef<Member> members);
  mlir::LogicalResult reportStall();

  mlir::FailureOr<Tensor *> slot(Device &device, plan::BufferRefAttr ref,
                                 mlir::Operation *op);
  Metrics collectMetrics() const;

  mlir::ModuleOp module;
  const ValueSource &source;
  EvalOptions options;
  AxesAttr axes;
  int64_t step = 0;
  std::vector<Device> devices;
  /// Device and role of each coordinate; -1 where no program plays it.
  std::vector<std::pair<int, unsigned>> owners;
};

} // namespace piper

#endif // PIPER_ANALYSIS_EVALUATOR_PLANEVALUATOR_H
