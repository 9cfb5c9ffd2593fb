//===- Pipelines.cpp - From phase to phase -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Pipelines.h"
#include "Piper/Analysis/Passes.h"
#include "Piper/Conversion/Passes.h"
#include "Piper/Conversion/Pipelines.h"
#include "Piper/Transforms/Autodiff/Passes.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Import/Passes.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace piper;

void piper::buildToGraphPipeline(OpPassManager &pm,
                                 const ToGraphOptions &options) {
  ImportOptions import;
  import.training = options.training;
  import.keepGeluConstant = options.keepGeluConstant;
  pm.addPass(createImport(import));
  if (!options.training.empty()) {
    MixedPrecisionOptions precision;
    precision.training = options.training;
    pm.addPass(createMixedPrecision(precision));
  }
  PiperLoadStrategyOptions load;
  load.strategy = llvm::to_vector(options.strategy);
  pm.addPass(createPiperLoadStrategy(load));
  // Tags live between these two passes only.
  pm.addPass(createPiperAnnotate());
  PiperOutlineStagesOptions outline;
  outline.training = options.training;
  pm.addPass(createPiperOutlineStages(outline));
  pm.addNestedPass<func::FuncOp>(createNormalize());
  pm.addPass(createPiperDifferentiate());
  PiperBuildTrainingGraphOptions build;
  build.training = options.training;
  build.microbatches = options.microbatches;
  pm.addPass(createPiperBuildTrainingGraph(build));
  pm.addPass(createPiperApplyStrategy());
  pm.addPass(createPiperPlanRelayouts());
  pm.addPass(createPiperVerifyGraph());
}

static constexpr llvm::StringLiteral kResiduals = "residuals";

/// The report on bodies just cut.
static void addResidualReport(OpPassManager &pm, const ReportOptions &options) {
  if (!llvm::is_contained(options.what, kResiduals))
    return;
  PiperReportResidualsOptions report;
  report.output = "";
  pm.addPass(createPiperReportResiduals(report));
}

/// Reports on the plan as it is at this point.
static void addReports(OpPassManager &pm, const ReportOptions &options) {
  PlanReportOptions report;
  for (const std::string &name : options.what)
    if (name != kResiduals)
      report.what.push_back(name);
  report.output = "";
  report.costs = llvm::to_vector(options.costs);
  if (!report.what.empty())
    pm.addPass(createPlanReport(report));
  report.output = options.json;
  report.useJson = true;
  if (!report.output.empty())
    pm.addPass(createPlanReport(report));
}

void piper::buildToPlanPipeline(OpPassManager &pm,
                                const ScheduleReportOptions &report) {
  PiperScheduleOptions schedule;
  schedule.costs = llvm::to_vector(report.costs);
  pm.addPass(createPiperSchedule(schedule));
  if (!report.svg.empty()) {
    PiperPrintScheduleOptions picture;
    picture.format = "svg";
    picture.estimate = true;
    picture.costs = llvm::to_vector(report.costs);
    picture.output = report.svg;
    pm.addPass(createPiperPrintSchedule(picture));
  }
  pm.addPass(createPiperCutBackward());
  addResidualReport(pm, report);
  pm.addPass(createPiperSplitByDevice());
  pm.addPass(createPlanInsertEvents());
  pm.addPass(createPlanAssignMemory());
  pm.addPass(createPlanVerify());
  addReports(pm, report);
}

void piper::buildToHostPipeline(OpPassManager &pm,
                                const ToHostOptions &options) {
  buildBodiesToHostPipeline(pm, BodiesToHostOptions());
  // Again, for the scratch that lowered bodies ask for.
  pm.addPass(createPlanAssignMemory());
  if (options.verify)
    pm.addPass(createPlanVerify());
  addReports(pm, options.report);
  pm.addPass(createConvertPlanToHost());
}

static void buildCompilePipeline(OpPassManager &pm,
                                 const CompileOptions &options) {
  buildToGraphPipeline(pm, options);
  buildToPlanPipeline(pm, options.report);
}

void piper::registerPipelines() {
  PassPipelineRegistration<ToGraphOptions>("piper-to-graph",
                                           "From a model to its training graph",
                                           buildToGraphPipeline);
  PassPipelineRegistration<ToPlanOptions>(
      "piper-to-plan", "From a training graph to a verified plan",
      [](OpPassManager &pm, const ToPlanOptions &options) {
        buildToPlanPipeline(pm, options.report);
      });
  PassPipelineRegistration<ToHostOptions>(
      "piper-to-host", "From a plan to the LLVM dialect", buildToHostPipeline);
  PassPipelineRegistration<CompileOptions>(
      "piper-compile", "From a model to a verified plan", buildCompilePipeline);
}
