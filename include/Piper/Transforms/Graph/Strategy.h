//===- Strategy.h - What the directives of a strategy ask for -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives are written as JSON or as ops in a `piper.strategy`; resolving
// them checks each against the others and against the stages of the module, and
// gives the passes that apply them plain data.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_GRAPH_STRATEGY_H
#define PIPER_TRANSFORMS_GRAPH_STRATEGY_H

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Schedule/Schedule.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace piper {

/// Data parallelism of a stage over one axis of the mesh.
struct ResolvedReplicate {
  mlir::Location loc;
  std::string axis;
  int64_t bucketBytes;
};

/// One stage of the pipeline: where it is and how it is replicated.
struct ResolvedStage {
  /// Position on the pipeline axis; 0 without such an axis.
  int64_t coordinate = 0;
  /// In the order of the mesh's axes; every axis other than the pipeline axis.
  std::vector<ResolvedReplicate> replicates;
};

/// A strategy without open ends.
struct ResolvedStrategy {
  explicit ResolvedStrategy(mlir::Location loc)
      : scheduleLoc(loc), splitLoc(loc) {}

  /// Axes of the mesh with their sizes, the last one fastest; none: one device.
  std::vector<std::pair<std::string, int64_t>> axes;
  /// Device of each coordinate; as many as the product of the sizes.
  std::vector<int64_t> devices;
  /// Per axis {gbps, latency_us}; may be null.
  mlir::DictionaryAttr links;

  /// Annotation tag of the stages, in the case the user wrote.
  std::string pipelineTag = "pp";
  /// Axis of the mesh that stages are placed on; empty: they are on all of it.
  std::string pipelineAxis;
  /// By stage index.
  std::vector<ResolvedStage> stages;

  /// Tag of microbatches in filters of `order`, and their number per replica.
  std::string microbatchTag = "MB";
  int64_t microbatches = 1;

  /// A name that `schedule::generate` knows, "auto", "rows", or "" where
  /// nothing was said. With "rows", `rows` has one entry per coordinate of the
  /// pipeline axis and, if it orders no replicas apart, is complete for some
  /// choice of stages that have a backward.
  std::string schedule;
  schedule::Table rows;
  /// Most bytes of activations on a rank; negative: any.
  double memoryLimit = -1;
  /// Files of measured durations that "auto" goes by.
  std::vector<std::string> costs;
  /// How messages cite the directive: `schedule` or `order "mine"`.
  std::string scheduleDirective = "schedule";
  /// Streams that directives name, in their order, and the resources of those
  /// that have any.
  std::vector<std::string> messageStreams, collectiveStreams;
  mlir::DictionaryAttr streams;

  mlir::Location scheduleLoc, splitLoc;

  /// Size of the pipeline axis; 1 without one.
  int64_t numPipelineRanks() const;
  /// The stages on their ranks, as far as it is known without the graph: a
  /// chain, each with a backward.
  schedule::Problem problem() const;
  /// Number of replicas: the product of the replicated axes' sizes.
  int64_t numReplicas() const;
};

/// Reads the `piper.strategy` of `module` and checks it (every error is
/// reported at its directive). Stages are counted in the module: forward tasks
/// of the graph, else `piper.tags` of the model, else what the directives name.
/// Without a strategy: one device, all stages on it, `microbatches` of a step.
mlir::FailureOr<ResolvedStrategy> resolveStrategy(mlir::ModuleOp module,
                                                  int64_t microbatches = 1);

/// Reads strategy files, joined in order, and `inlineJson` after them (empty:
/// none) into one `piper.strategy` in `module`. Each directive has the location
/// of its JSON object. Errors: file, syntax, a second strategy, unknown
/// directive or key, values of the wrong type.
mlir::LogicalResult loadStrategy(mlir::ArrayRef<std::string> files,
                                 mlir::StringRef inlineJson,
                                 mlir::ModuleOp module);

/// Replaces each `piper.parallel` of the module's strategy by the directives it
/// stands for, at its location. Errors: degrees that do not fit the schedule or
/// ask for what is not applied.
mlir::LogicalResult expandParallel(mlir::ModuleOp module);

/// The annotation tag of the stages: the one that `place` filters on, else the
/// only one annotated, else "pp". Its case is the user's.
std::string getPipelineTag(mlir::ModuleOp module);

} // namespace piper

#endif // PIPER_TRANSFORMS_GRAPH_STRATEGY_H
