//===- CreateGeneric.cpp - Writes one linalg.generic -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/CreateGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

Value piper::createSplat(OpBuilder &builder, Location loc,
                         RankedTensorType type, TypedAttr value) {
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

Value piper::createGeneric(OpBuilder &builder, Location loc,
                           RankedTensorType type, ValueRange inputs,
                           ArrayRef<AffineMap> maps, TypedAttr init,
                           GenericBody body) {
  Value out = init ? createSplat(builder, loc, type, init)
                   : tensor::EmptyOp::create(builder, loc, type.getShape(),
                                             type.getElementType());
  SmallVector<utils::IteratorType> loops(maps.back().getNumDims(),
                                         utils::IteratorType::reduction);
  for (AffineExpr result : maps.back().getResults())
    loops[cast<AffineDimExpr>(result).getPosition()] =
        utils::IteratorType::parallel;
  return linalg::GenericOp::create(
             builder, loc, TypeRange{type}, inputs, out, maps, loops,
             [&](OpBuilder &inner, Location at, ValueRange args) {
               linalg::YieldOp::create(inner, at, body(inner, at, args));
             })
      .getResult(0);
}

Value piper::createElementwise(OpBuilder &builder, Location loc, Type element,
                               ValueRange inputs, GenericBody body) {
  auto like = cast<RankedTensorType>(inputs.front().getType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(like.getRank()));
  return createGeneric(builder, loc,
                       RankedTensorType::get(like.getShape(), element), inputs,
                       maps, nullptr, body);
}
