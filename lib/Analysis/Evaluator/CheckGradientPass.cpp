//===- CheckGradientPass.cpp - Gradients against differences -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"
#include "GradientCheck.h"

#include "Piper/Analysis/Passes.h"
#include "Piper/Support/Location.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace piper {
#define GEN_PASS_DEF_PIPERCHECKGRADIENT
#include "Piper/Analysis/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

static StringRef roleOf(func::FuncOp func, unsigned i) {
  auto role = func.getArgAttrOfType<StringAttr>(i, "piper.role");
  return role ? role.getValue() : StringRef();
}

namespace {
struct CheckGradientPass
    : public piper::impl::PiperCheckGradientBase<CheckGradientPass> {
  using PiperCheckGradientBase::PiperCheckGradientBase;

  void runOnOperation() override {
    FailureOr<ValueSource> source =
        ValueSource::open(weights, data, seed, getOperation());
    if (failed(source))
      return signalPassFailure();
    FailureOr<SmallVector<func::FuncOp>> bodies = findBodies();
    if (failed(bodies))
      return signalPassFailure();
    for (func::FuncOp func : *bodies)
      if (failed(checkBody(func, *source)))
        signalPassFailure();
    if (summary)
      llvm::outs() << bodies->size() << " bodies, " << numSamples
                   << " samples, " << numWrong << " over the tolerance\n";
  }

  FailureOr<SmallVector<func::FuncOp>> findBodies() {
    SmallVector<func::FuncOp> bodies;
    if (!joint.empty()) {
      FailureOr<func::FuncOp> func = findFunction(getOperation(), joint);
      if (failed(func))
        return failure();
      bodies.push_back(*func);
      return bodies;
    }
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func->hasAttr("piper.joint"))
        bodies.push_back(func);
    if (bodies.empty())
      return getOperation().emitError("has no joint body");
    return bodies;
  }

  LogicalResult checkBody(func::FuncOp func, const ValueSource &source) {
    if (failed(verifyJointBody(func)))
      return failure();
    func::FuncOp forwardFunc;
    if (!forward.empty()) {
      FailureOr<func::FuncOp> found = findFunction(getOperation(), forward);
      if (failed(found))
        return failure();
      forwardFunc = *found;
    }
    SmallVector<Tensor> arguments;
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      FailureOr<Tensor> value = source.argument(func, i, step, microbatch);
      if (failed(value))
        return failure();
      arguments.push_back(std::move(*value));
    }
    FailureOr<SmallVector<GradientError>> errors =
        checkGradients(func, forwardFunc, arguments, samples);
    if (failed(errors))
      return failure();
    LogicalResult good = success();
    for (const GradientError &error : *errors)
      if (failed(report(func, error)))
        good = failure();
    if (ops && failed(checkOps(func, arguments)))
      good = failure();
    return good;
  }

  /// One line per argument, or an error.
  LogicalResult report(func::FuncOp func, const GradientError &error) {
    numSamples += error.samples;
    if (!summary) {
      llvm::outs() << "@" << func.getSymName() << " argument " << error.argument
                   << " (" << roleOf(func, error.argument);
      if (auto name =
              func.getArgAttrOfType<StringAttr>(error.argument, "piper.param"))
        llvm::outs() << " " << name.getValue();
      llvm::outs() << "): max error " << llvm::format("%.1e", error.error)
                   << " over " << error.samples << " samples\n";
    }
    if (error.excess <= tolerance)
      return success();
    ++numWrong;
    return func.emitError("the gradient of argument ")
           << error.argument << " of @" << func.getSymName() << " is "
           << error.gradient << " at element " << error.element
           << ", the difference quotient " << error.difference << ": error "
           << error.error << " over the tolerance " << tolerance;
  }

  /// One line per op.
  LogicalResult checkOps(func::FuncOp func, ArrayRef<Tensor> arguments) {
    FailureOr<SmallVector<OpGradientError>> errors =
        checkOpGradients(func, arguments, samples, seed);
    if (failed(errors))
      return failure();
    LogicalResult good = success();
    for (const OpGradientError &error : *errors) {
      numSamples += error.samples;
      Operation *op = error.op;
      if (!summary)
        llvm::outs() << "@" << func.getSymName() << " " << op->getName()
                     << " at " << describe(op->getLoc()) << ": max error "
                     << llvm::format("%.1e", error.worst.error) << " over "
                     << error.samples << " samples\n";
      if (error.worst.excess <= tolerance)
        continue;
      ++numWrong;
      good = op->emitError("the gradient of this op with respect to value ")
             << error.worst.argument << " that it reads is "
             << error.worst.gradient << " at element " << error.worst.element
             << ", the difference quotient " << error.worst.difference
             << ": error " << error.worst.error << " over the tolerance "
             << tolerance << "; it comes from " << describe(op->getLoc());
    }
    return good;
  }

  int64_t numSamples = 0, numWrong = 0;
};
} // namespace
