//===- ScalarGradient.cpp - Reverse mode on the scalar body of a generic -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarGradient.h"

#include "Piper/Support/Location.h"
#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numbers>

using namespace mlir;
using namespace piper;

bool piper::isTranscendental(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
             math::Log2Op, math::Log1pOp, math::TanhOp, math::SqrtOp,
             math::RsqrtOp, math::ErfOp, math::SinOp, math::CosOp,
             math::PowFOp>(op);
}

bool piper::hasZeroDerivative(Operation *op) {
  return isa<math::FloorOp, math::CeilOp, math::RoundOp, math::RoundEvenOp,
             math::TruncOp>(op) ||
         llvm::none_of(op->getResultTypes(), isDifferentiableType);
}

Value ScalarGradient::constant(Type type, double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

void ScalarGradient::seed(Value value, Value cotangent) {
  Value &sum = cotangents[value];
  sum = sum ? arith::AddFOp::create(builder, loc, sum, cotangent) : cotangent;
}

void ScalarGradient::add(Value value, function_ref<Value()> contribution) {
  if (isRelevant(value))
    seed(value, contribution());
}

Value ScalarGradient::getPrimal(Value value) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &body)
    return value; // a scalar from outside the body
  auto index = dyn_cast<linalg::IndexOp>(op);
  if (index && !loopDims.empty()) {
    int64_t dim = loopDims[index.getDim()];
    Value moved =
        dim < 0 ? arith::ConstantIndexOp::create(builder, loc, 0).getResult()
                : linalg::IndexOp::create(builder, loc, dim);
    mapping.map(value, moved);
    return moved;
  }
  for (Value operand : op->getOperands())
    mapping.map(operand, getPrimal(operand));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

LogicalResult ScalarGradient::run(ValueRange targets) {
  relevant.insert(targets.begin(), targets.end());
  for (Operation &op : body.without_terminator())
    if (!hasZeroDerivative(&op) &&
        llvm::any_of(op.getOperands(), [&](Value v) { return isRelevant(v); }))
      for (Value result : op.getResults())
        if (isDifferentiableType(result.getType()))
          relevant.insert(result);
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    if (op.getNumResults() != 1 || !isRelevant(op.getResult(0)))
      continue;
    // The value differentiated for may be the result of an op (a gather).
    if (llvm::is_contained(targets, op.getResult(0)))
      continue;
    if (Value g = getCotangent(op.getResult(0)))
      if (failed(differentiate(&op, g)))
        return failure();
  }
  return success();
}

LogicalResult ScalarGradient::differentiate(Operation *op, Value g) {
  loc = op->getLoc();
  if (op->getNumRegions() == 0 &&
      (differentiateArith(op, g) || differentiateMath(op, g)))
    return success();
  return op->emitError() << "cannot differentiate '" << op->getName()
                         << "' in the body of a linalg.generic"
                         << "; it comes from " << describe(op->getLoc());
}

bool ScalarGradient::differentiateArith(Operation *op, Value g) {
  auto &b = builder;
  auto operand = [&](unsigned i) { return op->getOperand(i); };
  auto primal = [&](unsigned i) { return getPrimal(op->getOperand(i)); };
  Type type = op->getResult(0).getType();
  // g where lhs `predicate` rhs, else 0 (or the other way round).
  auto where = [&](arith::CmpFPredicate predicate, bool otherwise) -> Value {
    Value chosen =
        arith::CmpFOp::create(b, loc, predicate, primal(0), primal(1));
    Value zero = constant(type, 0.0);
    return otherwise ? arith::SelectOp::create(b, loc, chosen, zero, g)
                     : arith::SelectOp::create(b, loc, chosen, g, zero);
  };
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddFOp) {
        add(operand(0), [&] { return g; });
        add(operand(1), [&] { return g; });
        return true;
      })
      .Case([&](arith::SubFOp) {
        add(operand(0), [&] { return g; });
        add(operand(1),
            [&]() -> Value { return arith::NegFOp::create(b, loc, g); });
        return true;
      })
      .Case([&](arith::MulFOp) {
        add(operand(0), [&]() -> Value {
          return arith::MulFOp::create(b, loc, g, primal(1));
        });
        add(operand(1), [&]() -> Value {
          return arith::MulFOp::create(b, loc, primal(0), g);
        });
        return true;
      })
      .Case([&](arith::DivFOp) {
        add(operand(0), [&]() -> Value {
          return arith::DivFOp::create(b, loc, g, primal(1));
        });
        add(operand(1), [&]() -> Value {
          Value gy =
              arith::MulFOp::create(b, loc, g, getPrimal(op->getResult(0)));
          Value quotient = arith::DivFOp::create(b, loc, gy, primal(1));
          return arith::NegFOp::create(b, loc, quotient);
        });
        return true;
      })
      .Case([&](arith::NegFOp) {
        add(operand(0),
            [&]() -> Value { return arith::NegFOp::create(b, loc, g); });
        return true;
      })
      // At a tie the second operand is the chosen one: relu(0) = max(0, 0) has
      // derivative 0, as in PyTorch.
      .Case<arith::MaximumFOp, arith::MaxNumFOp>([&](auto) {
        add(operand(0),
            [&] { return where(arith::CmpFPredicate::OGT, false); });
        add(operand(1), [&] { return where(arith::CmpFPredicate::OGT, true); });
        return true;
      })
      .Case<arith::MinimumFOp, arith::MinNumFOp>([&](auto) {
        add(operand(0),
            [&] { return where(arith::CmpFPredicate::OLT, false); });
        add(operand(1), [&] { return where(arith::CmpFPredicate::OLT, true); });
        return true;
      })
      .Case([&](arith::SelectOp) {
        add(operand(1), [&]() -> Value {
          return arith::SelectOp::create(b, loc, primal(0), g,
                                         constant(type, 0.0));
        });
        add(operand(2), [&]() -> Value {
          return arith::SelectOp::create(b, loc, primal(0), constant(type, 0.0),
                                         g);
        });
        return true;
      })
      .Case([&](arith::ExtFOp) {
        add(operand(0), [&]() -> Value {
          return arith::TruncFOp::create(b, loc, operand(0).getType(), g);
        });
        return true;
      })
      .Case([&](arith::TruncFOp) {
        add(operand(0), [&]() -> Value {
          return arith::ExtFOp::create(b, loc, operand(0).getType(), g);
        });
        return true;
      })
      .Default(false);
}

