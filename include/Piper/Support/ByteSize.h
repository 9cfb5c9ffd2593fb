//===- ByteSize.h - Bytes of tensors in memory -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_BYTESIZE_H
#define PIPER_SUPPORT_BYTESIZE_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

namespace piper {

/// Bytes of a tensor or memref of static shape, else 0. An element has whole
/// bytes (an i1 has one), an index has eight.
inline int64_t bytesOf(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  if (!shaped || !shaped.hasRank() || !shaped.hasStaticShape())
    return 0;
  mlir::Type element = shaped.getElementType();
  if (!element.isIntOrIndexOrFloat())
    return 0;
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return shaped.getNumElements() * llvm::divideCeil(bits, 8);
}

} // namespace piper

#endif // PIPER_SUPPORT_BYTESIZE_H
