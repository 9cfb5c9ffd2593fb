//===- LowerLaneReductions.cpp - Row reductions in 16 lanes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A reduction marked "lanes" becomes loops over a vector of 16 accumulators:
// lane l takes elements l, l + 16, ... of each row (outer summed loops
// outermost), starting from the exact identity; a remainder touches its lanes
// only; lanes combine as a fixed tree, and the result with the old value. The
// order is thus ours, not the vectorizer's.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace piper {
#define GEN_PASS_DEF_LOWERLANEREDUCTIONS
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

namespace {

/// Combines two scalars or vectors as the combiner does. Maximum and minimum
/// are a compare and a select: one instruction, in a fixed order.
static Value combine(OpBuilder &builder, Location loc, Operation *combiner,
                     Value accumulator, Value value) {
  if (isa<arith::AddFOp>(combiner))
    return arith::AddFOp::create(builder, loc, accumulator, value);
  auto predicate = isa<arith::MaximumFOp>(combiner) ? arith::CmpFPredicate::OGT
                                                    : arith::CmpFPredicate::OLT;
  Value keep =
      arith::CmpFOp::create(builder, loc, predicate, accumulator, value);
  return arith::SelectOp::create(builder, loc, keep, accumulator, value);
}

/// The exact identity of the combiner: -0.0 for a sum.
static APFloat identityOf(Operation *combiner) {
  if (isa<arith::AddFOp>(combiner))
    return APFloat(-0.0f);
  return APFloat::getInf(APFloat::IEEEsingle(),
                         /*Negative=*/isa<arith::MaximumFOp>(combiner));
}

/// Rewrites the scalar body of a generic for `width` values of the lane loop.
class VectorBody {
public:
  VectorBody(OpBuilder &builder, GenericOp op, ArrayRef<Value> loops,
             int laneLoop, Value base, int64_t width)
      : builder(builder), op(op), loc(op.getLoc()), loops(loops),
        laneLoop(laneLoop), base(base), width(width) {}

  /// The values that the combiner adds to its accumulator.
  Value run(Operation *combiner) {
    loadInputs();
    for (Operation &inner : op.getBlock()->without_terminator())
      if (&inner != combiner)
        rewrite(inner);
    Value accumulator = op.getBlock()->getArgument(op.getNumDpsInputs());
    return vectorOf(combiner->getOperand(0) == accumulator
                        ? combiner->getOperand(1)
                        : combiner->getOperand(0));
  }

private:
  VectorType vectorType(Type element) {
    return VectorType::get({width}, element);
  }

  /// Indices of a map's results, with the lane loop at `lane`.
  SmallVector<Value> indices(AffineMap map, Value lane) {
    SmallVector<Value> at(loops);
    at[laneLoop] = lane;
    SmallVector<Value> result;
    for (AffineExpr expr : map.getResults())
      result.push_back(affine::expandAffineExpr(builder, loc, expr, at, {}));
    return result;
  }

  void loadInputs() {
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      if (argument.use_empty())
        continue;
      if (!isa<MemRefType>(input->get().getType()))
        scalars[argument] = input->get();
      else
        loadInput(argument, input->get(), op.getMatchingIndexingMap(input));
    }
  }

  void loadInput(BlockArgument argument, Value memref, AffineMap map) {
    auto type = cast<MemRefType>(memref.getType());
    AffineExpr lane = builder.getAffineDimExpr(laneLoop);
    if (!map.isFunctionOfDim(laneLoop)) {
      scalars[argument] =
          memref::LoadOp::create(builder, loc, memref, indices(map, base));
      return;
    }
    SmallVector<int64_t> strides;
    int64_t offset;
    AffineExpr last = map.getResults().back();
    bool contiguous = !(last - lane).isFunctionOfDim(laneLoop) &&
                      llvm::none_of(map.getResults().drop_back(),
                                    [&](AffineExpr expr) {
                                      return expr.isFunctionOfDim(laneLoop);
                                    }) &&
                      succeeded(type.getStridesAndOffset(strides, offset)) &&
                      strides.back() == 1 && type.getElementTypeBitWidth() >= 8;
    if (contiguous) {
      vectors[argument] = vector::LoadOp::create(
          builder, loc, vectorType(type.getElementType()), memref,
          indices(map, base));
      return;
    }
    SmallVector<Value> elements;
    for (int64_t i = 0; i < width; ++i)
      elements.push_back(memref::LoadOp::create(builder, loc, memref,
                                                indices(map, laneIndex(i))));
    vectors[argument] = vector::FromElementsOp::create(
        builder, loc, vectorType(type.getElementType()), elements);
  }

