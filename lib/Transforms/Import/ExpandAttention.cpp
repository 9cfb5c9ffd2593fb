//===- ExpandAttention.cpp - Attention and its gradient as linalg -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scores and probabilities are tensors of their own here, [batch..., rows,
// columns]. The gradient computes them again by the same ops in the same order
// as the forward op, so that they have the same bits.
//
//===----------------------------------------------------------------------===//

#include "ExpandBodyOps.h"

#include "Piper/Support/CreateGeneric.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace piper;

namespace {

/// Writes the parts of attention over q, k, v and a mask, which may be null.
class AttentionWriter {
public:
  template <typename OpT>
  AttentionWriter(OpBuilder &builder, OpT op)
      : builder(builder), loc(op.getLoc()), q(op.getQ()), k(op.getK()),
        v(op.getV()), mask(op.getMask()),
        scale(op.getScale().convertToDouble()),
        batch(op.getQ().getType().getRank() - 2),
        element(cast<FloatType>(op.getQ().getType().getElementType())) {}

  Value createScores();
  Value createMaximum(Value scores);
  Value createExponentials(Value scores, Value maximum);
  Value createSum(Value exponentials);
  Value createProbabilities(Value exponentials, Value sum);
  Value createRowProducts(Value a, Value b);
  Value createScoreGradient(Value probabilities, Value gradient, Value rows);
  Value scaled(Value x);

  /// The type [batch..., rows, columns].
  RankedTensorType typeOf(int64_t rows, int64_t columns) {
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(q.getType()).getShape().drop_back(2));
    shape.append({rows, columns});
    return RankedTensorType::get(shape, element);
  }
  int64_t rowsOf(Value x) {
    return cast<RankedTensorType>(x.getType()).getDimSize(batch);
  }
  int64_t columnsOf(Value x) {
    return cast<RankedTensorType>(x.getType()).getDimSize(batch + 1);
  }
  /// Loops of a product are the batch, then row and column of the result and
  /// the summed one; a and b are read at these two of the three.
  Value createProduct(Value a, std::pair<unsigned, unsigned> readA, Value b,
                      std::pair<unsigned, unsigned> readB);

private:
  AffineMap all() { return builder.getMultiDimIdentityMap(batch + 2); }
  AffineMap row() { return all().dropResult(batch + 1); }
  RankedTensorType rowType(Value x) {
    auto type = cast<RankedTensorType>(x.getType());
    return RankedTensorType::get(type.getShape().drop_back(), element);
  }
  FloatAttr number(double value) {
    return builder.getFloatAttr(element, value);
  }
  FloatAttr negativeInfinity() {
    return builder.getFloatAttr(
        element, APFloat::getInf(element.getFloatSemantics(), true));
  }
  Value constant(TypedAttr value) {
    return arith::ConstantOp::create(builder, loc, value);
  }
  /// `value` with `from` replaced by `to`.
  Value replaceNumber(Value value, FloatAttr from, double to);

  OpBuilder &builder;
  Location loc;
  Value q, k, v, mask;
  double scale;
  unsigned batch;
  FloatType element;
};

} // namespace

Value AttentionWriter::createProduct(Value a,
                                     std::pair<unsigned, unsigned> readA,
                                     Value b,
                                     std::pair<unsigned, unsigned> readB) {
  auto map = [&](std::pair<unsigned, unsigned> loops) {
    SmallVector<unsigned> dims = llvm::to_vector(llvm::seq<unsigned>(0, batch));
    dims.append({batch + loops.first, batch + loops.second});
    return AffineMap::getMultiDimMapWithTargets(batch + 3, dims,
                                                builder.getContext());
  };
  int64_t rows = readA.first == 0 ? rowsOf(a) : columnsOf(a);
  int64_t columns = readB.first == 1 ? rowsOf(b) : columnsOf(b);
  return createGeneric(
      builder, loc, typeOf(rows, columns), {a, b},
      {map(readA), map(readB), map({0, 1})}, number(0),
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value product = arith::MulFOp::create(body, at, args[0], args[1]);
        return arith::AddFOp::create(body, at, args[2], product);
      });
}

Value AttentionWriter::scaled(Value x) {
  Value factor = constant(number(scale));
  return createElementwise(
      builder, loc, element, x,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::MulFOp::create(body, at, args[0], factor);
      });
}

/// The scores scaled, with the mask applied if there is one.
Value AttentionWriter::createScores() {
  Value scores = scaled(createProduct(q, {0, 2}, k, {1, 2}));
  if (!mask)
    return scores;
  bool isBool = getElementTypeOrSelf(mask.getType()).isInteger(1);
  Value never = isBool ? constant(negativeInfinity()) : Value();
  return createElementwise(
      builder, loc, element, {scores, mask},
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        if (isBool)
          return arith::SelectOp::create(body, at, args[1], args[0], never);
        return arith::AddFOp::create(body, at, args[0], args[1]);
      });
}

