//===- Contraction.cpp - What counts as a contraction -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Import/Contraction.h"

using namespace mlir;
using linalg::GenericOp;

/// Whether `value` is the product of the two inputs of `body`.
static bool isProductOfInputs(Value value, Block &body) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value a = body.getArgument(0), b = body.getArgument(1);
  return (product.getLhs() == a && product.getRhs() == b) ||
         (product.getLhs() == b && product.getRhs() == a);
}

bool piper::isProductSum(Operation *op) {
  auto generic = dyn_cast_or_null<GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 2 ||
      generic.getNumDpsInits() != 1 || generic.getNumReductionLoops() == 0)
    return false;
  Block &body = *generic.getBlock();
  auto sum = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value accumulator = body.getArgument(2);
  return (sum.getLhs() == accumulator &&
          isProductOfInputs(sum.getRhs(), body)) ||
         (sum.getRhs() == accumulator && isProductOfInputs(sum.getLhs(), body));
}

bool piper::isContraction(Operation *op) {
  return isProductSum(op) &&
         llvm::all_of(
             cast<GenericOp>(op).getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); });
}

bool piper::isDataMovement(Operation *op) {
  auto generic = dyn_cast_or_null<GenericOp>(op);
  return generic && generic.getNumDpsInputs() == 1 &&
         generic.getNumDpsInits() == 1 && generic.getNumReductionLoops() == 0 &&
         generic.getBlock()->getTerminator()->getOperand(0) ==
             generic.getBlock()->getArgument(0);
}
