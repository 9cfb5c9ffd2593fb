//===- PlainExport.cpp - Names and a loss for an export without -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Piper/Support/CreateGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace piper;

/// Whether `op` is a weight: an f32 tensor with values that are not all equal.
static bool isWeight(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  return type && type.getRank() > 0 && type.getElementType().isF32() &&
         !isa<SplatElementsAttr>(op.getValue());
}

/// Inserts an argument with the role `role`, called `name`.
static Value addArgument(func::FuncOp func, unsigned index, Type type,
                         StringRef role, const Twine &name, Location loc) {
  MLIRContext *context = func.getContext();
  NamedAttribute attr(StringAttr::get(context, role),
                      StringAttr::get(context, name));
  (void)func.insertArgument(index, type, DictionaryAttr::get(context, {attr}),
                            loc);
  return func.getArgument(index);
}

void exports::nameArguments(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  for (unsigned index : llvm::seq(func.getNumArguments()))
    func.setArgAttr(index, "piper.input",
                    StringAttr::get(context, "input" + Twine(index)));
  // The order of constants in the text means nothing; that of their first uses
  // is the model's.
  llvm::SetVector<arith::ConstantOp> weights;
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto constant = operand.getDefiningOp<arith::ConstantOp>())
        if (isWeight(constant))
          weights.insert(constant);
  });
  NamedAttrList values;
  for (auto [index, weight] : llvm::enumerate(weights.takeVector())) {
    std::string name = "param" + std::to_string(index);
    Value argument = addArgument(func, index, weight.getType(), "piper.param",
                                 name, weight.getLoc());
    values.append(name, weight.getValue());
    weight.replaceAllUsesWith(argument);
    weight.erase();
  }
  // Of the module, so that no later pass need carry them.
  if (!values.empty())
    func->getParentOp()->setAttr("piper.init", values.getDictionary(context));
}

/// A reduction of all of `x` by a sum, of floats or integers.
static Value sumAll(OpBuilder &builder, Location loc, Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap none = AffineMap::get(type.getRank(), 0, builder.getContext());
  Type element = type.getElementType();
  return createGeneric(
      builder, loc, RankedTensorType::get({}, element), x, {all, none},
      builder.getZeroAttr(element),
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        if (isa<IntegerType>(element))
          return arith::AddIOp::create(body, at, args[0], args[1]);
        return arith::AddFOp::create(body, at, args[0], args[1]);
      });
}

/// The mean of (output - targets)^2.
static Value createMse(OpBuilder &builder, func::FuncOp func, Value output) {
  Location loc = func.getLoc();
  auto type = cast<RankedTensorType>(output.getType());
  Type f32 = type.getElementType();
  Value targets = addArgument(func, func.getNumArguments(), type, "piper.input",
                              "targets", loc);
  Value squares = createElementwise(
      builder, loc, f32, {output, targets},
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value d = arith::SubFOp::create(body, at, args[0], args[1]);
        return arith::MulFOp::create(body, at, d, d);
      });
  Value count = arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(f32, double(type.getNumElements())));
  return createElementwise(
      builder, loc, f32, sumAll(builder, loc, squares),
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::DivFOp::create(body, at, args[0], count);
      });
}

/// Log of the softmax of `x` along its last dimension.
static Value createLogSoftmax(OpBuilder &builder, Location loc, Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  auto f32 = cast<FloatType>(type.getElementType());
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap row = all.dropResult(type.getRank() - 1);
  auto rowType = RankedTensorType::get(type.getShape().drop_back(), f32);
  auto subtractRow = [&](Value from, Value value) {
    return createGeneric(
        builder, loc, type, {from, value}, {all, row, all}, nullptr,
        [](OpBuilder &body, Location at, ValueRange args) -> Value {
          return arith::SubFOp::create(body, at, args[0], args[1]);
        });
  };
  Value maximum = createGeneric(
      builder, loc, rowType, x, {all, row},
      builder.getFloatAttr(f32, APFloat::getInf(f32.getFloatSemantics(), true)),
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::MaximumFOp::create(body, at, args[0], args[1]);
      });
  Value shifted = subtractRow(x, maximum);
  Value exponential = createElementwise(
      builder, loc, f32, shifted,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return math::ExpOp::create(body, at, args[0]);
      });
  Value sum = createGeneric(
      builder, loc, rowType, exponential, {all, row}, builder.getZeroAttr(f32),
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::AddFOp::create(body, at, args[0], args[1]);
      });
  Value log = createElementwise(
      builder, loc, f32, sum,
      [](OpBuilder &body, Location at, ValueRange args) -> Value {
        return math::LogOp::create(body, at, args[0]);
      });
  return subtractRow(shifted, log);
}

