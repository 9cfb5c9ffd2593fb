//===- piper-run.cpp - Runs a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a model (and compiles it), a plan (verifies and lowers it) or a lowered
// module (runs it as it is). Exit status: 0, 1 (bad input), 2 (usage), 3
// (failure while running).
//
//===----------------------------------------------------------------------===//

#include "Piper/Analysis/Passes.h"
#include "Piper/Conversion/CompileCache.h"
#include "Piper/Conversion/HostJit.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/Dialect/Plan/IR/Plan.h"
#include "Piper/InitAll.h"
#include "Piper/Pipelines.h"
#include "Piper/Runtime/Kernels.h"
#include "Piper/Runtime/Session.h"
#include "Piper/Support/ModelText.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory runCategory("piper-run options");

template <typename T> struct Flag : cl::opt<T> {
  template <typename... Mods>
  Flag(StringRef name, StringRef help, const Mods &...mods)
      : cl::opt<T>(name, cl::desc(help), cl::cat(runCategory), mods...) {}
};

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("PLAN.mlir"),
                                      cl::Required, cl::cat(runCategory));
static Flag<std::string> weights("weights", "Initial parameters and buffers",
                                 cl::value_desc("FILE"));
static Flag<uint64_t> initSeed("init", "Make initial parameters from a seed",
                               cl::value_desc("SEED"));
static Flag<std::string> data("data",
                              "Inputs: .safetensors [steps, microbatches, "
                              "...], a token .bin or Megatron .bin with .idx",
                              cl::value_desc("FILE"));
static Flag<std::string> tokenType("token-type", "u16 or u32", cl::init("u16"),
                                   cl::value_desc("TYPE"));
static Flag<int64_t> steps("steps", "The last step to run", cl::init(1),
                           cl::value_desc("N"));
static Flag<uint64_t> seed("seed", "Order of token windows", cl::init(0),
                           cl::value_desc("SEED"));
static Flag<std::string> metrics("metrics", "One JSON object a step",
                                 cl::value_desc("FILE"));
static Flag<std::string> trace("trace", "Trace of all devices for Perfetto",
                               cl::value_desc("FILE"));
static Flag<std::string> measureCosts("measure-costs",
                                      "Mean durations of the actions, for "
                                      "reports and schedules",
                                      cl::value_desc("FILE"));
static cl::list<std::string> reports(
    "report", cl::CommaSeparated,
    cl::desc("Reports of the plan after the run, measured times beside: "
             "memory,traffic,schedule,critical-path"),
    cl::value_desc("WHAT,..."), cl::cat(runCategory));
static Flag<std::string> saveWeights("save-weights",
                                     "Parameters after the last step",
                                     cl::value_desc("FILE"));
static Flag<std::string> saveGrads("save-grads", "Gradients of the first step",
                                   cl::value_desc("FILE"));
static Flag<std::string> transport("transport", "inproc", cl::init("inproc"),
                                   cl::value_desc("NAME"));
static Flag<uint64_t> jitter("jitter",
                             "Random delays on every message; results must "
                             "not change",
                             cl::value_desc("SEED"));
static Flag<double> deadline("deadline", "Seconds an action may take; 0: any",
                             cl::init(300), cl::value_desc("S"));
static Flag<std::string> onNan("on-nan", "stop or warn", cl::init("stop"),
                               cl::value_desc("WHAT"));
static Flag<bool> noVerify("no-verify",
                           "Do not prove the plan before running it");
static Flag<bool> quiet("quiet", "No line per step, no progress bar");
static Flag<bool> noCache("no-cache",
                          "Compile, whatever earlier runs compiled");
static Flag<std::string>
    cachePolicy("cache-policy",
                "When compiled plans are dropped, as LLVM's linkers spell it",
                cl::init("cache_size_bytes=1g:prune_after=720h"),
                cl::value_desc("POLICY"));
