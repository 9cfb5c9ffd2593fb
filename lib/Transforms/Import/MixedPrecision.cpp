//===- MixedPrecision.cpp - bf16 where PyTorch's autocast has it -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/Location.h"
#include "Piper/Support/Training.h"
#include "Piper/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace piper {
#define GEN_PASS_DEF_MIXEDPRECISION
#include "Piper/Transforms/Import/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Whether `op` gives the elements of operand 0, others none, in another place.
static bool movesData(Operation *op) {
  if (isa<linalg::TransposeOp, linalg::BroadcastOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::CastOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return false;
  Operation *yield = generic.getBody()->getTerminator();
  return yield->getOperand(0) == generic.getBody()->getArgument(0);
}

static bool isF32Tensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32() && type.getRank() > 0;
}

namespace {
/// Rounds values of a model to bf16: a rounded value is a tensor of bf16, each
/// module that reads it widens it for itself. So what crosses a stage is bf16,
/// and its gradient too.
class Bf16Rewriter {
public:
  explicit Bf16Rewriter(func::FuncOp func)
      : func(func), block(func.front()), builder(func.getContext()) {}

  void run();

private:
  void findActive();
  OpOperand *traceToSource(OpOperand &operand);
  void collectOperands(linalg::LinalgOp op);
  void collectResult(linalg::LinalgOp op);
  bool leavesModule(Value value);
  void roundResult(Value value);
  void roundArgument(ArrayRef<OpOperand *> uses);
  Value cast(Location loc, Value value, Type element);
  Operation *topOf(OpOperand &use) {
    return block.findAncestorOpInBlock(*use.getOwner());
  }

  func::FuncOp func;
  Block &block;
  OpBuilder builder;
  DenseSet<Value> active; // depends on a parameter
  llvm::SetVector<Value> rounded;
  // Uses of an argument, by the module of the reader.
  llvm::MapVector<std::pair<Value, StringAttr>, SmallVector<OpOperand *>>
      arguments;
};
} // namespace

void Bf16Rewriter::findActive() {
  for (BlockArgument argument : block.getArguments())
    if (func.getArgAttr(argument.getArgNumber(), "piper.param"))
      active.insert(argument);
  for (Operation &op : block.without_terminator()) {
    bool reads = false;
    op.walk([&](Operation *inner) {
      reads |= llvm::any_of(inner->getOperands(), [&](Value operand) {
        return active.contains(operand);
      });
    });
    if (reads)
      active.insert(op.result_begin(), op.result_end());
  }
}

/// Walks from an operand of a contraction over moved data to where its numbers
/// are computed, so that normal form still finds the moves beside the product.
OpOperand *Bf16Rewriter::traceToSource(OpOperand &operand) {
  OpOperand *use = &operand;
  for (Operation *def = use->get().getDefiningOp(); def && movesData(def);
       def = use->get().getDefiningOp())
    use = &def->getOpOperand(0);
  return use;
}

void Bf16Rewriter::collectOperands(linalg::LinalgOp op) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    OpOperand *use = traceToSource(*operand);
    Value source = use->get();
    if (!isF32Tensor(source))
      continue;
    if (!isa<BlockArgument>(source)) {
      if (active.contains(source))
        rounded.insert(source);
      continue;
    }
    auto module = builder.getStringAttr(modulePath(topOf(*use)->getLoc()));
    SmallVector<OpOperand *> &uses = arguments[{source, module}];
    if (!llvm::is_contained(uses, use))
      uses.push_back(use);
  }
}

/// The result of a contraction, after the addition of a bias.
void Bf16Rewriter::collectResult(linalg::LinalgOp op) {
  Value value = op->getResult(0);
  if (!isF32Tensor(value) || !active.contains(value))
    return;
  if (value.hasOneUse()) {
    auto add = dyn_cast<linalg::GenericOp>(*value.user_begin());
    if (add && add.getNumDpsInputs() == 2 &&
        add.getNumParallelLoops() == add.getNumLoops() &&
        isa<arith::AddFOp>(add.getBody()->front()) &&
        llvm::hasNItems(add.getBody()->getOperations(), 2) &&
        llvm::any_of(add.getDpsInputOperands(), [&](OpOperand *input) {
          auto bias = dyn_cast<BlockArgument>(traceToSource(*input)->get());
          return bias && active.contains(bias);
        }))
      value = add.getResult(0);
  }
  rounded.insert(value);
}

