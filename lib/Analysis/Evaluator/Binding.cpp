//===- Binding.cpp - Values for the arguments of a function -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"

#include "ScalarOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace piper;

FailureOr<ValueSource> ValueSource::open(StringRef weights, StringRef data,
                                         uint64_t seed, Location loc) {
  ValueSource source;
  source.seed = seed;
  auto openOne = [&](StringRef path,
                     std::optional<TensorFile> &file) -> LogicalResult {
    if (path.empty())
      return success();
    FailureOr<TensorFile> opened = TensorFile::open(path, loc);
    if (succeeded(opened))
      file = std::move(*opened);
    return opened;
  };
  if (failed(openOne(weights, source.weights)) ||
      failed(openOne(data, source.data)))
    return failure();
  return std::move(source);
}

Tensor piper::randomTensor(Type type, uint64_t seed, StringRef key) {
  Tensor tensor = Tensor::zeros(type);
  uint64_t state = seed * 0x9e3779b97f4a7c15 ^ llvm::xxh3_64bits(key);
  for (Scalar &s : tensor.data) {
    // One step of splitmix64.
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    if (tensor.isFloat())
      s.f = static_cast<double>(z >> 40) / (1 << 24) - 0.5;
    else
      s.i = wrapInt(z & 3, integerWidth(tensor.elementType));
  }
  return tensor;
}

FailureOr<Tensor> ValueSource::argument(func::FuncOp func, unsigned i,
                                        int64_t step,
                                        int64_t microbatch) const {
  Type type = func.getArgumentTypes()[i];
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasStaticShape())
    return func.emitError("argument ") << i << " has dynamic type " << type;
  auto tensorType = dyn_cast<RankedTensorType>(type);
  std::string key = "argument " + std::to_string(i);
  for (StringRef kind : {"piper.param", "piper.buffer", "piper.input"}) {
    auto name = func.getArgAttrOfType<StringAttr>(i, kind);
    if (!name || !tensorType)
      continue;
    bool isInput = kind == "piper.input";
    const std::optional<TensorFile> &file = isInput ? data : weights;
    if (!file) {
      key = name.str();
      continue;
    }
    SmallVector<int64_t> prefix;
    if (isInput)
      prefix = {step, microbatch};
    return file->read(name, prefix, tensorType, func.getLoc());
  }
  return randomTensor(type, seed, key);
}

FailureOr<func::FuncOp> piper::findFunction(ModuleOp module, StringRef name) {
  if (!name.empty()) {
    auto func = module.lookupSymbol<func::FuncOp>(name);
    if (!func)
      return module.emitError("there is no function @") << name;
    return func;
  }
  SmallVector<func::FuncOp> candidates;
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal())
      candidates.push_back(func);
  if (candidates.size() == 1)
    return candidates.front();
  return module.emitError("has ")
         << candidates.size()
         << " public functions with a body; name one with function=";
}
