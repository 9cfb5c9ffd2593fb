//===- Differentiate.cpp - Joint forward-backward bodies of stages -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Transforms/Autodiff/GradientBuilder.h"
#include "Piper/Transforms/Autodiff/GradientOpInterface.h"
#include "Piper/Transforms/Autodiff/Passes.h"

#include "Piper/Support/Location.h"
#include "ScalarGradient.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace piper {
#define GEN_PASS_DEF_PIPERDIFFERENTIATE
#include "Piper/Transforms/Autodiff/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

static constexpr StringLiteral kRole = "piper.role";
static constexpr StringLiteral kParam = "piper.param";
static constexpr StringLiteral kJoint = "piper.joint";

namespace {

/// Differentiates one stage in place.
class StageDifferentiator {
public:
  explicit StageDifferentiator(func::FuncOp func)
      : func(func), block(func.getBody().front()),
        terminator(cast<func::ReturnOp>(block.getTerminator())),
        builder(terminator), gradients(builder) {}

  LogicalResult run();

private:
  StringRef getRole(unsigned arg) {
    auto role = func.getArgAttrOfType<StringAttr>(arg, kRole);
    return role ? role.getValue() : StringRef();
  }
  /// Whether a result is the loss, or its weight, which are summed and not
  /// returned.
  bool isSummed(unsigned result) {
    auto role = func.getResultAttrOfType<StringAttr>(result, kRole);
    return role && (role.getValue() == "loss" || role.getValue() == "weight");
  }
  /// Whether nothing trainable leads to a result: its readers give no gradient.
  bool isData(unsigned result) {
    auto role = func.getResultAttrOfType<StringAttr>(result, kRole);
    return role && role.getValue() == "data";
  }
  LogicalResult checkSignature();
  void findActiveValues();
  BlockArgument addArgument(Type type, StringRef role, Location loc,
                            Attribute param = {});
  void addSum(Value value, StringRef role);
  void addCotangents();
  void addAccumulators();
  LogicalResult createBackward(ArrayRef<Operation *> forward);
  void finish();

  func::FuncOp func;
  Block &block;
  func::ReturnOp terminator;
  OpBuilder builder;
  GradientBuilder gradients;
  unsigned numArgs = 0;       // of the forward function
  SmallVector<Value> targets; // what the gradients of arguments are taken for
  Value loss, weight;
  SmallVector<Value> outputs, results;
  SmallVector<DictionaryAttr> addedAttrs; // of arguments
  SmallVector<DictionaryAttr> resultAttrs;
};

} // namespace

/// The only user of `value`, if it converts its elements and no more.
static linalg::GenericOp onlyCast(Value value) {
  if (!value.hasOneUse())
    return nullptr;
  auto op = dyn_cast<linalg::GenericOp>(*value.user_begin());
  if (!op || op.getNumDpsInputs() != 1 || op.getNumResults() != 1 ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }) ||
      !isa<arith::TruncFOp, arith::ExtFOp>(op.getBody()->front()) ||
      !llvm::hasNItems(op.getBody()->getOperations(), 2))
    return nullptr;
  return op;
}

/// A parameter that is rounded to a narrower type and widened at once is a
/// parameter of that value: its gradient goes straight into the accumulator,
/// unrounded. For any other it is the argument itself.
static Value roundedParam(Value param) {
  linalg::GenericOp narrow = onlyCast(param);
  linalg::GenericOp wide =
      narrow ? onlyCast(narrow.getResult(0)) : linalg::GenericOp();
  return wide && wide.getResult(0).getType() == param.getType()
             ? wide.getResult(0)
             : param;
}

LogicalResult StageDifferentiator::checkSignature() {
  for (unsigned i = 0; i < numArgs; ++i) {
    StringRef role = getRole(i);
    if (!llvm::is_contained({"input", "param", "frozen", "data"}, role))
      return func.emitError()
             << "argument " << i << " of @" << func.getName()
             << " has no role; expected " << kRole
             << " = \"input\", \"param\", \"frozen\" or \"data\"";
    auto type = dyn_cast<RankedTensorType>(func.getArgument(i).getType());
    if (!type || !type.hasStaticShape())
      return func.emitError() << "argument " << i << " of @" << func.getName()
                              << " has type " << func.getArgument(i).getType()
                              << "; expected a tensor of static shape";
  }
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    if (!isSummed(i))
      continue;
    auto role = func.getResultAttrOfType<StringAttr>(i, kRole);
    bool isLoss = role.getValue() == "loss";
    Value &known = isLoss ? loss : weight;
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (known || !tensor || tensor.getRank() != 0 ||
        (isLoss && !isDifferentiableType(tensor)) || (!isLoss && !loss))
      return func.emitError()
             << "result " << i << " of @" << func.getName() << ", of type "
             << type << ", cannot be the " << role.getValue()
             << "; expected one scalar tensor, the weight "
                "after the loss";
    known = terminator.getOperand(i);
  }
  return success();
}

