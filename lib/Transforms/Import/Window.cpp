//===- Window.cpp - Operands walked by sums of loops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Import/Window.h"

#include "mlir/IR/AffineExpr.h"

using namespace mlir;
using namespace piper;

bool Window::isNeeded(AffineMap map, RankedTensorType type) {
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return true;
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (isa<AffineConstantExpr>(expr) && type.getDimSize(i) != 1)
      return true;
  return false;
}

/// Adds `factor * expr` to `dim`; fails where that is not linear.
static LogicalResult addTerms(AffineExpr expr, int64_t factor,
                              Window::Dim &dim) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    dim.constant += factor * constant.getValue();
    return success();
  }
  if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
    for (auto &[known, coefficient] : dim.terms)
      if (known == loop.getPosition()) {
        coefficient += factor;
        return success();
      }
    dim.terms.emplace_back(loop.getPosition(), factor);
    return success();
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (binary.getKind() == AffineExprKind::Add)
    return success(succeeded(addTerms(lhs, factor, dim)) &&
                   succeeded(addTerms(rhs, factor, dim)));
  auto scale = dyn_cast<AffineConstantExpr>(rhs);
  if (binary.getKind() != AffineExprKind::Mul || !scale)
    return failure();
  return addTerms(lhs, factor * scale.getValue(), dim);
}

FailureOr<Window> Window::get(AffineMap map, ArrayRef<int64_t> extents) {
  Window window;
  window.map = map;
  window.extents.assign(extents.begin(), extents.end());
  SmallVector<unsigned> uses(extents.size(), 0);
  for (AffineExpr expr : map.getResults()) {
    Dim &dim = window.dims.emplace_back();
    if (failed(addTerms(expr, 1, dim)))
      return failure();
    llvm::erase_if(dim.terms, [](auto term) { return term.second == 0; });
    for (auto [loop, coefficient] : dim.terms)
      ++uses[loop];
  }
  // The longest loop is the position: its slice is one op, the others are
  // repeated. A loop that moves two dimensions at once is no slice of one.
  for (Dim &dim : window.dims)
    for (auto [loop, coefficient] : dim.terms)
      if (uses[loop] == 1 && coefficient > 0 &&
          (!dim.position || extents[loop] > extents[*dim.position])) {
        dim.position = loop;
        dim.stride = coefficient;
      }
  llvm::SmallVector<unsigned> before, after;
  for (const Dim &dim : window.dims) {
    for (auto [loop, coefficient] : dim.terms)
      if (loop != dim.position && !llvm::is_contained(window.windowLoops, loop))
        window.windowLoops.push_back(loop);
    bool isPlain = dim.terms.size() == 1 && window.windowLoops.empty();
    if (dim.position)
      (isPlain ? before : after).push_back(*dim.position);
  }
  window.viewLoops = std::move(before);
  llvm::append_range(window.viewLoops, window.windowLoops);
  llvm::append_range(window.viewLoops, after);
  return window;
}

SmallVector<int64_t> Window::getViewShape() const {
  return llvm::map_to_vector(viewLoops,
                             [&](unsigned loop) { return extents[loop]; });
}

AffineMap Window::getViewMap() const {
  return AffineMap::getMultiDimMapWithTargets(extents.size(), viewLoops,
                                              map.getContext());
}

AffineMap Window::getOperandMap() const {
  SmallVector<AffineExpr> renamed(extents.size(),
                                  getAffineConstantExpr(0, map.getContext()));
  for (auto [position, loop] : llvm::enumerate(viewLoops))
    renamed[loop] = getAffineDimExpr(position, map.getContext());
  return map.replaceDimsAndSymbols(renamed, {}, viewLoops.size(), 0);
}
