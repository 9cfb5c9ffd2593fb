//===- StageBodies.cpp - Bodies of stages and who reads which value -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageBodies.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

static int64_t intAttr(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : 0;
}

/// "arg:3" -> argument 3.
static std::optional<Source> parseSource(StringRef text) {
  auto [word, number] = text.split(':');
  Source source;
  auto kind = llvm::StringSwitch<std::optional<Source::Kind>>(word)
                  .Case("arg", Source::Argument)
                  .Case("activation", Source::Activation)
                  .Case("residual", Source::Residual)
                  .Case("cotangent", Source::Cotangent)
                  .Case("acc", Source::Accumulator)
                  .Case("bi", Source::FromBI)
                  .Default(std::nullopt);
  if (!kind || number.getAsInteger(10, source.index) || source.index < 0)
    return std::nullopt;
  source.kind = *kind;
  return source;
}

/// Cotangents stand between the residual and the accumulators.
static int64_t numCotangents(TaskOp backward) {
  return llvm::count_if(backward.getOperands(), [](Value operand) {
    return !isa<BlockArgument>(operand) &&
           !isa<ResidualType>(operand.getType());
  });
}

/// The graph's value that an argument is; null for residuals.
Value StageIndex::valueOf(const StageBodies &stage, Source source) const {
  TaskOp forward = stage.forward, backward = stage.backward;
  auto operand = [](TaskOp task, int64_t index, int64_t end) {
    return index < end ? task.getOperand(index) : Value();
  };
  switch (source.kind) {
  case Source::Argument:
    return operand(forward, source.index, forward.getNumOperands());
  case Source::Activation:
    for (auto [k, result] : llvm::enumerate(stage.resultOf))
      if (result == source.index)
        return forward.getResult(k);
    return {};
  case Source::Cotangent:
    return operand(backward, 1 + source.index, 1 + numCotangents(backward));
  case Source::Accumulator:
    return operand(backward, 1 + numCotangents(backward) + source.index,
                   backward.getNumOperands());
  case Source::Residual:
  case Source::FromBI:
    return {};
  }
  llvm_unreachable("all kinds are handled");
}

FailureOr<Body> StageIndex::readBackward(const StageBodies &stage,
                                         func::FuncOp function) {
  Body body;
  body.function = function;
  body.inouts = intAttr(function, "piper.inouts");
  body.residuals = intAttr(function, "piper.residuals");
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    auto text = function.getArgAttrOfType<StringAttr>(i, "piper.source");
    std::optional<Source> source =
        parseSource(text ? text.getValue() : StringRef());
    bool known = source.has_value();
    if (known && source->kind == Source::Residual)
      known = source->index < stage.f.residuals;
    else if (known && source->kind == Source::FromBI)
      known = stage.bi && source->index < stage.bi.residuals;
    else if (known)
      known = static_cast<bool>(valueOf(stage, *source));
    if (!known)
      return TaskOp(stage.backward).emitError()
             << "@" << function.getSymName() << " wants \""
             << (text ? text.getValue() : StringRef())
             << "\", which the graph does not have";
    body.sources.push_back(*source);
  }
  return body;
}

LogicalResult StageIndex::readStage(SymbolTable &symbols, TaskOp forward,
                                    TaskOp backward) {
  auto find = [&](StringRef suffix) {
    return symbols.lookup<func::FuncOp>((forward.getBody() + suffix).str());
  };
  StageBodies &stage = stages.emplace_back();
  stage.forward = forward;
  stage.backward = backward;
  stage.f.function = find(".F");
  if (!stage.f)
    return forward.emitError() << "needs @" << forward.getBody()
                               << ".F; run piper-cut-backward first";
  stage.f.inouts = intAttr(stage.f.function, "piper.inouts");
  stage.f.residuals = intAttr(stage.f.function, "piper.residuals");
  auto shared =
      stage.f.function->getAttrOfType<DenseI64ArrayAttr>("piper.activations");
  if (shared)
    stage.resultOf = llvm::to_vector(shared.asArrayRef());
  else
    stage.resultOf =
        llvm::to_vector(llvm::seq<int64_t>(0, stage.f.numValues()));
  if (!backward)
    return success();
  if (!find(".B"))
    return backward.emitError() << "needs @" << backward.getBody()
                                << ".B; run piper-cut-backward first";
  for (auto [suffix, body] : {std::pair<StringRef, Body *>{".B", &stage.b},
                              {".BI", &stage.bi},
                              {".BW", &stage.bw}}) {
    func::FuncOp function = find(suffix);
    if (!function)
      continue;
    FailureOr<Body> read = readBackward(stage, function);
    if (failed(read))
      return failure();
    *body = std::move(*read);
  }
  return success();
}

/// Gives activations and transfers that are one in memory one name.
void StageIndex::nameValues(const GraphStages &graph) {
  for (const StageBodies &stage : stages) {
    llvm::SmallDenseMap<int64_t, Value> first;
    for (auto [k, result] : llvm::enumerate(stage.resultOf)) {
      Value value = TaskOp(stage.forward).getResult(k);
      auto [entry, isNew] = first.try_emplace(result, value);
      if (!isNew)
        canonicalOf[value] = entry->second;
    }
  }
  llvm::DenseMap<std::pair<Value, Attribute>, TransferOp> known;
  for (auto transfer : ForeachMicrobatchOp(graph.loop).getOps<TransferOp>()) {
    Value source = canonical(transfer.getOperand());
    auto [entry, isNew] = known.try_emplace(
        {source, transfer.getType().getPlacement()}, transfer);
    if (isNew)
      transfers[source].push_back(transfer);
    else
      canonicalOf[transfer.getResult()] = entry->second.getResult();
  }
}

StageReads &StageIndex::readsBy(Value value, int64_t stage) {
  auto &list = reads[canonical(value)];
  if (list.empty() || list.back().stage != stage)
    list.push_back({stage});
  return list.back();
}

/// Notes what each argument of each body is, and counts.
void StageIndex::countReads(int64_t index) {
  StageBodies &stage = stages[index];
  for (Value operand : TaskOp(stage.forward).getOperands()) {
    stage.f.values.push_back(canonical(operand));
    ++readsBy(operand, index).forward;
  }
  stage.residualReads.resize(stage.f.residuals);
  stage.biReads.resize(stage.bi.residuals);
  for (Body *body : {&stage.b, &stage.bi, &stage.bw})
    for (Source source : body->sources) {
      bool whole = body == &stage.b;
      Value value = valueOf(stage, source);
      body->values.push_back(value ? canonical(value) : Value());
      if (value) {
        StageReads &entry = readsBy(value, index);
        ++(whole ? entry.whole : entry.parts);
      } else if (source.kind == Source::FromBI) {
        ++stage.biReads[source.index];
      } else {
        auto &[byB, byParts] = stage.residualReads[source.index];
        ++(whole ? byB : byParts);
      }
    }
}

LogicalResult StageIndex::read(ModuleOp module, const GraphStages &graph) {
  SymbolTable symbols(module);
  for (auto [forward, backward] : llvm::zip(graph.forward, graph.backward))
    if (failed(readStage(symbols, forward, backward)))
      return failure();
  nameValues(graph);
  for (int64_t stage = 0, end = stages.size(); stage < end; ++stage)
    countReads(stage);
  return success();
}