/// A value is active if a parameter or an input that has a gradient leads to it
/// through floating-point values.
void StageDifferentiator::findActiveValues() {
  for (unsigned i = 0; i < numArgs; ++i)
    if ((getRole(i) == "input" || getRole(i) == "param") &&
        isDifferentiableType(func.getArgument(i).getType()))
      gradients.markActive(targets[i]);
  for (Operation &op : block.without_terminator()) {
    if (op.hasAttr("piper.no_grad"))
      continue;
    bool reads = false;
    op.walk([&](Operation *inner) {
      reads |= llvm::any_of(inner->getOperands(), [&](Value operand) {
        return gradients.isActive(operand);
      });
    });
    for (Value result : op.getResults())
      if (reads && isDifferentiableType(result.getType()))
        gradients.markActive(result);
  }
}

/// The signature is written at the end, at once.
BlockArgument StageDifferentiator::addArgument(Type type, StringRef role,
                                               Location loc, Attribute param) {
  NamedAttrList attrs;
  attrs.append(kRole, builder.getStringAttr(role));
  if (param)
    attrs.append(kParam, param);
  addedAttrs.push_back(attrs.getDictionary(builder.getContext()));
  return block.addArgument(type, loc);
}

/// Appends the f64 accumulator of the loss or its weight, with its role, and
/// what adds `value` to it.
void StageDifferentiator::addSum(Value value, StringRef role) {
  Location loc = value.getLoc();
  auto type = RankedTensorType::get({}, builder.getF64Type());
  Value accumulator = addArgument(type, role, loc);
  AffineMap map = builder.getEmptyAffineMap();
  auto body = [&](OpBuilder &b, Location bodyLoc, ValueRange args) {
    Value wide = args[0];
    if (isa<IntegerType>(wide.getType()))
      wide = arith::SIToFPOp::create(b, bodyLoc, b.getF64Type(), wide);
    else if (!wide.getType().isF64())
      wide = arith::ExtFOp::create(b, bodyLoc, b.getF64Type(), wide);
    Value sum = arith::AddFOp::create(b, bodyLoc, args[1], wide);
    linalg::YieldOp::create(b, bodyLoc, sum);
  };
  auto add = linalg::GenericOp::create(
      builder, loc, TypeRange{type}, ValueRange{value}, ValueRange{accumulator},
      SmallVector<AffineMap>{map, map}, SmallVector<utils::IteratorType>{},
      body);
  outputs.push_back(add.getResult(0));
  resultAttrs.push_back(builder.getDictionaryAttr(
      builder.getNamedAttr(kRole, builder.getStringAttr(role))));
}

/// One cotangent per floating-point activation that is not data; an activation
/// returned twice gets the sum.
void StageDifferentiator::addCotangents() {
  for (auto [i, value] : llvm::enumerate(terminator.getOperands())) {
    if (isSummed(i) || isData(i) || !isDifferentiableType(value.getType()))
      continue;
    Value cotangent = addArgument(value.getType(), "cotangent", value.getLoc());
    if (gradients.isActive(value))
      gradients.addContribution(value.getLoc(), value, cotangent);
  }
}

void StageDifferentiator::addAccumulators() {
  for (unsigned i = 0; i < numArgs; ++i) {
    Value param = func.getArgument(i);
    if (getRole(i) != "param" || !isDifferentiableType(param.getType()))
      continue;
    Value accumulator = addArgument(param.getType(), "acc", param.getLoc(),
                                    func.getArgAttr(i, kParam));
    gradients.declareAccumulator(targets[i], accumulator);
    // A parameter that is itself an activation.
    if (Value cotangent = gradients.getCotangent(targets[i]))
      gradients.addContribution(param.getLoc(), targets[i], cotangent);
  }
}

LogicalResult
StageDifferentiator::createBackward(ArrayRef<Operation *> forward) {
  if (loss && gradients.isActive(loss)) {
    auto type = cast<RankedTensorType>(loss.getType());
    Value one = arith::ConstantOp::create(
        builder, loss.getLoc(),
        DenseElementsAttr::get(
            type, builder.getFloatAttr(type.getElementType(), 1.0)));
    gradients.addContribution(loss.getLoc(), loss, one);
  }
  for (Operation *op : llvm::reverse(forward)) {
    bool reached = llvm::any_of(op->getResults(), [&](Value result) {
      return gradients.isActive(result) && gradients.getCotangent(result);
    });
    if (!reached || (op->getNumRegions() == 0 && hasZeroDerivative(op)))
      continue;
    auto rule = dyn_cast<GradientOpInterface>(op);
    if (!rule) {
      InFlightDiagnostic diag = op->emitError()
                                << "cannot differentiate '" << op->getName()
                                << "': the op has no gradient rule"
                                << "; it comes from " << describe(op->getLoc());
      if (isa<linalg::LinalgOp>(op))
        diag.attachNote()
            << "run piper-normalize first: it writes named linalg "
               "ops as linalg.generic";
      return failure();
    }
    if (failed(rule.buildGradient(gradients)))
      return failure();
  }
  return success();
}

