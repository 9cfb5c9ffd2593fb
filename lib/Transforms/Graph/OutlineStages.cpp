//===- OutlineStages.cpp - One function per stage -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotateCost.h"
#include "MergeBodies.h"
#include "ModelFunction.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Support/Location.h"
#include "Piper/Support/Training.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace piper {
#define GEN_PASS_DEF_PIPEROUTLINESTAGES
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

/// Roles of the results that are summed over microbatches.
static const StringRef kSumRoles[] = {"loss", "weight"};

namespace {
/// One use of a parameter: by the ops of one module.
using UseSite = std::pair<Value, StringAttr>;

/// A value that leaves a stage for a later one.
struct Crossing {
  Value value;
  int64_t consumer;
};

/// What one stage consists of, as values and ops of the forward function.
struct Stage {
  explicit Stage(Location loc) : loc(loc) {}

  SmallVector<Operation *> ops; // in program order, shared ones included
  Location loc;
  SmallVector<Value> activations;
  SmallVector<Value> data;
  SmallVector<UseSite> uses;
  SmallVector<Crossing> results;
  SmallVector<Value> sums; // the loss and its weight
  func::FuncOp func;
};

class StageOutliner {
public:
  StageOutliner(func::FuncOp forward, const TrainingConfig &config,
                StringRef tag)
      : forward(forward), config(config), tag(tag),
        builder(forward.getContext()) {}

  LogicalResult run();

private:
  LogicalResult findTag();
  LogicalResult assignStages();
  LogicalResult checkSums();
  void findTrained();
  void collectOps();
  LogicalResult collectArguments(int64_t index);
  void collectResults();
  void createFunction(int64_t index);
  void createGraph();

  bool isParam(Value value) const {
    return isa<BlockArgument>(value) && attrOf(value, "piper.param");
  }
  StringAttr attrOf(Value argument, StringRef name) const {
    return func::FuncOp(forward).getArgAttrOfType<StringAttr>(
        cast<BlockArgument>(argument).getArgNumber(), name);
  }

  func::FuncOp forward;
  const TrainingConfig &config;
  std::string tag;
  OpBuilder builder;
  SetVector<Operation *> shared;          // repeated in each stage
  DenseMap<Operation *, int64_t> stageOf; // the other ops
  DenseSet<Value> trained;                // what a trainable parameter leads to
  SmallVector<Stage, 0> stages;
  SmallVector<TaskOp> tasks; // of the graph, one per stage
};
} // namespace

/// Everything `op` reads from outside, regions included, in order.
static SetVector<Value> getOperandsOf(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// Order of arguments, or of results in the program.
static bool isBefore(Value a, Value b) {
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second)
    return cast<BlockArgument>(a).getArgNumber() <
           cast<BlockArgument>(b).getArgNumber();
  return first == second ? cast<OpResult>(a).getResultNumber() <
                               cast<OpResult>(b).getResultNumber()
                         : first->isBeforeInBlock(second);
}

/// Takes the option, or the only tag in the function; none leaves it empty.
LogicalResult StageOutliner::findTag() {
  for (Operation &op : forward.front()) {
    auto tags = op.getAttrOfType<DictionaryAttr>("piper.tags");
    if (!tags || !tag.empty())
      continue;
    if (tags.size() > 1)
      return op.emitError() << "carries " << tags.size() << " tags, '"
                            << tags.begin()->getName().getValue() << "' and '"
                            << std::next(tags.begin())->getName().getValue()
                            << "': name the one that numbers the stages with "
                               "the option tag";
    if (!tags.empty())
      tag = tags.begin()->getName().str();
  }
  return success();
}

/// Reads the stage of every op that is not repeated.
LogicalResult StageOutliner::assignStages() {
  int64_t count = 1;
  for (Operation &op : forward.front().without_terminator()) {
    if (shared.contains(&op))
      continue;
    int64_t stage = 0;
    if (!tag.empty()) {
      auto tags = op.getAttrOfType<DictionaryAttr>("piper.tags");
      auto index = tags ? tags.getAs<IntegerAttr>(tag) : IntegerAttr();
      if (!index || index.getInt() < 0)
        return op.emitError()
               << "of " << describe(op.getLoc()) << " has no index of tag '"
               << tag << "'; run piper-annotate first";
      stage = index.getInt();
    }
    stageOf[&op] = stage;
    count = std::max(count, stage + 1);
  }
  stages.assign(count, Stage(forward.getLoc()));
  return success();
}

