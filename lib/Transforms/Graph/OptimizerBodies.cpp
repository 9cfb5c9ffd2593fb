//===- OptimizerBodies.cpp - Optimizer steps as bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptimizerBodies.h"

#include "Piper/Support/FloatWriter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numbers>

using namespace mlir;
using namespace piper;

namespace {
/// Arithmetic on scalars of one floating-point type, short enough to read as
/// formulas.
struct Scalars : FloatWriter {
  using FloatWriter::mul;
  Value mul(Value x, double y) const { return mul(x, num(y)); }
  Value min(Value x, double y) const {
    return arith::MinimumFOp::create(b, loc, x, num(y));
  }
  Value sqrt(Value x) const { return math::SqrtOp::create(b, loc, x); }
};

/// The numbers of one step that an update body needs, as f32 in tensors of
/// rank 0; absent where the optimizer has no use for them.
struct StepScalars {
  SmallVector<Value> tensors;
  int clip = -1, decay = -1, step = -1, root = -1;

  int add(OpBuilder &builder, Location loc, Value f64) {
    Value f32 =
        arith::TruncFOp::create(builder, loc, builder.getF32Type(), f64);
    tensors.push_back(tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({}, builder.getF32Type()), f32));
    return tensors.size() - 1;
  }
};
} // namespace

func::FuncOp OptimizerBodies::createBody(StringRef name, TypeRange arguments,
                                         TypeRange results, int64_t inouts) {
  OpBuilder builder(position->getContext());
  auto func =
      func::FuncOp::create(NameLoc::get(builder.getStringAttr("optimizer")),
                           name, builder.getFunctionType(arguments, results));
  func.setPrivate();
  if (inouts)
    func->setAttr("piper.inouts", builder.getI64IntegerAttr(inouts));
  symbols.insert(func, Block::iterator(position));
  func.addEntryBlock();
  return func;
}

//===----------------------------------------------------------------------===//
// Learning rate and bias corrections
//===----------------------------------------------------------------------===//

/// Learning rate over its configured value, at the step given as f64.
static Value buildLrFactor(const Scalars &s, const TrainingConfig &config,
                           Value step) {
  const LrSchedule &schedule = config.schedule;
  OpBuilder &b = s.b;
  Value factor = s.num(1);
  if (schedule.kind != LrScheduleKind::Constant) {
    double span = schedule.totalSteps - schedule.warmupSteps;
    Value done = s.div(s.sub(step, s.num(schedule.warmupSteps)), s.num(span));
    done = s.min(done, 1);
    Value left = s.sub(s.num(1), done);
    if (schedule.kind == LrScheduleKind::Cosine) {
      Value cosine =
          math::CosOp::create(b, s.loc, s.mul(done, std::numbers::pi));
      left = s.mul(s.add(s.num(1), cosine), 0.5);
    }
    double floor = config.lr > 0 ? schedule.minLr / config.lr : 0;
    factor = s.add(s.num(floor), s.mul(left, 1 - floor));
  }
  if (schedule.warmupSteps == 0)
    return factor;
  Value warm = s.div(s.add(step, s.num(1)), s.num(schedule.warmupSteps));
  Value rising = arith::CmpFOp::create(b, s.loc, arith::CmpFPredicate::OLT,
                                       step, s.num(schedule.warmupSteps));
  return arith::SelectOp::create(b, s.loc, rising, warm, factor);
}

