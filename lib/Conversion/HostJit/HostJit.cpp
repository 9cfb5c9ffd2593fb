//===- HostJit.cpp - Compiles a lowered module for this machine -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Conversion/HostJit.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace piper;
using llvm::Error;
using llvm::Expected;

HostJit::HostJit() = default;
HostJit::~HostJit() = default;

static Expected<llvm::orc::JITTargetMachineBuilder>
detectTarget(const HostJitOptions &options) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(options.optLevel == 0
                                  ? llvm::CodeGenOptLevel::None
                                  : llvm::CodeGenOptLevel::Default);
  // The loader places code and data anywhere.
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeModel(llvm::CodeModel::Small);
  // Multiply-adds are explicit in the module; none is made here.
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return builder;
}

/// The usual optimizations of the level, for this target.
static void optimize(llvm::Module &module, llvm::TargetMachine *target,
                     unsigned level) {
  if (level == 0)
    return;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = level > 1;
  // Kernels are loops; on the long straight lines of programs it takes seconds.
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(target, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  llvm::OptimizationLevel levels[] = {llvm::OptimizationLevel::O1,
                                      llvm::OptimizationLevel::O2,
                                      llvm::OptimizationLevel::O3};
  builder.buildPerModuleDefaultPipeline(levels[std::min(level, 3u) - 1])
      .run(module, modules);
}

static Expected<std::unique_ptr<llvm::Module>>
translate(mlir::ModuleOp module, llvm::LLVMContext &context,
          llvm::TargetMachine *target) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "piper");
  if (!result)
    return llvm::createStringError(
        "the module is not fully in the LLVM dialect");
  result->setDataLayout(target->createDataLayout());
  result->setTargetTriple(target->getTargetTriple());
  std::string cpu = target->getTargetCPU().str();
  std::string features = target->getTargetFeatureString().str();
  for (llvm::Function &function : *result)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", cpu);
      function.addFnAttr("target-features", features);
    }
  return result;
}

Expected<std::unique_ptr<llvm::MemoryBuffer>>
HostJit::compile(mlir::ModuleOp module, const HostJitOptions &options) {
  auto builder = detectTarget(options);
  if (!builder)
    return builder.takeError();
  auto target = builder->createTargetMachine();
  if (!target)
    return target.takeError();
  llvm::LLVMContext context;
  auto ir = translate(module, context, target->get());
  if (!ir)
    return ir.takeError();
  optimize(**ir, target->get(), options.optLevel);
  return llvm::orc::SimpleCompiler(**target)(**ir);
}

Expected<std::unique_ptr<HostJit>>
HostJit::load(std::unique_ptr<llvm::MemoryBuffer> object, Symbols symbols,
              const HostJitOptions &options) {
  auto builder = detectTarget(options);
  if (!builder)
    return builder.takeError();
  std::unique_ptr<HostJit> result(new HostJit());
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*builder))
                 .create();
  if (!jit)
    return jit.takeError();
  result->jit = std::move(*jit);
  llvm::orc::JITDylib &library = result->jit->getMainJITDylib();
  llvm::orc::SymbolMap defined;
  for (auto [name, address] : symbols)
    defined[result->jit->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (Error error =
          library.define(llvm::orc::absoluteSymbols(std::move(defined))))
    return error;
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      result->jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  if (Error error = result->jit->addObjectFile(std::move(object)))
    return error;
  return result;
}

Expected<std::unique_ptr<HostJit>>
HostJit::create(mlir::ModuleOp module, Symbols symbols,
                const HostJitOptions &options) {
  auto object = compile(module, options);
  if (!object)
    return object.takeError();
  return load(std::move(*object), symbols, options);
}

Expected<std::string> HostJit::describeTarget(const HostJitOptions &options) {
  auto builder = detectTarget(options);
  if (!builder)
    return builder.takeError();
  return "LLVM " LLVM_VERSION_STRING ", " + builder->getTargetTriple().str() +
         ", " + builder->getCPU() + ", " + builder->getFeatures().getString() +
         ", O" + std::to_string(options.optLevel);
}

Expected<void *> HostJit::lookup(llvm::StringRef name) {
  auto address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
