//===- Residuals.cpp - What a forward pass keeps for the backward pass -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Residuals.h"

#include "MinimumCut.h"
#include "Piper/Support/ByteSize.h"
#include "ScalarGradient.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace piper;

/// What keeping a value that cannot be kept (a scalar) is taken to cost, and
/// the most that a tensor is; sums of it stay below FlowNetwork::infinite.
static constexpr int64_t kMostBytes = int64_t(1) << 40;

/// Flow that stands for one byte kept; half of it is a byte computed again at a
/// price. A value that has to be written for it costs one more than its bytes:
/// of equal bytes, the fewest values are kept, and those first that are there
/// anyway.
static constexpr int64_t kUnit = int64_t(1) << 12;

SetVector<Value> piper::getReadValues(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

namespace {
/// What it takes to have the results of an op again.
enum class Again { Free, Costly, Never };
} // namespace

/// Moving data, or a few instructions per element, is free: the backward part
/// would read the result from memory otherwise. Functions such as exp, and
/// elements picked one by one, cost more than that.
static Again getPrice(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return Again::Free;
  if (isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::CastOp,
          tensor::ConcatOp, tensor::PadOp, tensor::ExtractOp, linalg::FillOp>(
          op))
    return Again::Free;
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    if (generic.getNumReductionLoops() > 0)
      return Again::Never;
    return llvm::any_of(*generic.getBody(),
                        [](Operation &inner) {
                          return isTranscendental(&inner) ||
                                 isa<tensor::ExtractOp>(inner);
                        })
               ? Again::Costly
               : Again::Free;
  }
  // Scalars cannot cross, so they are always computed again.
  return llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>)
             ? Again::Free
             : Again::Never;
}

ResidualPlanner::ResidualPlanner(Block &block, Cost cost)
    : cost(std::move(cost)) {
  for (auto [i, op] : llvm::enumerate(block)) {
    position[&op] = i;
    if (op.getNumResults() > 0 &&
        llvm::all_of(getReadValues(&op), [&](Value value) {
          return constant.contains(value.getDefiningOp());
        }))
      constant.insert(&op);
  }
}

bool ResidualPlanner::isRecomputable(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && !fixed.contains(value) &&
         (constant.contains(op) || getPrice(op) != Again::Never);
}

bool ResidualPlanner::precedes(Value lhs, Value rhs) const {
  auto key = [&](Value value) -> std::tuple<int64_t, unsigned> {
    if (auto arg = dyn_cast<BlockArgument>(value))
      return {-1, arg.getArgNumber()};
    return {position.lookup(value.getDefiningOp()),
            cast<OpResult>(value).getResultNumber()};
  };
  return key(lhs) < key(rhs);
}

namespace {
/// The network whose minimum cut is the choice of what crosses. A value is on
/// the sink's side if the backward part has it, an op if the backward part
/// computes it. Where an op is not, its results are kept: the edge from op to
/// result is cut. So edges that no cut crosses lead from operands to ops, which
/// need them, and from what is needed to the sink.
class CutNetwork {
public:
  /// The node of a value; the node is new if it has none yet.
  std::pair<unsigned, bool> getNode(Value value) {
    auto [it, isNew] = values.insert({value, 0});
    if (isNew)
      it->second = network.addNode();
    return {it->second, isNew};
  }

  FlowNetwork network;
  llvm::MapVector<Value, unsigned> values;
  DenseMap<Operation *, unsigned> ops; // those that may be computed again
};
} // namespace

/// Flow that stands for the bytes of a value.
int64_t ResidualPlanner::getCapacity(Value value) const {
  if (!isa<ShapedType>(value.getType()))
    return kUnit * kMostBytes;
  int64_t bytes = std::min(cost(value), kMostBytes);
  bool isThere = isa<BlockArgument>(value) || fixed.contains(value);
  return kUnit * bytes + !isThere;
}

/// Flow that stands for computing the results of an op again.
int64_t ResidualPlanner::getPenalty(Operation *op) const {
  if (constant.contains(op) || getPrice(op) == Again::Free)
    return 0;
  int64_t bytes = 0;
  for (Value result : op->getResults())
    bytes = std::min(bytes + bytesOf(result.getType()), kMostBytes);
  return bytes * kUnit / 2;
}

void ResidualPlanner::plan(ArrayRef<Value> needed, ArrayRef<Value> available) {
  kept.insert(available.begin(), available.end());
  CutNetwork cut;
  FlowNetwork &network = cut.network;
  SmallVector<Value> work;
  auto require = [&](Value value, unsigned reader) {
    if (kept.contains(value))
      return;
    auto [node, isNew] = cut.getNode(value);
    network.addEdge(node, reader, FlowNetwork::infinite);
    if (isNew)
      work.push_back(value);
  };
  for (Value value : needed)
    require(value, FlowNetwork::sink);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    unsigned node = cut.getNode(value).first;
    if (!isRecomputable(value)) {
      network.addEdge(FlowNetwork::source, node, getCapacity(value));
      continue;
    }
    Operation *op = value.getDefiningOp();
    auto [it, isNew] = cut.ops.insert({op, 0});
    if (isNew) {
      it->second = network.addNode();
      network.addEdge(FlowNetwork::source, it->second, getPenalty(op));
    }
    unsigned opNode = it->second;
    network.addEdge(opNode, node, getCapacity(value));
    if (isNew)
      for (Value read : getReadValues(op))
        require(read, opNode);
  }
  llvm::BitVector isInBackward = network.cut();
  for (auto [value, node] : cut.values) {
    auto op = cut.ops.find(value.getDefiningOp());
    bool isComputed = isRecomputable(value) && op != cut.ops.end() &&
                      isInBackward.test(op->second);
    if (isInBackward.test(node) && !isComputed)
      kept.insert(value);
  }
}

SmallVector<Value> ResidualPlanner::getCrossing(ArrayRef<Value> needed) const {
  SetVector<Value> crossing;
  DenseSet<Value> seen;
  SmallVector<Value> work(needed);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (kept.contains(value))
      crossing.insert(value);
    else
      llvm::append_range(work, getReadValues(value.getDefiningOp()));
  }
  SmallVector<Value> sorted = crossing.takeVector();
  llvm::sort(sorted, [&](Value a, Value b) { return precedes(a, b); });
  return sorted;
}

void ResidualPlanner::materialize(OpBuilder &builder, IRMapping &mapping,
                                  Value value) const {
  // Depth first without recursion: chains may have thousands of ops.
  SmallVector<Value> work{value};
  while (!work.empty()) {
    if (mapping.contains(work.back())) {
      work.pop_back();
      continue;
    }
    Operation *op = work.back().getDefiningOp();
    size_t before = work.size();
    SetVector<Value> reads = getReadValues(op);
    for (Value read : llvm::reverse(reads))
      if (!mapping.contains(read))
        work.push_back(read);
    if (work.size() == before)
      builder.clone(*op, mapping);
  }
}
