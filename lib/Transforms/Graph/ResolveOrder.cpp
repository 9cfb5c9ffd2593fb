//===- ResolveOrder.cpp - Orders and schedules to rows -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyResolver.h"

#include "Piper/Support/LocatedJson.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"

using namespace mlir;
using namespace piper;

static constexpr StringRef kKinds[] = {
    "gpipe", "1f1b", "interleaved_1f1b", "breadth_first", "zb_h1",
    "zb_h2", "zb_v", "dualpipe",         "dualpipev",     "auto"};

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
  schedule::Problem problem;
  problem.ranks = result.numPipelineRanks();
  problem.microbatches = result.microbatches;
  for (const ResolvedStage &stage : result.stages)
    problem.rankOfStage.push_back(stage.coordinate);
  problem.hasBackward.resize(numStages());
  for (const auto &row : result.rows)
    for (const schedule::Action &action : row)
      if (action.stage < numStages() && action.kind != schedule::Kind::F &&
          action.kind != schedule::Kind::U)
        problem.hasBackward[action.stage] = true;
  if (llvm::Error error = schedule::checkComplete(problem, result.rows))
    return emitError(result.scheduleLoc) << result.scheduleDirective << ": "
                                         << llvm::toString(std::move(error));
  return success();
}

LogicalResult StrategyResolver::resolveSchedule(UseScheduleOp op) {
  result.scheduleLoc = op.getLoc();
  result.scheduleDirective = citationOf(op);
  result.scheduleChosen = false;
  if (op.getCsv())
    return directiveError(op) << "this version does not read \"csv\"; write "
                                 "the table as \"rows\"";
  if (op.getMemoryLimit())
    return directiveError(op) << "this version does not apply \"memory_limit\"";
  if (std::optional<StringRef> kind = op.getKind()) {
    if (!llvm::is_contained(kKinds, *kind)) {
      InFlightDiagnostic diagnostic = directiveError(op);
      diagnostic << "unknown kind \"" << *kind << "\"; ";
      StringRef nearest = nearestWord(*kind, kKinds);
      if (!nearest.empty())
        diagnostic << "did you mean \"" << nearest << "\"? ";
      diagnostic << "Known are ";
      llvm::interleaveComma(kKinds, diagnostic);
      return diagnostic;
    }
    if (*kind != "gpipe" && *kind != "1f1b")
      return directiveError(op) << "this version does not generate \"" << *kind
                                << "\"; write its table as \"rows\"";
    result.schedule = kind->str();
    return success();
  }
  result.schedule = "rows";
  for (auto [index, list] : llvm::enumerate(op.getRowsAttr())) {
    auto &row = result.rows.emplace_back();
    for (Attribute entry : cast<ArrayAttr>(list)) {
      StringRef text = cast<StringAttr>(entry).getValue();
      llvm::Expected<SmallVector<schedule::Action>> group =
          schedule::parseGroup(text);
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
  result.scheduleChosen = false;
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
