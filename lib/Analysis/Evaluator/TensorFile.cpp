//===- TensorFile.cpp - Reads tensors of a safetensors file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFile.h"

#include "ScalarOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace piper;

namespace {
/// A safetensors element type.
struct DType {
  unsigned bytes = 0;
  const llvm::fltSemantics *floatSemantics = nullptr;
  bool isSigned = true;
};
} // namespace

static std::optional<DType> parseDType(StringRef name) {
  using llvm::APFloat;
  if (name == "F64")
    return DType{8, &APFloat::IEEEdouble()};
  if (name == "F32")
    return DType{4, &APFloat::IEEEsingle()};
  if (name == "F16")
    return DType{2, &APFloat::IEEEhalf()};
  if (name == "BF16")
    return DType{2, &APFloat::BFloat()};
  if (name == "BOOL")
    return DType{1, nullptr, false};
  unsigned bits = 0;
  if (name.size() < 2 || (name[0] != 'I' && name[0] != 'U') ||
      name.drop_front().getAsInteger(10, bits) ||
      (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return std::nullopt;
  return DType{bits / 8, nullptr, name[0] == 'I'};
}

static Scalar decode(const char *bytes, const DType &dtype) {
  uint64_t word = 0;
  for (unsigned b = 0; b < dtype.bytes; ++b)
    word |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[b])) << (8 * b);
  Scalar s;
  if (dtype.floatSemantics) {
    llvm::APFloat value(*dtype.floatSemantics,
                        llvm::APInt(8 * dtype.bytes, word));
    bool losesInfo = false;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    s.f = value.convertToDouble();
  } else {
    s.i = static_cast<int64_t>(word);
    if (dtype.isSigned)
      s.i = llvm::SignExtend64(word, 8 * dtype.bytes);
  }
  return s;
}

FailureOr<TensorFile> TensorFile::open(StringRef path, Location loc) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return emitError(loc) << "cannot read " << path << ": "
                          << buffer.getError().message();
  TensorFile file;
  file.path = path.str();
  file.buffer = std::move(*buffer);
  if (failed(file.parse(loc)))
    return failure();
  return std::move(file);
}

LogicalResult TensorFile::parse(Location loc) {
  StringRef bytes = buffer->getBuffer();
  auto broken = [&](const Twine &why) {
    return emitError(loc) << path << " is no sound safetensors file: " << why;
  };
  if (bytes.size() < 8)
    return broken("shorter than its header");
  uint64_t headerSize = llvm::support::endian::read64le(bytes.data());
  if (headerSize > bytes.size() - 8)
    return broken("header of " + Twine(headerSize) + " bytes in a file of " +
                  Twine(bytes.size()));
  payload = bytes.drop_front(8 + headerSize);
  auto json = llvm::json::parse(bytes.substr(8, headerSize));
  if (!json)
    return broken(llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (!object)
    return broken("its header is no object");
  for (const auto &[key, value] : *object) {
    if (key == "__metadata__")
      continue;
    const llvm::json::Object *info = value.getAsObject();
    const llvm::json::Array *shape = info ? info->getArray("shape") : nullptr;
    const llvm::json::Array *range =
        info ? info->getArray("data_offsets") : nullptr;
    auto dtype = info ? info->getString("dtype") : std::nullopt;
    if (!shape || !range || !dtype || range->size() != 2)
      return broken("entry '" + key.str() + "' lacks a key");
    Entry entry;
    entry.dtype = dtype->str();
    std::optional<DType> kind = parseDType(entry.dtype);
    if (!kind)
      return broken("entry '" + key.str() + "' has type " + entry.dtype);
    uint64_t size = kind->bytes;
    for (const llvm::json::Value &extent : *shape) {
      auto number = extent.getAsUINT64();
      bool overflow = false;
      size = llvm::SaturatingMultiply(size, number.value_or(0), &overflow);
      if (!number || overflow)
        return broken("entry '" + key.str() + "' has a wrong shape");
      entry.shape.push_back(*number);
    }
    auto begin = (*range)[0].getAsUINT64(), end = (*range)[1].getAsUINT64();
    if (!begin || !end || *begin > *end || *end > payload.size() ||
        *end - *begin != size)
      return broken("entry '" + key.str() + "' has wrong offsets");
    entry.begin = *begin;
    entry.end = *end;
    entries[key.str()] = std::move(entry);
  }
  return success();
}

ArrayRef<int64_t> TensorFile::shapeOf(StringRef name) const {
  auto it = entries.find(name);
  return it == entries.end() ? ArrayRef<int64_t>() : it->second.shape;
}

FailureOr<Tensor> TensorFile::read(StringRef name, ArrayRef<int64_t> prefix,
                                   RankedTensorType type, Location loc) const {
  auto it = entries.find(name);
  if (it == entries.end())
    return emitError(loc) << path << " has no tensor '" << name << "'";
  const Entry &entry = it->second;
  auto describe = [&](InFlightDiagnostic &&diag) -> InFlightDiagnostic {
    diag << "'" << name << "' in " << path << " has shape [";
    llvm::interleaveComma(entry.shape, diag);
    diag << "] and type " << entry.dtype;
    return std::move(diag);
  };
  DType dtype = *parseDType(entry.dtype);
  ArrayRef<int64_t> shape = entry.shape;
  if (shape.size() < prefix.size() ||
      shape.drop_front(prefix.size()) != type.getShape() ||
      (dtype.floatSemantics != nullptr) !=
          isa<FloatType>(type.getElementType()))
    return describe(emitError(loc))
           << ", which does not fit " << type << " after " << prefix.size()
           << " leading dimensions";
  uint64_t block = 0;
  for (auto [index, extent] : llvm::zip(prefix, shape)) {
    if (index < 0 || index >= extent)
      return describe(emitError(loc)) << "; it has no entry " << index;
    block = block * extent + index;
  }
  Tensor tensor = Tensor::zeros(type);
  const char *from =
      payload.data() + entry.begin + block * tensor.size() * dtype.bytes;
  unsigned width = integerWidth(type.getElementType());
  for (auto [e, s] : llvm::enumerate(tensor.data)) {
    s = decode(from + e * dtype.bytes, dtype);
    if (!dtype.floatSemantics)
      s.i = wrapInt(s.i, width);
  }
  return tensor;
}
