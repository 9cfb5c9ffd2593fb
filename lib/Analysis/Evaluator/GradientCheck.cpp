//===- GradientCheck.cpp - Gradients of joint bodies by differences -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheck.h"

#include "Interpreter.h"
#include <cmath>

using namespace mlir;
using namespace piper;

/// Differences are taken this far to both sides, relative to large values. The
/// others are tried where the first is not close: a kink wants a smaller step,
/// rounding a larger one.
static constexpr double differenceSteps[] = {1e-5, 2e-7, 1e-3};
/// From this step on, two differences are combined so that the error falls with
/// the fourth power of the step.
static constexpr double largeStep = 1e-4;
/// Gradients smaller than this are compared absolutely: below it, the
/// difference of two losses is mostly rounding.
static constexpr double smallestScale = 1e-4;
/// Errors up to this are not worth another step.
static constexpr double goodError = 1e-7;

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

  /// The terms of the scalar.
  FailureOr<std::vector<double>> operator()(ArrayRef<Tensor> arguments) const;
};

/// A difference quotient and how much of it may be rounding.
struct Quotient {
  double value, noise;
};
} // namespace

static StringRef roleOf(func::FuncOp func, unsigned i) {
  auto role = func.getArgAttrOfType<StringAttr>(i, "piper.role");
  return role ? role.getValue() : StringRef();
}

static bool isFloatTensor(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

/// Whether nothing trainable leads to a result, so that it has no cotangent.
static bool isData(func::FuncOp func, unsigned result) {
  auto role = func.getResultAttrOfType<StringAttr>(result, "piper.role");
  return role && role.getValue() == "data";
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
    if (isFloatTensor(func.getResultTypes()[i]) && !isData(func, i))
      joint.differentiable.push_back(i);
  if (joint.differentiable.size() != joint.cotangents.size())
    return func.emitError("is no joint body: ")
           << joint.cotangents.size() << " cotangents for "
           << joint.differentiable.size() << " activations";
  return joint;
}

LogicalResult piper::verifyJointBody(func::FuncOp func) {
  return success(succeeded(analyze(func)));
}

static bool hasCut(func::FuncOp func) {
  return llvm::any_of(func.getBody().front(), [](Operation &op) {
    return op.getName().getStringRef() == "piper.cut";
  });
}

FailureOr<std::vector<double>>
Objective::operator()(ArrayRef<Tensor> arguments) const {
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
  std::vector<double> terms;
  SmallVector<const Tensor *> activations;
  for (auto [i, result] : llvm::enumerate(*results)) {
    bool isLoss = forward ? func.getResultAttr(i, "piper.role") == lossRole
                          : joint.lossAcc && i == joint.numActivations;
    if (isLoss)
      terms.push_back(result.data[0].f);
    else if (result.isFloat() && !isData(func, i) &&
             activations.size() < joint.cotangents.size())
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
      terms.push_back(activation->data[e].f * cotangent.data[e].f);
  }
  return terms;
}

/// The central difference of `objective` in element `e` of argument `i`.
static FailureOr<Quotient> difference(const Objective &objective,
                                      MutableArrayRef<Tensor> arguments,
                                      unsigned i, int64_t e, double step) {
  double &element = arguments[i].data[e].f;
  double middle = element;
  double h = step * std::max(1.0, std::fabs(middle));
  element = middle + h;
  FailureOr<std::vector<double>> above = objective(arguments);
  element = middle - h;
  FailureOr<std::vector<double>> below = objective(arguments);
  element = middle;
  if (failed(above) || failed(below))
    return failure();
  double width = (middle + h) - (middle - h);
  Quotient quotient{0, 0};
  for (auto [x, y] : llvm::zip_equal(*above, *below)) {
    if (x == y) // also infinities, as of masked scores
      continue;
    quotient.value += (x - y) / width;
    quotient.noise += 4e-16 * std::fabs(x) / width;
  }
  return quotient;
}

/// The same, with the error term of second order taken out where it matters:
/// (4 d(h) - d(2h)) / 3 (Richardson).
static FailureOr<Quotient> accurateDifference(const Objective &objective,
                                              MutableArrayRef<Tensor> arguments,
                                              unsigned i, int64_t e,
                                              double step) {
  FailureOr<Quotient> once = difference(objective, arguments, i, e, step);
  if (failed(once) || step < largeStep)
    return once;
  FailureOr<Quotient> twice = difference(objective, arguments, i, e, 2 * step);
  if (failed(twice))
    return failure();
  return Quotient{(4 * once->value - twice->value) / 3, 2 * once->noise};
}

/// Compares one element; updates `worst`.
static LogicalResult checkElement(const Objective &objective,
                                  MutableArrayRef<Tensor> arguments, int64_t e,
                                  double gradient, double scale,
                                  GradientError &worst) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  GradientError best = worst;
  best.error = best.excess = infinity;
  best.element = e;
  best.gradient = gradient;
  for (double step : differenceSteps) {
    FailureOr<Quotient> numeric =
        accurateDifference(objective, arguments, worst.argument, e, step);
    if (failed(numeric))
      return failure();
    double distance = std::fabs(numeric->value - gradient);
    double relative = std::max(scale, std::fabs(numeric->value));
    double error = std::isnan(distance) ? infinity : distance / relative;
    double excess = std::isnan(distance)
                        ? infinity
                        : std::max(0.0, (distance - numeric->noise) / relative);
    if (step == differenceSteps[0] || error < best.error) {
      best.error = error;
      best.excess = excess;
      best.difference = numeric->value;
    }
    if (best.excess <= goodError)
      break;
  }
  if (worst.samples == 0 ||
      std::pair(best.excess, best.error) > std::pair(worst.excess, worst.error))
    worst = best;
  return success();
}

