//===- LowerContractions.cpp - Contractions as matrix products -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A contraction on memrefs is a (batched) matrix product whose transposes and
// strides are read off its maps: a call of piper_rt_gemm_f32, in a loop over
// summed dimensions that have strides of their own. What does not have that
// form (no unit stride) stays a loop nest.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace piper {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "Piper/Conversion/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

namespace {

/// Loops that run as one: an extent and the stride of each operand (A, B, C).
struct Loop {
  int64_t extent = 1;
  int64_t stride[3] = {1, 1, 1};
};

/// The call's view of a contraction.
struct Product {
  Loop m, n, k, batch[2];
  SmallVector<Loop> outerSums; // summed loops that do not join with k
  bool swapped = false;        // C is column-major: C^T = B^T A^T is computed
  bool transA = false, transB = false;
  int64_t lda = 0, ldb = 0, ldc = 0;
};

/// Strides of each loop in each operand; fails for maps that are no plain
/// choice of loops.
static FailureOr<SmallVector<Loop>> readLoops(GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<Loop> loops(ranges.size());
  for (auto [loop, range] : llvm::zip(loops, ranges))
    loop = {range, {0, 0, 0}};
  for (int operand = 0; operand < 3; ++operand) {
    auto type = cast<MemRefType>(op->getOperand(operand).getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return failure();
    for (auto [i, result] : llvm::enumerate(maps[operand].getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim || ShapedType::isDynamic(strides[i]))
        return failure();
      loops[dim.getPosition()].stride[operand] = strides[i];
    }
  }
  return loops;
}

/// Joins loops that together walk each operand with one stride. Order is kept
/// (outer first), so the order of a sum is that of the loops.
static SmallVector<Loop> joinLoops(ArrayRef<Loop> loops,
                                   ArrayRef<unsigned> chosen) {
  SmallVector<unsigned> order(chosen);
  llvm::sort(order);
  SmallVector<Loop> joined;
  for (unsigned index : order) {
    const Loop &inner = loops[index];
    if (inner.extent == 1)
      continue;
    bool fits = !joined.empty();
    for (int operand = 0; fits && operand < 3; ++operand)
      fits =
          joined.back().stride[operand] == inner.extent * inner.stride[operand];
    if (fits) {
      int64_t extent = joined.back().extent * inner.extent;
      joined.back() = inner;
      joined.back().extent = extent;
    } else {
      joined.push_back(inner);
    }
  }
  return joined;
}

/// Leading dimension and transposition of an operand with one row and one
/// column loop, of which one has unit stride.
static LogicalResult chooseLayout(int64_t row, int64_t column, bool &transposed,
                                  int64_t &leading, int64_t columns,
                                  int64_t rows) {
  if (column == 1 && (row >= columns || rows == 1)) {
    transposed = false;
    leading = std::max(row, columns);
    return success();
  }
  if (row == 1 && (column >= rows || columns == 1)) {
    transposed = true;
    leading = std::max(column, rows);
    return success();
  }
  return failure();
}

/// Takes all but the innermost of `group` into `batch`; fails when full.
static LogicalResult splitOff(SmallVectorImpl<Loop> &group, Loop &kept,
                              SmallVectorImpl<Loop> &batch) {
  if (group.empty())
    return success();
  kept = group.back();
  batch.append(group.begin(), std::prev(group.end()));
  return success(batch.size() <= 2);
}

static FailureOr<Product> matchProduct(GenericOp op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.getElementType().isF32())
      return failure();
  }
  FailureOr<SmallVector<Loop>> loops = readLoops(op);
  if (failed(loops))
    return failure();
  auto dims = *linalg::inferContractionDims(op.getIndexingMapsArray());
  SmallVector<Loop> m = joinLoops(*loops, dims.m);
  SmallVector<Loop> n = joinLoops(*loops, dims.n);
  SmallVector<Loop> k = joinLoops(*loops, dims.k);
  SmallVector<Loop> batch = joinLoops(*loops, dims.batch);
  Product product;
  if (failed(splitOff(m, product.m, batch)) ||
      failed(splitOff(n, product.n, batch)))
    return failure();
  if (!k.empty())
    product.k = k.pop_back_val();
  product.outerSums = std::move(k);
  for (Loop &loop : product.batch)
    loop = {1, {0, 0, 0}};
  for (auto [i, loop] : llvm::enumerate(batch))
    product.batch[i] = loop;

  Loop &rows = product.m, &columns = product.n;
  product.swapped = columns.extent != 1 && columns.stride[2] != 1;
  if (product.swapped)
    std::swap(rows, columns);
  int a = product.swapped ? 1 : 0, b = 1 - a;
  bool transC = false;
  if (failed(chooseLayout(rows.stride[2], columns.stride[2], transC,
                          product.ldc, columns.extent, rows.extent)) ||
      transC ||
      failed(chooseLayout(rows.stride[a], product.k.stride[a], product.transA,
                          product.lda, product.k.extent, rows.extent)) ||
      failed(chooseLayout(product.k.stride[b], columns.stride[b],
                          product.transB, product.ldb, columns.extent,
                          product.k.extent)))
    return failure();
  return product;
}

