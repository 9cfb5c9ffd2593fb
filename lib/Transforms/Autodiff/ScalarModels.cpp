//===- ScalarModels.cpp - Gradient rules of ops on scalars -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars outside of any generic (a temperature read from a tensor, scaled,
// used in the bodies of generics) have the derivatives of the ops in bodies.
//
//===----------------------------------------------------------------------===//

#include "GradientModels.h"
#include "ScalarGradient.h"

#include "Piper/Support/Location.h"
#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"

using namespace mlir;
using namespace piper;

namespace {

template <typename OpTy>
struct ScalarModel
    : GradientOpInterface::ExternalModel<ScalarModel<OpTy>, OpTy> {
  LogicalResult buildGradient(Operation *op, GradientBuilder &gradients) const {
    if (!isa<FloatType>(op->getResult(0).getType()))
      return op->emitError()
             << "cannot differentiate '" << op->getName()
             << "' on tensors; it comes from " << describe(op->getLoc())
             << "; run piper-normalize first: it writes such ops as "
                "linalg.generic";
    // All values are visible where the gradient is written.
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, operand);
    mapping.map(op->getResult(0), op->getResult(0));
    SmallVector<Value> targets;
    for (Value operand : op->getOperands())
      if (gradients.isActive(operand) && !llvm::is_contained(targets, operand))
        targets.push_back(operand);
    ScalarGradient scalar(gradients.getBuilder(), *op->getBlock(), mapping);
    Value g = gradients.getCotangent(op->getResult(0));
    if (failed(scalar.runOp(op, g, targets)))
      return failure();
    for (Value target : targets)
      if (Value contribution = scalar.getCotangent(target))
        gradients.addContribution(op->getLoc(), target, contribution);
    return success();
  }
};

template <typename... OpTys> void attach(MLIRContext *context) {
  (OpTys::template attachInterface<ScalarModel<OpTys>>(*context), ...);
}

} // namespace

void piper::registerScalarGradients(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attach<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
           arith::RemFOp, arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
           arith::MaxNumFOp, arith::MinNumFOp, arith::SelectOp, arith::ExtFOp,
           arith::TruncFOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attach<math::AbsFOp, math::AcosOp, math::AcoshOp, math::AsinOp,
           math::AsinhOp, math::AtanOp, math::Atan2Op, math::AtanhOp,
           math::CbrtOp, math::CopySignOp, math::CosOp, math::CoshOp,
           math::ErfOp, math::ErfcOp, math::ExpOp, math::Exp2Op, math::ExpM1Op,
           math::FmaOp, math::FPowIOp, math::LogOp, math::Log10Op,
           math::Log1pOp, math::Log2Op, math::PowFOp, math::RsqrtOp,
           math::SinOp, math::SinhOp, math::SqrtOp, math::TanOp, math::TanhOp>(
        context);
  });
}
