//===- ScalarMathRules.cpp - Derivatives of math ops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The derivatives are those of PyTorch, also where a function has none or where
// values are not finite: docs/Gradients.md has the table.
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/FloatWriter.h"
#include "ScalarGradient.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numbers>

using namespace mlir;
using namespace piper;
using Predicate = arith::CmpFPredicate;

namespace {

/// Short names for the ops that derivatives are made of.
struct Arithmetic : FloatWriter {
  Value neg(Value x) const { return arith::NegFOp::create(b, loc, x); }
  Value compare(Predicate predicate, Value x, Value y) const {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  }
  Value select(Value chosen, Value x, Value y) const {
    return arith::SelectOp::create(b, loc, chosen, x, y);
  }
  template <typename OpTy> Value apply(Value x) const {
    return OpTy::create(b, loc, x);
  }
};

} // namespace

/// g * f'(x) of functions of one variable; `x`, `y`: operand and result of the
/// forward op. Null for other ops.
static Value getUnaryGradient(const Arithmetic &a, Operation *op, Value g,
                              function_ref<Value()> x,
                              function_ref<Value()> y) {
  using namespace std::numbers;
  auto squareX = [&] {
    Value value = x();
    return a.mul(value, value);
  };
  auto inverseRoot = [&](Value value) { return a.apply<math::RsqrtOp>(value); };
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](math::ExpOp) { return a.mul(g, y()); })
      .Case([&](math::Exp2Op) { return a.mul(a.mul(g, y()), a.num(ln2)); })
      .Case([&](math::ExpM1Op) { return a.mul(g, a.add(y(), a.num(1))); })
      .Case([&](math::LogOp) { return a.div(g, x()); })
      .Case([&](math::Log2Op) { return a.div(g, a.mul(x(), a.num(ln2))); })
      .Case([&](math::Log10Op) { return a.div(g, a.mul(x(), a.num(ln10))); })
      .Case([&](math::Log1pOp) { return a.div(g, a.add(x(), a.num(1))); })
      .Case([&](math::SqrtOp) { return a.div(a.mul(g, a.num(0.5)), y()); })
      .Case([&](math::RsqrtOp) {
        Value cube = a.mul(a.mul(y(), y()), y());
        return a.mul(a.mul(g, a.num(-0.5)), cube);
      })
      .Case([&](math::CbrtOp) {
        return a.div(g, a.mul(a.num(3), a.mul(y(), y())));
      })
      .Case([&](math::ErfOp) {
        Value bell = a.apply<math::ExpOp>(a.neg(squareX()));
        return a.mul(g, a.mul(a.num(2 * inv_sqrtpi), bell));
      })
      .Case([&](math::ErfcOp) {
        Value bell = a.apply<math::ExpOp>(a.neg(squareX()));
        return a.mul(g, a.mul(a.num(-2 * inv_sqrtpi), bell));
      })
      .Case([&](math::SinOp) { return a.mul(g, a.apply<math::CosOp>(x())); })
      .Case([&](math::CosOp) {
        return a.neg(a.mul(g, a.apply<math::SinOp>(x())));
      })
      .Case([&](math::TanOp) {
        return a.mul(g, a.add(a.num(1), a.mul(y(), y())));
      })
      .Case([&](math::AsinOp) {
        return a.mul(g, inverseRoot(a.sub(a.num(1), squareX())));
      })
      .Case([&](math::AcosOp) {
        return a.neg(a.mul(g, inverseRoot(a.sub(a.num(1), squareX()))));
      })
      .Case([&](math::AtanOp) { return a.div(g, a.add(squareX(), a.num(1))); })
      .Case([&](math::SinhOp) { return a.mul(g, a.apply<math::CoshOp>(x())); })
      .Case([&](math::CoshOp) { return a.mul(g, a.apply<math::SinhOp>(x())); })
      .Case([&](math::TanhOp) {
        return a.mul(g, a.sub(a.num(1), a.mul(y(), y())));
      })
      .Case([&](math::AsinhOp) {
        return a.mul(g, inverseRoot(a.add(squareX(), a.num(1))));
      })
      .Case([&](math::AcoshOp) {
        return a.mul(g, inverseRoot(a.sub(squareX(), a.num(1))));
      })
      .Case([&](math::AtanhOp) { return a.div(g, a.sub(a.num(1), squareX())); })
      .Case([&](math::AbsFOp) {
        Value zero = a.num(0), value = x();
        Value rest =
            a.select(a.compare(Predicate::OLT, value, zero), a.neg(g), zero);
        return a.select(a.compare(Predicate::OGT, value, zero), g, rest);
      })
      .Default(Value());
}

