//===- IndexRanges.cpp - Which integers an input may hold -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table is read with tensor.extract; where an index of it is an element of
// an input, as it stands in the data, the table's extent bounds the input.
// Exporters check with cf.assert at each read; the loader checks each batch
// once instead, against the ranges found here.
//
//===----------------------------------------------------------------------===//

#include "ExportCheck.h"
#include "Piper/Dialect/Piper/IR/Piper.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

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
    for (auto [argument, range] : ranges)
      func.setArgAttr(argument, "piper.range", range);
  }

private:
  /// An integer of `range` is read from `value`.
  void trace(Value value, IndexRangeAttr range) {
    Value origin = originOf(value);
    if (auto argument = dyn_cast<BlockArgument>(origin))
      restrict(argument, range);
    else if (auto select = origin.getDefiningOp<arith::SelectOp>())
      traceSelect(select, range);
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
        !func.getArgAttr(argument.getArgNumber(), "piper.input"))
      return;
    IndexRangeAttr &known = ranges[argument.getArgNumber()];
    known = known ? known.intersect(range) : range;
  }

  func::FuncOp func;
  llvm::MapVector<unsigned, IndexRangeAttr> ranges; // by argument
};

} // namespace

void exports::findIndexRanges(func::FuncOp func) { RangeFinder(func).run(); }
