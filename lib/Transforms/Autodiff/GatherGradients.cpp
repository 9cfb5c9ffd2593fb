//===- GatherGradients.cpp - Gradients of tables read in a body -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generic that reads a table, `%t[f(in), linalg.index d]`, has one of two
// gradients for the table:
//  - every loop is an index of the table (a class picked from each row, as in
//    cross entropy), or the computed indices differ within a row (values sorted
//    along a row): a generic over the table that holds, at each element, the
//    cotangent where the index says so and zero elsewhere, added up over the
//    loops that are no index of the table;
//  - the computed indices pick whole rows (an embedding): a loop nest that adds
//    one row after the other, in loop order.
//
//===----------------------------------------------------------------------===//

#include "GenericGradient.h"

#include "Piper/Support/Location.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

namespace {

/// One `tensor.extract` of a body and how its indices depend on the loops.
class Gather {
public:
  Gather(const GenericForward &forward, tensor::ExtractOp extract)
      : forward(forward), op(forward.op), extract(extract),
        tableType(extract.getTensor().getType()),
        extents(op.getStaticLoopRanges()) {}

  LogicalResult createGradient(GradientBuilder &gradients);

private:
  void findLoops();
  bool dependsOnRow(Value value);
  Value createMask(GradientBuilder &gradients);
  Value createScatter(GradientBuilder &gradients);
  Value addRow(OpBuilder &b, ValueRange ivs, Value table);
  SmallVector<Value> createIndices(OpBuilder &b, ValueRange ivs);
  RankedTensorType getRowType() const;

  const GenericForward &forward;
  linalg::GenericOp op;
  tensor::ExtractOp extract;
  RankedTensorType tableType;
  SmallVector<int64_t> extents;
  SmallVector<int64_t> loopOfTableDim; // -1: the index is computed
  SmallVector<unsigned> outerLoops;    // loops that are no index of the table
  Value adjoint;                       // of the extracted scalar, per iteration
  AffineMap adjointMap;
};

} // namespace

void Gather::findLoops() {
  llvm::BitVector used(extents.size());
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    bool whole = loop && !used.test(loop.getDim()) &&
                 extents[loop.getDim()] == tableType.getDimSize(dim);
    loopOfTableDim.push_back(whole ? loop.getDim() : -1);
    if (whole)
      used.set(loop.getDim());
  }
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (!used.test(loop) && extents[loop] != 1)
      outerLoops.push_back(loop);
}

/// True if a computed index varies within a row of the table.
bool Gather::dependsOnRow(Value value) {
  auto isRowLoop = [&](unsigned loop) {
    return extents[loop] != 1 && !llvm::is_contained(outerLoops, loop);
  };
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg.getOwner() != op.getBody())
      return false;
    AffineMap map = op.getIndexingMapsArray()[arg.getArgNumber()];
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (map.isFunctionOfDim(loop) && isRowLoop(loop))
        return true;
    return false;
  }
  Operation *producer = value.getDefiningOp();
  if (producer->getBlock() != op.getBody())
    return false;
  if (auto index = dyn_cast<linalg::IndexOp>(producer))
    return isRowLoop(index.getDim());
  return llvm::any_of(producer->getOperands(),
                      [&](Value operand) { return dependsOnRow(operand); });
}

LogicalResult Gather::createGradient(GradientBuilder &gradients) {
  auto refuse = [&](const Twine &why) {
    return op.emitError() << "cannot differentiate the table read in this "
                             "linalg.generic: "
                          << why << "; it comes from " << describe(op.getLoc());
  };
  findLoops();
  if (op.getNumReductionLoops() != 0 || forward.results.empty())
    return refuse("the op is a reduction");
  auto result =
      cast<OpResult>(Value(op.getResult(forward.results.front().index)));
  adjointMap = op.getIndexingMapMatchingResult(result);
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (extents[loop] != 1 && !adjointMap.isFunctionOfDim(loop))
      return refuse("loop " + Twine(loop) +
                    " is not a dimension of the result");
  FailureOr<Value> gradient = forward.createGradient(
      gradients, extract.getResult(), op.getNumDpsInputs(),
      cast<RankedTensorType>(result.getType()), adjointMap, nullptr);
  if (failed(gradient))
    return failure();
  if (!*gradient)
    return success();
  adjoint = *gradient;
  bool varies = false; // an index varies within a row
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim))
    varies |= loop < 0 && dependsOnRow(extract.getIndices()[dim]);

  Value table = extract.getTensor();
  bool inPlace = gradients.getAccumulator(table) != nullptr;
  Value sum = outerLoops.empty() || varies ? createMask(gradients)
                                           : createScatter(gradients);
  if (inPlace)
    gradients.setAccumulator(table, sum);
  else
    gradients.addContribution(op.getLoc(), table, sum);
  return success();
}

