//===- StepBodies.cpp - Bodies of the end of a step -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBodies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace piper::plan;

using ScalarBody =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange arguments)>;

/// An elementwise op over tensors of one shape.
static Value elementwise(OpBuilder &builder, Location loc, ValueRange inputs,
                         ScalarBody body) {
  auto type = cast<RankedTensorType>(inputs[0].getType());
  Value init = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                       type.getElementType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      builder, loc, TypeRange{type}, inputs, init, maps, kinds,
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(inner, loc, body(inner, loc, arguments));
      });
  return op.getResult(0);
}

/// Sum of all elements in order, each passed through `body`, in f64.
static Value sumAll(OpBuilder &builder, Location loc, Value input,
                    ScalarBody body) {
  auto type = cast<RankedTensorType>(input.getType());
  Type f64 = builder.getF64Type();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(0.0));
  Value empty = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{}, f64);
  Value init = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(type.getRank()),
      AffineMap::get(type.getRank(), 0, builder.getContext())};
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::reduction);
  auto op = linalg::GenericOp::create(
      builder, loc, TypeRange{init.getType()}, input, init, maps, kinds,
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        Value term = body(inner, loc, arguments);
        Value sum = arith::AddFOp::create(inner, loc, arguments[1], term);
        linalg::YieldOp::create(inner, loc, sum);
      });
  return op.getResult(0);
}

/// A scalar that belongs at one index of a vector.
using Entry = std::pair<int64_t, Value>;

/// `vector` with the entries, which have rank 0. Those that follow each other
/// are inserted at once: what follows in the compiler takes quadratic time in
/// the length of a chain of insertions.
static Value setEntries(OpBuilder &builder, Location loc, Value vector,
                        SmallVector<Entry> entries) {
  llvm::sort(entries, llvm::less_first());
  ArrayRef<Entry> rest = entries;
  while (!rest.empty()) {
    size_t count = 1;
    while (count < rest.size() &&
           rest[count].first == rest[0].first + static_cast<int64_t>(count))
      ++count;
    SmallVector<Value> scalars;
    for (const Entry &entry : rest.take_front(count))
      scalars.push_back(
          tensor::ExtractOp::create(builder, loc, entry.second, ValueRange()));
    Value run = tensor::FromElementsOp::create(
        builder, loc,
        RankedTensorType::get({static_cast<int64_t>(count)},
                              scalars.front().getType()),
        scalars);
    SmallVector<OpFoldResult> offset = {builder.getIndexAttr(rest[0].first)};
    SmallVector<OpFoldResult> size = {builder.getIndexAttr(count)};
    SmallVector<OpFoldResult> stride = {builder.getIndexAttr(1)};
    vector = tensor::InsertSliceOp::create(builder, loc, run, vector, offset,
                                           size, stride);
    rest = rest.drop_front(count);
  }
  return vector;
}

static func::FuncOp startBody(OpBuilder &builder, ModuleOp module, Location loc,
                              StringRef name, ArrayRef<Type> arguments,
                              ArrayRef<Type> results, int64_t inouts) {
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(
      builder, loc, name, builder.getFunctionType(arguments, results));
  function.setPrivate();
  function->setAttr("piper.inouts", builder.getI64IntegerAttr(inouts));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

/// A sum times the mean's factor. Where the whole weight is 0, so are gradients
/// (the f32 ones), as PyTorch's are where every target is ignored; the loss is
/// NaN.
static Value scaleToMean(OpBuilder &builder, Location loc, Value sum,
                         const MeanDivisor &divisor, ValueRange inputs) {
  auto type = cast<RankedTensorType>(sum.getType());
  auto element = cast<FloatType>(type.getElementType());
  if (!divisor.weight && divisor.number == 1)
    return sum;
  if (!divisor.weight)
    return elementwise(
        builder, loc, sum, [&](OpBuilder &inner, Location loc, ValueRange x) {
          double factor = 1.0 / static_cast<double>(divisor.number);
          Value scale = arith::ConstantOp::create(
              inner, loc, inner.getFloatAttr(element, factor));
          return arith::MulFOp::create(inner, loc, x[0], scale).getResult();
        });
  Value weight = tensor::ExtractOp::create(
      builder, loc, inputs[*divisor.weight], ValueRange());
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(1.0));
  Value factor = arith::DivFOp::create(builder, loc, one, weight);
  if (!element.isF64()) {
    Value none =
        arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(0.0));
    Value counts = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::UNE, weight, none);
    factor = arith::SelectOp::create(builder, loc, counts, factor, none);
    factor = arith::TruncFOp::create(builder, loc, element, factor);
  }
  Value scale = tensor::FromElementsOp::create(
      builder, loc, RankedTensorType::get({}, element), factor);
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap none = AffineMap::get(type.getRank(), 0, builder.getContext());
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  Value init = tensor::EmptyOp::create(builder, loc, type.getShape(), element);
  return linalg::GenericOp::create(
             builder, loc, TypeRange{type}, ValueRange{sum, scale}, init,
             SmallVector<AffineMap>{all, none, all}, kinds,
             [](OpBuilder &inner, Location loc, ValueRange x) {
               Value mean = arith::MulFOp::create(inner, loc, x[0], x[1]);
               linalg::YieldOp::create(inner, loc, mean);
             })
      .getResult(0);
}

