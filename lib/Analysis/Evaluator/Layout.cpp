//===- Layout.cpp - Values on the coordinates of a mesh -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "Interpreter.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace piper;

SmallVector<int64_t> piper::coordinateOf(AxesAttr axes, int64_t index) {
  SmallVector<int64_t> coordinate(axes.getSizes().size());
  for (int64_t a = static_cast<int64_t>(coordinate.size()) - 1; a >= 0; --a) {
    coordinate[a] = index % axes.getSizes()[a];
    index /= axes.getSizes()[a];
  }
  return coordinate;
}

int64_t piper::indexOf(AxesAttr axes, ArrayRef<int64_t> coordinate) {
  int64_t index = 0;
  for (auto [position, size] : llvm::zip_equal(coordinate, axes.getSizes()))
    index = index * size + position;
  return index;
}

bool piper::isPlaced(CoordAttr placement, AxesAttr axes,
                     ArrayRef<int64_t> coordinate) {
  for (auto [name, position] : llvm::zip_equal(axes.getNames(), coordinate)) {
    std::optional<int64_t> fixed = placement.get(name);
    if (fixed && *fixed != position)
      return false;
  }
  return true;
}

namespace {
/// The box of the full tensor that a coordinate holds. `shape` may reach over
/// `ends`, where it is padded.
struct Box {
  SmallVector<int64_t> offsets, ends, shape;
};
} // namespace

static Box boxOf(ValueType type, AxesAttr axes, ArrayRef<int64_t> coordinate) {
  Box box;
  ArrayRef<int64_t> shape = type.getTensor().getShape();
  box.offsets.assign(shape.size(), 0);
  box.ends.assign(shape.begin(), shape.end());
  box.shape.assign(shape.begin(), shape.end());
  LayoutAttr layout = type.getLayout();
  // Axes on one dimension nest in the order written.
  for (StringAttr axis : layout.getAxesOfKind(LayoutKind::Shard)) {
    int64_t d = layout.getArgument(axis);
    int64_t block = llvm::divideCeil(box.shape[d], axes.getSize(axis));
    box.offsets[d] += block * coordinate[*axes.find(axis)];
    box.ends[d] = std::min(box.ends[d], box.offsets[d] + block);
    box.shape[d] = block;
  }
  return box;
}

/// Calls `body` with the positions, local and full, of each element of the box.
static void
forEachElement(const Box &box, ArrayRef<int64_t> fullShape,
               llvm::function_ref<void(int64_t local, int64_t full)> body) {
  int64_t local = 0;
  (void)forEachIndex(box.shape, [&](ArrayRef<int64_t> index) {
    int64_t full = 0;
    bool inside = true;
    for (size_t d = 0; d < index.size(); ++d) {
      int64_t position = box.offsets[d] + index[d];
      inside &= position < box.ends[d];
      full = full * fullShape[d] + position;
    }
    if (inside)
      body(local, full);
    ++local;
    return success();
  });
}

Tensor piper::localZeros(ValueType type, AxesAttr axes) {
  SmallVector<int64_t> origin(axes.getSizes().size(), 0);
  return Tensor::zeros(boxOf(type, axes, origin).shape,
                       type.getTensor().getElementType());
}

Tensor piper::localPart(const Tensor &global, ValueType type, AxesAttr axes,
                        ArrayRef<int64_t> coordinate) {
  Box box = boxOf(type, axes, coordinate);
  Tensor result = Tensor::zeros(box.shape, global.elementType);
  forEachElement(box, global.shape, [&](int64_t local, int64_t full) {
    result.data[local] = global.data[full];
  });
  return result;
}

void piper::reduceInto(Tensor &lhs, const Tensor &rhs, Reduction reduction,
                       EvalPrecision precision) {
  for (auto [l, r] : llvm::zip_equal(lhs.data, rhs.data)) {
    if (!lhs.isFloat())
      l.i = reduction == Reduction::Max ? std::max(l.i, r.i) : l.i + r.i;
    else if (reduction == Reduction::Max)
      l.f = std::isnan(r.f) || r.f > l.f ? r.f : l.f;
    else
      l.f = roundTo(l.f + r.f, lhs.elementType, precision);
  }
}

Tensor piper::assemble(const ClusterValue &value, ValueType type, AxesAttr axes,
                       ArrayRef<int64_t> coordinate,
                       llvm::function_ref<bool(StringAttr)> reduce,
                       EvalPrecision precision) {
  LayoutAttr layout = type.getLayout();
  Tensor result = Tensor::zeros(type.getTensor());
  std::vector<bool> written(result.size(), false);
  for (int64_t c = 0; c < static_cast<int64_t>(value.size()); ++c) {
    SmallVector<int64_t> member = coordinateOf(axes, c);
    bool inGroup = value[c] != nullptr;
    Reduction reduction = Reduction::Sum;
    for (auto [a, axis] : llvm::enumerate(axes.getNames())) {
      std::optional<LayoutKind> kind = layout.getKind(axis);
      bool reduced = kind == LayoutKind::Partial && reduce(axis);
      if (reduced)
        reduction = static_cast<Reduction>(layout.getArgument(axis));
      if (kind != LayoutKind::Shard && !reduced)
        inGroup &= member[a] == coordinate[a];
    }
    if (!inGroup)
      continue;
    Tensor one = Tensor::zeros({}, result.elementType), other = one;
    forEachElement(boxOf(type, axes, member), result.shape,
                   [&](int64_t local, int64_t full) {
                     if (!written[full]) {
                       written[full] = true;
                       result.data[full] = value[c]->data[local];
                       return;
                     }
                     one.data[0] = result.data[full];
                     other.data[0] = value[c]->data[local];
                     reduceInto(one, other, reduction, precision);
                     result.data[full] = one.data[0];
                   });
  }
  return result;
}
