//===- LowerContractions.cpp - Contractions as matrix products -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A contraction on memrefs is a (batched) matrix product whose loops and
// strides are read off its maps: a call of piper_rt_gemm_f32, which also sees
// to it that the order of a sum does not depend on the strides. What is not of
// f32, or has maps with repeated or no plain dimensions, stays a loop nest.

#include "Bodies.h"
#include "Piper/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

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
  Loop m, n;
  SmallVector<Loop> batches, sums;
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

/// The innermost of `loops`; the others become batch loops.
static Loop splitOff(SmallVector<Loop> loops, SmallVectorImpl<Loop> &batches) {
  if (loops.empty())
    return {1, {0, 0, 0}};
  batches.append(loops.begin(), std::prev(loops.end()));
  return loops.back();
}

static FailureOr<Product> matchProduct(GenericOp op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.getElementType().isF32() || type.getNumElements() == 0)
      return failure();
  }
  FailureOr<SmallVector<Loop>> loops = readLoops(op);
  if (failed(loops))
    return failure();
  auto dims = *linalg::inferContractionDims(op.getIndexingMapsArray());
  Product product;
  product.batches = joinLoops(*loops, dims.batch);
  product.m = splitOff(joinLoops(*loops, dims.m), product.batches);
  product.n = splitOff(joinLoops(*loops, dims.n), product.batches);
  product.sums = joinLoops(*loops, dims.k);
  if (product.sums.empty())
    product.sums.push_back({1, {0, 0, 0}});
  return product;
}

struct LowerContractionsPass
    : public piper::impl::LowerContractionsBase<LowerContractionsPass> {
  void runOnOperation() override {
    descriptions.clear();
    symbols.emplace(getOperation());
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
    SmallVector<Value> arguments;
    for (Value operand : op->getOperands())
      arguments.push_back(address(builder, operand));
    arguments.push_back(address(builder, describe(builder, op, product)));
    func::CallOp::create(builder, op.getLoc(), declare(arguments.size()),
                         arguments);
    op.erase();
  }

  /// A constant with the fields of PiperGemm, one for equal products.
  Value describe(OpBuilder &builder, GenericOp op, const Product &product) {
    SmallVector<int64_t> fields = {int64_t(product.batches.size()),
                                   int64_t(product.sums.size()),
                                   !op->hasAttr(kOverwriteAttr)};
    SmallVector<Loop> loops = {product.m, product.n};
    llvm::append_range(loops, product.batches);
    llvm::append_range(loops, product.sums);
    for (const Loop &loop : loops)
      fields.append(
          {loop.extent, loop.stride[0], loop.stride[1], loop.stride[2]});
    auto type = MemRefType::get(int64_t(fields.size()), builder.getI64Type());
    auto values = DenseElementsAttr::get(
        RankedTensorType::get(type.getShape(), type.getElementType()),
        ArrayRef(fields));
    StringAttr &name = descriptions[values];
    if (!name) {
      OpBuilder atStart = OpBuilder::atBlockBegin(getOperation().getBody());
      auto global = memref::GlobalOp::create(
          atStart, op.getLoc(), "piper_gemm", builder.getStringAttr("private"),
          type, values, /*constant=*/true, /*alignment=*/IntegerAttr());
      name = symbols->insert(global);
    }
    return memref::GetGlobalOp::create(builder, op.getLoc(), type, name);
  }

  func::FuncOp declare(size_t arguments) {
    StringRef name = "piper_rt_gemm_f32";
    if (auto found = symbols->lookup<func::FuncOp>(name))
      return found;
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    SmallVector<Type> types(arguments, builder.getI64Type());
    auto function = func::FuncOp::create(builder, getOperation().getLoc(), name,
                                         builder.getFunctionType(types, {}));
    function.setPrivate();
    symbols->insert(function);
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

  std::optional<SymbolTable> symbols;
  llvm::DenseMap<Attribute, StringAttr> descriptions;
};

} // namespace
