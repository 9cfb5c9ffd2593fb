//===- ResolveOrder.cpp - Orders and schedules to rows -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyResolver.h"

#include "Piper/Schedule/Csv.h"
#include "Piper/Support/LocatedJson.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace piper;

/// "schedule" or with the user's name for it.
static std::string citationOf(Operation *op) {
  std::string text = directiveName(op).str();
  if (auto name = op->getAttrOfType<StringAttr>("name"))
    text += " \"" + name.str() + "\"";
  return text;
}

/// What can be said of a table before the graph exists. A stage without any
/// backward may have nothing to differentiate; which stage reads which is not
/// known yet, so piper-schedule asks whether the order can run.
LogicalResult StrategyResolver::checkRows() {
  schedule::Problem problem = result.problem();
  problem.hasBackward.assign(numStages(), false);
  for (const auto &row : result.rows)
    for (const schedule::Action &action : row) {
      if (action.replica > 0)
        return success(); // which devices that means is known with the graph
      if (action.stage < numStages() && action.kind != schedule::Kind::F &&
          action.kind != schedule::Kind::U)
        problem.hasBackward[action.stage] = true;
    }
  if (llvm::Error error = schedule::checkComplete(problem, result.rows))
    return emitError(result.scheduleLoc) << result.scheduleDirective << ": "
                                         << llvm::toString(std::move(error));
  return success();
}

/// A name that can be generated.
LogicalResult StrategyResolver::resolveKind(UseScheduleOp op, StringRef kind) {
  SmallVector<StringRef> kinds(schedule::knownSchedules());
  kinds.push_back("auto");
  result.schedule = kind.str();
  if (llvm::is_contained(kinds, kind))
    return success();
  InFlightDiagnostic diagnostic = directiveError(op);
  diagnostic << "unknown kind \"" << kind << "\"; ";
  StringRef nearest = nearestWord(kind, kinds);
  if (!nearest.empty())
    diagnostic << "did you mean \"" << nearest << "\"? ";
  diagnostic << "Known are ";
  llvm::interleaveComma(kinds, diagnostic);
  return diagnostic;
}

/// A file beside the strategy file, else where the tool runs.
static std::string findBeside(Operation *op, StringRef name) {
  if (auto loc = dyn_cast<FileLineColLoc>(op->getLoc())) {
    SmallString<128> path(loc.getFilename().getValue());
    llvm::sys::path::remove_filename(path);
    llvm::sys::path::append(path, name);
    if (!llvm::sys::path::is_absolute(name) && llvm::sys::fs::exists(path))
      return path.str().str();
  }
  return name.str();
}

LogicalResult StrategyResolver::readCsv(UseScheduleOp op, StringRef name) {
  std::string path = findBeside(op, name);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return directiveError(op)
           << "cannot read '" << path << "': " << buffer.getError().message();
  llvm::Expected<schedule::Table> table =
      schedule::parseCsv((*buffer)->getBuffer());
  if (!table)
    return directiveError(op)
           << "'" << path << "', " << llvm::toString(table.takeError());
  result.rows = std::move(*table);
  return success();
}

LogicalResult StrategyResolver::resolveSchedule(UseScheduleOp op) {
  result.scheduleLoc = op.getLoc();
  result.scheduleDirective = citationOf(op);
  if (Attribute limit = op.getMemoryLimitAttr()) {
    auto number = dyn_cast<FloatAttr>(limit);
    result.memoryLimit =
        1e6 * (number ? number.getValueAsDouble()
                      : static_cast<double>(cast<IntegerAttr>(limit).getInt()));
  }
  if (auto file = dyn_cast_or_null<StringAttr>(op.getCostsAttr()))
    result.costs.push_back(findBeside(op, file.getValue()));
  else if (auto files = dyn_cast_or_null<ArrayAttr>(op.getCostsAttr()))
    for (auto file : files.getAsRange<StringAttr>())
      result.costs.push_back(findBeside(op, file.getValue()));
  if (std::optional<StringRef> kind = op.getKind())
    return resolveKind(op, *kind);
  result.schedule = "rows";
  if (std::optional<StringRef> csv = op.getCsv())
    return failure(failed(readCsv(op, *csv)) || failed(checkRows()));
  for (auto [index, list] : llvm::enumerate(op.getRowsAttr())) {
    auto &row = result.rows.emplace_back();
    for (Attribute entry : cast<ArrayAttr>(list)) {
      llvm::Expected<SmallVector<schedule::Action>> group =
          schedule::parseGroup(cast<StringAttr>(entry).getValue());
      if (!group)
        return directiveError(op)
               << "row " << index << ": " << llvm::toString(group.takeError());
      llvm::append_range(row, *group);
    }
  }
  return checkRows();
}

