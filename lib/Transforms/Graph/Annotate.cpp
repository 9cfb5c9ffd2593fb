//===- Annotate.cpp - Tag indices of the model's ops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotateCost.h"
#include "ModelFunction.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Support/Location.h"
#include "Piper/Support/NamePattern.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Graph/Strategy.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"

#include <map>
#include <set>

namespace piper {
#define GEN_PASS_DEF_PIPERANNOTATE
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// One pattern of a directive.
struct Entry {
  std::string pattern;
  int64_t list; // entry of `groups` or `match` it is in
};

/// The index a name has, and how specific the pattern is that gives it.
struct Match {
  MatchRank rank;
  int64_t index;
  StringRef pattern;
};

/// Gives the ops of `forward` the indices of one directive.
class Annotator {
public:
  Annotator(func::FuncOp forward, AnnotateOp directive, bool isPipeline)
      : forward(forward), directive(directive), isPipeline(isPipeline),
        ops(forward) {}

  LogicalResult run();

private:
  void collectEntries();
  LogicalResult checkEntries();
  void numberMatches();
  std::vector<std::string> namesOf(Operation *op, bool params);
  LogicalResult matchOp(Operation *op);
  FailureOr<std::optional<Match>> bestMatch(Operation *op, bool params);
  void releaseWeight();
  void completeStages();
  LogicalResult checkDataFlow();
  void write();

  func::FuncOp forward;
  AnnotateOp directive;
  bool isPipeline;
  ForwardOps ops;
  std::vector<Entry> entries;
  // `match`: index of (entry list, what is shared), in program order.
  std::map<std::pair<int64_t, std::string>, int64_t> numberOf;
  DenseMap<Operation *, int64_t> indexOf;
  int64_t count = 0;
};
} // namespace

void Annotator::collectEntries() {
  ArrayAttr lists = directive.getGroupsAttr() ? directive.getGroupsAttr()
                                              : directive.getMatchAttr();
  for (auto [index, list] : llvm::enumerate(lists)) {
    if (auto pattern = dyn_cast<StringAttr>(list))
      entries.push_back({pattern.str(), static_cast<int64_t>(index)});
    else
      for (Attribute pattern : cast<ArrayAttr>(list))
        entries.push_back(
            {cast<StringAttr>(pattern).str(), static_cast<int64_t>(index)});
  }
  if (directive.getGroupsAttr())
    count = lists.size();
}

/// Module path of `op`, or the parameters it reads.
std::vector<std::string> Annotator::namesOf(Operation *op, bool params) {
  if (params)
    return ops.paramsOf(op);
  std::string path = modulePath(op->getLoc());
  return path.empty() ? std::vector<std::string>{} : std::vector{path};
}

/// Each pattern matches a module or a parameter.
LogicalResult Annotator::checkEntries() {
  std::set<std::string> names;
  for (Operation *op : ops.tagged)
    for (bool params : {false, true})
      for (std::string &name : namesOf(op, params))
        names.insert(name);
  std::vector<std::string> list(names.begin(), names.end());
  for (const Entry &entry : entries)
    if (llvm::none_of(list, [&](const std::string &name) {
          return matchName(entry.pattern, name).has_value();
        }))
      return directiveError(directive) << explainNoMatch(entry.pattern, list);
  return success();
}

/// `match`: numbers what is matched in the order of the program.
void Annotator::numberMatches() {
  if (!directive.getMatchAttr())
    return;
  for (Operation *op : ops.tagged)
    for (bool params : {false, true})
      for (const std::string &name : namesOf(op, params))
        for (const Entry &entry : entries) {
          std::optional<MatchedName> part = matchedPart(entry.pattern, name);
          if (!part)
            continue;
          bool shared = isa<ArrayAttr>(directive.getMatchAttr()[entry.list]);
          std::string key = shared ? part->capture : part->path;
          if (numberOf.insert({{entry.list, key}, count}).second)
            ++count;
        }
}

/// The most specific match among the op's path, or its parameters. Two equally
/// specific ones with different indices are an error.
FailureOr<std::optional<Match>> Annotator::bestMatch(Operation *op,
                                                     bool params) {
  std::optional<Match> best;
  std::optional<Match> tied;
  for (const std::string &name : namesOf(op, params))
    for (const Entry &entry : entries) {
      std::optional<MatchRank> rank = matchName(entry.pattern, name);
      if (!rank || (best && *rank < best->rank))
        continue;
      int64_t index = entry.list;
      if (directive.getMatchAttr()) {
        std::optional<MatchedName> part = matchedPart(entry.pattern, name);
        bool shared = isa<ArrayAttr>(directive.getMatchAttr()[entry.list]);
        index = numberOf.at({entry.list, shared ? part->capture : part->path});
      }
      if (!best || *rank > best->rank) {
        best = Match{*rank, index, entry.pattern};
        tied = std::nullopt;
      } else if (index != best->index) {
        tied = Match{*rank, index, entry.pattern};
      }
    }
  if (tied)
    return directiveError(directive)
           << "the " << op->getName() << " of " << describe(op->getLoc())
           << (params ? " reads parameters that match \"" : " matches \"")
           << best->pattern << "\" (" << directive.getTag() << " = "
           << best->index << ") and \"" << tied->pattern << "\" ("
           << directive.getTag() << " = " << tied->index
           << "), equally specific";
  return best;
}

