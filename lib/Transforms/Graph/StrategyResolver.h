//===- StrategyResolver.h - From directives to plain data -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_GRAPH_STRATEGYRESOLVER_H
#define PIPER_LIB_TRANSFORMS_GRAPH_STRATEGYRESOLVER_H

#include "Piper/Transforms/Graph/Strategy.h"

#include "llvm/ADT/SetVector.h"

#include <map>

namespace piper {

/// The directive that names a stage or another thing first.
template <typename T> using FirstBy = std::map<T, mlir::Operation *>;

/// Resolves one strategy; each step reports at the directive it reads.
class StrategyResolver {
public:
  StrategyResolver(mlir::ModuleOp module, StrategyOp strategy,
                   int64_t microbatches)
      : module(module), strategy(strategy), result(strategy.getLoc()) {
    result.microbatches = microbatches;
  }

  mlir::FailureOr<ResolvedStrategy> run();

private:
  template <typename OpTy> llvm::SmallVector<OpTy> all() {
    return llvm::to_vector(strategy.getBody().getOps<OpTy>());
  }

  // ResolveStrategy.cpp
  mlir::LogicalResult refuseUnapplied();
  mlir::LogicalResult collectTags();
  mlir::LogicalResult resolveSplit();
  mlir::LogicalResult resolveMesh();
  mlir::LogicalResult resolveReplicate();
  mlir::LogicalResult replicateStages(ReplicateOp op,
                                      mlir::ArrayRef<std::string> axes);
  mlir::LogicalResult checkDivided();
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  matchStages(mlir::Operation *op, mlir::DictionaryAttr filter);

  // ResolvePlaces.cpp
  mlir::LogicalResult resolvePlaces();
  mlir::LogicalResult placeAt(PlaceOp op, mlir::ArrayRef<int64_t> matched);
  mlir::LogicalResult placeOnDevices();
  mlir::LogicalResult placeOnMeshSlice(PlaceOp op,
                                       mlir::ArrayRef<int64_t> matched);
  mlir::LogicalResult setPipelineAxis(PlaceOp op, mlir::StringRef axis);
  mlir::LogicalResult checkPlaced();

  // ResolveOrder.cpp
  mlir::LogicalResult resolveOrder();
  mlir::LogicalResult resolveSchedule(UseScheduleOp op);
  mlir::LogicalResult resolveOrderRow(OrderOp op);
  mlir::FailureOr<schedule::Action> resolveFilter(OrderOp op,
                                                  mlir::DictionaryAttr filter);
  mlir::LogicalResult resolveKind(UseScheduleOp op, mlir::StringRef kind);
  mlir::LogicalResult readCsv(UseScheduleOp op, mlir::StringRef name);
  mlir::LogicalResult checkRows();

  // ResolveStreams.cpp
  llvm::SetVector<mlir::StringRef> namedStreams();
  mlir::LogicalResult resolveStreams();

  int64_t axisSize(mlir::StringRef name) const;
  int64_t numStages() const { return result.stages.size(); }

  mlir::ModuleOp module;
  StrategyOp strategy;
  ResolvedStrategy result;
  FirstBy<std::string> tags;          // annotated
  std::map<int64_t, PlaceOp> placeOf; // by stage
  std::vector<std::pair<PlaceOp, llvm::SmallVector<int64_t>>> places;
  std::map<int64_t, OrderOp> orderOf; // by rank
};

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_GRAPH_STRATEGYRESOLVER_H