/// Loop k of the mask is dimension k of the table; the loops that are no index
/// of the table follow, as reductions.
Value Gather::createMask(GradientBuilder &gradients) {
  OpBuilder &b = gradients.getBuilder();
  Location loc = op.getLoc();
  SmallVector<int64_t> newLoop(extents.size(), -1);
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim))
    if (loop >= 0)
      newLoop[loop] = dim;
  int64_t rank = tableType.getRank();
  SmallVector<int64_t> newExtents(tableType.getShape());
  for (unsigned loop : outerLoops) {
    newLoop[loop] = newExtents.size();
    newExtents.push_back(extents[loop]);
  }
  SmallVector<AffineExpr> renamed;
  for (int64_t loop : newLoop)
    renamed.push_back(loop < 0 ? b.getAffineConstantExpr(0)
                               : b.getAffineDimExpr(loop));
  auto rename = [&](AffineMap map) {
    return map.replaceDimsAndSymbols(renamed, {}, newExtents.size(), 0);
  };
  GenericWriter writer(b, loc, newExtents);
  IRMapping mapping;
  Value g = writer.addInput(adjoint, rename(adjointMap));
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(op.getMatchingBlockArgument(input),
                writer.addInput(input->get(),
                                rename(op.getMatchingIndexingMap(input))));
  OpBuilder &body = writer.getBodyBuilder();
  ScalarGradient scalar(body, *op.getBody(), mapping);
  scalar.setLoopDims(newLoop);
  Value zero = arith::ConstantOp::create(
      body, loc, b.getZeroAttr(tableType.getElementType()));
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim)) {
    if (loop >= 0)
      continue;
    Value position = linalg::IndexOp::create(body, loc, dim);
    Value chosen =
        arith::CmpIOp::create(body, loc, arith::CmpIPredicate::eq, position,
                              scalar.getPrimal(extract.getIndices()[dim]));
    g = arith::SelectOp::create(body, loc, chosen, g, zero);
  }
  return writer.finish(
      gradients, g, tableType,
      AffineMap::getMultiDimIdentityMap(newExtents.size(), b.getContext())
          .getMajorSubMap(rank),
      gradients.getAccumulator(extract.getTensor()));
}

RankedTensorType Gather::getRowType() const {
  SmallVector<int64_t> shape;
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim))
    if (loop >= 0)
      shape.push_back(tableType.getDimSize(dim));
  return RankedTensorType::get(shape, tableType.getElementType());
}

/// The computed indices of the table in iteration `ivs` of the outer loops.
SmallVector<Value> Gather::createIndices(OpBuilder &b, ValueRange ivs) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<Value> loops(extents.size(), zero);
  for (auto [loop, iv] : llvm::zip_equal(outerLoops, ivs))
    loops[loop] = iv;
  IRMapping mapping;
  // Only what the indices read is loaded.
  llvm::SmallPtrSet<Operation *, 8> needed;
  SmallVector<Value> work;
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim))
    if (loop < 0)
      work.push_back(extract.getIndices()[dim]);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (mapping.contains(value))
      continue;
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner() != op.getBody())
        continue;
      OpOperand *operand = op.getMatchingOpOperand(arg);
      SmallVector<Value> at;
      for (AffineExpr expr : op.getMatchingIndexingMap(operand).getResults())
        at.push_back(affine::expandAffineExpr(b, loc, expr, loops, {}));
      Value scalar = operand->get();
      if (isa<RankedTensorType>(scalar.getType()))
        scalar = tensor::ExtractOp::create(b, loc, scalar, at);
      mapping.map(value, scalar);
      continue;
    }
    Operation *producer = value.getDefiningOp();
    if (auto index = dyn_cast<linalg::IndexOp>(producer))
      mapping.map(value, loops[index.getDim()]);
    else if (producer->getBlock() == op.getBody() &&
             needed.insert(producer).second)
      work.append(producer->operand_begin(), producer->operand_end());
  }
  ScalarGradient scalar(b, *op.getBody(), mapping);
  SmallVector<Value> indices;
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim))
    if (loop < 0)
      indices.push_back(scalar.getPrimal(extract.getIndices()[dim]));
  return indices;
}

