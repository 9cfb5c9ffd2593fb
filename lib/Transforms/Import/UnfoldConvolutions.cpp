//===- UnfoldConvolutions.cpp - Convolutions as matrix products -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "Piper/Transforms/Import/Contraction.h"
#include "Piper/Transforms/Import/Window.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace piper;
using linalg::GenericOp;

/// The operand of a convolution whose windows overlap, with its view; null if
/// `op` is none or the view would not make it a matrix product.
static OpOperand *findWindows(GenericOp op, Window &window) {
  if (!isProductSum(op))
    return nullptr;
  OpOperand *found = nullptr;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.isProjectedPermutation())
      continue;
    FailureOr<Window> view = Window::get(map, op.getStaticLoopRanges());
    if (found || failed(view))
      return nullptr;
    found = input;
    window = *view;
    maps[input->getOperandNumber()] = window.getViewMap();
  }
  if (!found)
    return nullptr;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(maps);
  bool isProduct = succeeded(dims) && !dims->m.empty() && !dims->n.empty() &&
                   !dims->k.empty();
  return isProduct ? found : nullptr;
}

/// `value` without what lies behind `shape`.
static Value trim(OpBuilder &builder, Location loc, Value value,
                  ArrayRef<int64_t> shape) {
  SmallVector<OpFoldResult> zeros(shape.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(shape.size(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes;
  for (int64_t extent : shape)
    sizes.push_back(builder.getIndexAttr(extent));
  return tensor::ExtractSliceOp::create(builder, loc, value, zeros, sizes,
                                        ones);
}

void piper::normal::trimWindows(func::FuncOp func) {
  SmallVector<GenericOp> generics;
  func.walk([&](GenericOp op) { generics.push_back(op); });
  for (GenericOp op : generics) {
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      AffineMap map = op.getMatchingIndexingMap(input);
      if (!type || !Window::isNeeded(map, type))
        continue;
      FailureOr<Window> window = Window::get(map, extents);
      if (failed(window))
        continue;
      SmallVector<int64_t> shape(type.getShape());
      for (auto [i, dim] : llvm::enumerate(window->getDims())) {
        int64_t last = dim.constant;
        bool hasUnitLoop = false;
        for (auto [loop, coefficient] : dim.terms) {
          last += coefficient > 0 ? coefficient * (extents[loop] - 1) : 0;
          hasUnitLoop |= extents[loop] == 1;
        }
        if (hasUnitLoop && last >= 0)
          shape[i] = std::min(shape[i], last + 1);
      }
      OpBuilder builder(op);
      if (ArrayRef(shape) != type.getShape())
        input->set(trim(builder, op.getLoc(), input->get(), shape));
    }
  }
}

void piper::normal::unfoldConvolutions(func::FuncOp func) {
  SmallVector<GenericOp> generics;
  func.walk([&](GenericOp op) { generics.push_back(op); });
  for (GenericOp op : generics) {
    Window window;
    OpOperand *operand = findWindows(op, window);
    if (!operand)
      continue;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto type = RankedTensorType::get(
        window.getViewShape(), getElementTypeOrSelf(operand->get().getType()));
    Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                          type.getElementType());
    SmallVector<AffineMap> maps{window.getOperandMap(),
                                builder.getMultiDimIdentityMap(type.getRank())};
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    auto move = [](OpBuilder &body, Location at, ValueRange args) {
      linalg::YieldOp::create(body, at, args[0]);
    };
    auto view =
        GenericOp::create(builder, loc, TypeRange{type},
                          ValueRange{operand->get()}, empty, maps, loops, move);
    maps = op.getIndexingMapsArray();
    maps[operand->getOperandNumber()] = window.getViewMap();
    operand->set(view.getResult(0));
    op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  }
}
