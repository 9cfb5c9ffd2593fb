//===- piper-run-body.cpp - Lowers and runs one body -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For the tests: fills the arguments of a body from a seed, lowers and runs it,
// and prints per result a sum of its elements and a hash of its bits. Options
// that may not change a bit can thus be compared.

#include "Piper/Conversion/HostJit.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/InitAll.h"
#include "Piper/Runtime/Kernels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"),
                                  cl::Required);
static cl::opt<std::string> functionName("function", cl::desc("Body to run"),
                                         cl::Required);
static cl::opt<bool> noFuse("no-fuse", cl::desc("Do not fuse"));
static cl::opt<bool> noOutline("no-outline",
                               cl::desc("Do not outline kernels"));
static cl::opt<unsigned> width("vector-width", cl::init(512));
static cl::opt<unsigned> level("opt-level", cl::init(3));
static cl::opt<int64_t> intRange("int-range", cl::init(4),
                                 cl::desc("Integers are below this"));

namespace {

/// A tensor argument or result in plain memory.
struct Buffer {
  RankedTensorType type;
  std::vector<std::max_align_t> memory;

  explicit Buffer(RankedTensorType type)
      : type(type), memory(bytes() / sizeof(std::max_align_t) + 8) {}

  int64_t bytes() const {
    return type.getNumElements() *
           std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
  }
  void *data() {
    auto address = reinterpret_cast<uintptr_t>(memory.data());
    return reinterpret_cast<void *>((address + 63) / 64 * 64);
  }
};

/// Numbers in (-1, 1) that depend on the seed only.
struct Generator {
  uint64_t state;
  uint64_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  }
  double real() { return static_cast<double>(next()) / (1u << 30) - 1.0; }
};

} // namespace

static void fill(Buffer &buffer, Generator &generator) {
  Type element = buffer.type.getElementType();
  for (int64_t i = 0, e = buffer.type.getNumElements(); i < e; ++i)
    if (element.isF32())
      static_cast<float *>(buffer.data())[i] = generator.real();
    else if (element.isF64())
      static_cast<double *>(buffer.data())[i] = generator.real();
    else if (element.isInteger(64))
      static_cast<int64_t *>(buffer.data())[i] = generator.next() % intRange;
    else
      static_cast<char *>(buffer.data())[i] = generator.next() % 2;
}

static void report(unsigned index, Buffer &buffer) {
  double sum = 0;
  for (int64_t i = 0, e = buffer.type.getNumElements(); i < e; ++i)
    sum += buffer.type.getElementType().isF64()
               ? static_cast<double *>(buffer.data())[i]
           : buffer.type.getElementType().isF32()
               ? static_cast<float *>(buffer.data())[i]
               : 0.0;
  auto bytes = llvm::ArrayRef(static_cast<uint8_t *>(buffer.data()),
                              static_cast<size_t>(buffer.bytes()));
  llvm::outs() << "result " << index << " : " << buffer.type << " sum "
               << llvm::format("%.6e", sum) << " bits "
               << llvm::format_hex_no_prefix(llvm::xxh3_64bits(bytes), 16)
               << "\n";
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "piper-run-body: error: " << message << "\n";
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "runs one body on made-up inputs\n");
  DialectRegistry registry;
  piper::registerAllDialects(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(input, &context);
  if (!module)
    return 1;
  auto function = module->lookupSymbol<func::FuncOp>(functionName);
  if (!function)
    return fail("no function @" + functionName);
  int64_t inouts = 0;
  if (auto attr = function->getAttrOfType<IntegerAttr>("piper.inouts"))
    inouts = attr.getInt();
  std::vector<Buffer> ins, outs, updated;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    bool isInput =
        static_cast<int64_t>(i) < function.getNumArguments() - inouts;
    (isInput ? ins : updated).emplace_back(cast<RankedTensorType>(type));
  }
  for (Type type : function.getResultTypes().drop_back(inouts))
    outs.emplace_back(cast<RankedTensorType>(type));

  PassManager pm(&context);
  piper::BodiesToHostOptions options;
  options.fuse = !noFuse;
  options.outline = !noOutline;
  options.vectorWidth = width;
  piper::buildBodiesToHostPipeline(pm, options);
  if (failed(pm.run(*module)))
    return 1;
  int64_t scratch = 0;
  if (auto body = module->lookupSymbol<LLVM::LLVMFuncOp>(functionName))
    scratch = body->getAttrOfType<IntegerAttr>("piper.scratch").getInt();

  piper::HostJitOptions jitOptions;
  jitOptions.optLevel = level;
  auto jit = piper::HostJit::create(
      *module,
      {{"piper_rt_gemm_f32", reinterpret_cast<void *>(&piper_rt_gemm_f32)}},
      jitOptions);
  if (!jit)
    return fail(llvm::toString(jit.takeError()));
  auto address = (*jit)->lookup(functionName);
  if (!address)
    return fail(llvm::toString(address.takeError()));

  Generator generator{42};
  std::vector<void *> pointers;
  for (Buffer &buffer : ins)
    fill(buffer, generator), pointers.push_back(buffer.data());
  for (Buffer &buffer : outs)
    pointers.push_back(buffer.data());
  for (Buffer &buffer : updated)
    fill(buffer, generator), pointers.push_back(buffer.data());
  Buffer area(RankedTensorType::get({scratch}, IntegerType::get(&context, 8)));
  pointers.push_back(area.data());
  reinterpret_cast<void (*)(void *const *)>(*address)(pointers.data());
  unsigned index = 0;
  for (std::vector<Buffer> *list : {&outs, &updated})
    for (Buffer &buffer : *list)
      report(index++, buffer);
  return 0;
}
