//===- ScheduleGraph.cpp - Order of the actions of each rank -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphStages.h"
#include "Piper/Transforms/Graph/Strategy.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "mlir/IR/Builders.h"

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
    schedule::Problem problem = stages->problem();
    Request request = {kind, std::nullopt, "schedule", stages->graph.getLoc()};
    if (failed(readStrategy(request)))
      return signalPassFailure();
    llvm::Expected<schedule::Table> table = makeTable(request, problem);
    llvm::Error error =
        table ? schedule::checkComplete(problem, *table) : table.takeError();
    if (!error)
      error = schedule::globalOrder(problem, *table).takeError();
    if (error) {
      // By location: an error on the op would print the whole module.
      emitError(request.loc)
          << request.directive << ": " << llvm::toString(std::move(error));
      return signalPassFailure();
    }
    schedule::addUpdates(problem, *table);
    write(*stages, request.kind, *table);
  }

  /// What is asked for, and by which directive.
  struct Request {
    std::string kind;
    std::optional<schedule::Table> table;
    std::string directive;
    Location loc;
  };

  /// The options win; else what the strategy of the module says.
  LogicalResult readStrategy(Request &request) {
    if (getOperation().getOps<StrategyOp>().empty() || !kind.empty() ||
        !rows.empty())
      return success();
    FailureOr<ResolvedStrategy> strategy = resolveStrategy(getOperation());
    if (failed(strategy))
      return failure();
    request.loc = strategy->scheduleLoc;
    request.directive = strategy->scheduleDirective;
    if (!strategy->scheduleChosen)
      request.kind = strategy->schedule;
    if (request.kind == "rows")
      request.table = std::move(strategy->rows);
    return success();
  }

  llvm::Expected<schedule::Table> makeTable(Request &request,
                                            const schedule::Problem &problem) {
    if (!rows.empty()) {
      request.kind = "rows";
      return parseRows(rows);
    }
    if (request.table)
      return std::move(*request.table);
    if (request.kind.empty())
      choose(request.kind, problem);
    return schedule::generate(request.kind, problem);
  }

  /// Without a name: one stage loops over microbatches, several run 1F1B.
  void choose(std::string &name, const schedule::Problem &problem) {
    name = problem.ranks == 1 ? "loop" : "1f1b";
    if (problem.ranks > 1)
      emitRemark(getOperation().getLoc())
          << "no schedule is given for " << problem.stages()
          << " stages: 1f1b is chosen";
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
             const schedule::Table &table) {
    OpBuilder builder(&getContext());
    GraphOp graph = stages.graph;
    builder.setInsertionPointAfter(graph);
    SmallVector<Attribute> texts;
    for (const auto &row : table)
      texts.push_back(builder.getStringAttr(schedule::rowToString(row)));
    ScheduleOp::create(builder, graph.getLoc(), "sched", graph.getSymName(),
                       name, stages.axis ? stages.axis.getValue() : "",
                       builder.getArrayAttr(texts));
  }
};

} // namespace
