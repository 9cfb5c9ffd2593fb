//===- Intervals.cpp - Which integers a value may be -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intervals.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

/// Work that one value is worth; selects of selects double it.
static constexpr unsigned maxSteps = 20000;
/// Rounds after which a sum that still grows may be anything.
static constexpr unsigned maxRounds = 4;

static unsigned widthOf(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  return ConstantIntRanges::getStorageBitwidth(type);
}

static Interval anything(Value value) {
  return {ConstantIntRanges::maxRange(widthOf(value)), std::nullopt};
}

static Interval fromTo(unsigned width, int64_t first, int64_t last) {
  return {ConstantIntRanges::fromSigned(APInt(width, first, true, true),
                                        APInt(width, last, true, true)),
          std::nullopt};
}

static Interval join(const Interval &a, const Interval &b) {
  Interval both{a.numbers.rangeUnion(b.numbers), std::nullopt};
  if (a.beside && b.beside && *a.beside != *b.beside)
    return {a.hull().rangeUnion(b.hull()), std::nullopt};
  both.beside = a.beside ? a.beside : b.beside;
  return both;
}

static bool contains(const ConstantIntRanges &outer,
                     const ConstantIntRanges &inner) {
  return outer.rangeUnion(inner) == outer;
}

ConstantIntRanges Interval::hull() const {
  if (!beside)
    return numbers;
  APInt more(numbers.smin().getBitWidth(), *beside, true, true);
  return numbers.rangeUnion(ConstantIntRanges::constant(more));
}

bool Interval::isBelow(int64_t limit) const {
  ConstantIntRanges all = hull();
  return all.smin().sge(0) && all.smax().slt(limit);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// The tensor operand that an argument of a generic's body reads.
static OpOperand *readBy(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto generic =
      argument ? dyn_cast_or_null<GenericOp>(argument.getOwner()->getParentOp())
               : GenericOp();
  if (!generic || argument.getArgNumber() >= generic.getNumDpsInputs())
    return nullptr;
  return generic.getDpsInputOperand(argument.getArgNumber());
}

/// The generic that writes each element of `tensor` in the iteration of its
/// place; null if there is none.
static GenericOp writerOf(Value tensor) {
  auto generic = tensor.getDefiningOp<GenericOp>();
  if (!generic || generic.getNumParallelLoops() != generic.getNumLoops())
    return {};
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  AffineMap map =
      generic.getMatchingIndexingMap(generic.getDpsInitOperand(result));
  return map.isIdentity() ? generic : GenericOp();
}

/// Where a number comes from, through casts and element by element from tensor
/// to tensor.
Intervals::Element Intervals::elementOf(Value value) {
  auto strip = [](Value v) {
    while (Operation *op = v.getDefiningOp()) {
      if (!isa<arith::IndexCastOp, arith::ExtSIOp>(op) ||
          widthOf(v) < widthOf(op->getOperand(0)))
        break;
      v = op->getOperand(0);
    }
    return v;
  };
  value = strip(value);
  OpOperand *operand = readBy(value);
  if (!operand)
    return {value, {}};
  Element element{
      operand->get(),
      cast<GenericOp>(operand->getOwner()).getMatchingIndexingMap(operand)};
  while (GenericOp writer = writerOf(element.value)) {
    unsigned result = cast<OpResult>(element.value).getResultNumber();
    OpOperand *next =
        readBy(strip(writer.getBody()->getTerminator()->getOperand(result)));
    if (!next || next->getOwner() != writer ||
        !writer.getMatchingIndexingMap(next).isIdentity())
      break;
    element.value = next->get();
  }
  return element;
}

/// The facts that hold in the producer of `operand`, which is read with `map`.
Intervals::Facts Intervals::enter(Value operand, AffineMap map,
                                  GenericOp producer, const Facts &facts) {
  Facts inside;
  if (writerOf(operand) != producer)
    return inside;
  for (const Fact &fact : facts)
    if (fact.element.map == map)
      inside.push_back({{fact.element.value,
                         AffineMap::getMultiDimIdentityMap(
                             producer.getNumLoops(), producer.getContext())},
                        fact.within,
                        fact.except});
  return inside;
}

static std::optional<ConstantIntRanges> whatIs(arith::CmpIPredicate predicate,
                                               const ConstantIntRanges &right) {
  APInt one(right.smin().getBitWidth(), 1);
  APInt low = APInt::getSignedMinValue(one.getBitWidth());
  APInt high = APInt::getSignedMaxValue(one.getBitWidth());
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return right;
  case P::slt:
    if (right.smax() == low)
      return std::nullopt;
    return ConstantIntRanges::fromSigned(low, right.smax() - one);
  case P::sle:
    return ConstantIntRanges::fromSigned(low, right.smax());
  case P::sgt:
    if (right.smin() == high)
      return std::nullopt;
    return ConstantIntRanges::fromSigned(right.smin() + one, high);
  case P::sge:
    return ConstantIntRanges::fromSigned(right.smin(), high);
  case P::ult:
    if (right.umax().isZero() || right.umax().isNegative())
      return std::nullopt;
    return ConstantIntRanges::fromUnsigned(APInt(one.getBitWidth(), 0),
                                           right.umax() - one);
  default:
    return std::nullopt;
  }
}

