//===- StepEmitter.cpp - Actions before and after the microbatches -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Splitter.h"
#include "StepBodies.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

static RankedTensorType tensorOf(Value value) {
  return mlir::cast<ValueType>(value.getType()).getTensor();
}

static CoordAttr placed(Value value) {
  return mlir::cast<ValueType>(value.getType()).getPlacement();
}

bool StepEmitter::holds(unsigned player, Value value) {
  return cast.holds(player, placed(value));
}

/// "pp1" for the player's role, "all" where it fixes nothing; players with the
/// same placement of stages share bodies.
std::string StepEmitter::labelOf(unsigned player) {
  if (!stages.axis)
    return "all";
  CoordAttr coord = cast.players()[player].coord;
  return stages.axis.getValue().str() +
         std::to_string(coord.get(stages.axis.getValue()).value_or(0));
}

LogicalResult StepEmitter::emitStart() {
  GraphOp graph = stages.graph;
  ForeachMicrobatchOp loop = stages.loop;
  Location loc = graph.getLoc();
  for (unsigned player = 0; player < cast.players().size(); ++player) {
    for (auto task : graph.getOps<TaskOp>()) {
      if (task.getPass() != PassKind::UPD || !holds(player, task.getResult(0)))
        continue;
      if (task.getNumOperands() != 1 ||
          !task.getOperand(0).getDefiningOp<StepIndexOp>())
        return task.emitError()
               << "a task outside the loop takes the step index only";
      actions.append(actions.launch(
          player, task.getLoc(), task.getBody(), {resting.step(player)},
          {resting.hyper(player, task)}, {}, {std::nullopt, false, "U"}));
    }
    SmallVector<Attribute> zeros;
    for (OpResult result : loop.getResults())
      if (holds(player, result))
        zeros.push_back(resting.accumulator(player, result.getResultNumber()));
    zeros.push_back(resting.sums(player));
    actions.append(actions.zero(player, loc, zeros));
  }
  return success();
}

/// Where a gradient is at a holder on its way from the loop to the update.
FailureOr<Attribute> StepEmitter::resolve(unsigned player, Value value) {
  Operation *op = value.getDefiningOp();
  if (op == stages.loop)
    return resting.accumulator(player,
                               mlir::cast<OpResult>(value).getResultNumber());
  if (isa<AllReduceOp, ScaleOnceOp>(op))
    return resolve(player, op->getOperand(0));
  if (isa<TransferOp>(op))
    if (auto found = received.find({player, op}); found != received.end())
      return found->second;
  return op->emitError()
         << "cannot be done at the end of a step; relayouts are "
            "planned by piper-plan-relayouts";
}

/// Sums over replicas: one collective per bucket.
void StepEmitter::emitReductions() {
  GraphOp graph = stages.graph;
  llvm::MapVector<Attribute, SmallVector<AllReduceOp>> buckets;
  Builder builder(graph.getContext());
  for (auto reduce : graph.getOps<AllReduceOp>()) {
    Attribute bucket = reduce->getAttr("bucket");
    Attribute key = builder.getArrayAttr(
        {placed(reduce.getResult()), reduce.getAxes(),
         TypeAttr::get(tensorOf(reduce.getResult()).getElementType()),
         bucket ? bucket : builder.getUnitAttr()});
    buckets[key].push_back(reduce);
  }
  for (auto &[key, reduces] : buckets) {
    AllReduceOp first = reduces.front();
    auto parts = [&](unsigned player) {
      return llvm::map_to_vector(reduces, [&](AllReduceOp reduce) -> Attribute {
        FailureOr<Attribute> ref = resolve(player, reduce.getOperand());
        return failed(ref) ? Attribute() : *ref;
      });
    };
    actions.allReduce(cast.at(placed(first.getResult())), first.getLoc(),
                      first.getAxes(), parts, {});
  }
}

