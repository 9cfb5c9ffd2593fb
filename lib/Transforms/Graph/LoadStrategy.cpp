//===- LoadStrategy.cpp - Strategy files and directive ops -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/LocatedJson.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "Piper/Transforms/Graph/Strategy.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"

namespace piper {
#define GEN_PASS_DEF_PIPERLOADSTRATEGY
#define GEN_PASS_DEF_PIPERPRINTSTRATEGY
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Spellings of the file that differ from the ops', where a word is taken.
static constexpr std::pair<StringRef, StringRef> kOpSpellings[] = {
    {"mesh", "device_mesh"}, {"schedule", "use_schedule"}};
static constexpr std::pair<StringRef, StringRef> kKeySpellings[] = {
    {"auto", "parts"}};
static constexpr StringRef kDirectives[] = {
    "annotate", "mesh",     "place",     "replicate", "shard",   "split",
    "order",    "schedule", "recompute", "streams",   "parallel"};

using Spellings = ArrayRef<std::pair<StringRef, StringRef>>;

static StringRef toOp(StringRef word, Spellings spellings) {
  for (auto [file, op] : spellings)
    if (word == file)
      return op;
  return word;
}
static StringRef toFile(StringRef word, Spellings spellings) {
  for (auto [file, op] : spellings)
    if (word == op)
      return file;
  return word;
}

StringRef piper::directiveName(Operation *op) {
  return toFile(op->getName().stripDialect(), kOpSpellings);
}

InFlightDiagnostic piper::directiveError(Operation *op) {
  InFlightDiagnostic diagnostic = emitError(op->getLoc());
  diagnostic << directiveName(op);
  if (auto name = op->getAttrOfType<StringAttr>("name"))
    diagnostic << " \"" << name.getValue() << "\"";
  diagnostic << ": ";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Adds "; did you mean ..." or the list of what is known.
static LogicalResult suggest(InFlightDiagnostic &diagnostic, StringRef word,
                             ArrayRef<StringRef> known) {
  StringRef nearest = nearestWord(word, known);
  if (!nearest.empty())
    return diagnostic << "; did you mean \"" << nearest << "\"?";
  diagnostic << "; known are ";
  llvm::interleaveComma(known, diagnostic);
  return diagnostic;
}

/// Creates the op of one JSON object at the end of the strategy.
static LogicalResult createDirective(const LocatedObject &object,
                                     OpBuilder &builder) {
  StringRef directive;
  for (NamedAttribute entry : object.entries)
    if (entry.getName() == "op")
      if (auto name = dyn_cast<StringAttr>(entry.getValue()))
        directive = name.getValue();
  if (directive.empty())
    return emitError(object.loc)
           << "this directive has no \"op\", the name of a directive";
  if (!llvm::is_contained(kDirectives, directive)) {
    InFlightDiagnostic diagnostic =
        emitError(object.loc) << "unknown directive \"" << directive << "\"";
    return suggest(diagnostic, directive, kDirectives);
  }
  OperationState state(object.loc,
                       ("piper." + toOp(directive, kOpSpellings)).str());
  SmallVector<StringRef> known;
  for (StringAttr name : state.name.getAttributeNames())
    known.push_back(toFile(name.getValue(), kKeySpellings));
  for (NamedAttribute entry : object.entries) {
    StringRef key = entry.getName().getValue();
    if (key == "op")
      continue;
    if (!llvm::is_contained(known, key)) {
      InFlightDiagnostic diagnostic = emitError(object.loc)
                                      << directive << ": unknown key \"" << key
                                      << "\"";
      return suggest(diagnostic, key, known);
    }
    state.addAttribute(toOp(key, kKeySpellings), entry.getValue());
  }
  // An op holds its attributes by type, so their types come first.
  if (failed(state.name.verifyInherentAttrs(state.attributes, [&] {
        return emitError(object.loc) << directive << ": ";
      })))
    return failure();
  return verify(builder.create(state));
}

static LogicalResult readInto(StringRef text, StringRef name,
                              StrategyOp strategy) {
  FailureOr<std::vector<LocatedObject>> objects =
      readJsonObjects(text, name, strategy.getContext());
  if (failed(objects))
    return failure();
  OpBuilder builder = OpBuilder::atBlockEnd(&strategy.getBody().front());
  for (const LocatedObject &object : *objects)
    if (failed(createDirective(object, builder)))
      return failure();
  return success();
}

LogicalResult piper::loadStrategy(ArrayRef<std::string> files,
                                  StringRef inlineJson, ModuleOp module) {
  for (auto strategy : module.getOps<StrategyOp>())
    return strategy.emitError()
           << "the module has a strategy; files cannot be added to it";
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Location loc =
      files.empty()
          ? builder.getUnknownLoc()
          : Location(FileLineColLoc::get(builder.getContext(), files[0], 1, 1));
  auto strategy = StrategyOp::create(builder, loc, "s");
  strategy.getBody().emplaceBlock();
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!buffer)
      return emitError(loc) << "strategy: cannot read '" << file
                            << "': " << buffer.getError().message();
    if (failed(readInto((*buffer)->getBuffer(), file, strategy)))
      return failure();
  }
  if (!inlineJson.empty())
    return readInto(inlineJson, "strategy", strategy);
  return success();
}

namespace {
struct LoadStrategyPass : piper::impl::PiperLoadStrategyBase<LoadStrategyPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<std::string> files(strategy.begin(), strategy.end());
    if ((!files.empty() || !json.empty()) &&
        failed(loadStrategy(files, json, getOperation())))
      return signalPassFailure();
    if (failed(expandParallel(getOperation())))
      signalPassFailure();
  }
};

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

struct PrintStrategyPass
    : piper::impl::PiperPrintStrategyBase<PrintStrategyPass> {
  using Base::Base;

  void runOnOperation() override {
    llvm::outs() << '[';
    StringRef separator = "\n";
    for (auto strategy : getOperation().getOps<StrategyOp>())
      for (Operation &op : strategy.getBody().front()) {
        llvm::outs() << separator << "  {\"op\": \"" << directiveName(&op)
                     << '"';
        separator = ",\n";
        // Keys come in alphabetical order, whatever the file had.
        for (StringAttr name : op.getName().getAttributeNames())
          if (Attribute value = op.getAttr(name)) {
            llvm::outs() << ", \"" << toFile(name.getValue(), kKeySpellings)
                         << "\": ";
            printAsJson(value, llvm::outs());
          }
        llvm::outs() << '}';
      }
    llvm::outs() << "\n]\n";
    markAllAnalysesPreserved();
  }
};
} // namespace