  Value laneIndex(int64_t i) {
    Value shift = arith::ConstantIndexOp::create(builder, loc, i);
    return arith::AddIOp::create(builder, loc, base, shift);
  }

  Value vectorOf(Value value) {
    if (auto found = vectors.find(value); found != vectors.end())
      return found->second;
    auto scalar = scalars.find(value);
    Value source = scalar == scalars.end() ? value : scalar->second;
    return vectors[value] = vector::BroadcastOp::create(
               builder, loc, vectorType(source.getType()), source);
  }

  bool isUniform(Operation &inner) {
    return llvm::none_of(inner.getOperands(), [&](Value operand) {
      return varies.contains(operand) ||
             (vectors.contains(operand) && !scalars.contains(operand));
    });
  }

  void rewrite(Operation &inner) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      return rewriteIndex(index);
    if (isUniform(inner)) {
      IRMapping mapping;
      for (Value operand : inner.getOperands())
        if (auto found = scalars.find(operand); found != scalars.end())
          mapping.map(operand, found->second);
      Operation *clone = builder.clone(inner, mapping);
      for (auto [from, to] : llvm::zip(inner.getResults(), clone->getResults()))
        scalars[from] = to;
      return;
    }
    for (Value result : inner.getResults())
      varies.insert(result);
    if (OpTrait::hasElementwiseMappableTraits(&inner) &&
        inner.getNumRegions() == 0)
      return vectorize(inner);
    perLane(inner);
  }

  void rewriteIndex(linalg::IndexOp index) {
    if (static_cast<int>(index.getDim()) != laneLoop) {
      scalars[index.getResult()] = loops[index.getDim()];
      return;
    }
    SmallVector<Value> elements;
    for (int64_t i = 0; i < width; ++i)
      elements.push_back(laneIndex(i));
    varies.insert(index.getResult());
    vectors[index.getResult()] = vector::FromElementsOp::create(
        builder, loc, vectorType(builder.getIndexType()), elements);
  }

  void vectorize(Operation &inner) {
    SmallVector<Value> operands;
    for (Value operand : inner.getOperands())
      operands.push_back(vectorOf(operand));
    SmallVector<Type> types;
    for (Type type : inner.getResultTypes())
      types.push_back(vectorType(type));
    OperationState state(loc, inner.getName(), operands, types,
                         inner.getAttrs());
    Operation *wide = builder.create(state);
    for (auto [from, to] : llvm::zip(inner.getResults(), wide->getResults()))
      vectors[from] = to;
  }

  /// Gathers and the like: once per lane.
  void perLane(Operation &inner) {
    SmallVector<SmallVector<Value>> results(inner.getNumResults());
    for (int64_t i = 0; i < width; ++i) {
      IRMapping mapping;
      for (Value operand : inner.getOperands()) {
        if (auto found = scalars.find(operand); found != scalars.end())
          mapping.map(operand, found->second);
        else if (vectors.contains(operand))
          mapping.map(operand, vector::ExtractOp::create(builder, loc,
                                                         vectors[operand], i));
      }
      Operation *clone = builder.clone(inner, mapping);
      for (auto [list, value] : llvm::zip(results, clone->getResults()))
        list.push_back(value);
    }
    for (auto [from, list] : llvm::zip(inner.getResults(), results))
      vectors[from] = vector::FromElementsOp::create(
          builder, loc, vectorType(from.getType()), list);
  }

  OpBuilder &builder;
  GenericOp op;
  Location loc;
  ArrayRef<Value> loops;
  int laneLoop;
  Value base;
  int64_t width;
  llvm::DenseMap<Value, Value> vectors, scalars;
  llvm::DenseSet<Value> varies;
};

/// Emits the loops of one reduction.
class LaneReduction {
public:
  LaneReduction(GenericOp op, Operation *combiner, int laneLoop)
      : op(op), combiner(combiner), laneLoop(laneLoop), builder(op),
        loc(op.getLoc()), ranges(op.getStaticLoopRanges()),
        kinds(op.getIteratorTypesArray()), loops(op.getNumLoops()) {}

