//===- EstimateCosts.cpp - What stages cost, from their bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EstimateCosts.h"
#include "Piper/Schedule/MeasuredCosts.h"
#include "Piper/Support/ByteSize.h"
#include "Piper/Transforms/Autodiff/Passes.h"
#include "Piper/Transforms/Graph/OpCost.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace piper;

/// Per microsecond.
static constexpr Rates kRates = {1e7, 1e6};
static constexpr double kDefaultGbps = 100;

/// Whether an argument of a cut body stays where it is between microbatches.
static bool isResident(func::FuncOp body, unsigned argument) {
  auto role = body.getArgAttrOfType<StringAttr>(argument, "piper.role");
  return body.getArgAttr(argument, "piper.buffer") ||
         (role &&
          llvm::is_contained({"param", "frozen", "acc"}, role.getValue()));
}

/// Bytes of a microbatch that a backward body reads, of what an earlier one
/// than itself left or, where `withCotangents`, received.
static double bytesKeptFor(func::FuncOp body, bool withCotangents) {
  double bytes = 0;
  for (auto [i, type] : llvm::enumerate(body.getArgumentTypes())) {
    auto source = body.getArgAttrOfType<StringAttr>(i, "piper.source");
    bool isCotangent = source && source.getValue().starts_with("cotangent:");
    if (!isResident(body, i) && (withCotangents || !isCotangent))
      bytes += bytesOf(type);
  }
  return bytes;
}

/// Bytes of the first results.
static double bytesOfResults(func::FuncOp body, unsigned count) {
  double bytes = 0;
  for (Type type : body.getResultTypes().take_front(count))
    bytes += bytesOf(type);
  return bytes;
}

static unsigned getCount(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : 0;
}

/// Costs of a stage whose joint body was cut into `@name.F` and so on; messages
/// in bytes.
static schedule::StageCosts costsOfPieces(ModuleOp module, StringRef name) {
  schedule::StageCosts costs;
  auto find = [&](StringRef suffix) {
    return module.lookupSymbol<func::FuncOp>((name + suffix).str());
  };
  auto time = [](func::FuncOp piece) {
    return piece ? timeOf(piece.getBody(), kRates) : 0.0;
  };
  func::FuncOp f = find(".F"), b = find(".B"), bi = find(".BI"),
               bw = find(".BW");
  costs.F = time(f);
  costs.B = time(b);
  costs.I = time(bi);
  costs.W = time(bw);
  costs.activation = b ? bytesKeptFor(b, /*withCotangents=*/false) : 0;
  if (bw)
    costs.freedByI =
        costs.activation - bytesKeptFor(bw, /*withCotangents=*/true);
  else
    costs.freedByI = costs.activation;
  costs.message =
      bytesOfResults(f, f.getNumResults() - getCount(f, "piper.residuals") -
                            getCount(f, "piper.inouts"));
  if (b)
    costs.gradientMessage =
        bytesOfResults(b, b.getNumResults() - getCount(b, "piper.inouts"));
  return costs;
}

/// Costs by the name of the joint body.
static FailureOr<llvm::StringMap<schedule::StageCosts>>
costsOfBodies(const GraphStages &stages, PipelineRunner runPipeline) {
  auto module = GraphOp(stages.graph)->getParentOfType<ModuleOp>();
  SymbolTable symbols(module);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  OwningOpRef<ModuleOp> copies = ModuleOp::create(builder, module.getLoc());
  builder.setInsertionPointToStart(copies->getBody());
  SmallVector<StringRef> names;
  llvm::StringMap<schedule::StageCosts> costs;
  for (TaskOp task : stages.forward) {
    auto joint = symbols.lookup<func::FuncOp>(task.getBody());
    if (!joint || joint.isExternal() || !joint->hasAttr("piper.joint") ||
        !costs.try_emplace(task.getBody()).second)
      continue;
    builder.clone(*joint);
    names.push_back(task.getBody());
  }
  OpPassManager cut(ModuleOp::getOperationName());
  PiperCutBackwardOptions options;
  options.splitBackward = true;
  cut.addPass(createPiperCutBackward(options));
  if (failed(runPipeline(cut, *copies)))
    return failure();
  for (StringRef name : names)
    costs[name] = costsOfPieces(*copies, name);
  return costs;
}

FailureOr<schedule::Costs> piper::estimateCosts(const GraphStages &stages,
                                                PipelineRunner runPipeline,
                                                ArrayRef<std::string> measured,
                                                Location loc) {
  auto bodies = costsOfBodies(stages, runPipeline);
  if (failed(bodies))
    return failure();
  auto module = GraphOp(stages.graph)->getParentOfType<ModuleOp>();
  Link link = {kDefaultGbps, 0};
  for (auto mesh : module.getOps<MeshOp>())
    if (stages.axis)
      link = linkOf(mesh, stages.axis.getValue(), link);
  double bytesPerMicrosecond = link.gbps * 1e9 / 8 / 1e6;
  schedule::Costs costs;
  costs.stages.clear();
  costs.latency = link.latency;
  for (TaskOp task : stages.forward) {
    schedule::StageCosts own = bodies->lookup(task.getBody());
    own.message /= bytesPerMicrosecond;
    own.gradientMessage /= bytesPerMicrosecond;
    costs.stages.push_back(own);
  }
  if (measured.empty())
    return costs;
  auto read = schedule::MeasuredCosts::readAll(measured);
  if (!read)
    return emitError(loc) << llvm::toString(read.takeError());
  if (llvm::Error error = schedule::applyMeasured(
          *read, static_cast<int64_t>(stages.forward.size()), costs))
    return emitError(loc) << llvm::join(measured, ", ") << ": "
                          << llvm::toString(std::move(error));
  return costs;
}
