//===- BuildTrainingGraph.cpp - Backward tasks and the step's end -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeBodies.h"
#include "OptimizerBodies.h"
#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Support/Location.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace piper {
#define GEN_PASS_DEF_PIPERBUILDTRAININGGRAPH
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// The accumulator of one use of a parameter.
struct Accumulator {
  ParamOp param;
  Type type;
  Location loc;
  size_t stage;    // index of the forward task
  unsigned number; // of the stage's accumulators
  Value value;     // as block argument, then as result of the loop
};

/// A forward task and what its joint body adds to it.
struct StageTasks {
  TaskOp forward;
  func::FuncOp body;
  SmallVector<Value> cotangentOf;   // activations that get a cotangent
  SmallVector<Value> gradientOf;    // activations it gives a gradient for
  SmallVector<size_t> accumulators; // indices into the list of all
  bool hasBackward() const {
    return !gradientOf.empty() || !accumulators.empty();
  }
};

class GraphBuilder {
public:
  GraphBuilder(GraphOp graph, const TrainingConfig &config,
               int64_t microbatches)
      : graph(graph), config(config), microbatches(microbatches),
        symbols(graph->getParentOfType<ModuleOp>()),
        builder(graph.getContext()) {}

  LogicalResult run();

private:
  LogicalResult findLoop();
  LogicalResult readStages();
  LogicalResult readStage(TaskOp task);
  void orderAccumulators();
  void rebuildLoop();
  void addResidual(StageTasks &stage);
  LogicalResult addBackward();
  LogicalResult createStepEnd();
  Value createMean(Value sum, Location loc);
  Value createGradient(ArrayRef<Value> uses, Location loc);
  ValueType valueType(ArrayRef<int64_t> shape, Type element);

  GraphOp graph;
  const TrainingConfig &config;
  int64_t microbatches;
  SymbolTable symbols;
  OpBuilder builder;
  ForeachMicrobatchOp loop;
  SmallVector<StageTasks, 0> stages;
  SmallVector<Accumulator, 0> accumulators;
};
} // namespace

static bool isFloat(Value value) {
  return isa<FloatType>(
      cast<ValueType>(value.getType()).getTensor().getElementType());
}

LogicalResult GraphBuilder::findLoop() {
  auto loops = graph.getOps<ForeachMicrobatchOp>();
  if (!llvm::hasSingleElement(loops))
    return graph.emitError() << "needs one piper.foreach_microbatch; run "
                                "piper-outline-stages first";
  loop = *loops.begin();
  return success();
}

LogicalResult GraphBuilder::readStages() {
  SmallVector<TaskOp> tasks(loop.getBody().front().getOps<TaskOp>());
  for (TaskOp task : tasks) {
    auto body = symbols.lookup<func::FuncOp>(task.getBody());
    if (!body || !body->hasAttr("piper.joint"))
      return task.emitOpError() << "names @" << task.getBody()
                                << ", which is no joint body; run "
                                   "piper-differentiate first";
  }
  mergeBodies(tasks, symbols);
  for (TaskOp task : tasks)
    removeNames(symbols.lookup<func::FuncOp>(task.getBody()));
  for (TaskOp task : tasks)
    if (failed(readStage(task)))
      return failure();
  return success();
}

