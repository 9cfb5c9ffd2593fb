//===- ReportResiduals.cpp - What forward passes keep -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Transforms/Autodiff/Passes.h"

#include "Piper/Support/ByteSize.h"
#include "Piper/Support/Location.h"
#include "Piper/Support/ReportFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace piper {
#define GEN_PASS_DEF_PIPERREPORTRESIDUALS
#include "Piper/Transforms/Autodiff/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// A value that a backward body reads from an earlier body.
struct Kept {
  Value value; // in the body that made it
  int64_t bytes;
};

/// What one backward body reads.
struct Reading {
  std::string backward;
  SmallVector<std::string> makers; // bodies that keep it
  std::vector<int64_t> stages;     // that use the body
  std::vector<Kept> values;        // in the order of the arguments

  int64_t getBytes() const {
    int64_t bytes = 0;
    for (const Kept &kept : values)
      bytes += kept.bytes;
    return bytes;
  }
};

struct Layer {
  int64_t bytes = 0, values = 0;
};
using Layers =
    llvm::MapVector<std::string, Layer, std::map<std::string, unsigned>>;
} // namespace

/// The module path up to its first number ("layers.3" of "layers.3.mlp"), or
/// its first name where it has none.
static std::string getLayer(Value value) {
  if (isa<BlockArgument>(value))
    return "(inputs)";
  std::string path = modulePath(value.getLoc());
  if (path.empty())
    return "(no module)";
  SmallVector<StringRef> names;
  StringRef(path).split(names, '.');
  auto *number = llvm::find_if(names, [](StringRef name) {
    return !name.empty() && llvm::all_of(name, llvm::isDigit);
  });
  if (number == names.end())
    return names.front().str();
  return path.substr(0, number->end() - path.data());
}

/// The value of `maker` that `source`, as in `piper.source`, names; null for
/// cotangents and accumulators, and for parameters and buffers, which stay in
/// memory anyway.
static Value getSource(func::FuncOp maker, StringRef source) {
  auto [kind, number] = source.split(':');
  unsigned index = 0;
  if (!maker || maker.isExternal() || number.getAsInteger(10, index))
    return nullptr;
  auto count = [&](StringRef name) -> unsigned {
    auto attr = maker->getAttrOfType<IntegerAttr>(name);
    return attr ? attr.getInt() : 0;
  };
  Operation *result = maker.getBody().front().getTerminator();
  unsigned residuals = count("piper.residuals");
  unsigned end = result->getNumOperands() - count("piper.inouts");
  if (residuals > end)
    return nullptr;
  if ((kind == "residual" || kind == "bi") && index < residuals)
    return result->getOperand(end - residuals + index);
  if (kind == "activation" && index < end - residuals)
    return result->getOperand(index);
  if (kind != "arg" || index >= maker.getNumArguments())
    return nullptr;
  auto role = maker.getArgAttrOfType<StringAttr>(index, "piper.role");
  bool rests =
      maker.getArgAttr(index, "piper.buffer") ||
      (role && llvm::is_contained({"param", "frozen"}, role.getValue()));
  return rests ? nullptr : maker.getArgument(index);
}

static Reading readBackward(func::FuncOp backward, func::FuncOp forward,
                            func::FuncOp bi) {
  Reading reading{backward.getName().str(), {}, {}, {}};
  reading.makers.push_back(forward.getName().str());
  for (unsigned i = 0, end = backward.getNumArguments(); i < end; ++i) {
    auto source = backward.getArgAttrOfType<StringAttr>(i, "piper.source");
    if (!source)
      continue;
    bool isOfBI = source.getValue().starts_with("bi:");
    if (Value value = getSource(isOfBI ? bi : forward, source.getValue()))
      reading.values.push_back({value, bytesOf(value.getType())});
    if (isOfBI && reading.makers.size() == 1)
      reading.makers.push_back(bi.getName().str());
  }
  return reading;
}

/// In the order of their first values.
static Layers getLayers(const Reading &reading) {
  Layers layers;
  for (const Kept &kept : reading.values) {
    Layer &layer = layers[getLayer(kept.value)];
    layer.bytes += kept.bytes;
    ++layer.values;
  }
  return layers;
}

