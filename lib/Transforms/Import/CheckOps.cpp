//===- CheckOps.cpp - Ops of an export -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"
#include "Piper/Support/Location.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;

/// Whether Piper knows what `op` computes.
static bool isKnown(Operation *op) {
  if (isa<linalg::LinalgOp, linalg::IndexOp, linalg::YieldOp, func::ReturnOp,
          cf::AssertOp, scf::ForOp, scf::IfOp, scf::YieldOp>(op))
    return true;
  return isa_and_nonnull<tensor::TensorDialect, arith::ArithDialect,
                         math::MathDialect, piper::body::BodyDialect,
                         piper::tm_tensor::TmTensorDialect>(op->getDialect());
}

/// What to do about an op that is not known.
static std::string adviceFor(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "torch" || dialect == "torch_c")
    return "lower the file first: torch-mlir-opt "
           "--torchdynamo-export-to-torch-backend-pipeline "
           "--torch-backend-to-linalg-on-tensors-backend-pipeline";
  if (dialect == "tm_tensor")
    return "of this dialect it takes attention, sort, scan, scatter and topk";
  if (dialect == "func")
    return "inline the call";
  if (dialect == "ml_program")
    return "take out what keeps state, e.g. set dropout to 0";
  return "export in linalg-on-tensors form, with ops of linalg, tensor, arith "
         "and math";
}

/// Why the data of `attr` are not complete; empty if they are.
static std::string refuseResource(DenseResourceElementsAttr attr) {
  StringRef key = attr.getRawHandle().getKey();
  if (key == "__elided__")
    return "has values that were left out when the file was printed; print "
           "it without elision";
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob)
    return "reads the resource '" + key.str() +
           "', which the file does not define; it may have been cut off";
  int64_t bytes =
      attr.getType().getNumElements() *
      llvm::divideCeil(piper::exports::bitWidth(attr.getElementType()), 8);
  int64_t given = blob->getData().size();
  if (given == bytes)
    return "";
  return "needs " + std::to_string(bytes) + " bytes, but the resource '" +
         key.str() + "' has " + std::to_string(given) +
         "; export the file again";
}

/// Why `op` is refused, as the end of a sentence about it; empty if it is not.
static std::string refuseOp(Operation *op) {
  if (!op->isRegistered() || !isKnown(op))
    return "is not an op that Piper takes; " + adviceFor(op);
  if (op->hasTrait<OpTrait::Elementwise>() &&
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<ShapedType>))
    return "computes with whole tensors, outside of a linalg op; rewrite the "
           "file first: piper-opt --convert-elementwise-to-linalg";
  if (isa<linalg::LinalgOp>(op) && op->getNumResults() == 0)
    return "has no result, so it writes nothing; export in linalg-on-tensors "
           "form";
  for (Type type : op->getResultTypes())
    if (std::string reason = piper::exports::refuseType(type); !reason.empty())
      return reason;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (auto resource =
            dyn_cast<DenseResourceElementsAttr>(constant.getValue()))
      return refuseResource(resource);
  return "";
}

/// Whether `value`, or a product or narrower form of it, is what a tanh is of.
static bool reachesTanh(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (isa<math::TanhOp>(user))
      return true;
    return isa<arith::MulFOp, arith::TruncFOp>(user) &&
           reachesTanh(user->getResult(0));
  });
}

void piper::exports::correctGelu(func::FuncOp func, bool keep) {
  func.getBody().walk([&](arith::ConstantOp op) {
    auto number = dyn_cast<FloatAttr>(op.getValue());
    if (!number || std::abs(number.getValueAsDouble() - 0.797724) > 1e-7 ||
        !reachesTanh(op))
      return;
    auto diagnostic =
        emitWarning(op.getLoc())
        << "the constant 0.797724 at " << describe(op.getLoc())
        << " is sqrt(2/pi) = 0.79788456 cut short by torch-mlir's "
           "gelu; ";
    if (keep) {
      diagnostic << "it is kept, and gradients differ from PyTorch's by 1e-4";
      return;
    }
    diagnostic << "it is corrected (keep-gelu-constant leaves it)";
    op.setValueAttr(
        FloatAttr::get(number.getType(), std::sqrt(2.0 / llvm::numbers::pi)));
  });
}

LogicalResult piper::exports::checkOps(func::FuncOp func) {
  bool ok = true;
  llvm::StringSet<> reported;
  func.getBody().walk([&](Operation *op) {
    std::string reason = refuseOp(op);
    if (reason.empty())
      return;
    ok = false;
    if (reported.insert(op->getName().getStringRef()).second)
      emitError(op->getLoc()) << "'" << op->getName() << "' at "
                              << describe(op->getLoc()) << " " << reason;
  });
  return success(ok);
}