func::FuncOp OptimizerBodies::getHyper() {
  if (hyper)
    return hyper;
  OpBuilder b(position->getContext());
  auto stepType = RankedTensorType::get({}, b.getI64Type());
  auto resultType = RankedTensorType::get({4}, b.getF64Type());
  hyper = createBody("hyper", stepType, resultType, 0);
  Location loc = hyper.getLoc();
  b.setInsertionPointToStart(&hyper.front());
  Scalars s{{b, loc, b.getF64Type()}};
  Value index =
      tensor::ExtractOp::create(b, loc, hyper.getArgument(0), ValueRange{});
  Value step = arith::SIToFPOp::create(b, loc, b.getF64Type(), index);
  Value factor = buildLrFactor(s, config, step);
  Value lr = s.mul(factor, config.lr);
  Value one = s.num(1), correction1 = one, correction2 = one;
  if (config.optimizer != OptimizerKind::SGD) {
    Value count = s.add(step, one);
    auto correction = [&](double beta) {
      return s.sub(one, math::PowFOp::create(b, loc, s.num(beta), count));
    };
    correction1 = correction(config.beta1);
    correction2 = correction(config.beta2);
  }
  Value result = tensor::FromElementsOp::create(
      b, loc, resultType, ValueRange{lr, correction1, correction2, factor});
  func::ReturnOp::create(b, loc, result);
  return hyper;
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Computes in f64 what is one number per step, and rounds it to f32.
static StepScalars buildStepScalars(OpBuilder &b, Location loc,
                                    const TrainingConfig &config,
                                    const ParamValues &values, Value hyper,
                                    Value norm) {
  Scalars s{{b, loc, b.getF64Type()}};
  auto entry = [&](int64_t index) -> Value {
    Value at = arith::ConstantIndexOp::create(b, loc, index);
    return tensor::ExtractOp::create(b, loc, hyper, at);
  };
  StepScalars result;
  if (config.clipNorm) {
    Value total = tensor::ExtractOp::create(b, loc, norm, ValueRange{});
    Value ratio = s.div(s.num(*config.clipNorm), s.add(total, s.num(1e-6)));
    result.clip = result.add(b, loc, s.min(ratio, 1));
  }
  Value lr = values.lr ? s.mul(entry(3), *values.lr) : entry(0);
  double decay = values.weightDecay;
  if (config.optimizer == OptimizerKind::AdamW && decay != 0)
    result.decay = result.add(b, loc, s.sub(s.num(1), s.mul(lr, decay)));
  if (config.optimizer == OptimizerKind::SGD) {
    result.step = result.add(b, loc, s.mul(lr, -1));
    return result;
  }
  result.step = result.add(b, loc, s.mul(s.div(lr, entry(1)), -1));
  result.root = result.add(b, loc, s.sqrt(entry(2)));
  return result;
}

/// SGD of one element; returns the new parameter and momentum.
static SmallVector<Value> buildSgd(const Scalars &s,
                                   const TrainingConfig &config, Value g,
                                   ValueRange old, Value step) {
  Value w = old[0];
  if (config.momentum == 0)
    return {s.add(w, s.mul(g, step))};
  // Zero state makes the first step's buffer the gradient itself.
  Value buffer = s.add(s.mul(old[1], config.momentum), g);
  Value direction =
      config.nesterov ? s.add(g, s.mul(buffer, config.momentum)) : buffer;
  return {s.add(w, s.mul(direction, step)), buffer};
}

/// Adam of one element, after weight decay; returns parameter and moments.
static SmallVector<Value> buildAdam(const Scalars &s,
                                    const TrainingConfig &config, Value g,
                                    Value w, ValueRange moments, Value step,
                                    Value root) {
  // torch.lerp picks the form that is exact at the nearer end.
  double weight = 1 - config.beta1;
  Value difference = s.sub(g, moments[0]);
  Value m = weight < 0.5 ? s.add(moments[0], s.mul(difference, weight))
                         : s.sub(g, s.mul(difference, config.beta1));
  Value square = s.mul(s.mul(g, 1 - config.beta2), g);
  Value v = s.add(s.mul(moments[1], config.beta2), square);
  Value denominator = s.add(s.div(s.sqrt(v), root), s.num(config.eps));
  return {s.add(w, s.div(s.mul(m, step), denominator)), m, v};
}

/// Name of an update body: optimizer, shape, variant.
static std::string getUpdateName(const TrainingConfig &config,
                                 RankedTensorType type, size_t variant) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << (config.optimizer == OptimizerKind::SGD    ? "sgd_"
         : config.optimizer == OptimizerKind::Adam ? "adam_"
                                                   : "adamw_");
  if (type.getRank() == 0)
    os << "scalar";
  llvm::interleave(type.getShape(), os, "x");
  if (variant > 0)
    os << "_group" << variant;
  return name;
}

func::FuncOp OptimizerBodies::getUpdate(RankedTensorType type,
                                        const ParamValues &values) {
  size_t variant = llvm::find(variants, values) - variants.begin();
  if (variant == variants.size())
    variants.push_back(values);
  func::FuncOp &func = updates[{type, variant}];
  if (func)
    return func;
  OpBuilder b(position->getContext());
  unsigned inouts = 1 + config.stateNames().size();
  SmallVector<Type> arguments{type, RankedTensorType::get({4}, b.getF64Type()),
                              RankedTensorType::get({}, b.getF64Type())};
  SmallVector<Type> results(inouts, type);
  llvm::append_range(arguments, results);
  func = createBody(getUpdateName(config, type, variant), arguments, results,
                    inouts);
  Location loc = func.getLoc();
  b.setInsertionPointToStart(&func.front());
  StepScalars scalars = buildStepScalars(
      b, loc, config, values, func.getArgument(1), func.getArgument(2));

  // One loop over the elements: gradient and scalars in, inouts in place.
  SmallVector<Value> inputs{func.getArgument(0)};
  llvm::append_range(inputs, scalars.tensors);
  ValueRange outs = func.getArguments().drop_front(3);
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps{identity};
  maps.append(scalars.tensors.size(),
              AffineMap::get(type.getRank(), 0, b.getContext()));
  maps.append(inouts, identity);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  double decay = values.weightDecay;
  auto generic = linalg::GenericOp::create(
      b, loc, results, inputs, outs, maps, iterators,
      [&](OpBuilder &nested, Location at, ValueRange elements) {
        Scalars s{{nested, at, nested.getF32Type()}};
        auto scalar = [&](int index) { return elements[1 + index]; };
        ValueRange old = elements.take_back(inouts);
        Value g = elements[0], w = old[0];
        if (scalars.clip >= 0)
          g = s.mul(g, scalar(scalars.clip));
        if (scalars.decay >= 0)
          w = s.mul(w, scalar(scalars.decay));
        else if (decay != 0)
          g = s.add(g, s.mul(w, decay));
        SmallVector<Value> updated =
            config.optimizer == OptimizerKind::SGD
                ? buildSgd(s, config, g, old, scalar(scalars.step))
                : buildAdam(s, config, g, w, old.drop_front(),
                            scalar(scalars.step), scalar(scalars.root));
        linalg::YieldOp::create(nested, at, updated);
      });
  func::ReturnOp::create(b, loc, generic.getResults());
  return func;
}
