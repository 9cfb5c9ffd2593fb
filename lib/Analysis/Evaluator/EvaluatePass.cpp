//===- EvaluatePass.cpp - Evaluates a function and prints it -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphEvaluator.h"
#include "Piper/Analysis/Passes.h"
#include "Piper/Dialect/Plan/IR/Unroll.h"
#include "PlanEvaluator.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace piper {
#define GEN_PASS_DEF_PIPEREVALUATE
#include "Piper/Analysis/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Tensors larger than this are printed by their first elements and sums.
static constexpr int64_t maxPrinted = 16;
static constexpr int64_t numFirst = 4;

static void printScalar(raw_ostream &os, const Tensor &tensor, int64_t e) {
  if (!tensor.isFloat())
    os << tensor.data[e].i;
  else if (std::isnan(tensor.data[e].f))
    os << "nan"; // The sign of a NaN means nothing.
  else
    os << llvm::format("%.17g", tensor.data[e].f);
}

static void printTensor(raw_ostream &os, const Tensor &tensor, Type type) {
  os << type << " = ";
  if (tensor.shape.empty()) {
    printScalar(os, tensor, 0);
    os << "\n";
    return;
  }
  bool all = tensor.size() <= maxPrinted;
  os << "[";
  for (int64_t e = 0; e < (all ? tensor.size() : numFirst); ++e) {
    os << (e ? ", " : "");
    printScalar(os, tensor, e);
  }
  if (all) {
    os << "]\n";
    return;
  }
  double sum = 0, squares = 0;
  for (const Scalar &s : tensor.data) {
    double value = tensor.isFloat() ? s.f : static_cast<double>(s.i);
    sum += value;
    squares += value * value;
  }
  os << ", ...] sum = " << llvm::format("%.17g", sum)
     << " squares = " << llvm::format("%.17g", squares) << "\n";
}

namespace {
struct EvaluatePass : public piper::impl::PiperEvaluateBase<EvaluatePass> {
  using PiperEvaluateBase::PiperEvaluateBase;

  void runOnOperation() override {
    auto graphs = getOperation().getOps<GraphOp>();
    bool isPlan = !getOperation().getOps<plan::ProgramOp>().empty();
    LogicalResult done = success();
    if (!function.empty() || (!isPlan && graphs.empty()))
      done = evaluateFunction();
    else if (isPlan)
      done = evaluatePlan();
    else
      done = train<GraphEvaluator>(*graphs.begin());
    if (failed(done))
      signalPassFailure();
  }

  LogicalResult evaluatePlan() {
    OwningOpRef<ModuleOp> unrolled = plan::unrolledCopy(getOperation());
    return train<PlanEvaluator>(unrolled ? *unrolled : getOperation());
  }

  /// Runs the steps of a graph or a plan and prints what they give.
  template <typename Evaluator, typename OpTy> LogicalResult train(OpTy op) {
    FailureOr<ValueSource> source =
        ValueSource::open(weights, data, seed, getOperation());
    if (failed(source))
      return failure();
    Evaluator evaluator(op, *source, EvalOptions{precision});
    for (int64_t s = step; s < step + steps; ++s) {
      FailureOr<Metrics> metrics = evaluator.runStep(s);
      if (failed(metrics))
        return failure();
      printMetrics(s, *metrics);
    }
    printParameters(evaluator.parameters());
    return success();
  }

  void printMetrics(int64_t step, const Metrics &metrics) {
    llvm::outs() << "step " << step;
    for (const auto &[name, value] : metrics)
      llvm::outs() << " " << name << " = " << llvm::format("%.17g", value);
    llvm::outs() << "\n";
  }

  void printParameters(const std::map<std::string, Tensor> &params) {
    if (!printParams)
      return;
    for (const auto &[name, tensor] : params) {
      llvm::outs() << "param \"" << name << "\" : ";
      printTensor(llvm::outs(), tensor,
                  RankedTensorType::get(tensor.shape, tensor.elementType));
    }
  }

  FailureOr<SmallVector<Tensor>>
  evaluateOne(func::FuncOp func, const ValueSource &source, int64_t mb) {
    SmallVector<Tensor> inputs;
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      FailureOr<Tensor> value = source.argument(func, i, step, mb);
      if (failed(value))
        return failure();
      inputs.push_back(std::move(*value));
    }
    return evaluate(func, inputs, EvalOptions{precision});
  }

  LogicalResult evaluateFunction() {
    FailureOr<func::FuncOp> func = findFunction(getOperation(), function);
    if (failed(func))
      return failure();
    FailureOr<ValueSource> source =
        ValueSource::open(weights, data, seed, getOperation());
    if (failed(source))
      return failure();
    int64_t first = microbatch, last = microbatch;
    if (microbatch < 0) {
      FailureOr<int64_t> count = countMicrobatches(*func, *source);
      if (failed(count))
        return failure();
      first = 0;
      last = *count - 1;
    }
    SmallVector<double> sums(func->getNumResults(), 0);
    for (int64_t mb = first; mb <= last; ++mb) {
      FailureOr<SmallVector<Tensor>> results = evaluateOne(*func, *source, mb);
      if (failed(results))
        return failure();
      for (auto [i, result] : llvm::enumerate(*results)) {
        if (microbatch < 0)
          llvm::outs() << "microbatch " << mb << " ";
        llvm::outs() << "result " << i << " : ";
        printTensor(llvm::outs(), result, func->getResultTypes()[i]);
        if (result.isFloat() && result.size() == 1)
          sums[i] += result.data[0].f;
      }
    }
    if (microbatch < 0)
      printMeans(*func, sums, last + 1);
    return success();
  }

  void printMeans(func::FuncOp func, ArrayRef<double> sums, int64_t count) {
    for (auto [i, sum] : llvm::enumerate(sums)) {
      Tensor mean = Tensor::zeros({}, Float64Type::get(&getContext()));
      Type type = func.getResultTypes()[i];
      auto shaped = dyn_cast<ShapedType>(type);
      if (!isa<FloatType>(getElementTypeOrSelf(type)) ||
          (shaped && shaped.getNumElements() != 1))
        continue;
      mean.data[0].f = sum / static_cast<double>(count);
      llvm::outs() << "mean result " << i << " : ";
      printTensor(llvm::outs(), mean, type);
    }
  }

  /// The microbatches of a step in the data file.
  FailureOr<int64_t> countMicrobatches(func::FuncOp func,
                                       const ValueSource &source) {
    for (unsigned i = 0; source.data && i < func.getNumArguments(); ++i)
      if (auto name = func.getArgAttrOfType<StringAttr>(i, "piper.input"))
        if (ArrayRef<int64_t> shape = source.data->shapeOf(name);
            shape.size() >= 2)
          return shape[1];
    return func.emitError("has no input in a data file, so microbatch=-1 does "
                          "not say how many");
  }
};
} // namespace