/// Collects the results and writes the new signature.
void StageDifferentiator::finish() {
  auto role = [&](StringRef name, unsigned arg) {
    NamedAttrList attrs;
    attrs.append(kRole, builder.getStringAttr(name));
    if (Attribute param = func.getArgAttr(arg, kParam))
      attrs.append(kParam, param);
    return attrs.getDictionary(builder.getContext());
  };
  results = outputs;
  for (unsigned i = 0; i < numArgs; ++i) {
    Value arg = func.getArgument(i);
    if (getRole(i) != "input" || !isDifferentiableType(arg.getType()))
      continue;
    Value gradient = gradients.getCotangent(arg);
    results.push_back(
        gradient ? gradient
                 : gradients.createZeros(
                       arg.getLoc(), cast<RankedTensorType>(arg.getType())));
    resultAttrs.push_back(role("dinput", i));
  }
  for (unsigned i = 0; i < numArgs; ++i) {
    Value accumulator = gradients.getAccumulator(targets[i]);
    if (!accumulator)
      continue;
    if (!gradients.hasContribution(targets[i])) {
      auto name = func.getArgAttrOfType<StringAttr>(i, kParam);
      // At its location only: the whole function would be printed with it.
      emitWarning(func.getLoc())
          << "parameter \"" << (name ? name.getValue() : StringRef("?"))
          << "\" of @" << func.getName()
          << " has no gradient: nothing differentiable leads "
             "from it to the loss or to an activation";
    }
    results.push_back(accumulator);
    resultAttrs.push_back(role("acc", i));
  }
  terminator->setOperands(results);
  SmallVector<DictionaryAttr> argAttrs;
  func.getAllArgAttrs(argAttrs);
  llvm::append_range(argAttrs, addedAttrs);
  func.setType(builder.getFunctionType(block.getArgumentTypes(),
                                       ValueRange(results).getTypes()));
  func.setAllArgAttrs(argAttrs);
  func.setAllResultAttrs(resultAttrs);
  func->setAttr(kJoint, builder.getUnitAttr());
}

LogicalResult StageDifferentiator::run() {
  numArgs = func.getNumArguments();
  if (failed(checkSignature()))
    return failure();
  for (unsigned i = 0; i < numArgs; ++i)
    targets.push_back(getRole(i) == "param" ? roundedParam(func.getArgument(i))
                                            : Value(func.getArgument(i)));
  findActiveValues();
  SmallVector<Operation *> forward;
  for (Operation &op : block.without_terminator())
    forward.push_back(&op);
  for (auto [i, value] : llvm::enumerate(terminator.getOperands()))
    if (!isSummed(i)) {
      outputs.push_back(value);
      DictionaryAttr attrs = func.getResultAttrDict(i);
      resultAttrs.push_back(attrs ? attrs : builder.getDictionaryAttr({}));
    }
  if (loss)
    addSum(loss, "loss_acc");
  if (weight)
    addSum(weight, "weight_acc");
  CutOp::create(builder, func.getLoc(), outputs);
  addCotangents();
  addAccumulators();
  if (failed(createBackward(forward)))
    return failure();
  finish();
  return success();
}

/// Gives the arguments and the results of an imported function their roles.
static LogicalResult assignRoles(func::FuncOp func) {
  Builder b(func.getContext());
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    bool isParam = func.getArgAttr(i, kParam) != nullptr;
    if (!func.getArgAttr(i, kRole))
      func.setArgAttr(i, kRole, b.getStringAttr(isParam ? "param" : "data"));
  }
  if (func.getNumResults() != 1 && func.getNumResults() != 2)
    return func.emitError()
           << "@" << func.getName() << " returns " << func.getNumResults()
           << " values; expected the loss, or (loss_sum, weight)";
  func.setResultAttr(0, kRole, b.getStringAttr("loss"));
  if (func.getNumResults() == 2)
    func.setResultAttr(1, kRole, b.getStringAttr("weight"));
  return success();
}

namespace {

struct DifferentiatePass
    : piper::impl::PiperDifferentiateBase<DifferentiatePass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!function.empty()) {
      auto func = module.lookupSymbol<func::FuncOp>(function);
      if (!func) {
        module.emitError() << "there is no function @" << function;
        return signalPassFailure();
      }
      if (!func->hasAttr(kJoint) && failed(assignRoles(func)))
        return signalPassFailure();
    }
    for (auto func : module.getOps<func::FuncOp>())
      if (isStage(func) && failed(StageDifferentiator(func).run()))
        return signalPassFailure();
  }

  bool isStage(func::FuncOp func) {
    if (func.isDeclaration() || func->hasAttr(kJoint) ||
        !func.getBody().hasOneBlock())
      return false;
    if (func.getName() == function)
      return true;
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      if (func.isPrivate() && func.getArgAttr(i, kRole))
        return true;
    return false;
  }
};

} // namespace