bool ScalarGradient::differentiateMath(Operation *op, Value g) {
  auto &b = builder;
  Type type = op->getResult(0).getType();
  auto operand = [&](unsigned i) { return op->getOperand(i); };
  auto x = [&] { return getPrimal(op->getOperand(0)); };
  auto y = [&] { return getPrimal(op->getResult(0)); };
  auto mul = [&](Value lhs, Value rhs) -> Value {
    return arith::MulFOp::create(b, loc, lhs, rhs);
  };
  auto div = [&](Value lhs, Value rhs) -> Value {
    return arith::DivFOp::create(b, loc, lhs, rhs);
  };
  auto sub = [&](Value lhs, Value rhs) -> Value {
    return arith::SubFOp::create(b, loc, lhs, rhs);
  };
  auto plus = [&](Value lhs, Value rhs) -> Value {
    return arith::AddFOp::create(b, loc, lhs, rhs);
  };
  auto unary = [&](function_ref<Value()> contribution) {
    add(operand(0), contribution);
    return true;
  };
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](math::ExpOp) { return unary([&] { return mul(g, y()); }); })
      .Case([&](math::Exp2Op) {
        return unary([&] {
          return mul(mul(g, y()), constant(type, std::numbers::ln2));
        });
      })
      .Case([&](math::ExpM1Op) {
        return unary([&] { return mul(g, plus(y(), constant(type, 1.0))); });
      })
      .Case([&](math::LogOp) { return unary([&] { return div(g, x()); }); })
      .Case([&](math::Log2Op) {
        return unary([&] {
          return div(g, mul(x(), constant(type, std::numbers::ln2)));
        });
      })
      .Case([&](math::Log1pOp) {
        return unary([&] { return div(g, plus(x(), constant(type, 1.0))); });
      })
      .Case([&](math::TanhOp) {
        return unary([&] {
          Value square = mul(y(), y());
          return mul(g, sub(constant(type, 1.0), square));
        });
      })
      .Case([&](math::SqrtOp) {
        return unary([&] { return div(mul(g, constant(type, 0.5)), y()); });
      })
      .Case([&](math::RsqrtOp) {
        return unary([&] {
          Value cube = mul(mul(y(), y()), y());
          return mul(mul(g, constant(type, -0.5)), cube);
        });
      })
      .Case([&](math::ErfOp) {
        return unary([&] {
          Value square = mul(x(), x());
          Value negated = arith::NegFOp::create(b, loc, square);
          Value bell = math::ExpOp::create(b, loc, negated);
          Value scale = constant(type, 2.0 * std::numbers::inv_sqrtpi);
          return mul(g, mul(scale, bell));
        });
      })
      .Case([&](math::SinOp) {
        return unary([&] {
          Value cosine = math::CosOp::create(b, loc, x());
          return mul(g, cosine);
        });
      })
      .Case([&](math::CosOp) {
        return unary([&] {
          Value sine = math::SinOp::create(b, loc, x());
          Value product = mul(g, sine);
          return Value(arith::NegFOp::create(b, loc, product));
        });
      })
      .Case([&](math::AbsFOp) {
        return unary([&] {
          Value zero = constant(type, 0.0);
          Value negated = arith::NegFOp::create(b, loc, g);
          Value below = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT,
                                              x(), zero);
          Value above = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT,
                                              x(), zero);
          Value rest = arith::SelectOp::create(b, loc, below, negated, zero);
          return Value(arith::SelectOp::create(b, loc, above, g, rest));
        });
      })
      .Case([&](math::FmaOp) {
        add(operand(0), [&] { return mul(g, getPrimal(operand(1))); });
        add(operand(1), [&] { return mul(x(), g); });
        add(operand(2), [&] { return g; });
        return true;
      })
      .Case([&](math::PowFOp) {
        add(operand(0), [&] {
          Value exponent = getPrimal(operand(1));
          Value less = sub(exponent, constant(type, 1.0));
          Value power = math::PowFOp::create(b, loc, x(), less);
          return mul(g, mul(exponent, power));
        });
        add(operand(1), [&] {
          Value log = math::LogOp::create(b, loc, x());
          return mul(g, mul(y(), log));
        });
        return true;
      })
      .Case([&](math::FPowIOp) {
        return unary([&] {
          Value exponent = getPrimal(operand(1));
          IntegerAttr known;
          if (matchPattern(operand(1), m_Constant(&known)) &&
              known.getValue() == 2)
            return mul(g, plus(x(), x()));
          Value one = arith::ConstantOp::create(
              b, loc, b.getIntegerAttr(exponent.getType(), 1));
          Value less = arith::SubIOp::create(b, loc, exponent, one);
          Value power = math::FPowIOp::create(b, loc, x(), less);
          Value factor = arith::SIToFPOp::create(b, loc, type, exponent);
          return mul(g, mul(factor, power));
        });
      })
      .Default(false);
}
