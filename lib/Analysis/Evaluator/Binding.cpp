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
                                         uint64_t seed, ModuleOp module) {
  Location loc = module.getLoc();
  ValueSource source;
  source.seed = seed;
  source.initial = module->getAttrOfType<DictionaryAttr>("piper.init");
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

FailureOr<Tensor> ValueSource::parameter(StringRef name, RankedTensorType type,
                                         Location loc) const {
  if (weights)
    return weights->read(name, {}, type, loc);
  Attribute value = initial ? initial.get(name) : Attribute();
  if (!value)
    return randomTensor(type, seed, name);
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || typed.getType() != type)
    return emitError(loc) << "piper.init does not give '" << name << "' as "
                          << type;
  return tensorOfAttribute(value, loc);
}

FailureOr<Tensor> ValueSource::input(StringRef name, RankedTensorType type,
                                     int64_t step, int64_t microbatch,
                                     Location loc) const {
  if (data)
    return data->read(name, {step, microbatch}, type, loc);
  // Other numbers at each step and microbatch.
  uint64_t entry = static_cast<uint64_t>(step) << 32 | microbatch;
  return randomTensor(type, seed + 0x2545f4914f6cdd1d * entry, name);
}

FailureOr<Tensor> ValueSource::argument(func::FuncOp func, unsigned i,
                                        int64_t step,
                                        int64_t microbatch) const {
  Type type = func.getArgumentTypes()[i];
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasStaticShape())
    return func.emitError("argument ") << i << " has dynamic type " << type;
  auto tensorType = dyn_cast<RankedTensorType>(type);
  for (StringRef kind : {"piper.param", "piper.buffer"})
    if (auto name = func.getArgAttrOfType<StringAttr>(i, kind);
        name && tensorType)
      return parameter(name, tensorType, func.getLoc());
  if (auto name = func.getArgAttrOfType<StringAttr>(i, "piper.input");
      name && tensorType)
    return input(name, tensorType, step, microbatch, func.getLoc());
  return randomTensor(type, seed, "argument " + std::to_string(i));
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