/// Compares `samples` elements of `gradient`, spread over all of it, with
/// differences in argument `i`.
static FailureOr<GradientError>
checkArgument(const Objective &objective, MutableArrayRef<Tensor> arguments,
              unsigned i, const Tensor &gradient, int64_t samples) {
  func::FuncOp func = objective.joint.func;
  if (gradient.shape != arguments[i].shape)
    return func.emitError("the gradient of argument ")
           << i << " has another shape than the argument";
  double scale = smallestScale;
  for (const Scalar &s : gradient.data)
    scale = std::max(scale, std::fabs(s.f));
  int64_t count = std::min<int64_t>(samples, gradient.size());
  GradientError worst;
  worst.argument = i;
  for (int64_t k = 0; k < count; ++k) {
    // An odd offset inside each part, so not only one column is looked at.
    int64_t begin = k * gradient.size() / count;
    int64_t end = (k + 1) * gradient.size() / count;
    int64_t e = begin + (7 * k + 3) % (end - begin);
    if (!std::isfinite(arguments[i].data[e].f))
      continue; // there is no difference at a masked score
    if (failed(checkElement(objective, arguments, e, gradient.data[e].f, scale,
                            worst)))
      return failure();
    ++worst.samples;
  }
  return worst;
}

FailureOr<SmallVector<GradientError>>
piper::checkGradients(func::FuncOp func, func::FuncOp forward,
                      ArrayRef<Tensor> given, int64_t samples) {
  FailureOr<JointBody> body = analyze(func);
  if (failed(body))
    return failure();
  if (forward && forward.getNumArguments() != body->numForwardArgs)
    return forward.emitError("takes ")
           << forward.getNumArguments() << " arguments, @" << func.getSymName()
           << " has " << body->numForwardArgs << " of a forward function";
  SmallVector<Tensor> arguments(given);
  FailureOr<SmallVector<Tensor>> results = evaluate(func, arguments);
  if (failed(results))
    return failure();
  Objective objective{*body, forward};
  SmallVector<GradientError> errors;
  auto check = [&](unsigned i, const Tensor &gradient) {
    FailureOr<GradientError> error =
        checkArgument(objective, arguments, i, gradient, samples);
    if (succeeded(error))
      errors.push_back(*error);
    return success(succeeded(error));
  };
  unsigned next = body->numActivations + (body->lossAcc ? 1 : 0);
  for (unsigned i : body->inputs)
    if (failed(check(i, (*results)[next++])))
      return failure();
  for (auto [i, acc] : llvm::zip_equal(body->params, body->accumulators)) {
    // The gradient is what was added.
    Tensor gradient = (*results)[next++];
    for (auto [g, before] : llvm::zip_equal(gradient.data, arguments[acc].data))
      g.f -= before.f;
    if (failed(check(i, gradient)))
      return failure();
  }
  return errors;
}