/// What `condition` says where it holds, or does not. `at` is the map with
/// which the body in question reads the tensor that the condition is an element
/// of.
void Intervals::addFacts(Value condition, AffineMap at, bool holds,
                         Facts &facts) {
  if (OpOperand *operand = readBy(condition)) {
    AffineMap map =
        cast<GenericOp>(operand->getOwner()).getMatchingIndexingMap(operand);
    GenericOp writer = writerOf(operand->get());
    if (!writer || (at && !map.isIdentity()))
      return;
    unsigned result = cast<OpResult>(operand->get()).getResultNumber();
    return addFacts(writer.getBody()->getTerminator()->getOperand(result),
                    at ? at : map, holds, facts);
  }
  Operation *op = condition.getDefiningOp();
  APInt number;
  if (isa_and_nonnull<arith::XOrIOp>(op) &&
      matchPattern(op->getOperand(1), m_ConstantInt(&number)) && number.isOne())
    return addFacts(op->getOperand(0), at, !holds, facts);
  if ((holds && isa_and_nonnull<arith::AndIOp>(op)) ||
      (!holds && isa_and_nonnull<arith::OrIOp>(op))) {
    addFacts(op->getOperand(0), at, holds, facts);
    return addFacts(op->getOperand(1), at, holds, facts);
  }
  auto test = dyn_cast_or_null<arith::CmpIOp>(op);
  if (!test)
    return;
  Element element = elementOf(test.getLhs());
  // In the producer of the condition, elements are at its own place.
  if (at && (!element.map || !element.map.isIdentity()))
    return;
  if (at)
    element.map = at;
  arith::CmpIPredicate predicate = test.getPredicate();
  if (!holds)
    predicate = arith::invertPredicate(predicate);
  ConstantIntRanges right = compute(test.getRhs(), {}).hull();
  Fact fact{element, whatIs(predicate, right), std::nullopt};
  if (predicate == arith::CmpIPredicate::ne)
    if (std::optional<APInt> only = right.getConstantValue())
      fact.except = only->getSExtValue();
  if (fact.within || fact.except)
    facts.push_back(fact);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Interval Intervals::at(Value value, Operation *reader) {
  steps = 0;
  Facts facts;
  for (Operation *op = reader; op && !isa<func::FuncOp, GenericOp>(op);
       op = op->getParentOp())
    if (auto branch = dyn_cast_or_null<scf::IfOp>(op->getParentOp()))
      addFacts(branch.getCondition(), {},
               op->getParentRegion() == &branch.getThenRegion(), facts);
  return compute(value, facts);
}

Interval Intervals::ofColumn(Value tensor, int64_t index) {
  steps = 0;
  // Exporters write columns side by side, by insertions or as a constant.
  if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>()) {
    int64_t last = insert.getDestType().getRank() - 1;
    int64_t begin = insert.getStaticOffset(last);
    if (ShapedType::isDynamic(begin) || insert.getStaticStride(last) != 1)
      return compute(tensor, {});
    bool isIn = index >= begin && index < begin + insert.getStaticSize(last);
    Interval inserted = compute(insert.getSource(), {});
    bool isWhole = llvm::equal(insert.getStaticSizes().drop_back(),
                               insert.getDestType().getShape().drop_back());
    if (isIn && isWhole)
      return inserted;
    Interval rest = ofColumn(insert.getDest(), index);
    return isIn ? join(inserted, rest) : rest;
  }
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>();
      concat && int64_t(concat.getDim()) == concat.getRank() - 1)
    for (Value part : concat.getInputs()) {
      int64_t extent = cast<RankedTensorType>(part.getType()).getShape().back();
      if (index < extent)
        return ofColumn(part, index);
      index -= extent;
    }
  auto constant = tensor.getDefiningOp<arith::ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || elements.empty())
    return compute(tensor, {});
  int64_t columns = elements.getType().getShape().back();
  std::optional<Interval> all;
  for (auto [place, value] : llvm::enumerate(elements.getValues<APInt>()))
    if (int64_t(place) % columns == index) {
      Interval one{ConstantIntRanges::constant(value), std::nullopt};
      all = all ? join(*all, one) : one;
    }
  return *all;
}

