//===- piper-run-body.cpp - Lowers and runs one body -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For the tests: fills the arguments of bodies from a seed, lowers and runs
// them, and prints per result of the last a sum of its elements and a hash of
// its bits. Options that may not change a bit can thus be compared. With
// --compare, every body is run by itself and its results are compared with
// those of the evaluator in f64.

#include "Piper/Analysis/Evaluator.h"
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
#include <cmath>
#include <cstring>
#include <ctime>
#include <limits>

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"),
                                  cl::Required);
static cl::list<std::string>
    functionNames("function", cl::CommaSeparated,
                  cl::desc("Bodies to run; each takes the results of the one "
                           "before as its first inputs"));
static cl::opt<bool> compare("compare",
                             cl::desc("Compare all bodies with the evaluator"));
static cl::opt<double> tolerance(
    "tolerance", cl::init(1e-5),
    cl::desc("Largest difference, relative to the result's largest element"));
static cl::opt<unsigned> repeat("repeat", cl::init(0),
                                cl::desc("Run each body so often, with time"));
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

/// A body's buffers, made before lowering takes its types away.
struct Body {
  std::string name;
  std::vector<Buffer> ins, outs, updated;

  Body(func::FuncOp function, int64_t inouts)
      : name(function.getSymName().str()) {
    auto arguments = function.getArgumentTypes();
    auto results = function.getResultTypes();
    for (Type type : arguments.drop_back(inouts))
      ins.emplace_back(cast<RankedTensorType>(type));
    for (Type type : results.drop_back(inouts))
      outs.emplace_back(cast<RankedTensorType>(type));
    for (Type type : arguments.take_back(inouts))
      updated.emplace_back(cast<RankedTensorType>(type));
  }
};

/// Makes up the inputs; the first ones are the results of the body before.
static void prepare(Body &body, Body *before, Generator &generator) {
  size_t given = before ? before->outs.size() : 0;
  for (auto [i, buffer] : llvm::enumerate(body.ins))
    if (i < given)
      std::memcpy(buffer.data(), before->outs[i].data(), buffer.bytes());
    else
      fill(buffer, generator);
  for (Buffer &buffer : body.updated)
    fill(buffer, generator);
  // NaN everywhere: a result that reads what nobody wrote shows.
  for (Buffer &buffer : body.outs)
    std::memset(buffer.data(), 0xff, buffer.bytes());
}

/// Calls the body; with --repeat again, and prints the shortest time.
static void call(Body &body, void *address, Buffer &scratch) {
  std::memset(scratch.data(), 0xff, scratch.bytes());
  std::vector<void *> pointers;
  for (std::vector<Buffer> *list : {&body.ins, &body.outs, &body.updated})
    for (Buffer &buffer : *list)
      pointers.push_back(buffer.data());
  pointers.push_back(scratch.data());
  // Processor time: other processes of the machine do not count.
  std::clock_t best = std::numeric_limits<std::clock_t>::max();
  for (unsigned i = 0; i < std::max(1u, repeat.getValue()); ++i) {
    std::clock_t start = std::clock();
    reinterpret_cast<void (*)(void *const *)>(address)(pointers.data());
    best = std::min(best, std::clock() - start);
  }
  if (repeat)
    llvm::outs() << "time " << llvm::format("%.3f", best * 1e3 / CLOCKS_PER_SEC)
                 << " ms, scratch " << scratch.bytes() << " bytes\n";
}

/// The bodies named on the command line; empty after an error.
static std::vector<Body> findBodies(ModuleOp module) {
  std::vector<Body> bodies;
  for (const std::string &name : functionNames) {
    auto function = module.lookupSymbol<func::FuncOp>(name);
    if (!function) {
      fail("no function @" + name);
      return {};
    }
    auto inouts = function->getAttrOfType<IntegerAttr>("piper.inouts");
    bodies.emplace_back(function, inouts ? inouts.getInt() : 0);
    if (bodies.size() < 2 || compare)
      continue;
    Body &before = bodies[bodies.size() - 2];
    bool fits = before.outs.size() <= bodies.back().ins.size();
    for (size_t i = 0; fits && i < before.outs.size(); ++i)
      fits = before.outs[i].type == bodies.back().ins[i].type;
    if (!fits) {
      fail("@" + name + " does not take the results of @" + before.name);
      return {};
    }
  }
  return bodies;
}

