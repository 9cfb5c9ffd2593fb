//===- Tensor.cpp - Tensor values of the evaluator -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace piper;

Tensor Tensor::zeros(ArrayRef<int64_t> shape, Type elementType) {
  Tensor result;
  result.shape.assign(shape.begin(), shape.end());
  result.elementType = elementType;
  int64_t size = 1;
  for (int64_t extent : shape)
    size *= extent;
  Scalar zero;
  if (result.isFloat())
    zero.f = 0;
  else
    zero.i = 0;
  result.data.assign(size, zero);
  return result;
}

Tensor Tensor::zeros(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return zeros(shaped.getShape(), shaped.getElementType());
  return zeros(ArrayRef<int64_t>{}, type);
}

SmallVector<int64_t> piper::rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = static_cast<int64_t>(shape.size()) - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * shape[d + 1];
  return strides;
}

LogicalResult
piper::forEachIndex(ArrayRef<int64_t> extents,
                    llvm::function_ref<LogicalResult(ArrayRef<int64_t>)> body) {
  if (llvm::is_contained(extents, 0))
    return success();
  SmallVector<int64_t> index(extents.size(), 0);
  while (true) {
    if (failed(body(index)))
      return failure();
    int64_t d = static_cast<int64_t>(extents.size()) - 1;
    while (d >= 0 && ++index[d] == extents[d])
      index[d--] = 0;
    if (d < 0)
      return success();
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Scalar scalarOf(llvm::APFloat value) {
  bool losesInfo = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  Scalar s;
  s.f = value.convertToDouble();
  return s;
}

static Scalar scalarOf(const llvm::APInt &value) {
  Scalar s;
  s.i = wrapInt(value.getBitWidth() >= 64
                    ? static_cast<int64_t>(value.extractBitsAsZExtValue(64, 0))
                    : static_cast<int64_t>(value.getZExtValue()),
                std::min(value.getBitWidth(), 64u));
  return s;
}

static void fillFromElements(Tensor &tensor, DenseElementsAttr attr) {
  if (tensor.isFloat()) {
    if (attr.isSplat())
      tensor.data.assign(tensor.size(),
                         scalarOf(attr.getSplatValue<llvm::APFloat>()));
    else
      for (auto [s, v] :
           llvm::zip_equal(tensor.data, attr.getValues<llvm::APFloat>()))
        s = scalarOf(v);
    return;
  }
  if (attr.isSplat())
    tensor.data.assign(tensor.size(),
                       scalarOf(attr.getSplatValue<llvm::APInt>()));
  else
    for (auto [s, v] :
         llvm::zip_equal(tensor.data, attr.getValues<llvm::APInt>()))
      s = scalarOf(v);
}

/// Elements of a resource lie in whole little-endian bytes, i1 in one each.
static LogicalResult
fillFromResource(Tensor &tensor, DenseResourceElementsAttr attr, Location loc) {
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob)
    return emitError(loc) << "the data of resource '"
                          << attr.getRawHandle().getKey()
                          << "' is not in this file";
  Type type = tensor.elementType;
  unsigned bits = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  size_t bytes = llvm::divideCeil(bits, 8u);
  ArrayRef<char> raw = blob->getData();
  if (bytes > 8 || raw.size() != bytes * tensor.data.size())
    return emitError(loc) << "resource '" << attr.getRawHandle().getKey()
                          << "' has " << raw.size() << " bytes for "
                          << attr.getType();
  for (auto [e, s] : llvm::enumerate(tensor.data)) {
    uint64_t word = 0;
    for (size_t b = 0; b < bytes; ++b)
      word |= static_cast<uint64_t>(static_cast<uint8_t>(raw[e * bytes + b]))
              << (8 * b);
    llvm::APInt value = llvm::APInt(64, word).trunc(bits);
    auto floatType = dyn_cast<FloatType>(type);
    s = floatType
            ? scalarOf(llvm::APFloat(floatType.getFloatSemantics(), value))
            : scalarOf(value);
  }
  return success();
}

FailureOr<Tensor> piper::tensorOfAttribute(Attribute attr, Location loc,
                                           EvalOptions options) {
  Tensor tensor;
  if (auto value = dyn_cast<FloatAttr>(attr)) {
    tensor = Tensor::zeros(value.getType());
    tensor.data[0] = scalarOf(value.getValue());
    return tensor;
  }
  if (auto value = dyn_cast<IntegerAttr>(attr)) {
    tensor = Tensor::zeros(value.getType());
    tensor.data[0] = scalarOf(value.getValue());
    return tensor;
  }
  auto elements = dyn_cast<ElementsAttr>(attr);
  if (!elements || !elements.getElementType().isIntOrIndexOrFloat())
    return emitError(loc) << "the evaluator cannot read the constant " << attr;
  tensor = Tensor::zeros(elements.getShapedType());
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    fillFromElements(tensor, dense);
    return tensor;
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr)) {
    if (failed(fillFromResource(tensor, resource, loc)))
      return failure();
    return tensor;
  }
  return emitError(loc) << "the evaluator reads dense and resource constants, "
                           "not "
                        << attr;
}