Interval Intervals::compute(Value value, const Facts &facts) {
  if (!getElementTypeOrSelf(value.getType()).isIntOrIndex() ||
      ++steps > maxSteps)
    return anything(value);
  auto assumption = assumed.find(value);
  if (assumption != assumed.end())
    return assumption->second;
  bool plain = facts.empty() && assumed.empty();
  auto entry = known.find(value);
  if (plain && entry != known.end())
    return entry->second;
  Interval interval = anything(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    interval = ofArgument(argument, facts);
  else
    interval = ofResult(cast<OpResult>(value), facts);
  if (!isa<RankedTensorType>(value.getType()) && !facts.empty()) {
    Element element = elementOf(value);
    unsigned width = widthOf(value);
    for (const Fact &fact : facts) {
      if (!(fact.element == element))
        continue;
      if (fact.except && fact.except == interval.beside)
        interval.beside.reset();
      if (!fact.within)
        continue;
      // Casts between the tested number and this one keep it.
      APInt first = fact.within->smin().sextOrTrunc(width);
      APInt last = fact.within->smax().sextOrTrunc(width);
      if (fact.within->smin().getBitWidth() > width)
        continue;
      if (interval.beside && (first.getSExtValue() > *interval.beside ||
                              last.getSExtValue() < *interval.beside))
        interval.beside.reset();
      APInt from = llvm::APIntOps::smax(first, interval.numbers.smin());
      APInt to = llvm::APIntOps::smin(last, interval.numbers.smax());
      if (from.sle(to))
        interval.numbers = ConstantIntRanges::fromSigned(from, to);
    }
  }
  if (plain)
    known.try_emplace(value, interval);
  return interval;
}

/// An argument that starts as `start` and becomes `next` again and again.
Interval Intervals::ofSum(Value argument, Value start, Value next,
                          const Facts &facts) {
  Interval interval = compute(start, facts);
  auto forget = llvm::scope_exit([&] { assumed.erase(argument); });
  for (unsigned round = 0; round < maxRounds; ++round) {
    assumed.insert_or_assign(argument, interval);
    Interval grown = join(interval, compute(next, {}));
    if (contains(interval.hull(), grown.hull()))
      return interval;
    interval = grown;
  }
  return anything(argument);
}

Interval Intervals::ofOperand(GenericOp generic, unsigned operand,
                              const Facts &facts) {
  OpOperand *use = generic.getDpsInputOperand(operand);
  Value tensor = use->get();
  auto producer = tensor.getDefiningOp<GenericOp>();
  Facts inside;
  if (producer)
    inside =
        enter(tensor, generic.getMatchingIndexingMap(use), producer, facts);
  return compute(tensor, inside);
}

Interval Intervals::ofArgument(BlockArgument argument, const Facts &facts) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto func = dyn_cast<func::FuncOp>(parent)) {
    auto range = func.getArgAttrOfType<IndexRangeAttr>(number, "piper.range");
    if (!range)
      return anything(argument);
    Interval interval =
        fromTo(widthOf(argument), range.getMin(), range.getLimit() - 1);
    interval.beside = range.getIgnored();
    return interval;
  }
  if (auto generic = dyn_cast<GenericOp>(parent)) {
    unsigned inputs = generic.getNumDpsInputs();
    if (number < inputs)
      return ofOperand(generic, number, facts);
    return ofSum(
        argument, generic.getDpsInits()[number - inputs],
        generic.getBody()->getTerminator()->getOperand(number - inputs), {});
  }
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop)
    return anything(argument);
  if (number > 0)
    return ofSum(argument, loop.getInitArgs()[number - 1],
                 loop.getBody()->getTerminator()->getOperand(number - 1), {});
  APInt first = compute(loop.getLowerBound(), {}).hull().smin();
  APInt end = compute(loop.getUpperBound(), {}).hull().smax();
  if (end.isMinSignedValue() || first.sge(end))
    return anything(argument);
  return {ConstantIntRanges::fromSigned(first, end - 1), std::nullopt};
}