  void run() {
    zero = index(0);
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (kinds[loop] == utils::IteratorType::parallel) {
        auto outer = scf::ForOp::create(builder, loc, zero, index(ranges[loop]),
                                        index(1));
        loops[loop] = outer.getInductionVar();
        builder.setInsertionPointToStart(outer.getBody());
      }
    // A kernel is one loop nest, also where nothing is parallel.
    if (op.getNumReductionLoops() == loops.size())
      builder.setInsertionPointToStart(
          scf::ForOp::create(builder, loc, zero, index(1), index(1)).getBody());
    Value total = tree(sumRows());
    storeResult(total);
    op.erase();
  }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// Outer summed loops, then the row: 16 accumulators.
  Value sumRows() {
    auto type = VectorType::get({kLanes}, builder.getF32Type());
    Value accumulator = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, identityOf(combiner)));
    SmallVector<scf::ForOp> outer;
    for (unsigned loop = 0; loop < loops.size(); ++loop) {
      if (kinds[loop] != utils::IteratorType::reduction ||
          static_cast<int>(loop) == laneLoop)
        continue;
      outer.push_back(scf::ForOp::create(
          builder, loc, zero, index(ranges[loop]), index(1), accumulator));
      loops[loop] = outer.back().getInductionVar();
      accumulator = outer.back().getRegionIterArgs()[0];
      builder.setInsertionPointToStart(outer.back().getBody());
    }
    accumulator = sumRow(accumulator);
    for (scf::ForOp loop : llvm::reverse(outer)) {
      scf::YieldOp::create(builder, loc, accumulator);
      accumulator = loop.getResult(0);
      builder.setInsertionPointAfter(loop);
    }
    return accumulator;
  }

  Value sumRow(Value accumulator) {
    int64_t extent = ranges[laneLoop], whole = extent / kLanes * kLanes;
    if (whole) {
      auto loop = scf::ForOp::create(builder, loc, zero, index(whole),
                                     index(kLanes), accumulator);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(loop.getBody());
      Value values = valuesAt(loop.getInductionVar(), kLanes);
      scf::YieldOp::create(
          builder, loc,
          combine(builder, loc, combiner, loop.getRegionIterArgs()[0], values));
      accumulator = loop.getResult(0);
    }
    int64_t rest = extent - whole;
    if (!rest)
      return accumulator;
    Value values = valuesAt(index(whole), rest);
    Value part = slice(accumulator, 0, rest);
    part = combine(builder, loc, combiner, part, values);
    return vector::InsertStridedSliceOp::create(builder, loc, part, accumulator,
                                                ArrayRef<int64_t>{0},
                                                ArrayRef<int64_t>{1});
  }

  Value valuesAt(Value base, int64_t width) {
    return VectorBody(builder, op, loops, laneLoop, base, width).run(combiner);
  }

  Value slice(Value vector, int64_t offset, int64_t size) {
    return vector::ExtractStridedSliceOp::create(
        builder, loc, vector, ArrayRef<int64_t>{offset},
        ArrayRef<int64_t>{size}, ArrayRef<int64_t>{1});
  }

  /// Lanes i and i + half, until one is left.
  Value tree(Value lanes) {
    for (int64_t half = kLanes / 2; half >= 1; half /= 2)
      lanes = combine(builder, loc, combiner, slice(lanes, 0, half),
                      slice(lanes, half, half));
    return vector::ExtractOp::create(builder, loc, lanes, int64_t(0));
  }

  void storeResult(Value total) {
    OpOperand *init = op.getDpsInitOperand(0);
    SmallVector<Value> place;
    for (AffineExpr expr : op.getMatchingIndexingMap(init).getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        place.push_back(loops[dim.getPosition()]);
      else
        place.push_back(index(cast<AffineConstantExpr>(expr).getValue()));
    // A loop of extent 1 may be summed and yet occur in the output's map.
    for (Value &value : place)
      if (!value)
        value = zero;
    Value old = memref::LoadOp::create(builder, loc, init->get(), place);
    memref::StoreOp::create(builder, loc,
                            combine(builder, loc, combiner, old, total),
                            init->get(), place);
  }

  GenericOp op;
  Operation *combiner;
  int laneLoop;
  OpBuilder builder;
  Location loc;
  SmallVector<int64_t> ranges;
  SmallVector<utils::IteratorType> kinds;
  SmallVector<Value> loops;
  Value zero;
};

struct LowerLaneReductionsPass
    : public piper::impl::LowerLaneReductionsBase<LowerLaneReductionsPass> {
  void runOnOperation() override {
    SmallVector<GenericOp> generics;
    getOperation().walk([&](GenericOp op) { generics.push_back(op); });
    for (GenericOp op : generics) {
      if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
          !op.getNumReductionLoops())
        continue;
      Operation *combiner = getCombiner(op, 0);
      auto order =
          combiner ? combiner->getAttrOfType<StringAttr>(kOrderAttr) : nullptr;
      int laneLoop = getLaneLoop(op);
      if (!order || order.getValue() != "lanes" || laneLoop < 0)
        continue;
      combiner->removeAttr(kOrderAttr);
      LaneReduction(op, combiner, laneLoop).run();
    }
  }
};

} // namespace