/// PyTorch's cross entropy of class scores in the last dimension of `output`:
/// the sum of -log_softmax at the target, over targets that are not -100, and
/// their number. The quotient is taken over the whole step, so that targets
/// count the same in whichever microbatch they are.
static SmallVector<Value> createCrossEntropy(OpBuilder &builder,
                                             func::FuncOp func, Value output) {
  Location loc = func.getLoc();
  auto type = cast<RankedTensorType>(output.getType());
  Type f32 = type.getElementType(), i64 = builder.getI64Type();
  Value targets =
      addArgument(func, func.getNumArguments(),
                  RankedTensorType::get(type.getShape().drop_back(), i64),
                  "piper.input", "targets", loc);
  Value logs = createLogSoftmax(builder, loc, output);
  Value ignored =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(-100));
  Value first =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  Value none =
      arith::ConstantOp::create(builder, loc, builder.getFloatAttr(f32, 0.0));
  auto counts = [&](OpBuilder &body, Location at, Value target) -> Value {
    return arith::CmpIOp::create(body, at, arith::CmpIPredicate::ne, target,
                                 ignored);
  };
  Value picked = createElementwise(
      builder, loc, f32, targets,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value target = arith::SelectOp::create(
            body, at, counts(body, at, args[0]), args[0], first);
        SmallVector<Value> indices;
        for (unsigned loop : llvm::seq<unsigned>(0, type.getRank() - 1))
          indices.push_back(linalg::IndexOp::create(body, at, loop));
        indices.push_back(
            arith::IndexCastOp::create(body, at, body.getIndexType(), target));
        return tensor::ExtractOp::create(body, at, logs, indices);
      });
  // Chosen, not multiplied: the score picked for an ignored target may be -inf.
  Value losses = createElementwise(
      builder, loc, f32, {picked, targets},
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        Value loss = arith::NegFOp::create(body, at, args[0]);
        return arith::SelectOp::create(body, at, counts(body, at, args[1]),
                                       loss, none);
      });
  Value counted = createElementwise(
      builder, loc, i64, targets,
      [&](OpBuilder &body, Location at, ValueRange args) -> Value {
        return arith::ExtUIOp::create(body, at, i64, counts(body, at, args[0]));
      });
  return {sumAll(builder, loc, losses), sumAll(builder, loc, counted)};
}

LogicalResult exports::addLoss(func::FuncOp func, PlainLoss loss) {
  Location loc = func.getLoc();
  if (loss == PlainLoss::none)
    return emitError(loc)
           << "@" << func.getSymName()
           << " returns an output and no loss; give the training file a "
              "\"loss\", \"mse\" or \"cross_entropy\", or write the model "
              "with piper-export and return its loss";
  for (unsigned index : llvm::seq(func.getNumArguments()))
    if (auto name = func.getArgAttrOfType<StringAttr>(index, "piper.input");
        name && name.getValue() == "targets")
      return emitError(loc)
             << "argument #" << index << " of @" << func.getSymName()
             << " is the input 'targets', the name of the input that the added "
                "loss takes; rename it";
  Operation *terminator = func.front().getTerminator();
  auto type =
      terminator->getNumOperands() == 1
          ? dyn_cast<RankedTensorType>(terminator->getOperand(0).getType())
          : RankedTensorType();
  if (!type || !type.getElementType().isF32() || type.getRank() == 0)
    return emitError(loc) << "@" << func.getSymName()
                          << " does not return one tensor of f32, so a loss "
                             "cannot be added; write the model with "
                             "piper-export and return its loss";
  OpBuilder builder(terminator);
  Value output = terminator->getOperand(0);
  SmallVector<Value> results;
  if (loss == PlainLoss::mse)
    results.push_back(createMse(builder, func, output));
  else
    results = createCrossEntropy(builder, func, output);
  terminator->setOperands(results);
  func.setType(FunctionType::get(func.getContext(), func.getArgumentTypes(),
                                 TypeRange(ValueRange(results))));
  func.removeResAttrsAttr();
  return success();
}