static LogicalResult lower(ModuleOp module) {
  PassManager pm(module.getContext());
  piper::BodiesToHostOptions options;
  options.fuse = !noFuse;
  options.outline = !noOutline;
  options.vectorWidth = width;
  piper::buildBodiesToHostPipeline(pm, options);
  return pm.run(module);
}

/// The buffer's elements as the evaluator has them.
static piper::Tensor toTensor(Buffer &buffer) {
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

/// The largest difference, relative to the largest element of `expected`, at
/// least 1; infinite where only one of two elements is NaN.
static double getDifference(const piper::Tensor &got,
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

/// Runs one body and the evaluator on the same inputs; the larger difference of
/// any result, or an error.
static FailureOr<double> compareBody(Body &body, void *address, Buffer &scratch,
                                     func::FuncOp function) {
  Generator generator{llvm::xxh3_64bits(body.name)};
  prepare(body, nullptr, generator);
  SmallVector<piper::Tensor> inputs;
  for (std::vector<Buffer> *list : {&body.ins, &body.updated})
    for (Buffer &buffer : *list)
      inputs.push_back(toTensor(buffer));
  call(body, address, scratch);
  auto expected = piper::evaluate(function, inputs);
  if (failed(expected))
    return failure();
  double worst = 0;
  unsigned index = 0;
  for (std::vector<Buffer> *list : {&body.outs, &body.updated})
    for (Buffer &buffer : *list)
      worst = std::max(worst,
                       getDifference(toTensor(buffer), (*expected)[index++]));
  return worst;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "runs bodies on made-up inputs\n");
  DialectRegistry registry;
  piper::registerAllDialects(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(input, &context);
  if (!module)
    return 1;
  if (compare)
    for (auto function : module->getOps<func::FuncOp>())
      if (!function.isExternal())
        functionNames.push_back(function.getSymName().str());
  std::vector<Body> bodies = findBodies(*module);
  OwningOpRef<ModuleOp> original = module->clone();
  if (bodies.empty() && (compare || functionNames.empty()))
    return fail("no body; name one with --function, or use --compare");
  if (bodies.empty() || failed(lower(*module)))
    return 1;
  piper::HostJitOptions jitOptions;
  jitOptions.optLevel = level;
  auto jit =
      piper::HostJit::create(*module, piper::rt::jitSymbols(), jitOptions);
  if (!jit)
    return fail(llvm::toString(jit.takeError()));
  Generator generator{42};
  Body *before = nullptr;
  unsigned wrong = 0;
  for (Body &body : bodies) {
    auto address = (*jit)->lookup(body.name);
    if (!address)
      return fail(llvm::toString(address.takeError()));
    auto lowered = module->lookupSymbol<LLVM::LLVMFuncOp>(body.name);
    int64_t bytes =
        lowered->getAttrOfType<IntegerAttr>("piper.scratch").getInt();
    Buffer scratch(
        RankedTensorType::get({bytes}, IntegerType::get(&context, 8)));
    if (compare) {
      FailureOr<double> difference =
          compareBody(body, *address, scratch,
                      original->lookupSymbol<func::FuncOp>(body.name));
      if (failed(difference))
        return 1;
      if (*difference <= tolerance)
        continue;
      ++wrong;
      llvm::outs() << "@" << body.name << " differs by "
                   << llvm::format("%.1e", *difference) << "\n";
      continue;
    }
    prepare(body, before, generator);
    call(body, *address, scratch);
    before = &body;
  }
  if (compare) {
    llvm::outs() << bodies.size() << " bodies, " << wrong
                 << " differ from the evaluator\n";
    return wrong ? 1 : 0;
  }
  unsigned index = 0;
  for (std::vector<Buffer> *list : {&before->outs, &before->updated})
    for (Buffer &buffer : *list)
      report(index++, buffer);
  return 0;
}