/// The sum of a gradient's uses, times the mean's factor.
static Value finishGradient(OpBuilder &builder, Location loc,
                            const FinishedGradient &gradient,
                            const MeanDivisor &divisor, ValueRange inputs,
                            Value resting) {
  Value sum;
  for (int64_t use : gradient.uses) {
    Value next = use < 0 ? resting : inputs[use];
    sum =
        sum ? elementwise(builder, loc, {sum, next},
                          [](OpBuilder &inner, Location loc, ValueRange x) {
                            return arith::AddFOp::create(inner, loc, x[0], x[1])
                                .getResult();
                          })
            : next;
  }
  return scaleToMean(builder, loc, sum, divisor, inputs);
}

func::FuncOp piper::plan::buildFinish(ModuleOp module, Location loc,
                                      StringRef name,
                                      ArrayRef<RankedTensorType> inputs,
                                      ArrayRef<FinishedGradient> gradients,
                                      RankedTensorType sums,
                                      const MeanDivisor &divisor,
                                      std::optional<int64_t> loss) {
  OpBuilder builder(module.getContext());
  SmallVector<Type> updated;
  for (const FinishedGradient &gradient : gradients)
    updated.push_back(gradient.type);
  updated.push_back(sums);
  SmallVector<Type> arguments(inputs.begin(), inputs.end());
  llvm::append_range(arguments, updated);
  func::FuncOp function =
      startBody(builder, module, loc, name, arguments, updated, updated.size());
  ValueRange all = function.getArguments();
  ValueRange ins = all.take_front(inputs.size());
  SmallVector<Entry> entries;
  SmallVector<Value> results;
  for (auto [i, gradient] : llvm::enumerate(gradients)) {
    Value finished = finishGradient(builder, loc, gradient, divisor, ins,
                                    all[inputs.size() + i]);
    results.push_back(finished);
    if (!gradient.square)
      continue;
    Value square = sumAll(
        builder, loc, finished,
        [](OpBuilder &inner, Location loc, ValueRange x) {
          Value wide =
              arith::ExtFOp::create(inner, loc, inner.getF64Type(), x[0]);
          return arith::MulFOp::create(inner, loc, wide, wide).getResult();
        });
    entries.push_back({*gradient.square, square});
  }
  if (loss) {
    Value mean = scaleToMean(builder, loc, ins[*loss], divisor, ins);
    entries.push_back({sums.getDimSize(0) - 1, mean});
  }
  results.push_back(setEntries(builder, loc, all.back(), std::move(entries)));
  func::ReturnOp::create(builder, loc, results);
  return function;
}

/// The root of the first `count` sums.
static Value buildNorm(OpBuilder &builder, Location loc, Value sums,
                       int64_t count) {
  SmallVector<OpFoldResult> offset = {builder.getIndexAttr(0)};
  SmallVector<OpFoldResult> size = {builder.getIndexAttr(count)};
  SmallVector<OpFoldResult> stride = {builder.getIndexAttr(1)};
  Value part =
      tensor::ExtractSliceOp::create(builder, loc, sums, offset, size, stride);
  Value total =
      sumAll(builder, loc, part,
             [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  return elementwise(
      builder, loc, total, [](OpBuilder &inner, Location loc, ValueRange x) {
        return math::SqrtOp::create(inner, loc, x[0]).getResult();
      });
}

func::FuncOp piper::plan::buildUpdate(ModuleOp module, Location loc,
                                      StringRef name,
                                      ArrayRef<RankedTensorType> gradients,
                                      RankedTensorType hyper,
                                      RankedTensorType sums, int64_t numNormed,
                                      ArrayRef<AppliedUpdate> updates) {
  OpBuilder builder(module.getContext());
  SmallVector<Type> updated;
  for (const AppliedUpdate &update : updates)
    llvm::append_range(updated, update.inouts);
  SmallVector<Type> arguments(gradients.begin(), gradients.end());
  arguments.append({hyper, sums});
  llvm::append_range(arguments, updated);
  func::FuncOp function =
      startBody(builder, module, loc, name, arguments, updated, updated.size());
  ValueRange all = function.getArguments();
  Value norm = buildNorm(builder, loc, all[gradients.size() + 1], numNormed);
  unsigned next = gradients.size() + 2;
  SmallVector<Value> results;
  for (const AppliedUpdate &update : updates) {
    func::FuncOp body = update.body;
    IRMapping mapping;
    for (auto [i, input] : llvm::enumerate(update.ins))
      mapping.map(body.getArgument(i),
                  input.kind == UpdateInput::Gradient ? all[input.index]
                  : input.kind == UpdateInput::Hyper  ? all[gradients.size()]
                                                      : norm);
    for (unsigned i = 0; i < update.inouts.size(); ++i)
      mapping.map(body.getArgument(update.ins.size() + i), all[next++]);
    for (Operation &op : body.getBody().front().without_terminator())
      builder.clone(op, mapping);
    for (Value result : body.getBody().front().getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(result));
  }
  func::ReturnOp::create(builder, loc, results);
  return function;
}

func::FuncOp piper::plan::buildCopy(ModuleOp module, Location loc,
                                    RankedTensorType type) {
  std::string name = "copy";
  for (int64_t extent : type.getShape())
    name += "." + std::to_string(extent);
  if (!type.getElementType().isF32())
    llvm::raw_string_ostream(name) << "." << type.getElementType();
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  OpBuilder builder(module.getContext());
  func::FuncOp function =
      startBody(builder, module, loc, name, {type}, {type}, 0);
  Value copy =
      elementwise(builder, loc, function.getArgument(0),
                  [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  func::ReturnOp::create(builder, loc, copy);
  return function;
}