/// The last stage computes the loss and its weight.
LogicalResult StageOutliner::checkSums() {
  Operation *terminator = forward.front().getTerminator();
  if (terminator->getNumOperands() != 1 && terminator->getNumOperands() != 2)
    return forward.emitError()
           << "returns " << terminator->getNumOperands()
           << " values; it returns the loss, or (loss_sum, weight)";
  int64_t last = static_cast<int64_t>(stages.size()) - 1;
  for (auto [number, value] : llvm::enumerate(terminator->getOperands())) {
    StringRef name = number == 0 ? "loss" : "weight of the loss";
    Operation *def = value.getDefiningOp();
    auto stage = stageOf.find(def);
    if (stage == stageOf.end() && (number == 0 || !def))
      return forward.emitError()
             << "the " << name << " depends on no parameter and no input";
    if (stage != stageOf.end() && stage->second != last)
      return def->emitError()
             << "the " << name << " is in stage " << stage->second
             << "; it belongs to the last stage, " << last;
  }
  return success();
}

/// Finds the floating-point values that change with a trainable parameter: the
/// only ones that need a gradient.
void StageOutliner::findTrained() {
  for (BlockArgument argument : forward.getArguments())
    if (isParam(argument) &&
        config.isTrainable(attrOf(argument, "piper.param").getValue()))
      trained.insert(argument);
  for (Operation &op : forward.front().without_terminator())
    if (llvm::any_of(getOperandsOf(&op),
                     [&](Value value) { return trained.contains(value); }))
      for (Value result : op.getResults())
        if (isa<FloatType>(getElementTypeOrSelf(result.getType())))
          trained.insert(result);
}

/// Gives each stage its ops and the shared ones they need, in program order.
void StageOutliner::collectOps() {
  stages.back().sums =
      llvm::to_vector(forward.front().getTerminator()->getOperands());
  SmallVector<DenseSet<Operation *>> needed(stages.size());
  for (Value value : stages.back().sums)
    if (Operation *def = value.getDefiningOp(); shared.contains(def))
      needed.back().insert(def);
  for (Operation &op : llvm::reverse(forward.front().without_terminator()))
    for (auto [index, stage] : llvm::enumerate(stages)) {
      auto own = stageOf.find(&op);
      if (own != stageOf.end() ? own->second != static_cast<int64_t>(index)
                               : !needed[index].contains(&op))
        continue;
      stage.ops.push_back(&op);
      for (Value operand : getOperandsOf(&op))
        if (Operation *def = operand.getDefiningOp(); shared.contains(def))
          needed[index].insert(def);
    }
  for (Stage &stage : stages) {
    std::reverse(stage.ops.begin(), stage.ops.end());
    auto named = llvm::find_if(stage.ops, [&](Operation *op) {
      return stageOf.contains(op) && !modulePath(op->getLoc()).empty();
    });
    if (named != stage.ops.end())
      stage.loc = (*named)->getLoc();
  }
}

/// Finds what a stage reads from outside.
LogicalResult StageOutliner::collectArguments(int64_t index) {
  Stage &stage = stages[index];
  if (stage.ops.empty())
    return forward.emitError()
           << "stage " << index << " of " << stages.size() << " has no ops";
  SetVector<Value> activations, data;
  SetVector<UseSite> uses;
  for (Operation *op : stage.ops)
    for (Value operand : getOperandsOf(op)) {
      Operation *def = operand.getDefiningOp();
      if (!def && isParam(operand)) {
        uses.insert({operand, builder.getStringAttr(modulePath(op->getLoc()))});
      } else if (!def) {
        data.insert(operand);
      } else if (auto from = stageOf.find(def);
                 from != stageOf.end() && from->second != index) {
        if (from->second > index) {
          InFlightDiagnostic diagnostic =
              op->emitError()
              << "of " << describe(op->getLoc()) << " in stage " << index
              << " reads a value of the later stage " << from->second;
          diagnostic.attachNote(def->getLoc())
              << "computed by " << describe(def->getLoc());
          return diagnostic;
        }
        activations.insert(operand);
      }
    }
  stage.activations = activations.takeVector();
  llvm::sort(stage.activations, isBefore);
  stage.data = data.takeVector();
  llvm::sort(stage.data, isBefore);
  // Uses in the order of parameters, then of their first reader.
  SmallVector<std::pair<unsigned, unsigned>> order;
  for (auto [position, use] : llvm::enumerate(uses))
    order.push_back({cast<BlockArgument>(use.first).getArgNumber(), position});
  llvm::sort(order);
  for (auto [number, position] : order)
    stage.uses.push_back(uses[position]);
  return success();
}