/// The values with the most bytes, at most `count`.
static std::vector<Kept> getLargest(const Reading &reading, size_t count) {
  std::vector<Kept> values = reading.values;
  llvm::stable_sort(
      values, [](const Kept &a, const Kept &b) { return a.bytes > b.bytes; });
  values.resize(std::min(values.size(), count));
  return values;
}

static StringRef getOpName(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? op->getName().getStringRef() : "argument";
}

static void printText(const Reading &reading, size_t count, raw_ostream &os) {
  os << "@" << reading.backward;
  if (!reading.stages.empty()) {
    os << (reading.stages.size() > 1 ? " (stages " : " (stage ");
    llvm::interleaveComma(reading.stages, os);
    os << ")";
  }
  os << " reads " << reading.getBytes() << " bytes in " << reading.values.size()
     << " values that @" << llvm::join(reading.makers, " and @") << " kept\n";
  for (const auto &[name, layer] : getLayers(reading))
    os << "  " << name << ": " << layer.bytes << " bytes in " << layer.values
       << (layer.values == 1 ? " value\n" : " values\n");
  std::vector<Kept> largest = getLargest(reading, count);
  if (!largest.empty())
    os << "  largest:\n";
  for (const Kept &kept : largest)
    os << "    " << kept.bytes << " bytes, " << kept.value.getType() << ", "
       << getOpName(kept.value) << " of " << describe(kept.value.getLoc())
       << "\n";
}

static void printJson(const Reading &reading, size_t count,
                      llvm::json::OStream &json) {
  json.attribute("body", reading.backward);
  json.attributeArray("stages", [&] {
    for (int64_t stage : reading.stages)
      json.value(stage);
  });
  json.attributeArray("kept_by", [&] {
    for (const std::string &maker : reading.makers)
      json.value(maker);
  });
  json.attribute("bytes", reading.getBytes());
  json.attribute("values", static_cast<int64_t>(reading.values.size()));
  json.attributeArray("layers", [&] {
    for (const auto &[name, layer] : getLayers(reading))
      json.object([&, name = name, layer = layer] {
        json.attribute("layer", name);
        json.attribute("bytes", layer.bytes);
        json.attribute("values", layer.values);
      });
  });
  json.attributeArray("largest", [&] {
    for (const Kept &kept : getLargest(reading, count))
      json.object([&] {
        std::string type;
        llvm::raw_string_ostream(type) << kept.value.getType();
        json.attribute("type", type);
        json.attribute("bytes", kept.bytes);
        json.attribute("op", getOpName(kept.value));
        json.attribute("module", modulePath(kept.value.getLoc()));
        json.attribute("line", pythonLine(kept.value.getLoc()));
      });
  });
}

namespace {
struct ReportResidualsPass
    : piper::impl::PiperReportResidualsBase<ReportResidualsPass> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    SymbolTable symbols(getOperation());
    std::map<StringRef, std::vector<int64_t>> stages;
    getOperation().walk([&](TaskOp task) {
      if (task.getPass() == PassKind::F && task.getStage())
        stages[task.getBody()].push_back(*task.getStage());
    });
    std::vector<Reading> readings;
    for (auto backward : getOperation().getOps<func::FuncOp>()) {
      auto [name, suffix] = backward.getName().rsplit('.');
      if ((suffix != "B" && suffix != "BW") || backward.isExternal())
        continue;
      auto forward = symbols.lookup<func::FuncOp>((name + ".F").str());
      if (!forward || forward.isExternal())
        continue;
      auto bi = symbols.lookup<func::FuncOp>((name + ".BI").str());
      readings.push_back(readBackward(backward, forward, bi));
      readings.back().stages = stages[name];
    }
    if (failed(writeReport(getOperation(), output,
                           [&](raw_ostream &os) { print(readings, os); })))
      signalPassFailure();
  }

  void print(ArrayRef<Reading> readings, raw_ostream &os) {
    if (!useJson) {
      for (const Reading &reading : readings)
        printText(reading, largest, os);
      return;
    }
    llvm::json::OStream json(os, /*IndentSize=*/2);
    json.array([&] {
      for (const Reading &reading : readings)
        json.object([&] { printJson(reading, largest, json); });
    });
    os << "\n";
  }
};
} // namespace