/// x^y: the derivative with respect to x is 0 for y = 0, that with respect to y
/// is 0 where x = 0 and y >= 0.
void ScalarGradient::differentiatePower(math::PowFOp op, Value g) {
  Arithmetic a{{builder, loc, op.getType()}};
  auto x = [&] { return getPrimal(op.getLhs()); };
  auto y = [&] { return getPrimal(op.getRhs()); };
  add(op.getLhs(), [&] {
    APFloat known(0.0);
    bool isKnown = matchPattern(op.getRhs(), m_ConstantFloat(&known));
    if (isKnown && known.isZero())
      return a.num(0);
    Value power = math::PowFOp::create(builder, loc, x(), a.sub(y(), a.num(1)));
    Value slope = a.mul(g, a.mul(y(), power));
    if (isKnown)
      return slope;
    Value isFlat = a.compare(Predicate::OEQ, y(), a.num(0));
    return a.select(isFlat, a.num(0), slope);
  });
  add(op.getRhs(), [&] {
    Value log = a.apply<math::LogOp>(x());
    Value slope = a.mul(g, a.mul(getPrimal(op.getResult()), log));
    Value isZero = a.compare(Predicate::OEQ, x(), a.num(0));
    Value isUp = a.compare(Predicate::OGE, y(), a.num(0));
    Value isFlat = arith::AndIOp::create(builder, loc, isZero, isUp);
    return a.select(isFlat, a.num(0), slope);
  });
}

/// x^n with an integer n: n * x^(n - 1), 0 for n = 0.
void ScalarGradient::differentiateIntegerPower(math::FPowIOp op, Value g) {
  Arithmetic a{{builder, loc, op.getType()}};
  add(op.getLhs(), [&]() -> Value {
    Value x = getPrimal(op.getLhs());
    Type type = op.getRhs().getType();
    APInt known;
    bool isKnown = matchPattern(op.getRhs(), m_ConstantInt(&known));
    if (isKnown && known.isZero())
      return a.num(0);
    if (isKnown && known == 1)
      return g;
    if (isKnown && known == 2)
      return a.mul(g, a.add(x, x));
    Value n = getPrimal(op.getRhs());
    auto integer = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getIntegerAttr(type, value));
    };
    Value less = arith::SubIOp::create(builder, loc, n, integer(1));
    Value power = math::FPowIOp::create(builder, loc, x, less);
    Value factor = arith::SIToFPOp::create(builder, loc, op.getType(), n);
    Value slope = a.mul(g, a.mul(factor, power));
    if (isKnown)
      return slope;
    Value isFlat = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         n, integer(0));
    return a.select(isFlat, a.num(0), slope);
  });
}

/// atan2(y, x) = angle of the point (x, y); 0 at the origin, as in PyTorch.
void ScalarGradient::differentiateAngle(math::Atan2Op op, Value g) {
  Arithmetic a{{builder, loc, op.getType()}};
  auto inverseSquare = [&] {
    Value y = getPrimal(op.getLhs()), x = getPrimal(op.getRhs());
    Value square = a.add(a.mul(y, y), a.mul(x, x)), zero = a.num(0);
    Value isOrigin = a.compare(Predicate::OEQ, square, zero);
    return a.select(isOrigin, zero, a.div(a.num(1), square));
  };
  add(op.getLhs(),
      [&] { return a.mul(g, a.mul(getPrimal(op.getRhs()), inverseSquare())); });
  add(op.getRhs(), [&] {
    return a.neg(a.mul(g, a.mul(getPrimal(op.getLhs()), inverseSquare())));
  });
}

bool ScalarGradient::differentiateMath(Operation *op, Value g) {
  Arithmetic a{{builder, loc, op->getResult(0).getType()}};
  auto operand = [&](unsigned i) { return op->getOperand(i); };
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](math::FmaOp) {
        add(operand(0), [&] { return a.mul(g, getPrimal(operand(1))); });
        add(operand(1), [&] { return a.mul(getPrimal(operand(0)), g); });
        add(operand(2), [&] { return g; });
        return true;
      })
      .Case([&](math::CopySignOp) {
        // The sign has no derivative.
        add(operand(0), [&] {
          Value x = getPrimal(operand(0)), zero = a.num(0);
          Value ratio = a.div(getPrimal(op->getResult(0)), x);
          Value isZero = a.compare(Predicate::OEQ, x, zero);
          return a.mul(g, a.select(isZero, zero, ratio));
        });
        return true;
      })
      .Case([&](math::PowFOp power) {
        differentiatePower(power, g);
        return true;
      })
      .Case([&](math::FPowIOp power) {
        differentiateIntegerPower(power, g);
        return true;
      })
      .Case([&](math::Atan2Op angle) {
        differentiateAngle(angle, g);
        return true;
      })
      .Default([&](Operation *) {
        if (op->getNumOperands() != 1 || !isRelevant(operand(0)))
          return false;
        Value gradient = getUnaryGradient(
            a, op, g, [&] { return getPrimal(operand(0)); },
            [&] { return getPrimal(op->getResult(0)); });
        if (gradient)
          seed(operand(0), gradient);
        return gradient != nullptr;
      });
}
