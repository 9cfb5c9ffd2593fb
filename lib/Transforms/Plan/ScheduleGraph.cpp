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
    std::string name = kind;
    SmallVector<std::string> texts = llvm::to_vector(rows);
    Location where = stages->graph.getLoc();
    if (failed(readStrategy(name, texts, where)))
      return signalPassFailure();
    llvm::Expected<schedule::Table> table =
        texts.empty() ? schedule::generate(choose(name, problem), problem)
                      : parseRows(texts);
    llvm::Error error = table ? llvm::Error::success() : table.takeError();
    if (!error)
      error = schedule::checkComplete(problem, *table);
    if (!error)
      error = schedule::globalOrder(problem, *table).takeError();
    if (error) {
      stages->graph.emitError()
          << "schedule: " << llvm::toString(std::move(error));
      return signalPassFailure();
    }
    write(*stages, texts.empty() ? name : "rows", *table);
  }

  /// Without a name: one stage loops over microbatches, several run 1F1B.
  StringRef choose(std::string &name, const schedule::Problem &problem) {
    if (!name.empty())
      return name;
    name = problem.ranks == 1 ? "loop" : "1f1b";
    if (problem.ranks > 1)
      // By location: a remark on the op would print the whole module.
      emitRemark(getOperation().getLoc())
          << "no schedule is given for " << problem.stages()
          << " stages: 1f1b is chosen";
    return name;
  }

  /// What the strategy of the module says, where no option does.
  LogicalResult readStrategy(std::string &name, SmallVector<std::string> &texts,
                             Location &where) {
    if (getOperation().getOps<StrategyOp>().empty() || !name.empty() ||
        !texts.empty())
      return success();
    FailureOr<ResolvedStrategy> strategy = resolveStrategy(getOperation());
    if (failed(strategy))
      return failure();
    where = strategy->scheduleLoc;
    if (!strategy->scheduleChosen)
      name = strategy->schedule;
    for (const auto &[rank, row] : llvm::enumerate(strategy->rows)) {
      std::string text;
      for (const ScheduleSlot &slot : row)
        for (const ScheduleAction &action : slot)
          text += action.str() + " ";
      for (const auto &[stage, place] : llvm::enumerate(strategy->stages))
        if (place.coordinate == static_cast<int64_t>(rank))
          text += std::to_string(stage) + "U ";
      texts.push_back(text);
    }
    return success();
  }

  static llvm::Expected<schedule::Table>
  parseRows(ArrayRef<std::string> texts) {
    schedule::Table table;
    for (const std::string &row : texts) {
      llvm::Expected<std::vector<schedule::Action>> actions =
          schedule::parseRow(row);
      if (!actions)
        return actions.takeError();
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
