//===- PrintSchedule.cpp - A schedule for people and tools -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EstimateCosts.h"
#include "Piper/Schedule/Csv.h"
#include "Piper/Schedule/Picture.h"
#include "Piper/Support/ReportFile.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace piper {
#define GEN_PASS_DEF_PIPERPRINTSCHEDULE
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {

/// A schedule op, read and put on the time axis.
struct ReadSchedule {
  StringRef kind;
  schedule::Problem problem;
  schedule::Table table;
  schedule::Costs costs;
  schedule::Simulation simulation;
};

} // namespace

static llvm::Expected<schedule::Table> parseRows(ScheduleOp op) {
  schedule::Table table;
  for (Attribute row : op.getRows()) {
    llvm::Expected<std::vector<schedule::Action>> actions =
        schedule::parseRow(cast<StringAttr>(row).getValue());
    if (!actions)
      return actions.takeError();
    llvm::erase_if(*actions, [](const schedule::Action &action) {
      return action.kind == schedule::Kind::U;
    });
    table.push_back(std::move(*actions));
  }
  return table;
}

/// 12 or 4.5: as many digits as it takes, at most three.
static std::string shortNumber(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3f", number);
  StringRef trimmed = StringRef(text).rtrim('0');
  trimmed.consume_back(".");
  return trimmed.str();
}

static void printText(const ReadSchedule &read, bool estimate,
                      llvm::raw_ostream &os) {
  auto count = [&](int64_t number, StringRef one, StringRef many) {
    os << number << ' ' << (number == 1 ? one : many);
  };
  os << read.kind << ": ";
  count(read.problem.stages(), "stage", "stages");
  os << " on ";
  count(read.problem.ranks, "rank", "ranks");
  os << ", ";
  count(read.problem.microbatches, "microbatch", "microbatches");
  os << ", " << shortNumber(read.simulation.makespan)
     << (estimate ? " us\n" : " units of time\n");
  for (auto [rank, row] : llvm::enumerate(read.table))
    os << "rank " << rank << ", idle "
       << shortNumber(read.simulation.ranks[rank].bubble) << ", "
       << read.simulation.ranks[rank].peakLive
       << " alive: " << schedule::rowToString(row, read.problem.replicas)
       << '\n';
}

/// The cells of a row as a strategy file has them.
static void printCells(llvm::json::OStream &json,
                       ArrayRef<schedule::Action> row, int64_t replicas) {
  for (size_t i = 0; i < row.size();) {
    size_t end = i + 1;
    while (end < row.size() && row[end].joined)
      ++end;
    json.value(schedule::rowToString(row.slice(i, end - i), replicas));
    i = end;
  }
}

static void printJson(const ReadSchedule &read, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto list = [&](StringRef key, auto field) {
    json.attributeArray(key, [&] {
      for (const schedule::RankUse &use : read.simulation.ranks)
        json.value(field(use));
    });
  };
  json.object([&] {
    json.attribute("kind", read.kind);
    json.attribute("stages", read.problem.stages());
    json.attribute("ranks", read.problem.ranks);
    json.attribute("replicas", read.problem.replicas);
    json.attribute("microbatches", read.problem.microbatches);
    json.attributeArray("rank_of_stage", [&] {
      for (int64_t rank : read.problem.rankOfStage)
        json.value(rank);
    });
    json.attribute("makespan", read.simulation.makespan);
    list("bubble", [](const auto &use) { return use.bubble; });
    list("peak_live", [](const auto &use) { return use.peakLive; });
    list("peak_bytes", [](const auto &use) { return use.peakBytes; });
    json.attributeArray("rows", [&] {
      for (const auto &row : read.table)
        json.array([&] { printCells(json, row, read.problem.replicas); });
    });
  });
  os << '\n';
}

namespace {

struct PiperPrintSchedulePass
    : piper::impl::PiperPrintScheduleBase<PiperPrintSchedulePass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!llvm::is_contained({"text", "csv", "json", "svg"}, format)) {
      emitError(module.getLoc()) << "unknown format \"" << format
                                 << "\"; known are text, csv, json, svg";
      return signalPassFailure();
    }
    SmallVector<ScheduleOp> schedules(module.getOps<ScheduleOp>());
    if (schedules.size() != 1) {
      emitError(module.getLoc())
          << "expected one piper.schedule, found " << schedules.size();
      return signalPassFailure();
    }
    FailureOr<GraphStages> stages = readStages(module);
    if (failed(stages))
      return signalPassFailure();
    ReadSchedule read;
    if (estimate || !costs.empty()) {
      auto run = [&](OpPassManager &pm, Operation *op) {
        return runPipeline(pm, op);
      };
      FailureOr<schedule::Costs> estimated = estimateCosts(
          *stages, run, llvm::to_vector(costs), schedules[0].getLoc());
      if (failed(estimated))
        return signalPassFailure();
      read.costs = std::move(*estimated);
    }
    llvm::Error error = readSchedule(schedules[0], *stages, read);
    if (!error && failed(writeReport(module, output, [&](raw_ostream &os) {
          error = print(read, os);
        }))) {
      consumeError(std::move(error));
      return signalPassFailure();
    }
    if (error) {
      emitError(schedules[0].getLoc())
          << "schedule: " << llvm::toString(std::move(error));
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }

  llvm::Error readSchedule(ScheduleOp op, const GraphStages &stages,
                           ReadSchedule &read) {
    read.kind = op.getKind();
    llvm::Expected<schedule::Table> table = parseRows(op);
    if (!table)
      return table.takeError();
    read.table = std::move(*table);
    bool apart = llvm::any_of(read.table, [](const auto &row) {
      return llvm::any_of(row, [](const schedule::Action &action) {
        return action.replica > 0;
      });
    });
    read.problem = stages.problem(apart && stages.mirrorAxis);
    if (llvm::Error error = schedule::checkComplete(read.problem, read.table))
      return error;
    llvm::Expected<schedule::Simulation> simulation =
        schedule::simulate(read.problem, read.table, read.costs);
    if (!simulation)
      return simulation.takeError();
    read.simulation = std::move(*simulation);
    return llvm::Error::success();
  }

  bool isTimed() const { return estimate || !costs.empty(); }

  llvm::Error print(const ReadSchedule &read, raw_ostream &os) {
    if (format == "svg")
      return schedule::writeSvg(os, read.problem, read.table, read.costs,
                                isTimed() ? "us" : "");
    if (format == "csv")
      schedule::writeCsv(os, read.table, read.problem.replicas);
    else if (format == "json")
      printJson(read, os);
    else
      printText(read, isTimed(), os);
    return llvm::Error::success();
  }
};

} // namespace
