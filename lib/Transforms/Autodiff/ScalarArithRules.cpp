//===- ScalarArithRules.cpp - Derivatives of arith ops -*- C++ -*-===//
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

#include "ScalarGradient.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;
using Predicate = arith::CmpFPredicate;

static bool isConstant(Value value) {
  Attribute constant;
  return matchPattern(value, m_Constant(&constant));
}

/// Whether `op` is the maximum or minimum of two values, written as comparison
/// and selection.
static bool isSelectedExtremum(arith::SelectOp op) {
  auto cmp = op.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!cmp)
    return false;
  Value x = op.getTrueValue(), y = op.getFalseValue();
  bool same = (cmp.getLhs() == x && cmp.getRhs() == y) ||
              (cmp.getLhs() == y && cmp.getRhs() == x);
  using enum arith::CmpFPredicate;
  return same && x != y &&
         llvm::is_contained({OGT, OGE, OLT, OLE, UGT, UGE, ULT, ULE},
                            cmp.getPredicate());
}

/// Whether equal operands of the comparison make `op` choose operand `i`.
static bool isChosenAtTie(arith::SelectOp op, unsigned i) {
  auto cmp = op.getCondition().getDefiningOp<arith::CmpFOp>();
  using enum arith::CmpFPredicate;
  bool holds = llvm::is_contained({OGE, OLE, UGE, ULE}, cmp.getPredicate());
  return holds == (i == 1);
}

/// `chosen ? value : 0`, or `chosen ? 0 : value`.
Value ScalarGradient::keepWhere(Value chosen, Value value, bool otherwise) {
  Value zero = constant(value.getType(), 0.0);
  return otherwise ? arith::SelectOp::create(builder, loc, chosen, zero, value)
                   : arith::SelectOp::create(builder, loc, chosen, value, zero);
}

/// g where `lhs` is the extremum, half of it where both operands are. NaN
/// passes on to both, as in PyTorch. `below`: the predicate under which `lhs`
/// is not the extremum.
Value ScalarGradient::shareExtremum(Predicate below, Value lhs, Value rhs,
                                    Value g) {
  Value equal = arith::CmpFOp::create(builder, loc, Predicate::OEQ, lhs, rhs);
  Value half =
      arith::MulFOp::create(builder, loc, g, constant(g.getType(), 0.5));
  Value share = arith::SelectOp::create(builder, loc, equal, half, g);
  Value isOther = arith::CmpFOp::create(builder, loc, below, lhs, rhs);
  return keepWhere(isOther, share, /*otherwise=*/true);
}

/// maximumf and minimumf. A constant takes the whole derivative at a tie:
/// relu(0) and hardtanh at its bounds have none.
void ScalarGradient::differentiateExtremum(Operation *op, Value g,
                                           bool isMaximum) {
  Predicate below = isMaximum ? Predicate::OLT : Predicate::OGT;
  Predicate notAbove = isMaximum ? Predicate::OLE : Predicate::OGE;
  for (unsigned i : {0, 1})
    add(op->getOperand(i), [&] {
      Value mine = getPrimal(op->getOperand(i));
      Value other = getPrimal(op->getOperand(1 - i));
      if (!isConstant(op->getOperand(1 - i)))
        return shareExtremum(below, mine, other, g);
      Value isOther =
          arith::CmpFOp::create(builder, loc, notAbove, mine, other);
      return keepWhere(isOther, g, /*otherwise=*/true);
    });
}

/// maxnumf and minnumf, PyTorch's fmax and fmin: ties are shared, and a number
/// wins against NaN.
void ScalarGradient::differentiateNumber(Operation *op, Value g,
                                         bool isMaximum) {
  for (unsigned i : {0, 1})
    add(op->getOperand(i), [&]() -> Value {
      Value x = getPrimal(op->getOperand(0)), y = getPrimal(op->getOperand(1));
      Value beats = arith::CmpFOp::create(
          builder, loc, isMaximum ? Predicate::OGT : Predicate::OLT, x, y);
      Value isNaN = arith::CmpFOp::create(builder, loc, Predicate::UNO, y, y);
      Value isFirst = arith::OrIOp::create(builder, loc, beats, isNaN);
      return shareTie(x, y, g, keepWhere(isFirst, g, /*otherwise=*/i == 1));
    });
}

/// `otherwise`, but half of g where x equals y.
Value ScalarGradient::shareTie(Value x, Value y, Value g, Value otherwise) {
  Value equal = arith::CmpFOp::create(builder, loc, Predicate::OEQ, x, y);
  Value half =
      arith::MulFOp::create(builder, loc, g, constant(g.getType(), 0.5));
  return arith::SelectOp::create(builder, loc, equal, half, otherwise);
}

/// A maximum or minimum of two values that vary shares ties. One with a
/// constant leaves them to the constant (clamp, hardtanh), unless
/// piper-normalize has found that the other side of the constant is added
/// elsewhere (elu).
void ScalarGradient::differentiateSelect(arith::SelectOp op, Value g) {
  bool isExtremum = isSelectedExtremum(op);
  for (unsigned i : {1, 2})
    add(op->getOperand(i), [&]() -> Value {
      Value chosen = keepWhere(getPrimal(op.getCondition()), g, i == 2);
      if (!isExtremum)
        return chosen;
      Value x = getPrimal(op->getOperand(i));
      Value y = getPrimal(op->getOperand(3 - i));
      if (!isConstant(op->getOperand(3 - i)))
        return shareTie(x, y, g, chosen);
      bool takesTie = op->hasAttr("piper.takes_tie");
      if (takesTie == isChosenAtTie(op, i))
        return chosen;
      Value equal = arith::CmpFOp::create(builder, loc, Predicate::OEQ, x, y);
      return arith::SelectOp::create(builder, loc, equal,
                                     takesTie ? g : constant(g.getType(), 0.0),
                                     chosen);
    });
}

bool ScalarGradient::differentiateArith(Operation *op, Value g) {
  auto &b = builder;
  auto operand = [&](unsigned i) { return op->getOperand(i); };
  auto primal = [&](unsigned i) { return getPrimal(op->getOperand(i)); };
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
      .Case([&](arith::RemFOp) {
        add(operand(0), [&] { return g; });
        add(operand(1), [&]() -> Value {
          Value quotient = arith::DivFOp::create(b, loc, primal(0), primal(1));
          Value whole = math::TruncOp::create(b, loc, quotient);
          Value product = arith::MulFOp::create(b, loc, g, whole);
          return arith::NegFOp::create(b, loc, product);
        });
        return true;
      })
      .Case([&](arith::NegFOp) {
        add(operand(0),
            [&]() -> Value { return arith::NegFOp::create(b, loc, g); });
        return true;
      })
      .Case<arith::MaximumFOp, arith::MinimumFOp>([&](auto extremum) {
        differentiateExtremum(extremum, g, isa<arith::MaximumFOp>(op));
        return true;
      })
      .Case<arith::MaxNumFOp, arith::MinNumFOp>([&](auto extremum) {
        differentiateNumber(extremum, g, isa<arith::MaxNumFOp>(op));
        return true;
      })
      .Case([&](arith::SelectOp select) {
        differentiateSelect(select, g);
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