/// A use of a tied parameter goes to its other holder, the weight of the loss
/// to every holder of a gradient.
LogicalResult StepEmitter::emitExchange(TransferOp transfer) {
  Value source = transfer.getOperand(), result = transfer.getResult();
  RankedTensorType type = tensorOf(result);
  for (unsigned from : cast.at(placed(source))) {
    unsigned to = cast.partner(from, placed(result));
    FailureOr<Attribute> ref = resolve(from, source);
    if (failed(ref))
      return failure();
    StringRef name = type.getElementType().isF64() ? "weight" : "tied";
    BufferOp target = cast.addBuffer(to, name + Twine(received.size()), type,
                                     BufferKind::Accumulator);
    received[{to, transfer}] = refTo(target);
    if (cast.sameProgram(from, to)) {
      // Both holders change their own in place, so the other gets a copy.
      func::FuncOp copy = buildCopy(module, transfer.getLoc(), type);
      actions.append(actions.launch(to, transfer.getLoc(), copy.getSymName(),
                                    {*ref}, {refTo(target)}, {},
                                    {std::nullopt, false, "U"}));
      continue;
    }
    StringAttr channel =
        actions.channel(transfer, name, placed(source), placed(result), type);
    auto [send, receive] = actions.message(from, to, transfer.getLoc(), channel,
                                           name, *ref, refTo(target), {});
    actions.append(send);
    actions.append(receive);
  }
  return success();
}

LogicalResult StepEmitter::emitFinish(unsigned player) {
  GraphOp graph = stages.graph;
  SmallVector<Attribute> ins, updated;
  SmallVector<RankedTensorType> inputs;
  SmallVector<FinishedGradient> gradients;
  MeanDivisor divisor;
  std::optional<int64_t> lossAt;
  // Position of an accumulator among the inputs.
  auto input = [&](Value value) -> FailureOr<int64_t> {
    FailureOr<Attribute> ref = resolve(player, value);
    if (failed(ref))
      return failure();
    const Attribute *known = llvm::find(ins, *ref);
    if (known != ins.end())
      return known - ins.begin();
    ins.push_back(*ref);
    inputs.push_back(tensorOf(value));
    return static_cast<int64_t>(ins.size() - 1);
  };
  GlobalNormOp norm;
  for (auto op : graph.getOps<GlobalNormOp>())
    norm = op;
  for (auto scale : graph.getOps<ScaleOnceOp>()) {
    if (!holds(player, scale.getResult()))
      continue;
    divisor.number = scale.getDivisor().value_or(1);
    if (scale.getWeight()) {
      FailureOr<int64_t> at = input(scale.getWeight());
      if (failed(at))
        return failure();
      divisor.weight = *at;
    }
    RankedTensorType type = tensorOf(scale.getResult());
    if (type.getRank() == 0 && type.getElementType().isF64()) {
      FailureOr<int64_t> at = input(scale.getOperand());
      if (failed(at))
        return failure();
      lossAt = *at;
      continue;
    }
    FinishedGradient gradient{type, {}, std::nullopt};
    SmallVector<Value> uses = {scale.getOperand()};
    if (auto sum = scale.getOperand().getDefiningOp<SumUsesOp>())
      uses = llvm::to_vector(sum.getUses());
    std::optional<unsigned> home = restingAccumulator(scale, stages.loop);
    if (!home)
      return scale.emitError() << "no use of this gradient is local";
    Attribute rests = resting.accumulator(player, *home);
    for (Value use : uses) {
      FailureOr<Attribute> ref = resolve(player, use);
      if (failed(ref))
        return failure();
      if (*ref == rests) {
        gradient.uses.push_back(-1);
        continue;
      }
      FailureOr<int64_t> at = input(use);
      if (failed(at))
        return failure();
      gradient.uses.push_back(*at);
    }
    if (norm)
      for (auto [i, operand] : llvm::enumerate(norm.getGradients()))
        if (operand == scale.getResult())
          gradient.square = i;
    gradients.push_back(gradient);
    updated.push_back(rests);
  }
  updated.push_back(resting.sums(player));
  Builder builder(module.getContext());
  auto sums =
      RankedTensorType::get({resting.numNormed() + 1}, builder.getF64Type());
  std::string name = labelOf(player) + ".finish";
  if (!module.lookupSymbol(name))
    buildFinish(module, graph.getLoc(), name, inputs, gradients, sums, divisor,
                lossAt);
  actions.append(actions.launch(player, graph.getLoc(), name, ins, {}, updated,
                                {std::nullopt, false, "U"}));
  return success();
}

