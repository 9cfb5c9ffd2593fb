//===- ScheduleGraph.cpp - Order of the actions of each rank -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EstimateCosts.h"
#include "Piper/Schedule/Best.h"
#include "Piper/Transforms/Graph/Strategy.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/Format.h"

#include <optional>

namespace piper {
#define GEN_PASS_DEF_PIPERSCHEDULE
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {

struct PiperSchedulePass
    : public piper::impl::PiperScheduleBase<PiperSchedulePass> {
  using PiperScheduleBase::PiperScheduleBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module.getOps<ScheduleOp>().empty())
      return; // there is one already
    FailureOr<GraphStages> stages = readStages(module);
    if (failed(stages))
      return signalPassFailure();
    Request request = {kind,       std::nullopt,
                       -1,         {costs.begin(), costs.end()},
                       "schedule", stages->graph.getLoc()};
    if (failed(readRequest(request)))
      return signalPassFailure();
    schedule::Costs estimate;
    if (request.kind == "auto" || request.memoryLimit >= 0) {
      auto run = [&](OpPassManager &pm, Operation *op) {
        return runPipeline(pm, op);
      };
      FailureOr<schedule::Costs> estimated =
          estimateCosts(*stages, run, request.costs, request.loc);
      if (failed(estimated))
        return signalPassFailure();
      estimate = std::move(*estimated);
    }
    schedule::Problem problem =
        stages->problem(stages->mirrorAxis && ordersApart(request));
    llvm::Expected<schedule::Table> table =
        makeTable(request, estimate, problem);
    llvm::Error error =
        table ? schedule::checkComplete(problem, *table) : table.takeError();
    if (!error)
      error = schedule::globalOrder(problem, *table).takeError();
    if (!error && request.memoryLimit >= 0)
      error = checkMemory(request, estimate, problem, *table);
    if (error) {
      // By location: an error on the op would print the whole module.
      emitError(request.loc)
          << request.directive << ": " << llvm::toString(std::move(error));
      return signalPassFailure();
    }
    schedule::addUpdates(problem, *table);
    write(*stages, request.kind, problem, *table);
  }

  /// What is asked for, and by which directive.
  struct Request {
    std::string kind;
    std::optional<schedule::Table> table;
    double memoryLimit;
    std::vector<std::string> costs;
    std::string directive;
    Location loc;
  };

  /// Whether the replicas of a mirrored mesh have actions of their own.
  bool ordersApart(const Request &request) const {
    auto names = [](const schedule::Action &action) {
      return action.replica > 0;
    };
    return request.kind == "dualpipe" ||
           llvm::any_of(rows,
                        [](StringRef row) { return row.contains('b'); }) ||
           (request.table && llvm::any_of(*request.table, [&](const auto &row) {
              return llvm::any_of(row, names);
            }));
  }

  /// The options win; else what the strategy of the module says.
  LogicalResult readRequest(Request &request) {
    if (memoryLimit > 0)
      request.memoryLimit = memoryLimit * 1e6;
    if (!rows.empty())
      request.kind = "rows";
    if (getOperation().getOps<StrategyOp>().empty() || !request.kind.empty())
      return success();
    FailureOr<ResolvedStrategy> strategy = resolveStrategy(getOperation());
    if (failed(strategy))
      return failure();
    request.loc = strategy->scheduleLoc;
    request.directive = strategy->scheduleDirective;
    request.kind = strategy->schedule;
    if (request.memoryLimit < 0)
      request.memoryLimit = strategy->memoryLimit;
    if (request.costs.empty())
      request.costs = strategy->costs;
    if (request.kind == "rows")
      request.table = std::move(strategy->rows);
    return success();
  }

  llvm::Expected<schedule::Table> makeTable(Request &request,
                                            const schedule::Costs &estimate,
                                            const schedule::Problem &problem) {
    if (request.table)
      return std::move(*request.table);
    if (request.kind == "rows")
      return parseRows(rows);
    if (request.kind == "auto")
      return searchTable(request, estimate, problem);
    if (request.kind.empty()) {
      request.kind = schedule::defaultSchedule(problem);
      if (problem.ranks > 1)
        emitRemark(getOperation().getLoc())
            << "no schedule is given for " << problem.stages() << " stages on "
            << problem.ranks << " ranks: " << request.kind << " is chosen";
    }
    return schedule::generate(request.kind, problem);
  }

  /// The best table by the costs there are; says which it is.
  llvm::Expected<schedule::Table>
  searchTable(const Request &request, const schedule::Costs &estimate,
              const schedule::Problem &problem) {
    llvm::Expected<schedule::BestTable> best =
        schedule::bestSchedule(problem, estimate, request.memoryLimit);
    if (!best)
      return best.takeError();
    InFlightDiagnostic remark = emitRemark(request.loc);
    remark << request.directive << ": auto takes ";
    if (best->origin == "list")
      remark << "an order of its own";
    else
      remark << best->origin;
    return std::move(best->table);
  }

  static llvm::Error checkMemory(const Request &request,
                                 const schedule::Costs &estimate,
                                 const schedule::Problem &problem,
                                 const schedule::Table &table) {
    llvm::Expected<schedule::Simulation> simulation =
        schedule::simulate(problem, table, estimate);
    if (!simulation)
      return simulation.takeError();
    for (const auto &[rank, use] : llvm::enumerate(simulation->ranks))
      if (use.peakBytes > request.memoryLimit) {
        std::string text;
        llvm::raw_string_ostream os(text);
        os << "rank " << rank << " keeps " << use.peakLive
           << " microbatches of its stages with "
           << llvm::format("%.6g", use.peakBytes / 1e6)
           << " MB; memory_limit is "
           << llvm::format("%.6g", request.memoryLimit / 1e6) << " MB";
        return llvm::createStringError(text);
      }
    return llvm::Error::success();
  }

  static llvm::Expected<schedule::Table>
  parseRows(ArrayRef<std::string> texts) {
    schedule::Table table;
    for (const auto &[rank, row] : llvm::enumerate(texts)) {
      llvm::Expected<std::vector<schedule::Action>> actions =
          schedule::parseRow(row);
      if (!actions)
        return llvm::createStringError("row " + std::to_string(rank) + ": " +
                                       llvm::toString(actions.takeError()));
      table.push_back(std::move(*actions));
    }
    return table;
  }

  void write(const GraphStages &stages, StringRef name,
             const schedule::Problem &problem, const schedule::Table &table) {
    OpBuilder builder(&getContext());
    GraphOp graph = stages.graph;
    builder.setInsertionPointAfter(graph);
    SmallVector<Attribute> texts;
    for (const auto &row : table)
      texts.push_back(
          builder.getStringAttr(schedule::rowToString(row, problem.replicas)));
    ScheduleOp::create(builder, graph.getLoc(), "sched", graph.getSymName(),
                       name, stages.axis ? stages.axis.getValue() : "",
                       builder.getArrayAttr(texts));
  }
};

} // namespace