/// Matches the arguments of a joint body, by role, with the values of the
/// forward task.
LogicalResult GraphBuilder::readStage(TaskOp task) {
  StageTasks stage{
      task, symbols.lookup<func::FuncOp>(task.getBody()), {}, {}, {}};
  unsigned cotangents = 0, uses = 0;
  for (unsigned i = 0, end = stage.body.getNumArguments(); i < end; ++i) {
    auto role = stage.body.getArgAttrOfType<StringAttr>(i, "piper.role");
    StringRef name = role ? role.getValue() : "";
    cotangents += name == "cotangent";
    if (i >= task.getOperands().size())
      continue;
    Value operand = task.getOperands()[i];
    if (name == "input" && isFloat(operand))
      stage.gradientOf.push_back(operand);
    if (name != "param" || !isFloat(operand))
      continue;
    auto param = operand.getDefiningOp<ParamOp>();
    if (!param)
      return task.emitOpError() << "operand " << i << " is a parameter of @"
                                << task.getBody() << " but no piper.param";
    stage.accumulators.push_back(accumulators.size());
    accumulators.push_back({param, operand.getType(), param.getLoc(),
                            stages.size(), uses++, Value()});
  }
  // The loss and its weight are summed; what else leaves has a gradient, unless
  // nothing trainable leads to it.
  Operation *yield = loop.getBody().front().getTerminator();
  for (OpResult result : task.getResults()) {
    auto role = stage.body.getResultAttrOfType<StringAttr>(
        result.getResultNumber(), "piper.role");
    if (isFloat(result) && (!role || role.getValue() != "data") &&
        !llvm::is_contained(yield->getOperands(), result))
      stage.cotangentOf.push_back(result);
  }
  if (cotangents != stage.cotangentOf.size())
    return task.emitOpError()
           << "returns " << stage.cotangentOf.size()
           << " floating-point activations, but @" << task.getBody()
           << " takes " << cotangents << " cotangents";
  stages.push_back(std::move(stage));
  return success();
}

/// Parameters in the order of the model, uses in the order of the program.
void GraphBuilder::orderAccumulators() {
  SmallVector<size_t> order;
  for (ParamOp param : graph.getOps<ParamOp>())
    for (auto [index, accumulator] : llvm::enumerate(accumulators))
      if (accumulator.param == param)
        order.push_back(index);
  SmallVector<Accumulator, 0> sorted;
  SmallVector<size_t> position(order.size());
  for (auto [to, from] : llvm::enumerate(order)) {
    sorted.push_back(accumulators[from]);
    position[from] = to;
  }
  accumulators = std::move(sorted);
  for (StageTasks &stage : stages)
    for (size_t &index : stage.accumulators)
      index = position[index];
}

/// Replaces the loop by one with all accumulators, the loss and its weight
/// last.
void GraphBuilder::rebuildLoop() {
  SmallVector<Type> types;
  for (const Accumulator &accumulator : accumulators)
    types.push_back(accumulator.type);
  llvm::append_range(types, loop.getResultTypes());
  builder.setInsertionPoint(loop);
  auto rebuilt = ForeachMicrobatchOp::create(builder, loop.getLoc(), types);
  rebuilt.getBody().takeBody(loop.getBody());
  Block &block = rebuilt.getBody().front();
  for (auto [index, accumulator] : llvm::enumerate(accumulators))
    accumulator.value =
        block.insertArgument(index, accumulator.type, accumulator.loc);
  loop.replaceAllUsesWith(rebuilt.getResults().take_back(loop.getNumResults()));
  loop.erase();
  loop = rebuilt;
}

void GraphBuilder::addResidual(StageTasks &stage) {
  TaskOp old = stage.forward;
  builder.setInsertionPoint(old);
  SmallVector<Type> types(old.getResultTypes());
  types.push_back(ResidualType::get(builder.getContext(), old.getBodyAttr()));
  auto task =
      TaskOp::create(builder, old.getLoc(), types, old.getBodyAttr(),
                     old.getPassAttr(), old.getOperands(), old.getStageAttr(),
                     old.getCoordsAttr(), old.getTagsAttr());
  for (StageTasks &other : stages)
    for (SmallVector<Value> *values : {&other.cotangentOf, &other.gradientOf})
      for (Value &value : *values)
        if (value.getDefiningOp() == old)
          value = task.getResult(cast<OpResult>(value).getResultNumber());
  old.replaceAllUsesWith(task.getResults().drop_back());
  old.erase();
  stage.forward = task;
}

