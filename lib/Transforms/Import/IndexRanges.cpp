//===- IndexRanges.cpp - Which integers an input may hold -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table is read with tensor.extract; where an index of it is an element of
// an input, as it stands in the data or moved by a constant, the table's extent
// bounds the input. Exporters check with cf.assert at each read; the loader
// checks each batch once instead, against the ranges found here.
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Piper/Dialect/Body/IR/Body.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Dialect/TmTensor/IR/TmTensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace piper;

/// What `value` is a copy of: scalars pass through integer casts and from the
/// bodies of generics to what those read, tensors (which stand for some element
/// of theirs) through changes of shape and to what a generic yields.
static Value originOf(Value value) {
  while (true) {
    Value from;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto generic =
          dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
      if (generic && argument.getArgNumber() < generic.getNumDpsInputs())
        from = generic.getDpsInputOperand(argument.getArgNumber())->get();
    } else {
      from = TypeSwitch<Operation *, Value>(value.getDefiningOp())
                 .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                       arith::ExtUIOp>([](auto op) { return op.getIn(); })
                 .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
                     [](auto op) { return op.getSrc(); })
                 .Case<tensor::CastOp, tensor::ExtractSliceOp>(
                     [](auto op) { return op.getSource(); })
                 .Case([](tensor::ExtractOp op) { return op.getTensor(); })
                 .Case<linalg::TransposeOp, linalg::BroadcastOp>(
                     [](auto op) { return op.getInput(); })
                 .Case([&](linalg::GenericOp op) {
                   return op.getBody()->getTerminator()->getOperand(
                       cast<OpResult>(value).getResultNumber());
                 })
                 .Default(Value());
    }
    if (!from)
      return value;
    value = from;
  }
}

