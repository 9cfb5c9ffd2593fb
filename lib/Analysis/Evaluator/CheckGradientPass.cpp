//===- CheckGradientPass.cpp - Gradients against differences -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"
#include "Interpreter.h"
#include "Piper/Analysis/Passes.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace piper {
#define GEN_PASS_DEF_PIPERCHECKGRADIENT
#include "Piper/Analysis/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Differences are taken this far to both sides, relative to large values.
static constexpr double differenceStep = 1e-5;
/// Gradients smaller than this are compared absolutely: below it, the
/// difference of two losses is mostly rounding.
static constexpr double smallestScale = 1e-4;

namespace {
/// A joint body, taken apart by the roles of its arguments.
struct JointBody {
  func::FuncOp func;
  unsigned numForwardArgs = 0;
  std::optional<unsigned> lossAcc;      // argument
  SmallVector<unsigned> cotangents;     // arguments
  SmallVector<unsigned> accumulators;   // arguments
  SmallVector<unsigned> inputs;         // differentiable arguments
  SmallVector<unsigned> params;         // trainable arguments
  unsigned numActivations = 0;          // results that come first
  SmallVector<unsigned> differentiable; // activation results with a cotangent
};

/// The scalar whose gradient a joint body yields: the loss plus the product of
/// every activation with its cotangent.
struct Objective {
  const JointBody &joint;
  func::FuncOp forward; // null: the joint body's own forward part

  FailureOr<double> operator()(ArrayRef<Tensor> arguments) const;
};
} // namespace

static StringRef roleOf(func::FuncOp func, unsigned i) {
  auto role = func.getArgAttrOfType<StringAttr>(i, "piper.role");
  return role ? role.getValue() : StringRef();
}

static bool isFloatTensor(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

static FailureOr<JointBody> analyze(func::FuncOp func) {
  if (func.isExternal())
    return func.emitError("@") << func.getSymName() << " has no body";
  JointBody joint;
  joint.func = func;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    StringRef role = roleOf(func, i);
    bool isFloat = isFloatTensor(func.getArgumentTypes()[i]);
    if (role == "loss_acc")
      joint.lossAcc = i;
    else if (role == "cotangent")
      joint.cotangents.push_back(i);
    else if (role == "acc")
      joint.accumulators.push_back(i);
    else {
      joint.numForwardArgs = i + 1;
      if (role == "input" && isFloat)
        joint.inputs.push_back(i);
      if (role == "param")
        joint.params.push_back(i);
    }
  }
  unsigned others =
      joint.inputs.size() + joint.params.size() + (joint.lossAcc ? 1 : 0);
  if (func.getNumResults() < others ||
      joint.params.size() != joint.accumulators.size())
    return func.emitError("is no joint body: ")
           << joint.params.size() << " parameters, "
           << joint.accumulators.size() << " accumulators and "
           << func.getNumResults() << " results";
  joint.numActivations = func.getNumResults() - others;
  for (unsigned i = 0; i < joint.numActivations; ++i)
    if (isFloatTensor(func.getResultTypes()[i]))
      joint.differentiable.push_back(i);
  if (joint.differentiable.size() != joint.cotangents.size())
    return func.emitError("is no joint body: ")
           << joint.cotangents.size() << " cotangents for "
           << joint.differentiable.size() << " activations";
  return joint;
}

static bool hasCut(func::FuncOp func) {
  return llvm::any_of(func.getBody().front(), [](Operation &op) {
    return op.getName().getStringRef() == "piper.cut";
  });
}

FailureOr<double> Objective::operator()(ArrayRef<Tensor> arguments) const {
  func::FuncOp func = forward ? forward : joint.func;
  // The part before the cut is enough, where there is one.
  unsigned numForward = joint.numForwardArgs + (joint.lossAcc ? 1 : 0);
  FailureOr<SmallVector<Tensor>> results =
      !forward && hasCut(func)
          ? Interpreter(EvalOptions())
                .runForwardPart(func, arguments.take_front(numForward))
          : evaluate(func, arguments.take_front(func.getNumArguments()));
  if (failed(results))
    return failure();
  auto lossRole = StringAttr::get(func.getContext(), "loss");
  double value = 0;
  SmallVector<const Tensor *> activations;
  for (auto [i, result] : llvm::enumerate(*results)) {
    bool isLoss = forward ? func.getResultAttr(i, "piper.role") == lossRole
                          : joint.lossAcc && i == joint.numActivations;
    if (isLoss)
      value += result.data[0].f;
    else if (result.isFloat() && activations.size() < joint.cotangents.size())
      activations.push_back(&result);
  }
  if (activations.size() != joint.cotangents.size())
    return func.emitError("has ")
           << activations.size() << " activations, but its joint body has "
           << joint.cotangents.size() << " cotangents";
  for (auto [activation, argument] :
       llvm::zip_equal(activations, joint.cotangents)) {
    const Tensor &cotangent = arguments[argument];
    if (cotangent.size() != activation->size())
      return func.emitError("cotangent ")
             << argument << " has another size than its activation";
    for (int64_t e = 0; e < cotangent.size(); ++e)
      value += activation->data[e].f * cotangent.data[e].f;
  }
  return value;
}

