//===- Explain.cpp - What each stage computes, holds, sends -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotateCost.h"
#include "ModelFunction.h"
#include "Piper/Support/ByteSize.h"
#include "Piper/Support/Location.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Graph/Strategy.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace piper {
#define GEN_PASS_DEF_PIPEREXPLAIN
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// What one stage computes and holds.
struct StageSummary {
  int64_t ops = 0; // without the repeated ones
  int64_t contractions = 0;
  int64_t flops = 0;
  SetVector<BlockArgument> params;
  std::map<StringRef, int64_t> repeated; // number by op name
};

/// A value that one stage sends to another.
struct Transfer {
  Value value;
  int64_t from, to;
};

/// Collects what the stages of `forward` are, then prints it.
class Explainer {
public:
  Explainer(func::FuncOp forward, StringRef tag)
      : forward(forward), tag(tag), ops(forward),
        repeated(collectRepeatedOps(forward)) {}

  LogicalResult collect();
  void printText(raw_ostream &os) const;
  void printJson(raw_ostream &os) const;

private:
  LogicalResult assignStages();
  void summarize(int64_t index);
  void collectTransfers();
  std::vector<Transfer> transfersOver(int64_t cut) const;
  int64_t bytesOfParams(const StageSummary &stage) const;

  func::FuncOp forward;
  std::string tag;
  ForwardOps ops;
  SetVector<Operation *> repeated;
  DenseMap<Operation *, int64_t> stageOf; // of ops that are not repeated
  std::vector<StageSummary> stages;
  std::vector<Transfer> transfers; // in program order
};
} // namespace

/// Index of `tag` on `op`, or none.
static std::optional<int64_t> indexOfTag(Operation *op, StringRef tag) {
  auto tags = op->getAttrOfType<DictionaryAttr>("piper.tags");
  auto index = tags ? tags.getAs<IntegerAttr>(tag) : IntegerAttr();
  return index ? std::optional(index.getInt()) : std::nullopt;
}

/// Bytes of all values that `transfers` send.
static int64_t bytesOfAll(ArrayRef<Transfer> transfers) {
  int64_t bytes = 0;
  for (const Transfer &transfer : transfers)
    bytes += bytesOf(transfer.value.getType());
  return bytes;
}

/// Reads the stage of every op that is not repeated; all are stage 0 where no
/// op has the tag.
LogicalResult Explainer::assignStages() {
  bool isTagged = llvm::any_of(forward.front(), [&](Operation &op) {
    return indexOfTag(&op, tag).has_value();
  });
  int64_t count = 1;
  for (Operation &op : forward.front().without_terminator()) {
    if (repeated.contains(&op))
      continue;
    std::optional<int64_t> index = isTagged ? indexOfTag(&op, tag) : 0;
    if (!index || *index < 0)
      return op.emitError()
             << "of " << describe(op.getLoc()) << " has no index of tag '"
             << tag << "'; run piper-annotate first";
    stageOf[&op] = *index;
    count = std::max(count, *index + 1);
  }
  stages.resize(count);
  return success();
}

/// Counts the ops of a stage and the repeated ones that they need.
void Explainer::summarize(int64_t index) {
  StageSummary &stage = stages[index];
  DenseSet<Operation *> needed;
  for (Operation &op : llvm::reverse(forward.front().without_terminator())) {
    auto own = stageOf.find(&op);
    if (own != stageOf.end() ? own->second != index : !needed.contains(&op))
      continue;
    if (own == stageOf.end()) {
      ++stage.repeated[op.getName().getStringRef()];
    } else {
      int64_t flops = flopsOf(&op);
      ++stage.ops;
      stage.contractions += flops > 0;
      stage.flops += flops;
    }
    for (Value operand : ops.operandsOf(&op)) {
      if (Operation *def = operand.getDefiningOp())
        needed.insert(def);
      else if (auto argument = cast<BlockArgument>(operand);
               forward.getArgAttr(argument.getArgNumber(), "piper.param"))
        stage.params.insert(argument);
    }
  }
}

/// A value is sent once to each later stage that reads it.
void Explainer::collectTransfers() {
  llvm::MapVector<Value, std::set<int64_t>> readers;
  for (Operation &op : forward.front().without_terminator()) {
    auto reader = stageOf.find(&op);
    for (Value result : op.getResults())
      if (reader != stageOf.end())
        readers[result];
    if (reader == stageOf.end())
      continue;
    for (Value operand : ops.operandsOf(&op))
      if (auto entry = readers.find(operand); entry != readers.end())
        entry->second.insert(reader->second);
  }
  for (auto &[value, indices] : readers) {
    int64_t from = stageOf.at(value.getDefiningOp());
    for (int64_t to : indices)
      if (to != from)
        transfers.push_back({value, from, to});
  }
}