/// Entries of the sums are zero where another role owns them, so their sum over
/// roles is exact in any order.
void StepEmitter::emitNormReduction() {
  if (!stages.axis || stages.ranks == 1)
    return;
  Builder builder(module.getContext());
  ArrayRef<unsigned> everyone =
      cast.at(CoordAttr::get(module.getContext(), {}, {}));
  actions.allReduce(everyone, GraphOp(stages.graph).getLoc(),
                    builder.getArrayAttr({stages.axis}),
                    [&](unsigned player) {
                      return SmallVector<Attribute>{resting.sums(player)};
                    },
                    {std::nullopt, false, "U"});
}

LogicalResult StepEmitter::emitUpdate(unsigned player) {
  GraphOp graph = stages.graph;
  SmallVector<Attribute> ins, updated;
  SmallVector<RankedTensorType> gradients;
  SmallVector<AppliedUpdate> updates;
  Attribute hyperRef;
  RankedTensorType hyperType;
  for (auto update : graph.getOps<UpdateOp>()) {
    if (!holds(player, update.getInouts()[0]))
      continue;
    AppliedUpdate applied{
        module.lookupSymbol<func::FuncOp>(update.getBody()), {}, {}};
    if (!applied.body)
      return update.emitError() << "@" << update.getBody() << " is missing";
    for (Value input : update.getIns()) {
      Operation *op = input.getDefiningOp();
      if (isa<GlobalNormOp>(op)) {
        applied.ins.push_back({UpdateInput::Norm});
      } else if (auto task = dyn_cast<TaskOp>(op)) {
        applied.ins.push_back({UpdateInput::Hyper});
        hyperRef = resting.hyper(player, task);
        hyperType = tensorOf(input);
      } else {
        FailureOr<Attribute> ref =
            isa<ScaleOnceOp>(op)
                ? FailureOr<Attribute>(resting.accumulator(
                      player, *restingAccumulator(input, stages.loop)))
                : resolve(player, input);
        if (failed(ref))
          return failure();
        applied.ins.push_back(
            {UpdateInput::Gradient, static_cast<int64_t>(gradients.size())});
        gradients.push_back(tensorOf(input));
        ins.push_back(*ref);
      }
    }
    for (Value inout : update.getInouts()) {
      applied.inouts.push_back(tensorOf(inout));
      updated.push_back(resting.of(player, inout.getDefiningOp()));
    }
    updates.push_back(applied);
  }
  if (updates.empty())
    return success();
  if (!hyperRef)
    return graph.emitError() << "updates take their learning rate from a task";
  Builder builder(module.getContext());
  auto sums =
      RankedTensorType::get({resting.numNormed() + 1}, builder.getF64Type());
  std::string name = labelOf(player) + ".U";
  if (!module.lookupSymbol(name))
    buildUpdate(module, graph.getLoc(), name, gradients, hyperType, sums,
                resting.numNormed(), updates);
  ins.append({hyperRef, resting.sums(player)});
  actions.append(actions.launch(player, graph.getLoc(), name, ins, {}, updated,
                                {std::nullopt, false, "U"}));
  return success();
}

LogicalResult StepEmitter::emitEnd() {
  GraphOp graph = stages.graph;
  for (auto relayout : graph.getOps<RelayoutOp>())
    return relayout.emitError() << "is not planned; run piper-plan-relayouts";
  emitReductions();
  for (auto transfer : graph.getOps<TransferOp>())
    if (failed(emitExchange(transfer)))
      return failure();
  unsigned count = cast.players().size();
  for (unsigned player = 0; player < count; ++player)
    if (failed(emitFinish(player)))
      return failure();
  emitNormReduction();
  for (unsigned player = 0; player < count; ++player)
    if (failed(emitUpdate(player)))
      return failure();
  return success();
}
