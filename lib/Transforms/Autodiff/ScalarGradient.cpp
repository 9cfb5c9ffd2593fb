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

using namespace mlir;
using namespace piper;

bool piper::isTranscendental(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
             math::Log2Op, math::Log10Op, math::Log1pOp, math::TanhOp,
             math::SqrtOp, math::RsqrtOp, math::CbrtOp, math::ErfOp,
             math::ErfcOp, math::SinOp, math::CosOp, math::TanOp, math::AsinOp,
             math::AcosOp, math::AtanOp, math::Atan2Op, math::SinhOp,
             math::CoshOp, math::AsinhOp, math::AcoshOp, math::AtanhOp,
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

LogicalResult ScalarGradient::runOp(Operation *op, Value g,
                                    ArrayRef<Value> targets) {
  relevant.insert(targets.begin(), targets.end());
  return differentiate(op, g);
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
