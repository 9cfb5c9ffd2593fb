//===- Residuals.cpp - What a forward pass keeps for the backward pass -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Residuals.h"

#include "ScalarGradient.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace piper;

/// Stands for "cannot be kept" (scalars); sums of it stay below overflow.
static constexpr int64_t kUnkeepable = int64_t(1) << 50;

SetVector<Value> piper::getReadValues(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// Ops that only move data, or compute a few instructions per element.
static bool isCheap(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::CastOp,
          tensor::ConcatOp, tensor::PadOp, tensor::ExtractOp, linalg::FillOp>(
          op))
    return true;
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return generic.getNumReductionLoops() == 0 &&
           llvm::none_of(*generic.getBody(), [](Operation &inner) {
             return isTranscendental(&inner);
           });
  // Scalars cannot cross, so they are always computed again.
  return llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
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
  return op && !fixed.contains(value) && (isCheap(op) || constant.contains(op));
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

/// Bytes to keep so that `value` can be had, beyond what is in `set`.
int64_t ResidualPlanner::getExtraCost(Value value, const DenseSet<Value> &set,
                                      DenseSet<Value> &seen) const {
  if (set.contains(value) || !seen.insert(value).second)
    return 0;
  if (!isa<ShapedType>(value.getType()) && !isRecomputable(value))
    return kUnkeepable;
  if (!isRecomputable(value))
    return cost(value);
  int64_t sum = 0;
  for (Value read : getReadValues(value.getDefiningOp()))
    sum = std::min(kUnkeepable, sum + getExtraCost(read, set, seen));
  return sum;
}

/// The same for a value that is to be computed again even if it is in `set`.
int64_t ResidualPlanner::getRecomputeCost(Value value,
                                          const DenseSet<Value> &set) const {
  DenseSet<Value> seen{value};
  int64_t sum = 0;
  for (Value read : getReadValues(value.getDefiningOp()))
    sum = std::min(kUnkeepable, sum + getExtraCost(read, set, seen));
  return sum;
}

/// Adds to `set` what `value` is computed again from.
void ResidualPlanner::keepSources(Value value, DenseSet<Value> &set) const {
  for (Value read : getReadValues(value.getDefiningOp())) {
    if (set.contains(read))
      continue;
    if (isRecomputable(read))
      keepSources(read, set);
    else
      set.insert(read);
  }
}

/// Decides for each value of `cheap`, in program order, whether it is computed
/// again; at equal bytes only if `atEqualCost`. Returns the bytes added.
int64_t ResidualPlanner::choose(ArrayRef<Value> cheap, bool atEqualCost,
                                DenseSet<Value> &set) const {
  auto keepCost = [&](Value value) {
    return isa<ShapedType>(value.getType()) ? cost(value) : kUnkeepable;
  };
  int64_t bytes = 0;
  for (Value value : cheap) {
    int64_t again = getRecomputeCost(value, set), keep = keepCost(value);
    if (again < keep || again == 0 || (again == keep && atEqualCost)) {
      keepSources(value, set);
      bytes += again;
    } else {
      set.insert(value);
      bytes += keep;
    }
  }
  // What was kept early may be free by now.
  for (Value value : cheap)
    if (set.contains(value) && getRecomputeCost(value, set) == 0) {
      set.erase(value);
      keepSources(value, set);
      bytes -= keepCost(value);
    }
  return bytes;
}

void ResidualPlanner::plan(ArrayRef<Value> needed, ArrayRef<Value> available) {
  kept.insert(available.begin(), available.end());
  SmallVector<Value> cheap;
  for (Value value : needed) {
    if (kept.contains(value))
      continue;
    if (isRecomputable(value))
      cheap.push_back(value);
    else
      kept.insert(value);
  }
  llvm::sort(cheap, [&](Value a, Value b) { return precedes(a, b); });
  DenseSet<Value> eager = kept, lazy = kept;
  int64_t eagerBytes = choose(cheap, /*atEqualCost=*/true, eager);
  int64_t lazyBytes = choose(cheap, /*atEqualCost=*/false, lazy);
  kept = eagerBytes < lazyBytes ? eager : lazy;
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
  if (mapping.contains(value))
    return;
  Operation *op = value.getDefiningOp();
  for (Value read : getReadValues(op))
    materialize(builder, mapping, read);
  builder.clone(*op, mapping);
}
