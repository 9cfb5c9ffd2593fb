//===- GenericWriter.cpp - Writes the generics of gradients -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenericGradient.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

GenericWriter::GenericWriter(OpBuilder &builder, Location loc,
                             ArrayRef<int64_t> loopExtents)
    : builder(builder), loc(loc), extents(loopExtents), body(new Block),
      bodyBuilder(builder.getContext()) {
  bodyBuilder.setInsertionPointToEnd(body);
}

GenericWriter::~GenericWriter() { delete body; }

BlockArgument GenericWriter::addInput(Value value, AffineMap map) {
  inputs.push_back(value);
  inputMaps.push_back(map);
  return body->addArgument(getElementTypeOrSelf(value.getType()), loc);
}

/// Marks the loops that `map` has as dimensions of their own.
static void markSized(AffineMap map, llvm::BitVector &sized) {
  for (AffineExpr expr : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      sized.set(dim.getPosition());
}

void piper::addExtents(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> extents, AffineMap outMap, Type type,
                       SmallVectorImpl<Value> &inputs,
                       SmallVectorImpl<AffineMap> &maps) {
  llvm::BitVector sized(extents.size());
  markSized(outMap, sized);
  for (AffineMap map : maps)
    markSized(map, sized);
  SmallVector<unsigned> missing;
  SmallVector<int64_t> shape;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (!sized.test(loop)) {
      missing.push_back(loop);
      shape.push_back(extents[loop]);
    }
  if (missing.empty())
    return;
  inputs.push_back(tensor::EmptyOp::create(builder, loc, shape, type));
  maps.push_back(AffineMap::getMultiDimMapWithTargets(extents.size(), missing,
                                                      builder.getContext()));
}

/// Drops what the body does not read, except where a loop would lose the only
/// operand that gives its extent.
void GenericWriter::dropUnusedInputs(AffineMap outMap) {
  llvm::BitVector sized(extents.size());
  markSized(outMap, sized);
  for (auto [i, map] : llvm::enumerate(inputMaps))
    if (!body->getArgument(i).use_empty())
      markSized(map, sized);
  for (unsigned i = inputs.size(); i-- > 0;) {
    if (!body->getArgument(i).use_empty())
      continue;
    llvm::BitVector before = sized;
    markSized(inputMaps[i], sized);
    if (before != sized)
      continue;
    body->eraseArgument(i);
    inputs.erase(inputs.begin() + i);
    inputMaps.erase(inputMaps.begin() + i);
  }
}

/// A contraction (an accumulated product of two operands with a loop that only
/// one of them and the result have) gets its loops in canonical order: those of
/// the result in its order, then the reductions in their old order, so that the
/// order of its sum does not depend on which operand was differentiated.
void GenericWriter::orderContraction(
    SmallVectorImpl<AffineMap> &maps,
    SmallVectorImpl<utils::IteratorType> &its) {
  if (maps.size() != 3 ||
      !llvm::is_contained(its, utils::IteratorType::reduction))
    return;
  auto mul = body->front().getNumResults() == 1
                 ? dyn_cast<arith::MulFOp>(body->front())
                 : arith::MulFOp();
  if (!mul || std::distance(body->begin(), body->end()) != 3)
    return;
  auto onlyIn = [&](AffineMap one, AffineMap other) {
    for (unsigned dim = 0; dim < extents.size(); ++dim)
      if (maps[2].isFunctionOfDim(dim) && one.isFunctionOfDim(dim) &&
          !other.isFunctionOfDim(dim))
        return true;
    return false;
  };
  if (!onlyIn(maps[0], maps[1]) && !onlyIn(maps[1], maps[0]))
    return;
  SmallVector<unsigned> order; // new loop -> old loop
  for (AffineExpr expr : maps[2].getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      order.push_back(dim.getPosition());
  for (unsigned dim = 0; dim < extents.size(); ++dim)
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  SmallVector<AffineExpr> renamed(extents.size());
  SmallVector<utils::IteratorType> newIts;
  for (auto [position, dim] : llvm::enumerate(order)) {
    renamed[dim] = builder.getAffineDimExpr(position);
    newIts.push_back(its[dim]);
  }
  for (AffineMap &map : maps)
    map = map.replaceDimsAndSymbols(renamed, {}, extents.size(), 0);
  its.assign(newIts.begin(), newIts.end());
}

Value GenericWriter::finish(GradientBuilder &gradients, Value yielded,
                            RankedTensorType outType, AffineMap outMap,
                            Value accumulator) {
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim < extents.size(); ++dim)
    iterators.push_back(outMap.isFunctionOfDim(dim)
                            ? utils::IteratorType::parallel
                            : utils::IteratorType::reduction);
  bool reduces = llvm::is_contained(iterators, utils::IteratorType::reduction);
  // The identity on one input needs no op.
  auto arg = dyn_cast<BlockArgument>(yielded);
  if (arg && arg.getOwner() == body && !reduces && !accumulator &&
      inputMaps[arg.getArgNumber()] == outMap &&
      inputs[arg.getArgNumber()].getType() == outType)
    return inputs[arg.getArgNumber()];

  addExtents(builder, loc, extents, outMap, outType.getElementType(), inputs,
             inputMaps);
  while (body->getNumArguments() < inputs.size())
    body->addArgument(outType.getElementType(), loc);
  BlockArgument out = body->addArgument(outType.getElementType(), loc);
  if (reduces || accumulator)
    yielded = arith::AddFOp::create(bodyBuilder, loc, out, yielded);
  linalg::YieldOp::create(bodyBuilder, loc, yielded);
  dropUnusedInputs(outMap);

  if (!accumulator)
    accumulator =
        reduces ? gradients.createZeros(loc, outType)
                : tensor::EmptyOp::create(builder, loc, outType.getShape(),
                                          outType.getElementType())
                      .getResult();
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(outMap);
  orderContraction(maps, iterators);
  auto generic =
      linalg::GenericOp::create(builder, loc, TypeRange{outType}, inputs,
                                ValueRange{accumulator}, maps, iterators);
  generic.getRegion().push_back(body);
  body = nullptr;
  return generic.getResult(0);
}