/// Whether another module reads the value.
bool Bf16Rewriter::leavesModule(Value value) {
  if (!isF32Tensor(value) || !active.contains(value) ||
      isa<linalg::FillOp, tensor::EmptyOp>(value.getDefiningOp()))
    return false;
  std::string module = modulePath(value.getDefiningOp()->getLoc());
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *reader = topOf(use);
    return reader != block.getTerminator() &&
           modulePath(reader->getLoc()) != module;
  });
}

/// The elements of `value`, converted.
Value Bf16Rewriter::cast(Location loc, Value value, Type element) {
  auto from = mlir::cast<RankedTensorType>(value.getType());
  Value init = tensor::EmptyOp::create(builder, loc, from.getShape(), element);
  AffineMap identity = builder.getMultiDimIdentityMap(from.getRank());
  SmallVector<utils::IteratorType> parallel(from.getRank(),
                                            utils::IteratorType::parallel);
  auto body = [&](OpBuilder &nested, Location at, ValueRange args) {
    Value result =
        element.isBF16()
            ? arith::TruncFOp::create(nested, at, element, args[0]).getResult()
            : arith::ExtFOp::create(nested, at, element, args[0]).getResult();
    linalg::YieldOp::create(nested, at, result);
  };
  return linalg::GenericOp::create(
             builder, loc, TypeRange{from.clone(element)}, value, init,
             SmallVector<AffineMap>{identity, identity}, parallel, body)
      .getResult(0);
}

void Bf16Rewriter::roundResult(Value value) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (topOf(use) != block.getTerminator())
      uses.push_back(&use);
  llvm::stable_sort(uses, [&](OpOperand *a, OpOperand *b) {
    return topOf(*a)->isBeforeInBlock(topOf(*b));
  });
  builder.setInsertionPointAfterValue(value);
  Value narrow = cast(value.getLoc(), value, builder.getBF16Type());
  llvm::MapVector<StringAttr, Value> wide;
  for (OpOperand *use : uses) {
    Operation *reader = topOf(*use);
    Value &copy = wide[builder.getStringAttr(modulePath(reader->getLoc()))];
    if (!copy) {
      builder.setInsertionPoint(reader);
      copy = cast(reader->getLoc(), narrow, builder.getF32Type());
    }
    use->set(copy);
  }
}

void Bf16Rewriter::roundArgument(ArrayRef<OpOperand *> uses) {
  Operation *first = topOf(*uses.front());
  for (OpOperand *use : uses)
    if (topOf(*use)->isBeforeInBlock(first))
      first = topOf(*use);
  builder.setInsertionPoint(first);
  Value narrow =
      cast(first->getLoc(), uses.front()->get(), builder.getBF16Type());
  Value wide = cast(first->getLoc(), narrow, builder.getF32Type());
  for (OpOperand *use : uses)
    use->set(wide);
}

void Bf16Rewriter::run() {
  findActive();
  for (Operation &op : block.without_terminator()) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
        linalgOp && (linalg::isaContractionOpInterface(linalgOp) ||
                     linalg::isaConvolutionOpInterface(linalgOp))) {
      collectOperands(linalgOp);
      collectResult(linalgOp);
    }
    for (Value result : op.getResults())
      if (leavesModule(result))
        rounded.insert(result);
  }
  for (auto &[argument, uses] : arguments)
    roundArgument(uses);
  for (Value value : rounded)
    roundResult(value);
}

namespace {
struct MixedPrecisionPass
    : piper::impl::MixedPrecisionBase<MixedPrecisionPass> {
  using Base::Base;

  void runOnOperation() override {
    if (!training.empty()) {
      FailureOr<TrainingConfig> config = loadTraining(training, &getContext());
      if (failed(config))
        return signalPassFailure();
      if (config->precision != Precision::BF16)
        return;
    }
    for (auto model : getOperation().getOps<func::FuncOp>())
      if (!model.isPrivate() && !model.isExternal())
        Bf16Rewriter(model).run();
  }
};
} // namespace