/// Finds what leaves each stage: one result per value and later stage, the
/// latest stage first.
void StageOutliner::collectResults() {
  for (int64_t consumer = 0, end = stages.size(); consumer < end; ++consumer)
    for (Value value : stages[consumer].activations)
      stages[stageOf.at(value.getDefiningOp())].results.push_back(
          {value, consumer});
  for (Stage &stage : stages)
    llvm::sort(stage.results, [](const Crossing &a, const Crossing &b) {
      return a.value == b.value ? a.consumer > b.consumer
                                : isBefore(a.value, b.value);
    });
}

/// Writes the function of a stage after the forward function.
void StageOutliner::createFunction(int64_t index) {
  Stage &stage = stages[index];
  SmallVector<Type> argumentTypes, resultTypes;
  SmallVector<DictionaryAttr> argumentAttrs, resultAttrs;
  auto addArgument = [&](Value value, StringRef role, StringRef kind) {
    NamedAttrList attrs;
    attrs.append("piper.role", builder.getStringAttr(role));
    if (!kind.empty())
      attrs.append(kind, attrOf(value, kind));
    argumentTypes.push_back(value.getType());
    argumentAttrs.push_back(attrs.getDictionary(builder.getContext()));
  };
  // An activation that no trainable parameter leads to is data for its readers.
  for (Value value : stage.activations)
    addArgument(value, trained.contains(value) ? "input" : "data", "");
  for (Value value : stage.data)
    addArgument(value, "data",
                attrOf(value, "piper.input") ? "piper.input" : "piper.buffer");
  for (auto [value, module] : stage.uses) {
    StringRef name = attrOf(value, "piper.param").getValue();
    addArgument(value, config.isTrainable(name) ? "param" : "frozen",
                "piper.param");
  }
  for (const Crossing &crossing : stage.results) {
    resultTypes.push_back(crossing.value.getType());
    NamedAttrList attrs;
    if (!trained.contains(crossing.value))
      attrs.append("piper.role", builder.getStringAttr("data"));
    resultAttrs.push_back(attrs.getDictionary(builder.getContext()));
  }
  for (auto [value, role] : llvm::zip(stage.sums, kSumRoles)) {
    resultTypes.push_back(value.getType());
    resultAttrs.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr("piper.role", builder.getStringAttr(role))));
  }

  stage.func =
      func::FuncOp::create(stage.loc, "s" + std::to_string(index),
                           builder.getFunctionType(argumentTypes, resultTypes));
  stage.func.setPrivate();
  stage.func.setAllArgAttrs(argumentAttrs);
  stage.func.setAllResultAttrs(resultAttrs);
  Block *entry = stage.func.addEntryBlock();
  builder.setInsertionPointToStart(entry);

  IRMapping mapping;
  ValueRange arguments = entry->getArguments();
  mapping.map(ValueRange(stage.activations),
              arguments.take_front(stage.activations.size()));
  arguments = arguments.drop_front(stage.activations.size());
  mapping.map(ValueRange(stage.data), arguments.take_front(stage.data.size()));
  arguments = arguments.drop_front(stage.data.size());
  for (Operation *op : stage.ops) {
    // Which argument stands for a parameter depends on the reader.
    auto module = builder.getStringAttr(modulePath(op->getLoc()));
    for (auto [use, argument] : llvm::zip(stage.uses, arguments))
      if (use.second == module)
        mapping.map(use.first, argument);
    builder.clone(*op, mapping)->removeAttr("piper.tags");
  }
  SmallVector<Value> results;
  for (const Crossing &crossing : stage.results)
    results.push_back(mapping.lookup(crossing.value));
  for (Value value : stage.sums)
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, stage.loc, results);
}

