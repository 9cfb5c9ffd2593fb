//===- LowerScan.cpp - tm_tensor.scan as elementwise steps -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefixes by doubling (Hillis and Steele 1986): after step s every element
// holds the combination of up to 2^s elements that end at it. Each step is
// slices and one elementwise op, so the gradient follows by rule for any
// combination, and n elements cost n log n instead of n^2.
//
//===----------------------------------------------------------------------===//

#include "LowerTmTensor.h"
#include "Piper/Support/CreateGeneric.h"
#include "Piper/Support/Location.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

/// The later of two elements if it wins against the earlier one. PyTorch's
/// cummax and cummin, too, take the last of equals, so that its gradient goes
/// there alone; a NaN, once met, stays.
static Value createWinner(OpBuilder &body, Location loc,
                          arith::CmpFPredicate predicate, Value earlier,
                          Value later) {
  Value wins = arith::CmpFOp::create(body, loc, predicate, later, earlier);
  Value isNan =
      arith::CmpFOp::create(body, loc, arith::CmpFPredicate::UNO, later, later);
  Value chosen = arith::OrIOp::create(body, loc, wins, isNan);
  return arith::SelectOp::create(body, loc, chosen, later, earlier);
}

/// The only op of a scan's region, if it is `a op b` and known to be
/// associative: what torch-mlir writes for cumsum and cumprod, and the like.
static Operation *combinerOf(tm_tensor::ScanOp op) {
  Block &block = op.getRegion().front();
  Operation *only = &block.front();
  if (!llvm::hasNItems(block, 2) || only->getNumOperands() != 2 ||
      only->getNumResults() != 1 ||
      block.getTerminator()->getOperand(0) != only->getResult(0) ||
      !llvm::is_contained(only->getOperands(), block.getArgument(0)) ||
      !llvm::is_contained(only->getOperands(), block.getArgument(1)))
    return nullptr;
  return arith::getNeutralElement(only) ? only : nullptr;
}

/// The combination of what came before with an element.
static Value combine(OpBuilder &body, Location loc, Operation *combiner,
                     Value earlier, Value later) {
  if (isa<arith::MaximumFOp>(combiner))
    return createWinner(body, loc, arith::CmpFPredicate::OGE, earlier, later);
  if (isa<arith::MinimumFOp>(combiner))
    return createWinner(body, loc, arith::CmpFPredicate::OLE, earlier, later);
  return exports::inlineRegion(body, *combiner->getParentRegion(),
                               {earlier, later});
}

namespace {

/// Writes the steps of one scan.
class ScanWriter {
public:
  ScanWriter(OpBuilder &builder, tm_tensor::ScanOp op, Operation *combiner)
      : builder(builder), op(op), combiner(combiner), loc(op.getLoc()),
        type(cast<RankedTensorType>(op.getInputs()[0].getType())),
        dimension(op.getDimension()), extent(type.getDimSize(dimension)) {}

  SmallVector<Value> run();

private:
  RankedTensorType typeOf(int64_t length) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dimension] = length;
    return RankedTensorType::get(shape, type.getElementType());
  }
  Value slice(Value tensor, int64_t begin, int64_t length);
  Value concat(Value first, Value second) {
    return tensor::ConcatOp::create(builder, loc, dimension,
                                    ValueRange{first, second});
  }
  Value combineTensors(Value earlier, Value later) {
    return createElementwise(
        builder, loc, type.getElementType(), {earlier, later},
        [&](OpBuilder &body, Location at, ValueRange args) {
          return combine(body, at, combiner, args[0], args[1]);
        });
  }
  Value asRow(Value accumulator);
  Value last(Value prefixes);

  OpBuilder &builder;
  tm_tensor::ScanOp op;
  Operation *combiner;
  Location loc;
  RankedTensorType type;
  int64_t dimension, extent;
};

} // namespace

/// `length` elements along the dimension, from `begin`.
Value ScanWriter::slice(Value tensor, int64_t begin, int64_t length) {
  RankedTensorType part = typeOf(length);
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  offsets[dimension] = builder.getIndexAttr(begin);
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : part.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, part, tensor, offsets,
                                        sizes, strides);
}

/// The accumulator, which lacks the dimension, with an extent of 1 in it.
Value ScanWriter::asRow(Value accumulator) {
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  return createGeneric(
      builder, loc, typeOf(1), accumulator, {all.dropResult(dimension), all},
      nullptr, [](OpBuilder &, Location, ValueRange args) { return args[0]; });
}

/// The last prefix, without the dimension.
Value ScanWriter::last(Value prefixes) {
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  offsets[dimension] = builder.getIndexAttr(extent - 1);
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : typeOf(1).getShape())
    sizes.push_back(builder.getIndexAttr(size));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  auto total = cast<RankedTensorType>(op.getResult(1).getType());
  return tensor::ExtractSliceOp::create(builder, loc, total, prefixes, offsets,
                                        sizes, strides);
}

SmallVector<Value> ScanWriter::run() {
  if (extent == 0)
    return llvm::to_vector(op.getOutputs());
  Value prefixes = op.getInputs()[0];
  // Before each element: the accumulator's old value, then all but the last.
  if (!op.getInclusive())
    prefixes = extent == 1 ? asRow(op.getOutputs()[1])
                           : concat(asRow(op.getOutputs()[1]),
                                    slice(prefixes, 0, extent - 1));
  for (int64_t distance = 1; distance < extent; distance *= 2)
    prefixes =
        concat(slice(prefixes, 0, distance),
               combineTensors(slice(prefixes, 0, extent - distance),
                              slice(prefixes, distance, extent - distance)));
  return {prefixes, last(prefixes)};
}

FailureOr<SmallVector<Value>> exports::lowerScan(OpBuilder &builder,
                                                 tm_tensor::ScanOp op) {
  Location loc = op.getLoc();
  Operation *combiner = combinerOf(op);
  if (!combiner)
    return emitError(loc) << "'" << op->getName() << "' at " << describe(loc)
                          << " combines with something else than one sum, "
                             "product, maximum or minimum; rewrite the model";
  return ScanWriter(builder, op, combiner).run();
}