Interval Intervals::ofGeneric(GenericOp generic, unsigned result,
                              const Facts &facts) {
  return compute(generic.getBody()->getTerminator()->getOperand(result), facts);
}

Interval Intervals::ofSelect(arith::SelectOp select, const Facts &facts) {
  Facts whenTrue = facts, whenFalse = facts;
  addFacts(select.getCondition(), {}, /*holds=*/true, whenTrue);
  addFacts(select.getCondition(), {}, /*holds=*/false, whenFalse);
  return join(compute(select.getTrueValue(), whenTrue),
              compute(select.getFalseValue(), whenFalse));
}

Interval Intervals::ofArithmetic(OpResult result, const Facts &facts) {
  auto op = dyn_cast<InferIntRangeInterface>(result.getOwner());
  if (!op)
    return anything(result);
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : result.getOwner()->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return anything(result);
    operands.push_back(compute(operand, facts).hull());
  }
  Interval interval = anything(result);
  op.inferResultRanges(operands,
                       [&](Value value, const ConstantIntRanges &range) {
                         if (value == result)
                           interval.numbers = range;
                       });
  return interval;
}

/// The smallest and the largest element of a constant tensor, of those that
/// `slice` takes where it is given.
static Interval ofConstant(arith::ConstantOp op,
                           tensor::ExtractSliceOp slice = {}) {
  auto elements = dyn_cast<DenseIntElementsAttr>(op.getValue());
  if (!elements || elements.empty())
    return anything(op);
  ArrayRef<int64_t> shape = elements.getType().getShape();
  auto isTaken = [&](int64_t place) {
    for (int64_t d = int64_t(shape.size()) - 1; slice && d >= 0; --d) {
      int64_t at = place % shape[d] - slice.getStaticOffset(d);
      int64_t stride = slice.getStaticStride(d);
      if (at < 0 || at % stride || at / stride >= slice.getStaticSize(d))
        return false;
      place /= shape[d];
    }
    return true;
  };
  std::optional<APInt> first, last;
  for (auto [place, value] : llvm::enumerate(elements.getValues<APInt>())) {
    if (!isTaken(place))
      continue;
    first = first ? llvm::APIntOps::smin(*first, value) : value;
    last = last ? llvm::APIntOps::smax(*last, value) : value;
  }
  if (!first)
    return anything(op);
  return {ConstantIntRanges::fromSigned(*first, *last), std::nullopt};
}

