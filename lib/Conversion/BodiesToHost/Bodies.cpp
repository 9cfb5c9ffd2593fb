//===- Bodies.cpp - Shared by the steps that lower bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"
#include "Piper/Transforms/Import/Contraction.h"

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

bool piper::isMatrixProduct(Operation *op) {
  if (!isContraction(op))
    return false;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(cast<GenericOp>(op).getIndexingMapsArray());
  return succeeded(dims) && !dims->m.empty() && !dims->n.empty() &&
         !dims->k.empty();
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
