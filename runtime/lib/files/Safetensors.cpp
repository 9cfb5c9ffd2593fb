//===- Safetensors.cpp - Reading safetensors files -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Safetensors.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

using namespace piper::rt;

int64_t StoredTensor::elements() const {
  return elementCount(shape).value_or(0);
}

Result<SafetensorsFile> SafetensorsFile::open(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return file.status();
  SafetensorsFile result(file.take());
  if (Status status = result.readHeader(); !status.ok()) {
    if (!llvm::StringRef(status.message).starts_with(path))
      status.message = path + ": " + status.message;
    return status;
  }
  return result;
}

Status SafetensorsFile::readHeader() {
  constexpr int64_t kMaxHeader = 100'000'000;
  if (file.size() < 8)
    return Status::badInput(str("safetensors file of ", file.size(),
                                " bytes; the header's length takes 8"));
  char prefix[8];
  if (Status status = file.read(0, prefix, 8); !status.ok())
    return status;
  uint64_t length = llvm::support::endian::read64le(prefix);
  if (length > kMaxHeader)
    return Status::badInput(
        str("header of ", length, " bytes; at most 100000000 are allowed"));
  if (static_cast<int64_t>(length) > file.size() - 8)
    return Status::badInput(str("header of ", length, " bytes in a file of ",
                                file.size(), " bytes"));
  std::string json(length, '\0');
  if (Status status = file.read(8, json.data(), length); !status.ok())
    return status;
  dataStart = 8 + static_cast<int64_t>(length);
  return parseSafetensorsHeader(json, file.size() - dataStart, stored, meta);
}

const StoredTensor *SafetensorsFile::find(llvm::StringRef name) const {
  auto found = std::lower_bound(
      stored.begin(), stored.end(), name,
      [](const StoredTensor &a, llvm::StringRef b) { return a.name < b; });
  return found != stored.end() && found->name == name ? &*found : nullptr;
}

Status SafetensorsFile::read(const StoredTensor &tensor, int64_t first,
                             int64_t count, DType type, void *target) const {
  DType from = *tensor.dtype;
  int64_t width = byteSize(from);
  int64_t offset = dataStart + tensor.begin + first * width;
  if (from == type)
    return file.read(offset, target, count * width);
  // In pieces, so that a conversion needs little memory.
  constexpr int64_t kPiece = 1 << 16;
  std::vector<char> piece(std::min(count, kPiece) * width);
  for (int64_t at = 0; at < count; at += kPiece) {
    int64_t size = std::min(kPiece, count - at);
    if (Status status =
            file.read(offset + at * width, piece.data(), size * width);
        !status.ok())
      return status;
    convert(piece.data(), from,
            static_cast<char *>(target) + at * byteSize(type), type, size);
  }
  return Status::success();
}
