//===- ApplyDirectives.h - Directives as rewrites of the graph -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_GRAPH_APPLYDIRECTIVES_H
#define PIPER_LIB_TRANSFORMS_GRAPH_APPLYDIRECTIVES_H

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper {

/// The loop over microbatches of a graph, or null.
ForeachMicrobatchOp getLoop(GraphOp graph);

/// Gives the mesh of the module its axes, devices and links. Empty `devices`:
/// coordinate k is device k.
mlir::LogicalResult
applyMesh(mlir::ModuleOp module,
          llvm::ArrayRef<std::pair<std::string, int64_t>> axes,
          llvm::ArrayRef<int64_t> devices, mlir::DictionaryAttr links);

/// Puts stage k at `coordinates[k]` of `axis`: types name their placement,
/// values that cross become transfers, parameters, states and their updates
/// are repeated on every coordinate that uses them. Nothing to do where values
/// are placed on that axis already.
mlir::LogicalResult applyPlacement(GraphOp graph, llvm::StringRef axis,
                                   llvm::ArrayRef<int64_t> coordinates);

/// Divides the implicit batch dimension over `axis`: inputs become `replica`
/// and so does what is computed from them, accumulators become partial sums
/// that a relayout makes whole after the loop, and means count all replicas.
/// `bucketBytes` is by stage.
mlir::LogicalResult applyReplication(GraphOp graph, llvm::StringRef axis,
                                     llvm::ArrayRef<int64_t> bucketBytes);

/// Makes a step of `microbatches` microbatches per replica.
mlir::LogicalResult applySplit(GraphOp graph, int64_t microbatches);

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_GRAPH_APPLYDIRECTIVES_H
