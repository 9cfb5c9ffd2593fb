//===- GenericGradient.h - Writes the generics of gradients -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_GENERICGRADIENT_H
#define PIPER_TRANSFORMS_AUTODIFF_GENERICGRADIENT_H

#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "ScalarGradient.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace piper {

/// Writes one `linalg.generic` with one result whose operands are not known
/// before its body is: candidates are offered as block arguments, and those
/// that the body does not read are dropped.
class GenericWriter {
public:
  GenericWriter(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::ArrayRef<int64_t> loopExtents);
  ~GenericWriter();

  mlir::BlockArgument addInput(mlir::Value value, mlir::AffineMap map);
  /// Builder at the end of the body.
  mlir::OpBuilder &getBodyBuilder() { return bodyBuilder; }

  /// Writes the op. Loops that `outMap` does not name are reductions by
  /// addition. `accumulator`, if given, is added to, in place. Returns an input
  /// itself where the op would be the identity on it.
  mlir::Value finish(GradientBuilder &gradients, mlir::Value yielded,
                     mlir::RankedTensorType outType, mlir::AffineMap outMap,
                     mlir::Value accumulator);

private:
  void dropUnusedInputs(mlir::AffineMap outMap);
  void orderContraction(llvm::SmallVectorImpl<mlir::AffineMap> &maps,
                        llvm::SmallVectorImpl<mlir::utils::IteratorType> &its);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<int64_t> extents;
  mlir::Block *body;
  mlir::OpBuilder bodyBuilder;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::AffineMap> inputMaps;
};

/// What a result of a generic is of the body.
enum class ResultKind { Elementwise, Sum, Max };

/// One differentiable result of a generic that has a cotangent.
struct GenericResult {
  unsigned index;
  ResultKind kind;
  mlir::Value summand; // what is yielded, added up, or taken the maximum of
};

/// The forward generic, its differentiable results, and how to write the
/// derivative of its body with respect to some of its values.
struct GenericForward {
  mlir::linalg::GenericOp op;
  llvm::SmallVector<GenericResult> results;

  /// Classifies the results that have a cotangent. An accumulation other than
  /// addition and maximum, or a map that is no projected permutation, is an
  /// error.
  static mlir::FailureOr<GenericForward> get(mlir::linalg::GenericOp op,
                                             GradientBuilder &gradients);

  /// Offers all operands, results and cotangents to `writer` and maps the
  /// values of the body; `position`: the cotangents come before this input.
  void addOperands(GenericWriter &writer, GradientBuilder &gradients,
                   unsigned position, mlir::IRMapping &mapping,
                   llvm::SmallVectorImpl<mlir::Value> &cotangents) const;

  /// The gradient with respect to `targets`, values of the body that stand for
  /// one tensor. Null if it is zero.
  mlir::FailureOr<mlir::Value>
  createGradient(GradientBuilder &gradients, mlir::ValueRange targets,
                 unsigned position, mlir::RankedTensorType type,
                 mlir::AffineMap map, mlir::Value accumulator) const;
};

/// Gradients of the tables that the body reads with `tensor.extract`.
llvm::LogicalResult createGatherGradients(const GenericForward &forward,
                                          GradientBuilder &gradients);

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_GENERICGRADIENT_H