static cl::list<std::string> strategy("strategy", cl::CommaSeparated,
                                      cl::desc("Strategy files of a model"),
                                      cl::value_desc("FILE,..."),
                                      cl::cat(runCategory));
static Flag<std::string> training("training", "Training file of a model",
                                  cl::value_desc("FILE"));
static Flag<int64_t> microbatches("microbatches",
                                  "Microbatches of a step without strategy",
                                  cl::init(1), cl::value_desc("N"));

static Flag<bool>
    keepGelu("keep-gelu-constant",
             "Leave torch-mlir's short constant of gelu as it is");

static int fail(int status, const llvm::Twine &message) {
  llvm::errs() << "piper-run: error: " << message << "\n";
  return status;
}

/// What is wrong with the flags; empty when nothing is.
static std::string checkFlags() {
  if (!weights.empty() && initSeed.getNumOccurrences())
    return "--weights and --init exclude each other";
  if (tokenType != "u16" && tokenType != "u32")
    return "--token-type is u16 or u32, not " + tokenType;
  if (onNan != "stop" && onNan != "warn")
    return "--on-nan is stop or warn, not " + onNan;
  if (transport != "inproc")
    return "this build has the transport inproc only, not " + transport;
  if (steps < 1)
    return "--steps is 1 or more";
  if (auto policy = llvm::parseCachePruningPolicy(cachePolicy); !policy)
    return "--cache-policy: " + llvm::toString(policy.takeError());
  for (StringRef what : reports)
    if (!llvm::is_contained({"memory", "traffic", "schedule", "critical-path"},
                            what))
      return ("--report knows memory, traffic, schedule and critical-path, "
              "not " +
              what)
          .str();
  if (deadline < 0)
    return "--deadline is 0 or more";
  return "";
}

/// Prints errors and warnings with their notes; MLIR's own handler drops those.
static LogicalResult print(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
    return success();
  bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
  auto line = [](Location loc, StringRef kind, Diagnostic &text) {
    // Of the file that is read as compilers write it; of Python in full.
    if (auto file = dyn_cast<FileLineColLoc>(loc))
      llvm::errs() << file.getFilename().getValue() << ":" << file.getLine()
                   << ":" << file.getColumn() << ": ";
    else if (!isa<UnknownLoc>(loc))
      llvm::errs() << loc << ": ";
    llvm::errs() << kind << ": " << text.str() << "\n";
  };
  line(diagnostic.getLocation(), isError ? "error" : "warning", diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    line(note.getLocation(), "note", note);
  return success();
}

static bool isModel(ModuleOp module) {
  return module.getOps<piper::plan::ProgramOp>().empty() &&
         !module.lookupSymbol<LLVM::GlobalOp>("piper_setup");
}

/// Compiles a model to a plan.
static LogicalResult plan(ModuleOp module) {
  if (training.empty())
    return module.emitError()
           << "a model needs --training FILE (and --strategy FILE,... unless "
              "it runs on one device)";
  PassManager pm(module.getContext());
  piper::ToGraphOptions toGraph;
  toGraph.strategy = llvm::to_vector(strategy);
  toGraph.training = training;
  toGraph.keepGeluConstant = keepGelu;
  toGraph.microbatches = microbatches;
  piper::buildToGraphPipeline(pm, toGraph);
  piper::buildToPlanPipeline(pm, piper::ToPlanOptions().report);
  return pm.run(module);
}

/// Brings a plan to the LLVM dialect; a lowered module stays as it is.
static LogicalResult lower(ModuleOp module) {
  if (module.lookupSymbol<LLVM::GlobalOp>("piper_setup"))
    return success();
  PassManager pm(module.getContext());
  piper::ToHostOptions toHost;
  toHost.verify = !noVerify;
  piper::buildToHostPipeline(pm, toHost);
  return pm.run(module);
}

/// What earlier runs compiled; none with --no-cache, with an empty
/// PIPER_CACHE_DIR, or for a user without a folder for it.
static std::optional<piper::CompileCache> openCache() {
  std::string directory = piper::CompileCache::defaultDirectory();
  if (auto given = llvm::sys::Process::GetEnv("PIPER_CACHE_DIR"))
    directory = *given;
  if (noCache || directory.empty())
    return std::nullopt;
  auto policy = llvm::parseCachePruningPolicy(cachePolicy);
  if (!policy) { // Refused by checkFlags.
    llvm::consumeError(policy.takeError());
    return std::nullopt;
  }
  return piper::CompileCache(directory, *policy);
}

/// Key of what this build of this tool makes of a plan on this processor. The
/// code of a plan that was not proved has another.
static llvm::Expected<std::string> cacheKey(StringRef text) {
  auto target = piper::HostJit::describeTarget();
  if (!target)
    return target.takeError();
  std::string path = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&cacheKey));
  auto tool = llvm::MemoryBuffer::getFile(path);
  if (!tool)
    return llvm::createFileError(path, tool.getError());
  return piper::CompileCache::keyOf(
      {text, noVerify ? "unproved" : "proved", *target, (*tool)->getBuffer()});
}