/// A module path wins over a parameter that is matched as specifically.
LogicalResult Annotator::matchOp(Operation *op) {
  FailureOr<std::optional<Match>> module = bestMatch(op, /*params=*/false);
  if (failed(module))
    return failure();
  FailureOr<std::optional<Match>> param = std::optional<Match>();
  // Parameters decide, and so can tie, only where the path does not.
  auto isBelow = [&](const std::optional<Match> &path) {
    if (!path)
      return true;
    for (const std::string &name : ops.paramsOf(op))
      for (const Entry &entry : entries)
        if (auto rank = matchName(entry.pattern, name);
            rank && *rank > path->rank)
          return true;
    return false;
  };
  if (isBelow(*module))
    param = bestMatch(op, /*params=*/true);
  if (failed(param))
    return failure();
  if (*param)
    indexOf[op] = (*param)->index;
  else if (*module)
    indexOf[op] = (*module)->index;
  return success();
}

/// What only the weight of the loss depends on goes where the loss is, wherever
/// it is computed.
void Annotator::releaseWeight() {
  Operation *terminator = forward.front().getTerminator();
  if (terminator->getNumOperands() != 2)
    return;
  Operation *weight = terminator->getOperand(1).getDefiningOp();
  DenseSet<Operation *> released;
  for (Operation *op : llvm::reverse(ops.tagged)) {
    if (op->use_empty() || !llvm::all_of(op->getUsers(), [&](Operation *user) {
          return user == terminator ? op == weight : released.contains(user);
        }))
      continue;
    released.insert(op);
    indexOf.erase(op);
  }
}

/// Ops outside every match: the latest of their operands, else their earliest
/// user, and the loss is last.
void Annotator::completeStages() {
  // The loss and its weight.
  for (Value result : forward.front().getTerminator()->getOperands())
    if (Operation *def = result.getDefiningOp();
        def && !indexOf.contains(def) && ops.isTagged(def))
      indexOf[def] = count - 1;
  for (Operation *op : ops.tagged) {
    if (indexOf.contains(op))
      continue;
    int64_t latest = -1;
    for (Value operand : ops.operandsOf(op))
      if (Operation *def = operand.getDefiningOp(); indexOf.contains(def))
        latest = std::max(latest, indexOf.at(def));
    if (latest >= 0)
      indexOf[op] = latest;
  }
  DenseMap<Operation *, int64_t> earliest;
  for (Operation *op : llvm::reverse(ops.tagged)) {
    if (!indexOf.contains(op)) {
      auto user = earliest.find(op);
      indexOf[op] = user == earliest.end() ? count - 1 : user->second;
    }
    for (Value operand : ops.operandsOf(op))
      if (Operation *def = operand.getDefiningOp()) {
        auto [entry, isNew] = earliest.insert({def, indexOf.at(op)});
        if (!isNew)
          entry->second = std::min(entry->second, indexOf.at(op));
      }
  }
}

/// No op reads a value of a later stage.
LogicalResult Annotator::checkDataFlow() {
  for (Operation *op : ops.tagged)
    for (Value operand : ops.operandsOf(op)) {
      Operation *def = operand.getDefiningOp();
      // What depends on parameters alone can be computed in any stage.
      if (!def || !ops.dependsOnInput(def) || indexOf.at(def) <= indexOf.at(op))
        continue;
      return directiveError(directive)
             << "stages against data flow: the " << op->getName() << " of "
             << describe(op->getLoc()) << " in stage " << indexOf.at(op)
             << " uses a value of stage " << indexOf.at(def) << ", from the "
             << def->getName() << " of " << describe(def->getLoc());
    }
  return success();
}

void Annotator::write() {
  Builder builder(forward.getContext());
  for (Operation *op : ops.tagged) {
    if (!indexOf.contains(op))
      continue;
    NamedAttrList tags(op->getAttrOfType<DictionaryAttr>("piper.tags"));
    tags.set(directive.getTag(), builder.getI64IntegerAttr(indexOf.at(op)));
    op->setAttr("piper.tags", tags.getDictionary(builder.getContext()));
  }
}

LogicalResult Annotator::run() {
  if (IntegerAttr parts = directive.getPartsAttr()) {
    count = parts.getInt();
    FailureOr<SmallVector<int64_t>> split = splitByCost(ops, count);
    if (failed(split))
      return directiveError(directive) << "the model has fewer ops than the "
                                       << count << " parts asked for";
    for (auto [op, index] : llvm::zip(ops.tagged, *split))
      if (index >= 0)
        indexOf[op] = index;
    releaseWeight();
  } else {
    collectEntries();
    if (failed(checkEntries()))
      return failure();
    numberMatches();
    for (Operation *op : ops.tagged)
      if (failed(matchOp(op)))
        return failure();
  }
  if (isPipeline) {
    completeStages();
    if (failed(checkDataFlow()))
      return failure();
  }
  write();
  return success();
}

namespace {
struct AnnotatePass : piper::impl::PiperAnnotateBase<AnnotatePass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::set<std::string> seen;
    for (auto strategy : module.getOps<StrategyOp>())
      for (auto directive : strategy.getBody().getOps<AnnotateOp>()) {
        if (!seen.insert(directive.getTag().str()).second) {
          directiveError(directive)
              << "the tag \"" << directive.getTag() << "\" is annotated twice";
          return signalPassFailure();
        }
        bool isPipeline = directive.getTag() == getPipelineTag(module);
        for (auto func : module.getOps<func::FuncOp>())
          if (isModel(func) &&
              func.front().getTerminator()->getNumOperands() > 0 &&
              failed(Annotator(func, directive, isPipeline).run()))
            return signalPassFailure();
      }
  }
};
} // namespace