/// Adds the backward tasks, the last stage first.
LogicalResult GraphBuilder::addBackward() {
  for (StageTasks &stage : stages)
    if (stage.hasBackward())
      addResidual(stage);
  auto yield = cast<YieldOp>(loop.getBody().front().getTerminator());
  SmallVector<Value> sums(yield.getOperands());
  DenseMap<Value, Value> gradients;
  for (StageTasks &stage : llvm::reverse(stages)) {
    if (!stage.hasBackward())
      continue;
    builder.setInsertionPoint(yield);
    SmallVector<Value> operands{stage.forward.getResults().back()};
    SmallVector<Type> types;
    for (Value value : stage.cotangentOf) {
      Value gradient = gradients.lookup(value);
      if (!gradient)
        return stage.forward.emitOpError()
               << "returns an activation that no later stage gives a "
                  "gradient for";
      operands.push_back(gradient);
    }
    for (size_t index : stage.accumulators)
      operands.push_back(accumulators[index].value);
    for (Value value : stage.gradientOf)
      types.push_back(value.getType());
    for (size_t index : stage.accumulators)
      types.push_back(accumulators[index].type);
    TaskOp forward = stage.forward;
    auto backward = TaskOp::create(
        builder, forward.getLoc(), types, forward.getBody(), PassKind::B,
        operands, forward.getStageAttr(), ArrayAttr(), forward.getTagsAttr());
    ValueRange results = backward.getResults();
    for (auto [value, result] : llvm::zip(stage.gradientOf, results))
      gradients[value] = result;
    results = results.drop_front(stage.gradientOf.size());
    for (auto [index, result] : llvm::zip(stage.accumulators, results))
      accumulators[index].value = result;
  }
  SmallVector<Value> yields;
  for (const Accumulator &accumulator : accumulators)
    yields.push_back(accumulator.value);
  llvm::append_range(yields, sums);
  yield->setOperands(yields);
  for (auto [index, accumulator] : llvm::enumerate(accumulators))
    accumulator.value = loop.getResult(index);
  return success();
}

ValueType GraphBuilder::valueType(ArrayRef<int64_t> shape, Type element) {
  auto like = cast<ValueType>(loop.getResults().back().getType());
  return ValueType::get(builder.getContext(),
                        RankedTensorType::get(shape, element), like.getMesh(),
                        like.getPlacement(), like.getLayout());
}

/// A sum over microbatches as a mean: of microbatches, or by the weight where
/// the model returns one.
Value GraphBuilder::createMean(Value sum, Location loc) {
  bool weighted = loop.getNumResults() == accumulators.size() + 2;
  return ScaleOnceOp::create(
      builder, loc, sum.getType(), sum,
      weighted ? IntegerAttr() : builder.getI64IntegerAttr(microbatches),
      weighted ? Value(loop.getResults().back()) : Value());
}

/// The mean over microbatches of what the uses of a parameter accumulated.
Value GraphBuilder::createGradient(ArrayRef<Value> uses, Location loc) {
  Value sum = uses.front();
  if (uses.size() > 1)
    sum = SumUsesOp::create(builder, loc, sum.getType(), uses);
  return createMean(sum, loc);
}

