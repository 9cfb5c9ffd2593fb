//===- piper-corpus.cpp - Runs many plans of one model -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests. Compiles a model with one strategy after the other in one process,
// proves each plan and runs it. A body is lowered once, however many plans have
// it; programs are lowered and compiled for each plan, as piper-run does.
//
// The cases are a JSON array of
//   {"name", "strategy", "data", "out", "seeds": [int], "plan", "trace"}
// `out` is a prefix: OUT.SEED.jsonl, OUT.SEED.grads, OUT.SEED.weights. With
// "plan" and "trace" the plan with every action written out and the trace of
// the last seed are written. A case that fails is reported with its name; exit
// status 1 if one did.
//
//===----------------------------------------------------------------------===//

#include "Piper/Conversion/HostJit.h"
#include "Piper/Conversion/Passes.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/Dialect/Plan/IR/Unroll.h"
#include "Piper/InitAll.h"
#include "Piper/Pipelines.h"
#include "Piper/Runtime/Kernels.h"
#include "Piper/Runtime/Session.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
namespace cl = llvm::cl;
namespace json = llvm::json;

static cl::OptionCategory category("piper-corpus options");
static cl::opt<std::string> casesFile(cl::Positional, cl::desc("CASES.json"),
                                      cl::Required, cl::cat(category));
static cl::opt<std::string> modelFile("model", cl::Required,
                                      cl::desc("The model"), cl::cat(category));
static cl::opt<std::string> training("training", cl::Required,
                                     cl::desc("Training file"),
                                     cl::cat(category));
static cl::opt<std::string> weights("weights", cl::Required,
                                    cl::desc("Initial parameters"),
                                    cl::cat(category));
static cl::opt<int64_t> steps("steps", cl::init(2), cl::desc("Steps to run"),
                              cl::cat(category));

using Symbols = SmallVector<std::pair<std::string, void *>>;

static llvm::Expected<std::unique_ptr<piper::HostJit>>
compile(ModuleOp module, const Symbols &bodies, unsigned level) {
  std::vector<std::pair<StringRef, void *>> symbols = piper::rt::jitSymbols();
  for (const auto &[name, address] : bodies)
    symbols.push_back({name, address});
  piper::HostJitOptions options;
  options.optLevel = level;
  return piper::HostJit::create(module, symbols, options);
}

namespace {

/// Compiled bodies by their text.
class Bodies {
public:
  /// Puts a declaration in place of each body and adds its address to
  /// `symbols`; compiles those that are new.
  LogicalResult replace(ModuleOp module, Symbols &symbols);

  size_t size() const { return known.size(); }

private:
  struct Compiled {
    std::string name;
    void *address = nullptr;
    int64_t scratch = 0;
  };
  LogicalResult compileNew(ModuleOp batch, ArrayRef<Compiled *> entries);

  llvm::StringMap<Compiled> known;
  std::vector<std::unique_ptr<piper::HostJit>> modules;
};

} // namespace

/// The body's text without its name.
static std::string textOf(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  function.print(os, OpPrintingFlags().useLocalScope());
  std::string name = "@" + function.getSymName().str() + "(";
  size_t at = text.find(name);
  if (at != std::string::npos)
    text.replace(at, name.size(), "@(");
  return text;
}

LogicalResult Bodies::replace(ModuleOp module, Symbols &symbols) {
  OwningOpRef<ModuleOp> batch = ModuleOp::create(module.getLoc());
  SmallVector<Compiled *> entries;
  SmallVector<std::pair<func::FuncOp, Compiled *>> uses;
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    auto [entry, isNew] = known.try_emplace(textOf(function));
    Compiled &compiled = entry->second;
    uses.push_back({function, &compiled});
    if (!isNew)
      continue;
    compiled.name = "body" + std::to_string(known.size());
    func::FuncOp copy = function.clone();
    copy.setSymName(compiled.name);
    batch->push_back(copy);
    entries.push_back(&compiled);
  }
  if (!entries.empty() && failed(compileNew(*batch, entries)))
    return failure();
  // At the end: what stands at the beginning is erased.
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()),
      LLVM::LLVMPointerType::get(module.getContext()));
  for (auto [function, compiled] : uses) {
    std::string name = function.getSymName().str();
    Location loc = function.getLoc();
    function.erase();
    auto declared = LLVM::LLVMFuncOp::create(builder, loc, name, type);
    if (compiled->scratch)
      declared->setAttr("piper.scratch",
                        builder.getI64IntegerAttr(compiled->scratch));
    symbols.push_back({name, compiled->address});
  }
  return success();
}

LogicalResult Bodies::compileNew(ModuleOp batch, ArrayRef<Compiled *> entries) {
  PassManager pm(batch.getContext());
  piper::buildBodiesToHostPipeline(pm, piper::BodiesToHostOptions());
  if (failed(pm.run(batch)))
    return failure();
  for (Compiled *entry : entries)
    if (auto function = batch.lookupSymbol<LLVM::LLVMFuncOp>(entry->name))
      if (auto scratch = function->getAttrOfType<IntegerAttr>("piper.scratch"))
        entry->scratch = scratch.getInt();
  auto jit = compile(batch, {}, 3);
  if (!jit)
    return batch.emitError() << llvm::toString(jit.takeError());
  for (Compiled *entry : entries) {
    auto address = (*jit)->lookup(entry->name);
    if (!address)
      return batch.emitError() << llvm::toString(address.takeError());
    entry->address = *address;
  }
  modules.push_back(std::move(*jit));
  return success();
}