/// The central difference of `objective` in element `e` of argument `i`.
static FailureOr<double> difference(const Objective &objective,
                                    MutableArrayRef<Tensor> arguments,
                                    unsigned i, int64_t e) {
  double &element = arguments[i].data[e].f;
  double middle = element;
  double h = differenceStep * std::max(1.0, std::fabs(middle));
  element = middle + h;
  FailureOr<double> above = objective(arguments);
  element = middle - h;
  FailureOr<double> below = objective(arguments);
  element = middle;
  if (failed(above) || failed(below))
    return failure();
  return (*above - *below) / ((middle + h) - (middle - h));
}

namespace {
struct CheckGradientPass
    : public piper::impl::PiperCheckGradientBase<CheckGradientPass> {
  using PiperCheckGradientBase::PiperCheckGradientBase;

  void runOnOperation() override {
    FailureOr<ValueSource> source =
        ValueSource::open(weights, data, seed, getOperation().getLoc());
    if (failed(source))
      return signalPassFailure();
    SmallVector<func::FuncOp> bodies;
    if (!joint.empty()) {
      FailureOr<func::FuncOp> func = findFunction(getOperation(), joint);
      if (failed(func))
        return signalPassFailure();
      bodies.push_back(*func);
    } else {
      for (auto func : getOperation().getOps<func::FuncOp>())
        if (func->hasAttr("piper.joint"))
          bodies.push_back(func);
      if (bodies.empty()) {
        getOperation().emitError("has no joint body");
        return signalPassFailure();
      }
    }
    for (func::FuncOp func : bodies)
      if (failed(checkBody(func, *source)))
        signalPassFailure();
  }

  LogicalResult checkBody(func::FuncOp func, const ValueSource &source) {
    FailureOr<JointBody> body = analyze(func);
    if (failed(body))
      return failure();
    func::FuncOp forwardFunc;
    if (!forward.empty()) {
      FailureOr<func::FuncOp> found = findFunction(getOperation(), forward);
      if (failed(found))
        return failure();
      forwardFunc = *found;
      if (forwardFunc.getNumArguments() != body->numForwardArgs)
        return forwardFunc.emitError("takes ")
               << forwardFunc.getNumArguments() << " arguments, @"
               << func.getSymName() << " has " << body->numForwardArgs
               << " of a forward function";
    }
    SmallVector<Tensor> arguments;
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      FailureOr<Tensor> value = source.argument(func, i, step, microbatch);
      if (failed(value))
        return failure();
      arguments.push_back(std::move(*value));
    }
    FailureOr<SmallVector<Tensor>> results = evaluate(func, arguments);
    if (failed(results))
      return failure();

    // The accumulators start from any value; the gradient is what was added.
    Objective objective{*body, forwardFunc};
    unsigned next = body->numActivations + (body->lossAcc ? 1 : 0);
    LogicalResult good = success();
    for (unsigned i : body->inputs)
      if (failed(checkArgument(objective, arguments, i, (*results)[next++])))
        good = failure();
    for (auto [i, acc] : llvm::zip_equal(body->params, body->accumulators)) {
      Tensor gradient = (*results)[next++];
      for (auto [g, before] :
           llvm::zip_equal(gradient.data, arguments[acc].data))
        g.f -= before.f;
      if (failed(checkArgument(objective, arguments, i, gradient)))
        good = failure();
    }
    return good;
  }

  /// Compares `samples` elements of `gradient`, spread over all of it, with
  /// differences in argument `i`.
  LogicalResult checkArgument(const Objective &objective,
                              MutableArrayRef<Tensor> arguments, unsigned i,
                              const Tensor &gradient) {
    func::FuncOp func = objective.joint.func;
    if (gradient.shape != arguments[i].shape)
      return func.emitError("the gradient of argument ")
             << i << " has another shape than the argument";
    double scale = smallestScale;
    for (const Scalar &s : gradient.data)
      scale = std::max(scale, std::fabs(s.f));
    int64_t count = std::min<int64_t>(samples, gradient.size());
    double worst = 0, worstDifference = 0;
    int64_t worstElement = 0;
    for (int64_t k = 0; k < count; ++k) {
      // An odd offset inside each part, so not only one column is looked at.
      int64_t begin = k * gradient.size() / count;
      int64_t end = (k + 1) * gradient.size() / count;
      int64_t e = begin + (7 * k + 3) % (end - begin);
      FailureOr<double> numeric = difference(objective, arguments, i, e);
      if (failed(numeric))
        return failure();
      double error = std::fabs(*numeric - gradient.data[e].f) /
                     std::max(scale, std::fabs(*numeric));
      if (error > worst || std::isnan(error)) {
        worst = error;
        worstDifference = *numeric;
        worstElement = e;
      }
      if (std::isnan(error))
        break;
    }
    llvm::outs() << "@" << func.getSymName() << " argument " << i << " ("
                 << roleOf(func, i);
    if (auto name = func.getArgAttrOfType<StringAttr>(i, "piper.param"))
      llvm::outs() << " " << name.getValue();
    llvm::outs() << "): max error " << llvm::format("%.1e", worst) << " over "
                 << count << " samples\n";
    if (worst <= tolerance)
      return success();
    return func.emitError("the gradient of argument ")
           << i << " is " << gradient.data[worstElement].f << " at element "
           << worstElement << ", the difference quotient " << worstDifference
           << ": error " << worst << " over the tolerance " << tolerance;
  }
};
} // namespace
