//===- AnnotateCost.cpp - The model's ops and their cost -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotateCost.h"

#include "Piper/Support/ByteSize.h"
#include "Piper/Transforms/Import/ConstantSubgraph.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace piper;

ForwardOps::ForwardOps(func::FuncOp forward) : forward(forward) {
  llvm::SetVector<Operation *> constants = collectConstantOps(forward);
  for (Operation &op : forward.front().without_terminator()) {
    if (constants.contains(&op))
      continue;
    positionOf[&op] = tagged.size();
    tagged.push_back(&op);
    for (Value operand : operandsOf(&op)) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (argument
              ? !forward.getArgAttr(argument.getArgNumber(), "piper.param") &&
                    !forward.getArgAttr(argument.getArgNumber(), "piper.buffer")
              : onInput.contains(operand.getDefiningOp()))
        onInput.insert(&op);
    }
  }
}

SmallVector<Value> ForwardOps::operandsOf(Operation *op) const {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

std::vector<std::string> ForwardOps::paramsOf(Operation *op) const {
  std::vector<std::string> names;
  func::FuncOp func = forward;
  for (Value operand : operandsOf(op))
    if (auto argument = dyn_cast<BlockArgument>(operand))
      if (auto name = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        "piper.param"))
        names.push_back(name.str());
  return names;
}

/// A view or transposition of one value.
static bool isView(Operation *op) {
  if (isa<linalg::TransposeOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::CastOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getNumDpsInputs() == 1 &&
         isa<linalg::YieldOp>(generic.getBody()->front()) &&
         generic.getBody()->front().getOperand(0) ==
             generic.getBody()->getArgument(0);
}

SetVector<Operation *> piper::collectRepeatedOps(func::FuncOp forward) {
  SetVector<Operation *> repeated = collectConstantOps(forward);
  auto isRepeated = [&](Value operand) {
    auto argument = dyn_cast<BlockArgument>(operand);
    return argument ? forward.getArgAttr(argument.getArgNumber(),
                                         "piper.param") != nullptr
                    : repeated.contains(operand.getDefiningOp());
  };
  for (Operation &op : forward.front().without_terminator()) {
    if (repeated.contains(&op) || !isView(&op))
      continue;
    SetVector<Value> operands(op.operand_begin(), op.operand_end());
    getUsedValuesDefinedAbove(op.getRegions(), operands);
    if (llvm::all_of(operands, isRepeated))
      repeated.insert(&op);
  }
  return repeated;
}

double piper::costOf(const ForwardOps &ops, Operation *op) {
  double cost = 0;
  for (Value operand : ops.operandsOf(op))
    cost += bytesOf(operand.getType());
  for (Type type : op->getResultTypes())
    cost += bytesOf(type);
  return cost + flopsOf(op);
}

FailureOr<SmallVector<int64_t>> piper::splitByCost(const ForwardOps &ops,
                                                   int64_t parts) {
  std::vector<Operation *> order;
  for (Operation *op : ops.tagged)
    if (ops.dependsOnInput(op))
      order.push_back(op);
  int64_t size = order.size();
  if (size < parts)
    return failure();
  // Cost before each place, and bytes that cross it.
  std::vector<double> before(size + 1);
  std::vector<int64_t> crossing(size + 1);
  DenseMap<Operation *, int64_t> position;
  for (int64_t k = 0; k < size; ++k) {
    position[order[k]] = k;
    before[k + 1] = before[k] + costOf(ops, order[k]);
  }
  for (int64_t k = 0; k < size; ++k)
    for (Value result : order[k]->getResults()) {
      int64_t last = k;
      for (Operation *user : result.getUsers())
        if (Operation *inBlock =
                order[k]->getBlock()->findAncestorOpInBlock(*user))
          if (auto at = position.find(inBlock); at != position.end())
            last = std::max(last, at->second);
      for (int64_t place = k + 1; place <= last; ++place)
        crossing[place] += bytesOf(result.getType());
    }
  double part = before[size] / parts;
  SmallVector<int64_t> cuts;
  for (int64_t k = 1; k < parts; ++k) {
    int64_t low = (cuts.empty() ? 0 : cuts.back()) + 1;
    int64_t high = size - (parts - k); // Leaves an op for each later part.
    int64_t best = -1;
    auto distance = [&](int64_t place) {
      return std::abs(before[place] - part * k);
    };
    // One call of PyTorch is many ops: a softmax cut in two has another
    // gradient.
    auto isBetweenCalls = [&](int64_t place) {
      return order[place - 1]->getLoc() != order[place]->getLoc();
    };
    auto isBetter = [&](int64_t place) {
      if (best < 0 || isBetweenCalls(place) != isBetweenCalls(best))
        return best < 0 || isBetweenCalls(place);
      bool near = distance(place) <= part / 10;
      bool bestNear = distance(best) <= part / 10;
      if (near != bestNear)
        return near;
      if (near && crossing[place] != crossing[best])
        return crossing[place] < crossing[best];
      return distance(place) < distance(best);
    };
    for (int64_t place = low; place <= high; ++place)
      if (isBetter(place))
        best = place;
    cuts.push_back(best);
  }
  SmallVector<int64_t> result;
  for (Operation *op : ops.tagged) {
    auto at = position.find(op);
    result.push_back(at == position.end()
                         ? -1
                         : llvm::upper_bound(cuts, at->second) - cuts.begin());
  }
  return result;
}