/// From the model to programs in the LLVM dialect; proved twice.
static LogicalResult lower(ModuleOp module, const json::Object &entry,
                           Bodies &bodies, Symbols &symbols) {
  PassManager toPlan(module.getContext());
  piper::ToGraphOptions options;
  std::string strategy = entry.getString("strategy").value_or("").str();
  options.strategy = ArrayRef<std::string>(strategy);
  options.training = training;
  piper::buildToGraphPipeline(toPlan, options);
  piper::buildToPlanPipeline(toPlan, piper::ToPlanOptions().report);
  piper::PlanVerifyOptions strict;
  strict.strict = true;
  toPlan.addPass(piper::createPlanVerify(strict));
  if (failed(toPlan.run(module)) || failed(bodies.replace(module, symbols)))
    return failure();
  PassManager memory(module.getContext());
  memory.addPass(piper::createPlanAssignMemory());
  memory.addPass(piper::createPlanVerify());
  if (failed(memory.run(module)))
    return failure();
  if (std::optional<StringRef> path = entry.getString("plan")) {
    std::error_code error;
    llvm::raw_fd_ostream file(*path, error);
    OwningOpRef<ModuleOp> every = piper::plan::unrolledCopy(module);
    (every ? *every : module).print(file);
  }
  PassManager toHost(module.getContext());
  toHost.addPass(piper::createConvertPlanToHost());
  return toHost.run(module);
}

static std::string runOnce(piper::HostJit &jit, const json::Object &entry,
                           int64_t seed, bool traced) {
  piper::rt::SessionOptions options;
  std::string out =
      entry.getString("out").value_or("").str() + "." + std::to_string(seed);
  options.weights = weights;
  options.data = entry.getString("data").value_or("").str();
  options.steps = steps;
  options.metrics = out + ".jsonl";
  options.saveWeights = out + ".weights";
  options.saveGrads = out + ".grads";
  options.jitter = seed;
  options.deadline = 60;
  if (traced)
    options.trace = entry.getString("trace").value_or("").str();
  auto setup = jit.lookup("piper_setup");
  if (!setup)
    return llvm::toString(setup.takeError());
  auto lookup = [&](StringRef name) -> piper::rt::ProgramFunction {
    auto address = jit.lookup(name);
    if (!address) {
      llvm::consumeError(address.takeError());
      return nullptr;
    }
    return reinterpret_cast<piper::rt::ProgramFunction>(*address);
  };
  auto session = piper::rt::Session::create(static_cast<const char *>(*setup),
                                            lookup, options);
  if (!session.ok())
    return session.status().message;
  piper::rt::Status status = (*session)->run();
  return status.ok() ? "" : status.message;
}

/// What is wrong with a case; empty when nothing is.
static std::string runCase(ModuleOp model, const json::Object &entry,
                           Bodies &bodies) {
  OwningOpRef<ModuleOp> module = model.clone();
  Symbols symbols;
  if (failed(lower(*module, entry, bodies, symbols)))
    return "does not compile";
  auto jit = compile(*module, symbols, 0);
  if (!jit)
    return llvm::toString(jit.takeError());
  const json::Array *seeds = entry.getArray("seeds");
  for (size_t i = 0; seeds && i < seeds->size(); ++i) {
    std::string wrong =
        runOnce(**jit, entry, (*seeds)[i].getAsInteger().value_or(0),
                i + 1 == seeds->size());
    if (!wrong.empty())
      return wrong;
  }
  return "";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv, "Runs many plans of one model\n",
                                   &llvm::errs()))
    return 2;
  DialectRegistry registry;
  piper::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> model = parseSourceFile<ModuleOp>(modelFile, &context);
  auto text = llvm::MemoryBuffer::getFile(casesFile);
  if (!model || !text)
    return 1;
  auto cases = json::parse((*text)->getBuffer());
  if (!cases || !cases->getAsArray()) {
    llvm::errs() << casesFile << ": no array of cases\n";
    llvm::consumeError(cases.takeError());
    return 1;
  }
  Bodies bodies;
  int failures = 0;
  for (const json::Value &value : *cases->getAsArray()) {
    const json::Object &entry = *value.getAsObject();
    std::string wrong = runCase(*model, entry, bodies);
    if (wrong.empty())
      continue;
    ++failures;
    llvm::outs() << entry.getString("name").value_or("") << ": " << wrong
                 << "\n";
  }
  llvm::outs() << cases->getAsArray()->size() - failures << " of "
               << cases->getAsArray()->size() << " plans run, with "
               << bodies.size() << " bodies\n";
  return failures != 0;
}
