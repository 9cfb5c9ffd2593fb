//===- OptimizerBodies.h - Optimizer steps as bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_GRAPH_OPTIMIZERBODIES_H
#define PIPER_LIB_TRANSFORMS_GRAPH_OPTIMIZERBODIES_H

#include "Piper/Support/Training.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace piper {

/// Writes the bodies of the end of the step into a module, each once.
///
/// Arithmetic is PyTorch's: f32 on tensors, with the order of operations of
/// its single-tensor optimizers; f64 on what is one number per step.
class OptimizerBodies {
public:
  /// The bodies go before the op `position` of the module.
  OptimizerBodies(mlir::SymbolTable &symbols, const TrainingConfig &config,
                  mlir::Operation *position)
      : symbols(symbols), config(config), position(position),
        variants({{std::nullopt, config.weightDecay}}) {}

  /// `@hyper(step: tensor<i64>) -> tensor<4xf64>`: learning rate, 1 - beta1^t
  /// and 1 - beta2^t with t = step + 1, learning rate over its configured
  /// value (what groups with their own learning rate multiply theirs by).
  mlir::func::FuncOp getHyper();

  /// Step of a parameter of this type with these values:
  /// `(g, hyper: tensor<4xf64>, norm: tensor<f64>, w, states...) ->
  /// (w, states...)` with `piper.inouts`. Clipping is part of it.
  mlir::func::FuncOp getUpdate(mlir::RankedTensorType type,
                               const ParamValues &values);

private:
  mlir::func::FuncOp createBody(llvm::StringRef name, mlir::TypeRange arguments,
                                mlir::TypeRange results, int64_t inouts);

  mlir::SymbolTable &symbols;
  const TrainingConfig &config;
  mlir::Operation *position;
  mlir::func::FuncOp hyper;
  /// What differs between bodies of one type; the file's own values first.
  llvm::SmallVector<ParamValues> variants;
  llvm::MapVector<std::pair<mlir::Type, size_t>, mlir::func::FuncOp> updates;
};

} // namespace piper

#endif // PIPER_LIB_TRANSFORMS_GRAPH_OPTIMIZERBODIES_H
