//===- Bodies.cpp - Bodies, their buffers and how they are called -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"
#include "Piper/Runtime/Kernels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace runbody;

void runbody::fill(Buffer &buffer, Generator &generator, int64_t intLimit) {
  Type element = buffer.type.getElementType();
  for (int64_t i = 0, e = buffer.type.getNumElements(); i < e; ++i)
    if (element.isF32())
      static_cast<float *>(buffer.data())[i] = generator.real();
    else if (element.isF64())
      static_cast<double *>(buffer.data())[i] = generator.real();
    else if (element.isInteger(64))
      static_cast<int64_t *>(buffer.data())[i] = generator.next() % intLimit;
    else
      static_cast<char *>(buffer.data())[i] = generator.next() % 2;
}

Body::Body(func::FuncOp function) : name(function.getSymName().str()) {
  auto attr = function->getAttrOfType<IntegerAttr>("piper.inouts");
  size_t inouts = attr ? attr.getInt() : 0;
  auto arguments = function.getArgumentTypes();
  auto results = function.getResultTypes();
  for (Type type : arguments.drop_back(inouts))
    ins.emplace_back(cast<RankedTensorType>(type));
  for (Type type : results.drop_back(inouts))
    outs.emplace_back(cast<RankedTensorType>(type));
  for (Type type : arguments.take_back(inouts))
    updated.emplace_back(cast<RankedTensorType>(type));
}

void runbody::poison(Buffer &buffer) {
  std::memset(buffer.data(), 0xff, buffer.bytes());
}

void runbody::call(Body &body, void *address, Buffer &scratch) {
  poison(scratch);
  std::vector<void *> pointers;
  for (std::vector<Buffer> *list : {&body.ins, &body.outs, &body.updated})
    for (Buffer &buffer : *list)
      pointers.push_back(buffer.data());
  pointers.push_back(scratch.data());
  reinterpret_cast<void (*)(void *const *)>(address)(pointers.data());
}

int runbody::fail(const Twine &message) {
  llvm::errs() << "piper-run-body: error: " << message << "\n";
  return 1;
}

std::unique_ptr<Lowered> Lowered::create(ModuleOp module, unsigned optLevel) {
  piper::HostJitOptions options;
  options.optLevel = optLevel;
  auto jit = piper::HostJit::create(module, piper::rt::jitSymbols(), options);
  if (!jit) {
    fail(llvm::toString(jit.takeError()));
    return nullptr;
  }
  auto lowered = std::make_unique<Lowered>();
  lowered->module = module;
  lowered->jit = std::move(*jit);
  return lowered;
}

void *Lowered::find(StringRef name) {
  auto address = jit->lookup(name);
  if (address)
    return *address;
  fail(llvm::toString(address.takeError()));
  return nullptr;
}

Buffer Lowered::scratchOf(StringRef name) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  int64_t bytes =
      function->getAttrOfType<IntegerAttr>("piper.scratch").getInt();
  return Buffer(
      RankedTensorType::get({bytes}, IntegerType::get(module.getContext(), 8)));
}

bool Lowered::run(Body &body) {
  void *address = find(body.name);
  if (!address)
    return false;
  Buffer scratch = scratchOf(body.name);
  call(body, address, scratch);
  return true;
}

piper::Tensor runbody::toTensor(Buffer &buffer) {
  piper::Tensor tensor = piper::Tensor::zeros(buffer.type);
  Type element = buffer.type.getElementType();
  for (int64_t i = 0, e = tensor.size(); i < e; ++i)
    if (element.isF32())
      tensor.data[i].f = static_cast<float *>(buffer.data())[i];
    else if (element.isF64())
      tensor.data[i].f = static_cast<double *>(buffer.data())[i];
    else if (element.isInteger(64))
      tensor.data[i].i = static_cast<int64_t *>(buffer.data())[i];
    else
      tensor.data[i].i = static_cast<char *>(buffer.data())[i];
  return tensor;
}

double runbody::getDifference(const piper::Tensor &got,
                              const piper::Tensor &expected) {
  double worst = 0, scale = 1;
  for (auto [x, y] : llvm::zip_equal(got.data, expected.data)) {
    if (!got.isFloat()) {
      worst = std::max(worst, x.i == y.i ? 0.0 : 1.0);
      continue;
    }
    if (x.f == y.f || (std::isnan(x.f) && std::isnan(y.f)))
      continue;
    double difference = std::fabs(x.f - y.f);
    if (!(difference < std::numeric_limits<double>::infinity()))
      return std::numeric_limits<double>::infinity();
    worst = std::max(worst, difference);
    scale = std::max(scale, std::fabs(y.f));
  }
  return worst / scale;
}