/// Writes the mesh without axes and the graph with the forward tasks.
void StageOutliner::createGraph() {
  MLIRContext *context = builder.getContext();
  Location loc = forward.getLoc();
  builder.setInsertionPoint(forward);
  MeshOp::create(builder, loc, builder.getStringAttr("cluster"),
                 AxesAttr::get(context, {}, {}), DenseI64ArrayAttr(),
                 DictionaryAttr());
  auto valueType = [&](Type tensor) {
    return ValueType::get(context, cast<RankedTensorType>(tensor),
                          FlatSymbolRefAttr::get(context, "cluster"),
                          CoordAttr::get(context, {}, {}),
                          LayoutAttr::get(context, {}, {}, {}));
  };
  builder.setInsertionPointAfter(forward);
  auto graph = GraphOp::create(builder, loc, "train", 1);
  builder.setInsertionPointToStart(&graph.getBody().emplaceBlock());

  IRMapping mapping;
  for (BlockArgument argument : forward.getArguments()) {
    Type type = valueType(argument.getType());
    if (StringAttr name = attrOf(argument, "piper.param"))
      mapping.map(argument,
                  ParamOp::create(builder, argument.getLoc(), type, name,
                                  config.isTrainable(name)
                                      ? UnitAttr()
                                      : builder.getUnitAttr())
                      .getResult());
    else if (StringAttr name = attrOf(argument, "piper.buffer"))
      mapping.map(argument, ModelBufferOp::create(
                                builder, argument.getLoc(), type, name,
                                forward.getArgAttrOfType<IndexRangeAttr>(
                                    argument.getArgNumber(), "piper.range"))
                                .getResult());
  }
  Type sumType = valueType(RankedTensorType::get({}, builder.getF64Type()));
  SmallVector<Type> sumTypes(stages.back().sums.size(), sumType);
  auto loop = ForeachMicrobatchOp::create(builder, loc, sumTypes);
  Block &block = loop.getBody().emplaceBlock();
  block.addArguments(sumTypes, SmallVector<Location>(sumTypes.size(), loc));
  ReturnOp::create(
      builder, loc, ValueRange{}, ValueRange{}, loop.getResults(),
      builder.getStrArrayAttr(ArrayRef(kSumRoles).take_front(sumTypes.size())));
  builder.setInsertionPointToStart(&block);
  for (BlockArgument argument : forward.getArguments())
    if (StringAttr name = attrOf(argument, "piper.input"))
      mapping.map(argument,
                  InputOp::create(builder, argument.getLoc(),
                                  valueType(argument.getType()), name,
                                  forward.getArgAttrOfType<IndexRangeAttr>(
                                      argument.getArgNumber(), "piper.range"))
                      .getResult());

  DenseMap<std::pair<Value, int64_t>, Value> crossing;
  SmallVector<Value> sums(block.getArguments());
  for (auto [index, stage] : llvm::enumerate(stages)) {
    SmallVector<Value> operands;
    SmallVector<Type> results;
    for (Value value : stage.activations)
      operands.push_back(crossing.at({value, index}));
    for (Value value : stage.data)
      operands.push_back(mapping.lookup(value));
    for (auto [value, module] : stage.uses)
      operands.push_back(mapping.lookup(value));
    for (const Crossing &result : stage.results)
      results.push_back(valueType(result.value.getType()));
    if (!stage.sums.empty()) {
      llvm::append_range(operands, sums);
      llvm::append_range(results, sumTypes);
    }
    auto task =
        TaskOp::create(builder, stage.loc, results, stage.func.getSymName(),
                       PassKind::F, operands, builder.getI64IntegerAttr(index),
                       ArrayAttr(), DictionaryAttr());
    for (auto [result, value] : llvm::zip(stage.results, task.getResults()))
      crossing[{result.value, result.consumer}] = value;
    tasks.push_back(task);
    if (!stage.sums.empty())
      llvm::copy(task.getResults().take_back(sums.size()), sums.begin());
  }
  YieldOp::create(builder, loc, sums);
}

LogicalResult StageOutliner::run() {
  shared = collectRepeatedOps(forward);
  if (failed(findTag()) || failed(assignStages()))
    return failure();
  findTrained();
  collectOps();
  for (int64_t index = 0, end = stages.size(); index < end; ++index)
    if (failed(collectArguments(index)))
      return failure();
  if (failed(checkSums()))
    return failure();
  collectResults();
  SymbolTable symbols(forward->getParentOfType<ModuleOp>());
  for (int64_t index = 0, end = stages.size(); index < end; ++index) {
    createFunction(index);
    symbols.insert(stages[index].func, Block::iterator(forward));
  }
  createGraph();
  forward.erase();
  mergeBodies(tasks, symbols);
  return success();
}

namespace {
struct OutlineStagesPass
    : piper::impl::PiperOutlineStagesBase<OutlineStagesPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module.getOps<GraphOp>().empty() &&
        llvm::none_of(module.getOps<func::FuncOp>(), isModel))
      return; // Outlined before.
    FailureOr<func::FuncOp> model = findModel(module);
    if (failed(model))
      return signalPassFailure();
    TrainingConfig config;
    if (!training.empty()) {
      FailureOr<TrainingConfig> read = loadTraining(training, &getContext());
      if (failed(read))
        return signalPassFailure();
      config = *read;
    }
    std::vector<std::string> params;
    for (unsigned i : llvm::seq(model->getNumArguments()))
      if (auto name = model->getArgAttrOfType<StringAttr>(i, "piper.param"))
        params.push_back(name.str());
    if (failed(config.checkPatterns(params)))
      return signalPassFailure();
    if (failed(StageOutliner(*model, config, tag).run()))
      signalPassFailure();
  }
};
} // namespace
