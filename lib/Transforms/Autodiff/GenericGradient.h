//===- GenericGradient.h - Writes the generics of gradients -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_GENERICGRADIENT_H
#define PIPER_TRANSFORMS_AUTODIFF_GENERICGRADIENT_H

#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "Piper/Transforms/Import/Window.h"
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

/// Appends an operand that only says how long those loops are that no operand
/// has as a dimension of its own; nothing if there are none. Its element type
/// is `type`.
void addExtents(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::ArrayRef<int64_t> extents, mlir::AffineMap outMap,
                mlir::Type type, llvm::SmallVectorImpl<mlir::Value> &inputs,
                llvm::SmallVectorImpl<mlir::AffineMap> &maps);

/// What a result of a generic is of the body.
/// FirstExtremum: a maximum or minimum over some loops; its derivative goes to
/// one term. SharedExtremum: over all loops; the terms that equal it share.
enum class ResultKind {
  Elementwise,
  Sum,
  FirstExtremum,
  SharedExtremum,
  Product
};

/// One differentiable result of a generic that has a cotangent.
struct GenericResult {
  unsigned index;
  ResultKind kind;
  /// What is yielded, added up, multiplied, or taken the maximum or minimum of.
  mlir::Value term;
  /// FirstExtremum: number of the iteration, among those of the reduction
  /// loops, whose term is the result, tensor of i64 in the shape of the result.
  /// SharedExtremum: in how many iterations it is, a scalar tensor.
  /// Product: the product of the initial value and the terms of all other
  /// iterations, one element per iteration.
  mlir::Value helper;
};

/// The forward generic, its differentiable results, and how to write the
/// derivative of its body with respect to some of its values.
struct GenericForward {
  mlir::linalg::GenericOp op;
  llvm::SmallVector<GenericResult> results;

  /// Classifies the results that have a cotangent. An accumulation other than
  /// addition, maximum, minimum and product is an error, as is a result whose
  /// map is no projected permutation.
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

  /// Adds the gradient to the cotangent or accumulator of `value`, which the op
  /// reads under `map`; a map with sums is differentiated through its view.
  mlir::LogicalResult addGradient(GradientBuilder &gradients, mlir::Value value,
                                  mlir::ValueRange targets, unsigned position,
                                  mlir::AffineMap map) const;

private:
  mlir::Value createSeed(GenericWriter &writer, ScalarGradient &scalar,
                         const GenericResult &result,
                         mlir::Value cotangent) const;
};

/// The `GenericResult::helper` of an extremum. The first iteration is that in
/// loop order, as PyTorch's max_pool and max along a dimension choose.
mlir::Value createChoice(mlir::linalg::GenericOp op,
                         const GenericResult &result,
                         GradientBuilder &gradients);

/// The `GenericResult::helper` of a product.
mlir::Value createOtherTerms(mlir::linalg::GenericOp op,
                             const GenericResult &result,
                             GradientBuilder &gradients);

/// Whether `term` equals `extremum`, result `index` of `op`; NaN equals NaN
/// where the op passes it on.
mlir::Value createIsExtremum(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::linalg::GenericOp op, unsigned index,
                             mlir::Value term, mlir::Value extremum);

/// The number of the current iteration among those of the reduction loops, i64.
mlir::Value createReductionIndex(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::linalg::GenericOp op);

/// Adds the gradient of a view to the operand it is a view of (`type`), or to
/// its accumulator.
mlir::Value createWindowSum(GradientBuilder &gradients, mlir::Location loc,
                            const Window &window, mlir::Value view,
                            mlir::RankedTensorType type,
                            mlir::Value accumulator);

/// Gradients of the tables that the body reads with `tensor.extract`.
llvm::LogicalResult createGatherGradients(const GenericForward &forward,
                                          GradientBuilder &gradients);

} // namespace piper

#endif // PIPER_TRANSFORMS_AUTODIFF_GENERICGRADIENT_H
