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
// those of the evaluator in f64. With --cut, every joint body is cut, its parts
// are run one after the other, and what they give is compared with what the
// evaluator makes of the joint body.

#include "CompareCuts.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <ctime>
#include <limits>

using namespace mlir;
using namespace runbody;
namespace cl = llvm::cl;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"),
                                  cl::Required);
static cl::list<std::string>
    functionNames("function", cl::CommaSeparated,
                  cl::desc("Bodies to run; each takes the results of the one "
                           "before as its first inputs"));
static cl::opt<bool> compare("compare",
                             cl::desc("Compare all bodies with the evaluator"));
static cl::opt<bool> cut("cut", cl::desc("Cut joint bodies and compare what "
                                         "the parts give"));
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

/// Makes up the inputs; the first ones are the results of the body before.
static void prepare(Body &body, Body *before, Generator &generator) {
  size_t given = before ? before->outs.size() : 0;
  for (auto [i, buffer] : llvm::enumerate(body.ins))
    if (i < given)
      std::memcpy(buffer.data(), before->outs[i].data(), buffer.bytes());
    else
      fill(buffer, generator, intRange);
  for (Buffer &buffer : body.updated)
    fill(buffer, generator, intRange);
  for (Buffer &buffer : body.outs)
    poison(buffer);
}

/// Calls the body; with --repeat again, and prints the shortest time.
static bool run(Body &body, Lowered &lowered) {
  void *address = lowered.find(body.name);
  if (!address)
    return false;
  Buffer scratch = lowered.scratchOf(body.name);
  // Processor time: other processes of the machine do not count.
  std::clock_t best = std::numeric_limits<std::clock_t>::max();
  for (unsigned i = 0; i < std::max(1u, repeat.getValue()); ++i) {
    std::clock_t start = std::clock();
    call(body, address, scratch);
    best = std::min(best, std::clock() - start);
  }
  if (repeat)
    llvm::outs() << "time " << llvm::format("%.3f", best * 1e3 / CLOCKS_PER_SEC)
                 << " ms, scratch " << scratch.bytes() << " bytes\n";
  return true;
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
    bodies.emplace_back(function);
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

/// Runs one body and the evaluator on the same inputs; the larger difference of
/// any result, or an error.
static FailureOr<double> compareBody(Body &body, Lowered &lowered,
                                     func::FuncOp function) {
  Generator generator{llvm::xxh3_64bits(body.name)};
  prepare(body, nullptr, generator);
  SmallVector<piper::Tensor> inputs;
  for (std::vector<Buffer> *list : {&body.ins, &body.updated})
    for (Buffer &buffer : *list)
      inputs.push_back(toTensor(buffer));
  if (!run(body, lowered))
    return failure();
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

static int compareBodies(std::vector<Body> &bodies, Lowered &lowered,
                         ModuleOp original) {
  unsigned wrong = 0;
  for (Body &body : bodies) {
    FailureOr<double> difference = compareBody(
        body, lowered, original.lookupSymbol<func::FuncOp>(body.name));
    if (failed(difference))
      return 1;
    if (*difference <= tolerance)
      continue;
    ++wrong;
    llvm::outs() << "@" << body.name << " differs by "
                 << llvm::format("%.1e", *difference) << "\n";
  }
  llvm::outs() << bodies.size() << " bodies, " << wrong
               << " differ from the evaluator\n";
  return wrong ? 1 : 0;
}

/// Runs the bodies one after the other and prints what the last one gives.
static int runBodies(std::vector<Body> &bodies, Lowered &lowered) {
  Generator generator{42};
  Body *before = nullptr;
  for (Body &body : bodies) {
    prepare(body, before, generator);
    if (!run(body, lowered))
      return 1;
    before = &body;
  }
  unsigned index = 0;
  for (std::vector<Buffer> *list : {&before->outs, &before->updated})
    for (Buffer &buffer : *list)
      report(index++, buffer);
  return 0;
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
  if (cut)
    return compareCuts(*module, lower, level, intRange, tolerance);
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
  std::unique_ptr<Lowered> lowered = Lowered::create(*module, level);
  if (!lowered)
    return 1;
  return compare ? compareBodies(bodies, *lowered, *original)
                 : runBodies(bodies, *lowered);
}
