//===- Bodies.cpp - Shared by the steps that lower bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

/// Whether the block yields acc + a * b, in any order of operands.
static bool isMultiplyAccumulate(Block &block) {
  auto yield = cast<linalg::YieldOp>(block.getTerminator());
  auto add = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (yield.getNumOperands() != 1 || !add || block.getOperations().size() != 3)
    return false;
  for (int i = 0; i < 2; ++i) {
    auto mul = add->getOperand(i).getDefiningOp<arith::MulFOp>();
    if (!mul || add->getOperand(1 - i) != block.getArgument(2))
      continue;
    Value a = block.getArgument(0), b = block.getArgument(1);
    return (mul.getLhs() == a && mul.getRhs() == b) ||
           (mul.getLhs() == b && mul.getRhs() == a);
  }
  return false;
}

bool piper::isMatrixProduct(Operation *op) {
  auto generic = dyn_cast_or_null<GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 2 ||
      generic.getNumDpsInits() != 1 || !generic.getNumReductionLoops() ||
      !isMultiplyAccumulate(*generic.getBlock()))
    return false;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(generic.getIndexingMapsArray());
  return succeeded(dims) && !dims->m.empty() && !dims->n.empty() &&
         !dims->k.empty();
}

bool piper::isMove(Operation *op) {
  auto generic = dyn_cast_or_null<GenericOp>(op);
  return generic && generic.getNumDpsInputs() == 1 &&
         generic.getNumDpsInits() == 1 && !generic.getNumReductionLoops() &&
         generic.getBlock()->getTerminator()->getOperand(0) ==
             generic.getBlock()->getArgument(0);
}

Operation *piper::getCombiner(GenericOp op, unsigned i) {
  Operation *combiner =
      op.getBlock()->getTerminator()->getOperand(i).getDefiningOp();
  if (!combiner || combiner->getNumOperands() != 2 ||
      combiner->getNumResults() != 1)
    return nullptr;
  Value accumulator = op.getBlock()->getArgument(op.getNumDpsInputs() + i);
  if (!accumulator.hasOneUse() ||
      !llvm::is_contained(combiner->getOperands(), accumulator))
    return nullptr;
  return combiner;
}

int piper::getLaneLoop(GenericOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (int loop = op.getNumLoops() - 1; loop >= 0; --loop)
    if (ranges[loop] != 1)
      return kinds[loop] == utils::IteratorType::reduction ? loop : -1;
  return -1;
}

int64_t piper::getNumInouts(Operation *function) {
  auto attr = function->getAttrOfType<IntegerAttr>("piper.inouts");
  return attr ? attr.getInt() : 0;
}