/// One filter of an order names one action.
FailureOr<schedule::Action>
StrategyResolver::resolveFilter(OrderOp op, DictionaryAttr filter) {
  auto stage = filter.getAs<IntegerAttr>(result.pipelineTag);
  auto microbatch = filter.getAs<IntegerAttr>(result.microbatchTag);
  auto pass = filter.getAs<StringAttr>("PASS");
  auto text = [&] {
    std::string json;
    llvm::raw_string_ostream os(json);
    printAsJson(filter, os);
    return json;
  };
  if (numStages() == 1 && !filter.get(result.pipelineTag))
    stage = Builder(op.getContext()).getI64IntegerAttr(0);
  if (!stage || !microbatch || !pass)
    return directiveError(op)
           << "the filter " << text() << " names no single action; it needs \""
           << result.pipelineTag << "\", \"" << result.microbatchTag
           << "\" and \"PASS\"";
  for (NamedAttribute entry : filter)
    if (entry.getName() != "PASS" && entry.getName() != result.pipelineTag &&
        entry.getName() != result.microbatchTag)
      return directiveError(op)
             << "the filter " << text() << " names the tag \""
             << entry.getName().getValue() << "\"; orders are of whole stages";
  if (stage.getInt() < 0 || stage.getInt() >= numStages() ||
      microbatch.getInt() < 0 || microbatch.getInt() >= result.microbatches)
    return directiveError(op)
           << "the filter " << text() << " matches nothing; there are "
           << numStages() << " stages and " << result.microbatches
           << " microbatches";
  std::optional<PassKind> kind = symbolizePassKind(pass.getValue());
  if (!kind || *kind == PassKind::UPD)
    return directiveError(op) << "the filter " << text()
                              << " has an unknown PASS; known are F, B, BI, BW";
  static constexpr schedule::Kind kinds[] = {
      schedule::Kind::F, schedule::Kind::B, schedule::Kind::I,
      schedule::Kind::W};
  return schedule::Action{kinds[static_cast<int>(*kind)], stage.getInt(),
                          microbatch.getInt()};
}

LogicalResult StrategyResolver::resolveOrderRow(OrderOp op) {
  std::vector<schedule::Action> row;
  std::optional<int64_t> rank;
  for (Attribute group : op.getFilters()) {
    bool joined = false;
    for (Attribute filter : cast<ArrayAttr>(group)) {
      FailureOr<schedule::Action> action =
          resolveFilter(op, cast<DictionaryAttr>(filter));
      if (failed(action))
        return failure();
      int64_t home = result.stages[action->stage].coordinate;
      if (rank && *rank != home)
        return directiveError(op)
               << "orders stage " << action->stage << " on rank " << home
               << " with actions of rank " << *rank
               << "; an order has one device set";
      rank = home;
      action->joined = joined;
      joined = true;
      row.push_back(*action);
    }
  }
  auto [other, isNew] = orderOf.insert({*rank, op});
  if (!isNew) {
    InFlightDiagnostic diagnostic = directiveError(op);
    diagnostic << "rank " << *rank << " of the pipeline has a second order";
    diagnostic.attachNote(other->second.getLoc()) << "the first is here";
    return diagnostic;
  }
  result.rows[*rank] = std::move(row);
  return success();
}

LogicalResult StrategyResolver::resolveOrder() {
  auto schedules = all<UseScheduleOp>();
  auto orders = all<OrderOp>();
  if (schedules.size() > 1)
    return directiveError(schedules[1]) << "the strategy has a second schedule";
  if (!schedules.empty() && !orders.empty()) {
    InFlightDiagnostic diagnostic = directiveError(orders.front());
    diagnostic << "an order beside a schedule; only one of them says what runs "
                  "when";
    diagnostic.attachNote(schedules.front().getLoc()) << "the schedule is here";
    return diagnostic;
  }
  if (!schedules.empty())
    return resolveSchedule(schedules.front());
  if (orders.empty())
    return success();
  result.schedule = "rows";
  result.scheduleDirective = citationOf(orders.front());
  result.scheduleLoc = orders.front().getLoc();
  result.rows.resize(result.numPipelineRanks());
  for (OrderOp op : orders)
    if (failed(resolveOrderRow(op)))
      return failure();
  for (int64_t rank = 0, end = result.rows.size(); rank < end; ++rank)
    if (!orderOf.count(rank))
      return directiveError(orders.back())
             << "rank " << rank << " of the pipeline has no order";
  return checkRows();
}