static std::optional<int64_t> constantOf(Value value) {
  APInt number;
  if (!matchPattern(originOf(value), m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

SmallVector<int64_t> exports::scatterLimits(Value updates, Value dest,
                                            ArrayRef<int64_t> along) {
  auto rows = cast<RankedTensorType>(updates.getType());
  ArrayRef<int64_t> shape = cast<RankedTensorType>(dest.getType()).getShape();
  int64_t before = int64_t(shape.size()) - rows.getRank() + 1;
  SmallVector<int64_t> limits;
  for (int64_t dimension : along) {
    int64_t extent =
        dimension < before ? 1 : rows.getDimSize(dimension - before + 1);
    limits.push_back(shape[dimension] - extent + 1);
  }
  return limits;
}

/// Numbers that are no bounds of a range, and those that never overflow.
static constexpr int64_t kNoMin = std::numeric_limits<int64_t>::min();
static constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();
static constexpr int64_t kFar = int64_t(1) << 60;

namespace {

class RangeFinder {
public:
  explicit RangeFinder(func::FuncOp func) : func(func) {}

  void run() {
    func.walk([&](tensor::ExtractOp extract) {
      // What runs under a condition may be guarded by it.
      if (extract->getParentOfType<scf::IfOp>())
        return;
      ArrayRef<int64_t> shape = extract.getTensor().getType().getShape();
      for (auto [index, extent] : llvm::zip(extract.getIndices(), shape))
        if (extent > 0)
          trace(index, IndexRangeAttr::get(func.getContext(), 0, extent, {}));
    });
    func.walk([&](tm_tensor::ScatterOp scatter) {
      traceScatter(scatter.getInputs()[0], scatter.getInputs()[1],
                   scatter.getOutputs()[0], scatter.getDimensionMap());
    });
    func.walk([&](body::ScatterOp scatter) {
      traceScatter(scatter.getUpdates(), scatter.getIndices(),
                   scatter.getDest(), scatter.getAlong());
    });
    for (auto [argument, range] : ranges)
      func.setArgAttr(argument, "piper.range", range);
  }

private:
  /// Windows begin where their indices say; those of several columns have
  /// several limits.
  void traceScatter(Value updates, Value indices, Value dest,
                    ArrayRef<int64_t> along) {
    SmallVector<int64_t> limits = exports::scatterLimits(updates, dest, along);
    if (limits.size() == 1 && limits.front() > 0)
      trace(indices,
            IndexRangeAttr::get(func.getContext(), 0, limits.front(), {}));
  }

  /// An integer of `range` is read from `value`.
  void trace(Value value, IndexRangeAttr range) {
    Value origin = originOf(value);
    if (auto argument = dyn_cast<BlockArgument>(origin))
      restrict(argument, range);
    else if (auto select = origin.getDefiningOp<arith::SelectOp>())
      traceSelect(select, range);
    else if (Operation *op = origin.getDefiningOp())
      traceArithmetic(op, range);
  }

  /// Knows x + k, x - k, k - x, x * k, max(x, k), min(x, k).
  void traceArithmetic(Operation *op, IndexRangeAttr range) {
    if (op->getNumOperands() != 2)
      return;
    Value x = op->getOperand(0), other = op->getOperand(1);
    std::optional<int64_t> k = constantOf(other);
    bool reversed = !k;
    if (reversed) {
      std::swap(x, other);
      k = constantOf(other);
    }
    // Far from overflow.
    if (!k || std::abs(*k) > kFar)
      return;
    int64_t first = range.getMin(), end = range.getLimit();
    auto shifted = [&](int64_t bound, int64_t by) {
      return std::abs(bound) > kFar ? bound : bound + by;
    };
    bool contains = first <= *k && *k < end;
    if (isa<arith::AddIOp>(op) || (isa<arith::SubIOp>(op) && !reversed)) {
      int64_t by = isa<arith::AddIOp>(op) ? -*k : *k;
      first = shifted(first, by);
      end = shifted(end, by);
    } else if (isa<arith::SubIOp>(op)) {
      int64_t last = std::abs(end) > kFar ? end : end - 1;
      end = std::abs(first) > kFar ? kNoLimit : *k - first + 1;
      first = std::abs(last) > kFar ? kNoMin : *k - last;
    } else if (isa<arith::MulIOp>(op) && *k > 0) {
      first =
          std::abs(first) > kFar ? first : llvm::divideCeilSigned(first, *k);
      end = std::abs(end) > kFar ? end : llvm::divideCeilSigned(end, *k);
    } else if (isa<arith::MaxSIOp>(op) && contains) {
      first = kNoMin;
    } else if (isa<arith::MinSIOp>(op) && contains) {
      end = kNoLimit;
    } else {
      return;
    }
    if (first < end && (first != kNoMin || end != kNoLimit))
      trace(x, IndexRangeAttr::get(func.getContext(), first, end, {}));
  }

  /// Knows `x != k ? x : y`, where k is ignored, and `x < 0 ? x + n : x`, where
  /// indices count from the end. Other conditions may guard anything.
  void traceSelect(arith::SelectOp select, IndexRangeAttr range) {
    auto test = originOf(select.getCondition()).getDefiningOp<arith::CmpIOp>();
    std::optional<int64_t> number =
        test ? constantOf(test.getRhs()) : std::nullopt;
    if (!number)
      return;
    Value whenTrue = select.getTrueValue(), whenFalse = select.getFalseValue();
    auto isTested = [&](Value value) {
      return originOf(value) == originOf(test.getLhs());
    };
    switch (test.getPredicate()) {
    case arith::CmpIPredicate::eq:
      std::swap(whenTrue, whenFalse);
      [[fallthrough]];
    case arith::CmpIPredicate::ne:
      trace(whenTrue,
            isTested(whenTrue) && !range.getIgnored()
                ? IndexRangeAttr::get(func.getContext(), range.getMin(),
                                      range.getLimit(), *number)
                : range);
      return trace(whenFalse, range);
    case arith::CmpIPredicate::slt:
      if (auto sum = originOf(whenTrue).getDefiningOp<arith::AddIOp>();
          sum && *number == 0 && isTested(sum.getLhs()) &&
          constantOf(sum.getRhs()) == range.getLimit())
        trace(whenFalse,
              IndexRangeAttr::get(func.getContext(), -range.getLimit(),
                                  range.getLimit(), range.getIgnored()));
      return;
    default:
      return;
    }
  }

  void restrict(BlockArgument argument, IndexRangeAttr range) {
    if (argument.getOwner() != &func.front() ||
        !(func.getArgAttr(argument.getArgNumber(), "piper.input") ||
          func.getArgAttr(argument.getArgNumber(), "piper.buffer")))
      return;
    IndexRangeAttr &known = ranges[argument.getArgNumber()];
    if (!known)
      known = range;
    // Where no integer is right for two tables, one read is guarded.
    else if (std::max(known.getMin(), range.getMin()) <
             std::min(known.getLimit(), range.getLimit()))
      known = known.intersect(range);
  }

  func::FuncOp func;
  llvm::MapVector<unsigned, IndexRangeAttr> ranges; // by argument
};

} // namespace

void exports::findIndexRanges(func::FuncOp func) { RangeFinder(func).run(); }
