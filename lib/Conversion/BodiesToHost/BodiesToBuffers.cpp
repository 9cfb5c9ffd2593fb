//===- BodiesToBuffers.cpp - Bodies on the caller's memory -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// func(ins, inouts) -> (outs, inouts) on tensors becomes
// func(ins, outs, inouts) on memrefs: the boundary only. One-shot bufferization
// then decides what is computed in place.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "Piper/Support/CreateGeneric.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace piper {
#define GEN_PASS_DEF_BODIESTOBUFFERS
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

/// The scalar constant that fills a tensor everywhere, looking through
/// reshapes; null if the tensor holds anything else.
static Value getFilling(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    op = op->getOperand(0).getDefiningOp();
  Value scalar;
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op))
    scalar = fill.getInputs()[0];
  else if (auto generic = dyn_cast_or_null<GenericOp>(op);
           generic && generic.getInputs().empty() &&
           generic.getNumDpsInits() == 1)
    scalar = generic.getBlock()->getTerminator()->getOperand(0);
  Attribute constant;
  return scalar && matchPattern(scalar, m_Constant(&constant)) ? scalar
                                                               : Value();
}

/// Computes no tensor that has no elements: slices of it, into which
/// bufferization turns moves of data, would begin outside of it.
static void dropWithoutElements(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (!isa<tensor::EmptyOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    for (OpResult result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (type && llvm::is_contained(type.getShape(), 0))
        result.replaceAllUsesWith(tensor::EmptyOp::create(
            builder, result.getLoc(), type.getShape(), type.getElementType()));
    }
    if (isOpTriviallyDead(op))
      op->erase();
  }
}

/// Gives each op that adds to a constant tensor a tensor of its own: one that
/// several ops share would be copied for each. A contraction into zeros needs
/// none, it overwrites. Nor do ops share an undefined tensor: the analysis of
/// what is computed in place compares all accesses to one with each other.
static void separateInits(func::FuncOp function) {
  SmallVector<GenericOp> generics;
  function.walk([&](GenericOp op) { generics.push_back(op); });
  for (GenericOp op : generics)
    for (OpOperand &init : op.getDpsInitsMutable()) {
      Value scalar =
          op.getNumDpsInputs() > 0 ? getFilling(init.get()) : Value();
      if (!scalar && !init.get().getDefiningOp<tensor::EmptyOp>())
        continue;
      OpBuilder builder(op);
      Location loc = op.getLoc();
      auto type = cast<RankedTensorType>(init.get().getType());
      Value memory = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                             type.getElementType());
      if (scalar && isMatrixProduct(op) &&
          matchPattern(scalar, m_AnyZeroFloat())) {
        op->setAttr(kOverwriteAttr, builder.getUnitAttr());
        init.set(memory);
        continue;
      }
      if (!scalar || !op.payloadUsesValueFromOperand(&init))
        init.set(memory);
      else
        init.set(
            linalg::FillOp::create(builder, loc, scalar, memory).getResult(0));
    }
}

/// Whether the tensor that `begin` starts from, or a reshape of it, is read
/// after its owner.
static bool isReadLater(OpOperand &begin) {
  Value root = begin.get();
  while (Operation *op = root.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    root = op->getOperand(0);
  }
  Block *block = root.getParentBlock();
  Operation *self = block->findAncestorOpInBlock(*begin.getOwner());
  SmallVector<Value> same{root};
  for (unsigned i = 0; i < same.size(); ++i)
    for (Operation *user : same[i].getUsers()) {
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
        same.push_back(user->getResult(0));
      else if (self->isBeforeInBlock(block->findAncestorOpInBlock(*user)))
        return true;
    }
  return false;
}

/// A copy of `tensor`, written by an op so that it can be made where the result
/// belongs.
static Value createCopy(OpBuilder &builder, Location loc, Value tensor) {
  return createElementwise(
      builder, loc, getElementTypeOrSelf(tensor), tensor,
      [](OpBuilder &, Location, ValueRange args) -> Value { return args[0]; });
}