Value AttentionWriter::replaceNumber(Value value, FloatAttr from, double to) {
  Value old = constant(from), replacement = constant(number(to));
  return createElementwise(
      builder, loc, element, value,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value found = arith::CmpFOp::create(body, at, arith::CmpFPredicate::OEQ,
                                            args[0], old);
        return arith::SelectOp::create(body, at, found, replacement, args[0]);
      });
}

/// The maximum of each row, 0 where nothing counts, so that exp(-inf - 0) is 0.
Value AttentionWriter::createMaximum(Value scores) {
  Value maximum = createGeneric(
      builder, loc, rowType(scores), scores, {all(), row()}, negativeInfinity(),
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::MaximumFOp::create(body, at, args[0], args[1]);
      });
  return mask ? replaceNumber(maximum, negativeInfinity(), 0) : maximum;
}

Value AttentionWriter::createExponentials(Value scores, Value maximum) {
  auto type = cast<RankedTensorType>(scores.getType());
  Value shifted = createGeneric(
      builder, loc, type, {scores, maximum}, {all(), row(), all()}, nullptr,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::SubFOp::create(body, at, args[0], args[1]);
      });
  return createElementwise(
      builder, loc, element, shifted,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return math::ExpOp::create(body, at, args[0]);
      });
}

/// The sum of each row, 1 where nothing counts.
Value AttentionWriter::createSum(Value exponentials) {
  Value sum = createGeneric(
      builder, loc, rowType(exponentials), exponentials, {all(), row()},
      number(0), [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::AddFOp::create(body, at, args[0], args[1]);
      });
  return mask ? replaceNumber(sum, number(0), 1) : sum;
}

Value AttentionWriter::createProbabilities(Value exponentials, Value sum) {
  return createGeneric(
      builder, loc, cast<RankedTensorType>(exponentials.getType()),
      {exponentials, sum}, {all(), row(), all()}, nullptr,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::DivFOp::create(body, at, args[0], args[1]);
      });
}

/// For each row the sum of the products of the elements of a and b.
Value AttentionWriter::createRowProducts(Value a, Value b) {
  Value products = createElementwise(
      builder, loc, element, {a, b},
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::MulFOp::create(body, at, args[0], args[1]);
      });
  return createGeneric(
      builder, loc, rowType(products), products, {all(), row()}, number(0),
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::AddFOp::create(body, at, args[0], args[1]);
      });
}

/// probabilities * (gradient - rows).
Value AttentionWriter::createScoreGradient(Value probabilities, Value gradient,
                                           Value rows) {
  return createGeneric(
      builder, loc, cast<RankedTensorType>(gradient.getType()),
      {probabilities, gradient, rows}, {all(), all(), row(), all()}, nullptr,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value centred = arith::SubFOp::create(body, at, args[1], args[2]);
        return arith::MulFOp::create(body, at, args[0], centred);
      });
}

SmallVector<Value> exports::expandAttention(OpBuilder &builder,
                                            body::AttentionOp op) {
  AttentionWriter writer(builder, op);
  Value scores = writer.createScores();
  Value maximum = writer.createMaximum(scores);
  Value exponentials = writer.createExponentials(scores, maximum);
  Value sum = writer.createSum(exponentials);
  Value probabilities = writer.createProbabilities(exponentials, sum);
  Value result = writer.createProduct(probabilities, {0, 2}, op.getV(), {2, 1});
  return {result, maximum, sum};
}

SmallVector<Value> exports::expandAttentionGrad(OpBuilder &builder,
                                                body::AttentionGradOp op) {
  AttentionWriter writer(builder, op);
  Value exponentials =
      writer.createExponentials(writer.createScores(), op.getMaximum());
  Value probabilities = writer.createProbabilities(exponentials, op.getSum());
  Value g = op.getCotangent();
  Value ofProbabilities = writer.createProduct(g, {0, 2}, op.getV(), {1, 2});
  Value rows = writer.createRowProducts(g, op.getResult());
  Value ofScores =
      writer.createScoreGradient(probabilities, ofProbabilities, rows);
  Value ofProducts = writer.scaled(ofScores);
  SmallVector<Value> gradients = {
      writer.createProduct(ofProducts, {0, 2}, op.getK(), {2, 1}),
      writer.createProduct(ofProducts, {2, 0}, op.getQ(), {2, 1}),
      writer.createProduct(probabilities, {2, 0}, g, {2, 1})};
  if (op.getDmask())
    gradients.push_back(ofScores);
  return gradients;
}
