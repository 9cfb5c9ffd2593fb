//===- Window.h - Operands walked by sums of loops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_WINDOW_H
#define PIPER_TRANSFORMS_IMPORT_WINDOW_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"

namespace piper {

/// How the loops of a `linalg.generic` walk one operand whose indexing map has
/// sums, strides or repeated loops, as convolutions and poolings have:
/// dimension i of the operand is read at `constant + sum of coefficient *
/// loop`.
///
/// The *view* of the operand has one dimension per loop that the map names: the
/// operand as the loops see it, overlapping windows spelled out. In it, one
/// loop per dimension of the operand is the *position*, a strided slice of that
/// dimension; the others are *window* loops, which shift the slice. For
/// `(n, c, 2 * oh + kh, 2 * ow + kw)` the positions are n, c, oh, ow and the
/// view is [n, c, kh, kw, oh, ow]: plain dimensions, windows, the rest, so that
/// a convolution on it is one matrix product per image.
class Window {
public:
  struct Dim {
    int64_t constant = 0;
    llvm::SmallVector<std::pair<unsigned, int64_t>> terms; // loop, coefficient
    std::optional<unsigned> position;                      // loop
    int64_t stride = 1;                                    // of the position
  };

  /// True unless each dimension of the operand is a loop of its own or has
  /// extent 1 and is read at 0.
  static bool isNeeded(mlir::AffineMap map, mlir::RankedTensorType type);

  /// Fails for maps that are not linear in the loops. `extents`: of the loops.
  static mlir::FailureOr<Window> get(mlir::AffineMap map,
                                     llvm::ArrayRef<int64_t> extents);

  llvm::ArrayRef<Dim> getDims() const { return dims; }
  /// The loops that shift the slice, in their order in the view.
  llvm::ArrayRef<unsigned> getWindowLoops() const { return windowLoops; }
  /// The loops that are the dimensions of the view, in order.
  llvm::ArrayRef<unsigned> getViewLoops() const { return viewLoops; }
  llvm::SmallVector<int64_t> getViewShape() const;
  /// From the loops of the op to the dimensions of the view.
  mlir::AffineMap getViewMap() const;
  /// From the dimensions of the view, taken as loops, to the operand.
  mlir::AffineMap getOperandMap() const;

private:
  mlir::AffineMap map;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<Dim> dims;
  llvm::SmallVector<unsigned> windowLoops, viewLoops;
};

} // namespace piper

#endif // PIPER_TRANSFORMS_IMPORT_WINDOW_H