/// table with one row of the adjoint added.
Value Gather::addRow(OpBuilder &b, ValueRange ivs, Value table) {
  Location loc = op.getLoc();
  RankedTensorType rowType = getRowType();
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);

  SmallVector<Value> indices = createIndices(b, ivs);
  SmallVector<OpFoldResult> offsets, sizes;
  unsigned next = 0;
  for (auto [dim, loop] : llvm::enumerate(loopOfTableDim)) {
    offsets.push_back(loop < 0 ? OpFoldResult(indices[next++]) : zero);
    sizes.push_back(loop < 0 ? one : b.getIndexAttr(tableType.getDimSize(dim)));
  }
  SmallVector<OpFoldResult> strides(sizes.size(), one);
  Value row = tensor::ExtractSliceOp::create(b, loc, rowType, table, offsets,
                                             sizes, strides);

  // The matching piece of the adjoint: its dimensions may be in another order.
  SmallVector<OpFoldResult> gOffsets, gSizes;
  SmallVector<int64_t> gShape;
  SmallVector<AffineExpr> gDims;
  for (AffineExpr expr : adjointMap.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    int64_t loop = dim ? dim.getPosition() : -1;
    auto *outer = llvm::find(outerLoops, loop);
    auto *inRow = llvm::find(loopOfTableDim, loop);
    bool isRow = loop >= 0 && inRow != loopOfTableDim.end();
    gOffsets.push_back(outer != outerLoops.end() && loop >= 0
                           ? OpFoldResult(ivs[outer - outerLoops.begin()])
                           : zero);
    gSizes.push_back(isRow ? b.getIndexAttr(extents[loop]) : one);
    if (!isRow)
      continue;
    gShape.push_back(extents[loop]);
    gDims.push_back(b.getAffineDimExpr(std::count_if(
        loopOfTableDim.begin(), inRow, [](int64_t l) { return l >= 0; })));
  }
  SmallVector<OpFoldResult> gStrides(gSizes.size(), one);
  auto gType = RankedTensorType::get(gShape, tableType.getElementType());
  Value piece = tensor::ExtractSliceOp::create(b, loc, gType, adjoint, gOffsets,
                                               gSizes, gStrides);

  int64_t rank = rowType.getRank();
  SmallVector<AffineMap> maps{AffineMap::get(rank, 0, gDims, b.getContext()),
                              b.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto add = [](OpBuilder &body, Location bodyLoc, ValueRange args) {
    Value sum = arith::AddFOp::create(body, bodyLoc, args[1], args[0]);
    linalg::YieldOp::create(body, bodyLoc, sum);
  };
  Value sum =
      linalg::GenericOp::create(b, loc, TypeRange{rowType}, ValueRange{piece},
                                ValueRange{row}, maps, iterators, add)
          .getResult(0);
  return tensor::InsertSliceOp::create(b, loc, sum, table, offsets, sizes,
                                       strides);
}

Value Gather::createScatter(GradientBuilder &gradients) {
  OpBuilder &b = gradients.getBuilder();
  Location loc = op.getLoc();
  Value init = gradients.getAccumulator(extract.getTensor());
  if (!init)
    init = gradients.createZeros(loc, tableType);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  SmallVector<Value> lower(outerLoops.size(), zero);
  SmallVector<Value> step(outerLoops.size(), one);
  SmallVector<Value> upper;
  for (unsigned loop : outerLoops)
    upper.push_back(arith::ConstantIndexOp::create(b, loc, extents[loop]));
  scf::LoopNest nest = scf::buildLoopNest(
      b, loc, lower, upper, step, init,
      [&](OpBuilder &body, Location, ValueRange ivs, ValueRange tables) {
        return scf::ValueVector{addRow(body, ivs, tables[0])};
      });
  return nest.results.front();
}

LogicalResult piper::createGatherGradients(const GenericForward &forward,
                                           GradientBuilder &gradients) {
  linalg::GenericOp op = forward.op;
  for (Operation &inner : op.getBody()->without_terminator()) {
    auto extract = dyn_cast<tensor::ExtractOp>(inner);
    if (extract && gradients.isActive(extract.getTensor()) &&
        failed(Gather(forward, extract).createGradient(gradients)))
      return failure();
  }
  // Scalars that the body reads from outside.
  llvm::SetVector<Value> captured;
  for (Operation &inner : *op.getBody())
    for (Value operand : inner.getOperands())
      if (operand.getParentBlock() != op.getBody() &&
          gradients.isActive(operand) && isa<FloatType>(operand.getType()))
        captured.insert(operand);
  for (Value value : captured)
    if (failed(forward.addGradient(gradients, value, value,
                                   op.getNumDpsInputs(), AffineMap())))
      return failure();
  return success();
}