/// The text of a plan, with all that its machine code depends on.
static std::string printPlan(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

/// A module with the context it lives in.
struct Source {
  Source() {
    DialectRegistry registry;
    piper::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.getDiagEngine().registerHandler(print);
    context.printOpOnDiagnostic(false); // it may be the whole plan
    piper::addParseAdvice(context);
  }

  /// False after an error, which is printed.
  bool parse(std::unique_ptr<llvm::MemoryBuffer> text) {
    sources.AddNewSourceBuffer(std::move(text), {});
    module = parseSourceFile<ModuleOp>(sources, &context);
    return static_cast<bool>(module);
  }

  MLIRContext context;
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module;
};

using Object = std::unique_ptr<llvm::MemoryBuffer>;

/// Lowers and compiles; null after an error, which is printed.
static Object compile(ModuleOp module) {
  if (failed(lower(module)))
    return nullptr;
  auto object = piper::HostJit::compile(module);
  if (object)
    return std::move(*object);
  fail(1, llvm::toString(object.takeError()));
  return nullptr;
}

/// The machine code of the input, compiled now or by an earlier run; null after
/// an error, which is printed.
static Object machineCode() {
  std::unique_ptr<llvm::MemoryBuffer> text = piper::openModelText(inputFile);
  if (!text)
    return nullptr;
  std::optional<piper::CompileCache> cache = openCache();
  std::string key;
  auto find = [&](StringRef plan) -> Object {
    auto found = cacheKey(plan);
    if (found) {
      key = *found;
      return cache->find(key);
    }
    llvm::consumeError(found.takeError());
    cache.reset();
    return nullptr;
  };
  if (cache)
    if (Object object = find(text->getBuffer()))
      return object;

  Source source;
  if (!source.parse(std::move(text)))
    return nullptr;
  if (isModel(*source.module)) {
    if (failed(plan(*source.module)))
      return nullptr;
    if (cache)
      if (Object object = find(printPlan(*source.module)))
        return object;
  }
  Object object = compile(*source.module);
  if (object && cache)
    if (llvm::Error error = cache->store(key, *object))
      llvm::errs() << "piper-run: warning: cannot keep the compiled plan: "
                   << llvm::toString(std::move(error)) << "\n";
  return object;
}

static llvm::Expected<std::unique_ptr<piper::HostJit>> load(Object object) {
  return piper::HostJit::load(std::move(object), piper::rt::jitSymbols());
}

static piper::rt::SessionOptions sessionOptions() {
  piper::rt::SessionOptions options;
  options.weights = weights;
  if (initSeed.getNumOccurrences())
    options.initSeed = initSeed;
  options.data = data;
  options.steps = steps;
  options.seed = seed;
  options.wideTokens = tokenType == "u32";
  options.metrics = metrics;
  options.saveWeights = saveWeights;
  options.saveGrads = saveGrads;
  options.trace = trace;
  options.measureCosts = measureCosts;
  if (jitter.getNumOccurrences())
    options.jitter = jitter;
  options.deadline = deadline;
  options.stopOnNan = onNan == "stop";
  options.progress = quiet ? nullptr : &llvm::outs();
  bool isTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  options.bar = isTerminal && !quiet ? &llvm::errs() : nullptr;
  options.warnings = &llvm::errs();
  return options;
}

static int run(piper::HostJit &jit) {
  auto setup = jit.lookup("piper_setup");
  if (!setup)
    return fail(1, llvm::toString(setup.takeError()));
  piper::rt::SessionOptions options = sessionOptions();
  options.initialValue = [&](StringRef name) -> const void * {
    auto address = jit.lookup(("piper_init." + name).str());
    if (address)
      return *address;
    llvm::consumeError(address.takeError());
    return nullptr;
  };
  std::string missing;
  auto lookup = [&](StringRef name) -> piper::rt::ProgramFunction {
    auto address = jit.lookup(name);
    if (!address) {
      missing = llvm::toString(address.takeError());
      return nullptr;
    }
    return reinterpret_cast<piper::rt::ProgramFunction>(*address);
  };
  auto session = piper::rt::Session::create(static_cast<const char *>(*setup),
                                            lookup, options);
  if (!missing.empty())
    return fail(1, missing);
  if (!session.ok())
    return fail(session.status().code, session.status().message);
  piper::rt::Status status = (*session)->run();
  if (!status.ok())
    return fail(status.code, status.message);
  return 0;
}

/// Reports on the plan that ran; `costs`: what the run measured. Memory comes
/// last, since only the lowered bodies say what scratch they take.
static int report(ModuleOp module, StringRef costs) {
  auto runs = [&](auto wanted) {
    piper::PlanReportOptions options;
    options.costs = {costs.str()};
    llvm::copy_if(reports, std::back_inserter(options.what), wanted);
    return options;
  };
  auto isMemory = [](StringRef what) { return what == "memory"; };
  PassManager pm(module.getContext());
  if (auto first = runs(std::not_fn(isMemory)); !first.what.empty())
    pm.addPass(piper::createPlanReport(first));
  if (auto last = runs(isMemory); !last.what.empty()) {
    piper::buildBodiesToHostPipeline(pm, piper::BodiesToHostOptions());
    pm.addPass(piper::createPlanAssignMemory());
    pm.addPass(piper::createPlanReport(last));
  }
  return failed(pm.run(module));
}

/// The plan to report on; not 0 after an error, which is printed.
static int readPlan(Source &source) {
  std::unique_ptr<llvm::MemoryBuffer> text = piper::openModelText(inputFile);
  if (!text || !source.parse(std::move(text)) ||
      (isModel(*source.module) && failed(plan(*source.module))))
    return 1;
  if (!source.module->getOps<piper::plan::ProgramOp>().empty())
    return 0;
  return fail(2, "--report needs a plan or a model: a lowered module has no "
                 "bodies");
}

/// Runs, and reports what was measured.
static int runAndReport(piper::HostJit &jit) {
  std::optional<llvm::FileRemover> remover;
  if (measureCosts.empty()) {
    SmallString<128> path;
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("piper-costs", "json", path))
      return fail(3, "cannot make a temporary file: " + error.message());
    measureCosts.setValue(path.str().str());
    remover.emplace(path);
  }
  Source source;
  if (int status = readPlan(source))
    return status;
  int status = run(jit);
  return status ? status : report(*source.module, measureCosts);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(runCategory);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Runs a plan, a lowered module, or a model with a strategy\n",
          &llvm::errs()))
    return 2;
  if (std::string wrong = checkFlags(); !wrong.empty())
    return fail(2, wrong);
  Object object = machineCode();
  if (!object)
    return 1;
  auto jit = load(std::move(object));
  if (!jit)
    return fail(1, llvm::toString(jit.takeError()));
  return reports.empty() ? run(**jit) : runAndReport(**jit);
}
