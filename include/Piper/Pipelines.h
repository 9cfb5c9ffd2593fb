//===- Pipelines.h - From phase to phase -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_PIPELINES_H
#define PIPER_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace piper {

/// Which reports of `plan-report` a pipeline makes of its plan.
struct ReportOptions {
  using Options = mlir::detail::PassOptions;
  explicit ReportOptions(Options &owner)
      : what(owner, "report",
             llvm::cl::desc("Reports, printed to the standard error: of the "
                            "plan memory,traffic,schedule,critical-path; of "
                            "bodies residuals (in piper-to-plan)")),
        json(owner, "report-json",
             llvm::cl::desc("File that gets them, or all, as JSON")),
        costs(owner, "costs",
              llvm::cl::desc("Durations that piper-run --measure-costs wrote, "
                             "by which reports and the schedule auto go")) {}
  Options::ListOption<std::string> what;
  Options::Option<std::string> json;
  Options::ListOption<std::string> costs;
};

/// Of a schedule, too, which a plan no longer holds.
struct ScheduleReportOptions : ReportOptions {
  explicit ScheduleReportOptions(Options &owner)
      : ReportOptions(owner),
        svg(owner, "report-svg",
            llvm::cl::desc("File that gets a picture of the schedule, by "
                           "estimated times or those of costs")) {}
  Options::Option<std::string> svg;
};

/// Options of `piper-to-graph`.
struct ToGraphOptions : mlir::PassPipelineOptions<ToGraphOptions> {
  ListOption<std::string> strategy{
      *this, "strategy", llvm::cl::desc("Strategy files, joined in order")};
  Option<std::string> training{*this, "training",
                               llvm::cl::desc("Training file")};
  Option<bool> keepGeluConstant{
      *this, "keep-gelu-constant",
      llvm::cl::desc("Leave torch-mlir's short constant of gelu as it is"),
      llvm::cl::init(false)};
  Option<int64_t> microbatches{
      *this, "microbatches",
      llvm::cl::desc("Microbatches of a step where no strategy says"),
      llvm::cl::init(1)};
};

/// Options of `piper-to-plan`.
struct ToPlanOptions : mlir::PassPipelineOptions<ToPlanOptions> {
  ScheduleReportOptions report{*this};
};

/// Options of `piper-to-host`.
struct ToHostOptions : mlir::PassPipelineOptions<ToHostOptions> {
  Option<bool> verify{*this, "verify", llvm::cl::desc("Prove the plan first"),
                      llvm::cl::init(true)};
  ReportOptions report{*this};
};

/// What a plan runs on.
enum class Target { Host };

/// Options of `piper-compile`.
struct CompileOptions : ToGraphOptions {
  Option<Target> target{
      *this, "target", llvm::cl::desc("What bodies are for"),
      llvm::cl::init(Target::Host),
      llvm::cl::values(clEnumValN(Target::Host, "host", "CPUs, oneDNN"))};
  ScheduleReportOptions report{*this};
};

/// A model to its training graph, rewritten by the strategy.
void buildToGraphPipeline(mlir::OpPassManager &pm,
                          const ToGraphOptions &options);

/// A training graph to a verified plan.
void buildToPlanPipeline(mlir::OpPassManager &pm,
                         const ScheduleReportOptions &report);

/// A plan to the LLVM dialect.
void buildToHostPipeline(mlir::OpPassManager &pm, const ToHostOptions &options);

/// Registers `piper-to-graph`, `piper-to-plan`, `piper-to-host`,
/// `piper-compile`.
void registerPipelines();

} // namespace piper

#endif // PIPER_PIPELINES_H
