//===- BodyGradients.cpp - Gradient rules of the body dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"

#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Support/CreateGeneric.h"
#include "Piper/Support/Location.h"
#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

namespace {

/// One op again, so that a target need not keep the scores.
struct AttentionModel
    : GradientOpInterface::ExternalModel<AttentionModel, body::AttentionOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto attention = cast<body::AttentionOp>(op);
    for (Value statistic : {attention.getMaximum(), attention.getSum()})
      if (gradients.getCotangent(statistic))
        return op->emitError()
               << "cannot differentiate for the row maximum or sum of this "
                  "body.attention; it comes from "
               << describe(op->getLoc());
    Value mask = attention.getMask();
    bool ofMask = mask && isDifferentiableType(mask.getType()) &&
                  gradients.isActive(mask);
    SmallVector<Value> operands{attention.getQ(), attention.getK(),
                                attention.getV()};
    if (ofMask)
      operands.push_back(mask);
    auto gradient = body::AttentionGradOp::create(
        gradients.getBuilder(), op->getLoc(), ValueRange(operands).getTypes(),
        gradients.getCotangent(attention.getResult()), attention.getQ(),
        attention.getK(), attention.getV(), mask, attention.getResult(),
        attention.getMaximum(), attention.getSum(), attention.getScaleAttr());
    for (auto [operand, result] :
         llvm::zip_equal(operands, gradient.getResults()))
      if (gradients.isActive(operand))
        gradients.addContribution(op->getLoc(), operand, result);
    return success();
  }
};

/// An added window has the cotangent where it was written. One that was set has
/// it where no later window was set, and the old values have none there.
struct ScatterModel
    : GradientOpInterface::ExternalModel<ScatterModel, body::ScatterOp> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    auto scatter = cast<body::ScatterOp>(op);
    OpBuilder &b = gradients.getBuilder();
    Location loc = op->getLoc();
    Value g = gradients.getCotangent(scatter.getResult());
    bool sets = scatter.getKind() == body::ScatterKind::Set;
    if (gradients.isActive(scatter.getUpdates())) {
      Value writers = sets ? createWriters(b, scatter) : Value();
      gradients.addContribution(loc, scatter.getUpdates(),
                                readBack(b, scatter, g, writers));
    }
    if (!gradients.isActive(scatter.getDest()))
      return success();
    if (sets)
      g = body::ScatterOp::create(
          b, loc, scatter.getType(), body::ScatterKind::Set,
          gradients.createZeros(loc, scatter.getUpdates().getType()),
          scatter.getIndices(), g, scatter.getAlong());
    gradients.addContribution(loc, scatter.getDest(), g);
    return success();
  }

  /// For each element of the result the number of the window that it is from.
  static Value createWriters(OpBuilder &b, body::ScatterOp op) {
    Location loc = op.getLoc();
    Type i64 = b.getI64Type();
    auto numbers =
        RankedTensorType::get(op.getUpdates().getType().getShape(), i64);
    auto type = RankedTensorType::get(op.getType().getShape(), i64);
    Value ids = createGeneric(
        b, loc, numbers, {}, b.getMultiDimIdentityMap(numbers.getRank()),
        nullptr, [&](OpBuilder &body, Location at, ValueRange) -> Value {
          Value n = linalg::IndexOp::create(body, at, 0);
          return arith::IndexCastOp::create(body, at, i64, n);
        });
    return body::ScatterOp::create(
        b, loc, type, body::ScatterKind::Set, ids, op.getIndices(),
        createSplat(b, loc, type, b.getI64IntegerAttr(-1)), op.getAlong());
  }

  /// The windows of `g`; zero where another window is the writer.
  static Value readBack(OpBuilder &b, body::ScatterOp op, Value g,
                        Value writers) {
    RankedTensorType type = op.getUpdates().getType();
    return createGeneric(
        b, op.getLoc(), type, {}, b.getMultiDimIdentityMap(type.getRank()),
        nullptr, [&](OpBuilder &body, Location at, ValueRange) -> Value {
          SmallVector<Value> place = createPlace(body, at, op);
          Value read = tensor::ExtractOp::create(body, at, g, place);
          if (!writers)
            return read;
          Value writer = tensor::ExtractOp::create(body, at, writers, place);
          Value n = linalg::IndexOp::create(body, at, 0);
          Value mine = arith::CmpIOp::create(
              body, at, arith::CmpIPredicate::eq, writer,
              arith::IndexCastOp::create(body, at, body.getI64Type(), n));
          Value zero = arith::ConstantOp::create(
              body, at, body.getZeroAttr(type.getElementType()));
          return arith::SelectOp::create(body, at, mine, read, zero);
        });
  }

  /// Where the element of the updates that the loops stand at is written.
  static SmallVector<Value> createPlace(OpBuilder &b, Location loc,
                                        body::ScatterOp op) {
    int64_t offset = op.getWindowOffset();
    SmallVector<Value> place(op.getType().getRank());
    for (int64_t d : llvm::seq<int64_t>(offset, place.size()))
      place[d] = linalg::IndexOp::create(b, loc, d - offset + 1);
    Value n = linalg::IndexOp::create(b, loc, 0);
    for (auto [column, d] : llvm::enumerate(op.getAlong())) {
      Value at = arith::ConstantIndexOp::create(b, loc, column);
      Value raw =
          tensor::ExtractOp::create(b, loc, op.getIndices(), ValueRange{n, at});
      Value start = arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
      place[d] =
          place[d] ? arith::AddIOp::create(b, loc, start, place[d]) : start;
    }
    return place;
  }
};

} // namespace

void piper::registerBodyGradients(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, body::BodyDialect *) {
    body::AttentionOp::attachInterface<AttentionModel>(*context);
    body::ScatterOp::attachInterface<ScatterModel>(*context);
  });
}