/// Sums uses, scales, takes the norm, updates; then the metrics.
LogicalResult GraphBuilder::createStepEnd() {
  OptimizerBodies bodies(symbols, config, graph);
  auto terminator = cast<ReturnOp>(graph.getBody().front().getTerminator());
  Location loc = graph.getLoc();
  builder.setInsertionPoint(loop);
  SmallVector<std::pair<ParamOp, SmallVector<Value>>> trained;
  SmallVector<SmallVector<Value>> states;
  for (const Accumulator &accumulator : accumulators) {
    if (trained.empty() || trained.back().first != accumulator.param)
      trained.push_back({accumulator.param, {}});
    trained.back().second.push_back(accumulator.value);
  }
  for (auto &[param, uses] : trained) {
    SmallVector<Value> &own = states.emplace_back();
    for (StringRef name : config.stateNames())
      own.push_back(StateOp::create(builder, param.getLoc(), param.getType(),
                                    name, param.getName()));
  }
  Value step =
      StepIndexOp::create(builder, loc, valueType({}, builder.getI64Type()));
  ValueType hyperType = valueType({4}, builder.getF64Type());
  Value hyper =
      TaskOp::create(builder, loc, TypeRange{hyperType},
                     bodies.getHyper().getSymName(), PassKind::UPD, step,
                     IntegerAttr(), ArrayAttr(), DictionaryAttr())
          .getResult(0);

  builder.setInsertionPoint(terminator);
  SmallVector<Value> gradients, newParams, newStates;
  for (auto &[param, uses] : trained)
    gradients.push_back(createGradient(uses, param.getLoc()));
  Value norm = GlobalNormOp::create(
      builder, loc, valueType({}, builder.getF64Type()), gradients);
  for (auto [index, entry] : llvm::enumerate(trained)) {
    ParamOp param = entry.first;
    RankedTensorType tensor = param.getType().getTensor();
    if (!tensor.getElementType().isF32())
      return param.emitError()
             << "parameter \"" << param.getName() << "\" has type " << tensor
             << "; training is in f32";
    SmallVector<Value> inouts{param};
    llvm::append_range(inouts, states[index]);
    func::FuncOp body =
        bodies.getUpdate(tensor, config.valuesOf(param.getName()));
    auto update = UpdateOp::create(
        builder, param.getLoc(), ValueRange(inouts).getTypes(),
        body.getSymName(), ValueRange{gradients[index], hyper, norm}, inouts);
    newParams.push_back(update.getResult(0));
    llvm::append_range(newStates, update.getResults().drop_front());
  }
  Value mean = createMean(loop.getResult(accumulators.size()), loc);
  ReturnOp::create(builder, terminator.getLoc(), newParams, newStates,
                   ValueRange{mean, norm, hyper},
                   builder.getStrArrayAttr({"loss", "grad_norm", "lr"}));
  terminator.erase();
  return success();
}

LogicalResult GraphBuilder::run() {
  if (failed(findLoop()) || failed(readStages()))
    return failure();
  if (accumulators.empty())
    return graph.emitError() << "has nothing to train: no parameter is "
                                "trainable";
  orderAccumulators();
  rebuildLoop();
  if (failed(addBackward()) || failed(createStepEnd()))
    return failure();
  for (ParamOp param : graph.getOps<ParamOp>())
    if (!param.getFrozen() &&
        llvm::none_of(accumulators, [&](const Accumulator &accumulator) {
          return accumulator.param == param;
        })) {
      param.emitWarning() << "parameter \"" << param.getName()
                          << "\" is used by no stage; it stays as it is";
      param.setFrozen(true);
    }
  graph.setMicrobatches(microbatches);
  return success();
}

namespace {
struct BuildTrainingGraphPass
    : piper::impl::PiperBuildTrainingGraphBase<BuildTrainingGraphPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (training.empty()) {
      module.emitError() << "piper-build-training-graph needs the option "
                            "training=FILE";
      return signalPassFailure();
    }
    if (microbatches < 1) {
      module.emitError() << "microbatches="
                         << static_cast<int64_t>(microbatches)
                         << "; at least one is needed";
      return signalPassFailure();
    }
    FailureOr<TrainingConfig> config = loadTraining(training, &getContext());
    if (failed(config))
      return signalPassFailure();
    for (GraphOp graph : llvm::to_vector(module.getOps<GraphOp>())) {
      if (!graph.getOps<UpdateOp>().empty())
        continue; // Built before.
      if (failed(GraphBuilder(graph, *config, microbatches).run()))
        return signalPassFailure();
    }
  }
};
} // namespace