LogicalResult Explainer::collect() {
  if (failed(assignStages()))
    return failure();
  for (int64_t index = 0, end = stages.size(); index < end; ++index)
    summarize(index);
  collectTransfers();
  return success();
}

/// What passes from the stages up to `cut` to those after it.
std::vector<Transfer> Explainer::transfersOver(int64_t cut) const {
  std::vector<Transfer> over;
  for (const Transfer &transfer : transfers)
    if (std::min(transfer.from, transfer.to) <= cut &&
        std::max(transfer.from, transfer.to) > cut)
      over.push_back(transfer);
  return over;
}

int64_t Explainer::bytesOfParams(const StageSummary &stage) const {
  int64_t bytes = 0;
  for (BlockArgument param : stage.params)
    bytes += bytesOf(param.getType());
  return bytes;
}

void Explainer::printText(raw_ostream &os) const {
  for (auto [index, stage] : llvm::enumerate(stages)) {
    os << "stage " << index << " of " << stages.size() << ": " << stage.ops
       << " ops, " << stage.contractions << " contractions with "
       << llvm::format("%.3f", stage.flops / 1e6) << " MFLOP, "
       << stage.params.size() << " parameters with " << bytesOfParams(stage)
       << " bytes\n";
    if (stage.repeated.empty())
      continue;
    os << "  repeats ";
    llvm::interleaveComma(stage.repeated, os, [&](const auto &entry) {
      os << entry.second << ' ' << entry.first;
    });
    os << '\n';
  }
  for (int64_t cut = 0, end = stages.size(); cut + 1 < end; ++cut) {
    std::vector<Transfer> over = transfersOver(cut);
    os << "cut between " << cut << " and " << cut + 1 << ": " << over.size()
       << " values with " << bytesOfAll(over) << " bytes\n";
    for (const Transfer &transfer : over)
      os << "  " << transfer.value.getType() << ", "
         << bytesOf(transfer.value.getType()) << " bytes, from "
         << describe(transfer.value.getLoc()) << ": stage " << transfer.from
         << " to " << transfer.to << '\n';
  }
}

void Explainer::printJson(raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto printStage = [&](int64_t index, const StageSummary &stage) {
    json.attribute("stage", index);
    json.attribute("ops", stage.ops);
    json.attribute("contractions", stage.contractions);
    json.attribute("flops", stage.flops);
    json.attribute("parameters", static_cast<int64_t>(stage.params.size()));
    json.attribute("parameter_bytes", bytesOfParams(stage));
    json.attributeObject("repeated", [&] {
      for (const auto &[name, number] : stage.repeated)
        json.attribute(name, number);
    });
  };
  auto printTransfer = [&](const Transfer &transfer) {
    std::string type;
    llvm::raw_string_ostream(type) << transfer.value.getType();
    json.attribute("type", type);
    json.attribute("bytes", bytesOf(transfer.value.getType()));
    json.attribute("module", modulePath(transfer.value.getLoc()));
    json.attribute("line", pythonLine(transfer.value.getLoc()));
    json.attribute("from", transfer.from);
    json.attribute("to", transfer.to);
  };
  json.object([&] {
    json.attributeArray("stages", [&] {
      for (auto [index, stage] : llvm::enumerate(stages))
        json.object(
            [&, index = index, &stage = stage] { printStage(index, stage); });
    });
    json.attributeArray("cuts", [&] {
      for (int64_t cut = 0, end = stages.size(); cut + 1 < end; ++cut)
        json.object([&] {
          std::vector<Transfer> over = transfersOver(cut);
          json.attribute("after", cut);
          json.attribute("bytes", bytesOfAll(over));
          json.attributeArray("values", [&] {
            for (const Transfer &transfer : over)
              json.object([&] { printTransfer(transfer); });
          });
        });
    });
  });
  os << '\n';
}

namespace {
struct ExplainPass : piper::impl::PiperExplainBase<ExplainPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<func::FuncOp> model = findModel(module);
    if (failed(model))
      return signalPassFailure();
    Explainer explainer(*model, getPipelineTag(module));
    if (failed(explainer.collect()))
      return signalPassFailure();
    if (json)
      explainer.printJson(llvm::outs());
    else
      explainer.printText(llvm::outs());
    markAllAnalysesPreserved();
  }
};
} // namespace
