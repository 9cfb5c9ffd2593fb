//===- GradientBuilder.cpp - Cotangents of a stage and their sums -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Autodiff/GradientBuilder.h"

#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

#include "Piper/Transforms/Autodiff/GradientOpInterface.cpp.inc"

bool piper::isDifferentiableType(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

Value GradientBuilder::createZeros(Location loc, RankedTensorType type) {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

Value GradientBuilder::createSum(Location loc, Value old, Value addend,
                                 bool inPlace) {
  auto type = dyn_cast<RankedTensorType>(old.getType());
  if (!type)
    return arith::AddFOp::create(builder, loc, old, addend);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  SmallVector<Value> inputs{old, addend};
  SmallVector<AffineMap> maps{map, map, map};
  Value out = old;
  if (inPlace) {
    inputs.erase(inputs.begin());
    maps.pop_back();
  } else {
    out = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                  type.getElementType());
  }
  auto body = [&](OpBuilder &b, Location bodyLoc, ValueRange args) {
    Value sum = arith::AddFOp::create(b, bodyLoc, args[inPlace ? 1 : 0],
                                      args[inPlace ? 0 : 1]);
    linalg::YieldOp::create(b, bodyLoc, sum);
  };
  return linalg::GenericOp::create(builder, loc, TypeRange{type}, inputs,
                                   ValueRange{out}, maps, iterators, body)
      .getResult(0);
}

void GradientBuilder::addContribution(Location loc, Value value,
                                      Value contribution) {
  if (Value accumulator = getAccumulator(value)) {
    setAccumulator(value, createSum(loc, accumulator, contribution, true));
    return;
  }
  Value sum = getCotangent(value);
  setCotangent(value,
               sum ? createSum(loc, sum, contribution, false) : contribution);
}
