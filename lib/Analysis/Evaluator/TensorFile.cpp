//===- TensorFile.cpp - Reads tensors of a safetensors file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFile.h"

#include "ScalarOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace piper;

FailureOr<TensorFile> TensorFile::open(StringRef path, Location loc) {
  rt::Result<rt::SafetensorsFile> file = rt::SafetensorsFile::open(path.str());
  if (!file.ok())
    return emitError(loc) << file.status().message;
  return TensorFile(file.take());
}

ArrayRef<int64_t> TensorFile::shapeOf(StringRef name) const {
  const rt::StoredTensor *tensor = file.find(name);
  return tensor ? ArrayRef<int64_t>(tensor->shape) : ArrayRef<int64_t>();
}

/// Integers are stored sign extended, i1 as 0 or 1.
static void readIntegers(Tensor &tensor, ArrayRef<int64_t> values) {
  unsigned width = integerWidth(tensor.elementType);
  for (auto [s, value] : llvm::zip_equal(tensor.data, values))
    s.i = wrapInt(value, width);
}

FailureOr<Tensor> TensorFile::read(StringRef name, ArrayRef<int64_t> prefix,
                                   RankedTensorType type, Location loc) const {
  const rt::StoredTensor *stored = file.find(name);
  if (!stored)
    return emitError(loc) << file.path() << " has no tensor '" << name << "'";
  auto describe = [&](StringRef problem) -> InFlightDiagnostic {
    return emitError(loc) << "'" << name << "' in " << file.path()
                          << " has shape " << rt::shapeText(stored->shape)
                          << " and type " << stored->dtypeName << problem;
  };
  ArrayRef<int64_t> shape = stored->shape;
  bool isFloat = isa<FloatType>(type.getElementType());
  rt::DType dtype = isFloat ? rt::DType::F64 : rt::DType::I64;
  if (shape.size() < prefix.size() ||
      shape.drop_front(prefix.size()) != type.getShape() || !stored->dtype ||
      !rt::isConvertible(*stored->dtype, dtype))
    return describe(", which does not fit ")
           << type << " after " << prefix.size() << " leading dimensions";
  int64_t block = 0;
  for (auto [index, extent] : llvm::zip(prefix, shape)) {
    if (index < 0 || index >= extent)
      return describe("; it has no entry ") << index;
    block = block * extent + index;
  }
  Tensor tensor = Tensor::zeros(type);
  int64_t size = tensor.size();
  std::vector<int64_t> words(size);
  rt::Status status =
      file.read(*stored, block * size, size, dtype, words.data());
  if (!status.ok())
    return emitError(loc) << status.message;
  if (isFloat)
    for (auto [s, word] : llvm::zip_equal(tensor.data, words))
      s.f = llvm::bit_cast<double>(word);
  else
    readIntegers(tensor, words);
  return tensor;
}