/// Gives each insertion and loop that begins with a constant or undefined
/// tensor one of its own: two results that begin with the same one would be
/// computed in the memory of one of them. Likewise where what they begin with
/// is read later, which takes a copy in any case: without one, the memory of
/// the result would be given to the tensor that it begins with.
static void separateInsertions(func::FuncOp function) {
  SmallVector<OpOperand *> begins;
  function.walk([&](Operation *op) {
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      begins.push_back(&insert.getDestMutable());
    else if (auto insert = dyn_cast<tensor::InsertOp>(op))
      begins.push_back(&insert.getDestMutable());
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      for (OpOperand &init : loop.getInitsMutable())
        begins.push_back(&init);
    else if (auto generic = dyn_cast<GenericOp>(op))
      for (OpOperand &init : generic.getDpsInitsMutable())
        if (generic.payloadUsesValueFromOperand(&init))
          begins.push_back(&init);
  });
  for (OpOperand *begin : begins) {
    auto type = dyn_cast<RankedTensorType>(begin->get().getType());
    Operation *producer = begin->get().getDefiningOp();
    if (!type || !producer)
      continue;
    OpBuilder builder(begin->getOwner());
    Location loc = begin->getOwner()->getLoc();
    Value scalar = getFilling(begin->get());
    bool separated = isa<GenericOp>(begin->getOwner()); // see separateInits
    if (scalar || isa<tensor::EmptyOp>(producer)) {
      if (separated)
        continue;
      Value memory = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                             type.getElementType());
      if (scalar)
        memory =
            linalg::FillOp::create(builder, loc, scalar, memory).getResult(0);
      begin->set(memory);
    } else if (isReadLater(*begin)) {
      begin->set(createCopy(builder, loc, begin->get()));
    }
  }
}

/// Whether an extent after the first is 0.
static bool hasEmptyRows(RankedTensorType type) {
  return type.getRank() > 0 &&
         llvm::is_contained(type.getShape().drop_front(), 0);
}

static MemRefType toMemRef(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

namespace {

struct BodiesToBuffersPass
    : public piper::impl::BodiesToBuffersBase<BodiesToBuffersPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !isBody(function))
      return;
    dropWithoutElements(function);
    separateInits(function);
    separateInsertions(function);
    if (failed(convertBoundary(function)))
      signalPassFailure();
  }

  static bool isBody(func::FuncOp function) {
    return llvm::any_of(function.getResultTypes(),
                        llvm::IsaPred<RankedTensorType>);
  }

  LogicalResult convertBoundary(func::FuncOp function) {
    auto isStatic = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape();
    };
    for (Type type : llvm::concat<const Type>(function.getArgumentTypes(),
                                              function.getResultTypes())) {
      if (!isStatic(type))
        return function.emitError()
               << "a body takes and returns tensors of static shape, got "
               << type;
      // Strides of 0 are not those of a plain array.
      if (hasEmptyRows(cast<RankedTensorType>(type)))
        return function.emitError()
               << "a body on the host takes and returns tensors without "
                  "elements only where the first extent is 0, got "
               << type;
    }
    if (!function.getBody().hasOneBlock())
      return function.emitError() << "a body has one block";
    unsigned inouts = getNumInouts(function);
    unsigned arguments = function.getNumArguments();
    unsigned results = function.getNumResults();
    if (inouts > arguments || inouts > results)
      return function.emitError()
             << "updates " << inouts << " values in place but has " << arguments
             << " arguments and " << results << " results";
    moveToMemory(function, arguments - inouts, results - inouts);
    return success();
  }

  /// Arguments: `ins` inputs, then outputs, then the values updated in place.
  void moveToMemory(func::FuncOp function, unsigned ins, unsigned outs) {
    Block &block = function.getBody().front();
    auto ret = cast<func::ReturnOp>(block.getTerminator());
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    Location loc = function.getLoc();
    // Outputs come between inputs and inouts.
    for (unsigned i = 0; i < outs; ++i)
      block.insertArgument(ins + i, toMemRef(ret.getOperand(i).getType()), loc);
    SmallVector<Value> written; // one tensor per result
    for (BlockArgument argument : block.getArguments()) {
      bool isInput = argument.getArgNumber() < ins;
      bool isOutput = !isInput && argument.getArgNumber() < ins + outs;
      Type tensor =
          isOutput ? ret.getOperand(argument.getArgNumber() - ins).getType()
                   : argument.getType();
      argument.setType(toMemRef(tensor));
      auto read = bufferization::ToTensorOp::create(builder, loc, tensor,
                                                    argument, /*restrict=*/true,
                                                    /*writable=*/!isInput);
      if (!isOutput)
        argument.replaceAllUsesExcept(read, read);
      if (!isInput)
        written.push_back(read);
    }
    builder.setInsertionPoint(ret);
    for (auto [i, value] : llvm::enumerate(ret.getOperands())) {
      // Through the tensor: where it is computed in place, what else reads the
      // old contents or another value in that memory is a conflict that
      // bufferization sees.
      Value source = bufferization::MaterializeInDestinationOp::create(
                         builder, loc, value.getType(), value, written[i])
                         .getResult();
      auto store = bufferization::MaterializeInDestinationOp::create(
          builder, loc, /*result=*/Type(), source, block.getArgument(ins + i));
      store.setRestrict(true);
      store.setWritable(true);
    }
    ret->setOperands({});
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();
    function.setType(FunctionType::get(
        &getContext(), llvm::to_vector(block.getArgumentTypes()), {}));
  }
};

} // namespace