Interval Intervals::ofResult(OpResult result, const Facts &facts) {
  unsigned number = result.getResultNumber();
  auto joined = [&](ValueRange values) {
    Interval all = compute(values.front(), {});
    for (Value value : values.drop_front())
      all = join(all, compute(value, {}));
    return all;
  };
  return TypeSwitch<Operation *, Interval>(result.getOwner())
      .Case([&](arith::SelectOp op) { return ofSelect(op, facts); })
      .Case([&](arith::ConstantOp op) {
        return isa<RankedTensorType>(op.getType())
                   ? ofConstant(op)
                   : ofArithmetic(result, facts);
      })
      // These keep a number that stands beside the others.
      .Case<arith::IndexCastOp, arith::ExtSIOp>([&](auto op) {
        Interval inner = compute(op.getIn(), facts);
        Interval outer = ofArithmetic(result, facts);
        unsigned width = widthOf(result);
        if (inner.beside && width >= widthOf(op.getIn()))
          return Interval{
              ConstantIntRanges::fromSigned(inner.numbers.smin().sext(width),
                                            inner.numbers.smax().sext(width)),
              inner.beside};
        return outer;
      })
      .Case([&](linalg::IndexOp op) {
        auto generic = dyn_cast<linalg::LinalgOp>(op->getParentOp());
        int64_t extent =
            generic ? generic.getStaticLoopRanges()[op.getDim()] : 0;
        return extent > 0 ? fromTo(widthOf(result), 0, extent - 1)
                          : anything(result);
      })
      .Case([&](GenericOp op) { return ofGeneric(op, number, facts); })
      .Case([&](linalg::FillOp op) { return compute(op.getInputs()[0], {}); })
      .Case<linalg::TransposeOp, linalg::BroadcastOp>(
          [&](auto op) { return compute(op.getInput(), {}); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto op) { return compute(op.getSrc(), {}); })
      .Case([&](tensor::ExtractSliceOp op) {
        auto constant = op.getSource().getDefiningOp<arith::ConstantOp>();
        bool isStatic = op.getOffsets().empty() && op.getStrides().empty() &&
                        llvm::all_of(op.getStaticStrides(),
                                     [](int64_t stride) { return stride > 0; });
        return constant && isStatic ? ofConstant(constant, op)
                                    : compute(op.getSource(), {});
      })
      .Case([&](tensor::CastOp op) { return compute(op.getSource(), {}); })
      .Case([&](tensor::ExtractOp op) { return compute(op.getTensor(), {}); })
      .Case([&](tensor::InsertSliceOp op) {
        return joined({op.getSource(), op.getDest()});
      })
      .Case<tensor::ConcatOp, tensor::FromElementsOp>(
          [&](auto op) { return joined(op->getOperands()); })
      // An order of its operands' elements.
      .Case([&](tm_tensor::SortOp op) {
        return compute(
            op->getOperand(op->getNumOperands() - op->getNumResults() + number),
            {});
      })
      .Case([&](scf::ForOp op) {
        return compute(op.getRegionIterArgs()[number], {});
      })
      .Case([&](scf::IfOp op) {
        Facts whenTrue, whenFalse;
        addFacts(op.getCondition(), {}, true, whenTrue);
        addFacts(op.getCondition(), {}, false, whenFalse);
        return join(compute(op.thenYield()->getOperand(number), whenTrue),
                    compute(op.elseYield()->getOperand(number), whenFalse));
      })
      .Default([&](Operation *) { return ofArithmetic(result, facts); });
}
