//===- DType.h - Element types -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_DTYPE_H
#define PIPER_RUNTIME_DTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace piper::rt {

enum class DType : uint8_t {
  Bool,
  U8,
  I8,
  I16,
  U16,
  F16,
  BF16,
  I32,
  U32,
  F32,
  I64,
  U64,
  F64
};

/// Bytes of one element.
int64_t byteSize(DType type);

/// Name as MLIR spells it: "f32", "i64", ...
llvm::StringRef mlirName(DType type);
std::optional<DType> parseMlirName(llvm::StringRef name);

/// Name as safetensors spells it: "F32", "I64", ...
llvm::StringRef safetensorsName(DType type);
std::optional<DType> parseSafetensorsName(llvm::StringRef name);

/// Whether `convert` can read `from` as `to`: equal types, any floating-point
/// type as f32 or f64, any integer as i64 or i32.
bool isConvertible(DType from, DType to);

/// Whether `to` is a wider integer type that holds every value of the integer
/// type `from`.
bool isWiderInteger(DType from, DType to);

/// Converts `count` elements; both types as `isConvertible` allows, neither
/// pointer needs alignment. Narrowing floats rounds to nearest.
void convert(const void *from, DType fromType, void *to, DType toType,
             int64_t count);

/// "[4, 32]".
std::string shapeText(llvm::ArrayRef<int64_t> shape);

/// Product of the extents, or nothing when it or `times` it exceeds 2^62, or an
/// extent is negative.
std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> shape,
                                    int64_t times = 1);

} // namespace piper::rt

#endif // PIPER_RUNTIME_DTYPE_H
