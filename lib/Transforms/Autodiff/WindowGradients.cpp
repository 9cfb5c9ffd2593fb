//===- WindowGradients.cpp - Gradients of operands with sums in maps -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a convolution's input is read by several windows. The gradient
// is first computed for the view of the input (see Window), where each read has
// an element of its own, by the rule of all generics: for a convolution it is a
// matrix product. Then the slices of the view are added to where they came
// from, one after the other in the order of the window loops:
//
//   for kh, kw: dx[:, :, kh : kh + 2 * OH : 2, kw : ...] += dview[:, :, kh, kw]
//
//===----------------------------------------------------------------------===//

#include "GenericGradient.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;

namespace {

/// Adds the slices of one view.
class WindowSum {
public:
  WindowSum(OpBuilder &builder, Location loc, const Window &window, Value view)
      : loc(loc), window(window), view(view), shape(window.getViewShape()) {
    for (unsigned loop : window.getWindowLoops())
      constants.push_back(
          arith::ConstantIndexOp::create(builder, loc, getExtent(loop)));
  }

  /// `sum` with all slices added, in place.
  Value create(OpBuilder &b, GradientBuilder &gradients, Value sum) {
    if (window.getWindowLoops().empty())
      return addSlice(b, gradients, {}, sum);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    SmallVector<Value> lower(constants.size(), zero),
        step(constants.size(), one);
    // The builder of the nest is that of the gradients.
    scf::LoopNest nest = scf::buildLoopNest(
        b, loc, lower, constants, step, sum,
        [&](OpBuilder &body, Location, ValueRange ivs, ValueRange sums) {
          return scf::ValueVector{addSlice(body, gradients, ivs, sums[0])};
        });
    return nest.results.front();
  }

private:
  int64_t getExtent(unsigned loop) const {
    return shape[llvm::find(window.getViewLoops(), loop) -
                 window.getViewLoops().begin()];
  }

  /// constant + sum of coefficient * loop over the window loops of `dim`.
  OpFoldResult getOffset(OpBuilder &b, const Window::Dim &dim,
                         ValueRange ivs) const {
    Value sum;
    for (auto [loop, coefficient] : dim.terms) {
      if (loop == dim.position)
        continue;
      Value term = ivs[llvm::find(window.getWindowLoops(), loop) -
                       window.getWindowLoops().begin()];
      if (coefficient != 1)
        term = arith::MulIOp::create(
            b, loc, term, arith::ConstantIndexOp::create(b, loc, coefficient));
      sum = sum ? arith::AddIOp::create(b, loc, sum, term).getResult() : term;
    }
    if (!sum)
      return b.getIndexAttr(dim.constant);
    if (dim.constant)
      sum = arith::AddIOp::create(
          b, loc, sum, arith::ConstantIndexOp::create(b, loc, dim.constant));
    return sum;
  }

  /// `sum` with the slice at `ivs` of the window loops added.
  Value addSlice(OpBuilder &b, GradientBuilder &gradients, ValueRange ivs,
                 Value sum) const {
    OpFoldResult one = b.getIndexAttr(1);
    SmallVector<OpFoldResult> offsets, sizes, strides;
    SmallVector<int64_t> sliceShape;
    for (const Window::Dim &dim : window.getDims()) {
      offsets.push_back(getOffset(b, dim, ivs));
      strides.push_back(b.getIndexAttr(dim.stride));
      sizes.push_back(dim.position ? b.getIndexAttr(getExtent(*dim.position))
                                   : one);
      if (dim.position)
        sliceShape.push_back(getExtent(*dim.position));
    }
    auto type =
        RankedTensorType::get(sliceShape, getElementTypeOrSelf(sum.getType()));
    Value old = tensor::ExtractSliceOp::create(b, loc, type, sum, offsets,
                                               sizes, strides);
    Value piece = getPiece(b, type, ivs);
    Value added = gradients.createSum(loc, old, piece, /*inPlace=*/true);
    return tensor::InsertSliceOp::create(b, loc, added, sum, offsets, sizes,
                                         strides);
  }

  /// The part of the view that one iteration of the window loops reads.
  Value getPiece(OpBuilder &b, RankedTensorType type, ValueRange ivs) const {
    if (ivs.empty())
      return view;
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    SmallVector<OpFoldResult> offsets, sizes;
    for (unsigned loop : window.getViewLoops()) {
      const unsigned *found = llvm::find(window.getWindowLoops(), loop);
      bool isWindow = found != window.getWindowLoops().end();
      offsets.push_back(
          isWindow ? OpFoldResult(ivs[found - window.getWindowLoops().begin()])
                   : zero);
      sizes.push_back(isWindow ? one : b.getIndexAttr(getExtent(loop)));
    }
    SmallVector<OpFoldResult> strides(sizes.size(), one);
    return tensor::ExtractSliceOp::create(b, loc, type, view, offsets, sizes,
                                          strides);
  }

  Location loc;
  const Window &window;
  Value view;
  SmallVector<int64_t> shape;
  SmallVector<Value> constants; // extents of the window loops
};

} // namespace

Value piper::createWindowSum(GradientBuilder &gradients, Location loc,
                             const Window &window, Value view,
                             RankedTensorType type, Value accumulator) {
  OpBuilder &b = gradients.getBuilder();
  Value sum = accumulator ? accumulator : gradients.createZeros(loc, type);
  if (llvm::is_contained(window.getViewShape(), 0))
    return sum;
  return WindowSum(b, loc, window, view).create(b, gradients, sum);
}