struct LowerContractionsPass
    : public piper::impl::LowerContractionsBase<LowerContractionsPass> {
  void runOnOperation() override {
    SmallVector<GenericOp> contractions;
    getOperation().walk([&](GenericOp op) {
      if (isMatrixProduct(op) && isa<MemRefType>(op->getOperand(0).getType()))
        contractions.push_back(op);
    });
    for (GenericOp op : contractions) {
      FailureOr<Product> product = matchProduct(op);
      if (succeeded(product))
        emitCall(op, *product);
      else
        keepLoops(op);
    }
  }

  /// The loop nest adds to its output: it needs the zeros after all.
  void keepLoops(GenericOp op) {
    if (!op->removeAttr(kOverwriteAttr))
      return;
    OpBuilder builder(op);
    auto type = cast<MemRefType>(op->getOperand(2).getType());
    Value zero = arith::ConstantOp::create(
        builder, op.getLoc(), builder.getZeroAttr(type.getElementType()));
    linalg::FillOp::create(builder, op.getLoc(), zero, op->getOperand(2));
  }

  void emitCall(GenericOp op, const Product &product) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder, loc, value, 64);
    };
    int a = product.swapped ? 1 : 0, b = 1 - a;
    SmallVector<Value> arguments = {address(builder, op->getOperand(a)),
                                    address(builder, op->getOperand(b)),
                                    address(builder, op->getOperand(2))};
    Value beta = number(op->hasAttr(kOverwriteAttr) ? 0 : 1);
    // One product after the other is added, in loop order.
    for (const Loop &loop : product.outerSums) {
      auto index = [&](int64_t value) -> Value {
        return arith::ConstantIndexOp::create(builder, loc, value);
      };
      auto sum = scf::ForOp::create(builder, loc, index(0), index(loop.extent),
                                    index(1));
      builder.setInsertionPointToStart(sum.getBody());
      Value i = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                           sum.getInductionVar());
      for (auto [argument, operand] : {std::pair(0, a), std::pair(1, b)}) {
        Value shift = arith::MulIOp::create(builder, loc, i,
                                            number(loop.stride[operand] * 4));
        arguments[argument] =
            arith::AddIOp::create(builder, loc, arguments[argument], shift);
      }
      Value isFirst = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, i, number(0));
      beta = arith::SelectOp::create(builder, loc, isFirst, beta, number(1));
    }
    for (int64_t value : {int64_t(product.transA), int64_t(product.transB),
                          product.m.extent, product.n.extent, product.k.extent,
                          product.lda, product.ldb, product.ldc})
      arguments.push_back(number(value));
    for (const Loop &batch : product.batch)
      for (int64_t value :
           {batch.extent, batch.stride[a], batch.stride[b], batch.stride[2]})
        arguments.push_back(number(value));
    arguments.push_back(beta);
    func::CallOp::create(builder, loc, declare(arguments.size()), arguments);
    op.erase();
  }

  func::FuncOp declare(size_t arguments) {
    ModuleOp module = getOperation();
    StringRef name = "piper_rt_gemm_f32";
    if (auto found = module.lookupSymbol<func::FuncOp>(name))
      return found;
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    SmallVector<Type> types(arguments, builder.getI64Type());
    auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                         builder.getFunctionType(types, {}));
    function.setPrivate();
    return function;
  }

  /// Address of a memref's first element, as an integer.
  static Value address(OpBuilder &builder, Value memref) {
    Location loc = memref.getLoc();
    auto type = cast<MemRefType>(memref.getType());
    Type i64 = builder.getI64Type();
    Value base = arith::IndexCastOp::create(
        builder, loc, i64,
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref));
    SmallVector<int64_t> strides;
    int64_t offset = 0;
    if (failed(type.getStridesAndOffset(strides, offset)) || offset == 0)
      return base;
    int64_t bytes = type.getElementTypeBitWidth() / 8;
    Value shift;
    if (ShapedType::isDynamic(offset)) {
      Value elements =
          memref::ExtractStridedMetadataOp::create(builder, loc, memref)
              .getOffset();
      shift = arith::MulIOp::create(
          builder, loc, arith::IndexCastOp::create(builder, loc, i64, elements),
          arith::ConstantIntOp::create(builder, loc, bytes, 64));
    } else {
      shift = arith::ConstantIntOp::create(builder, loc, offset * bytes, 64);
    }
    return arith::AddIOp::create(builder, loc, base, shift);
  }
};

} // namespace
