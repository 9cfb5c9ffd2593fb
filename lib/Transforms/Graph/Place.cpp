//===- Place.cpp - Stages on coordinates of an axis -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApplyDirectives.h"
#include "Piper/Support/Location.h"
#include "Piper/Transforms/Graph/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace piper {
#define GEN_PASS_DEF_PIPERPLACE
#include "Piper/Transforms/Graph/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {
/// Places a graph in three steps: (1) the tasks of the loop with what they
/// read, (2) the ops of the step's end, by the placement of their operands,
/// (3) updates repeated on every further holder of a parameter.
class Placer {
public:
  Placer(GraphOp graph, StringRef axis, ArrayRef<int64_t> coordinates)
      : graph(graph), loop(getLoop(graph)), axis(axis),
        coordinates(coordinates), builder(graph.getContext()) {}

  LogicalResult run();

private:
  LogicalResult placeTask(TaskOp task);
  Value readAt(Value value, int64_t at);
  Value copySource(Operation *source, int64_t at);
  Value transfer(Value value, int64_t at);
  void placeStepEnd();
  void placeUpdate(UpdateOp update);
  void rebuildReturn(ReturnOp terminator);
  void setPlacement(Value value, int64_t at);
  std::optional<int64_t> placementOf(Value value) const;

  GraphOp graph;
  ForeachMicrobatchOp loop;
  StringRef axis;
  ArrayRef<int64_t> coordinates;
  OpBuilder builder;
  /// Coordinates of parameters, inputs, buffers and states, the owner first.
  llvm::MapVector<Operation *, SmallVector<std::pair<int64_t, Value>>> holders;
  DenseMap<std::pair<Value, int64_t>, Value> copies;
  /// Results of updates on further holders, by the owner's result.
  DenseMap<Value, SmallVector<Value>> furtherResults;
};
} // namespace

/// The type of a placed value at another coordinate of the axis placed last.
static ValueType movedTo(ValueType type, int64_t at) {
  SmallVector<int64_t> values(type.getPlacement().getValues());
  values.back() = at;
  return type.withPlacement(
      CoordAttr::get(type.getContext(), type.getPlacement().getAxes(), values));
}

void Placer::setPlacement(Value value, int64_t at) {
  auto type = dyn_cast<ValueType>(value.getType());
  if (!type)
    return;
  auto name = builder.getStringAttr(axis);
  SmallVector<StringAttr> axes(type.getPlacement().getAxes());
  SmallVector<int64_t> values(type.getPlacement().getValues());
  axes.push_back(name);
  values.push_back(at);
  value.setType(
      type.withPlacement(CoordAttr::get(builder.getContext(), axes, values)));
}

std::optional<int64_t> Placer::placementOf(Value value) const {
  auto type = dyn_cast<ValueType>(value.getType());
  return type ? type.getPlacement().get(axis) : std::nullopt;
}

/// The op itself for its first reader, a copy for each further coordinate.
Value Placer::copySource(Operation *source, int64_t at) {
  auto &places = holders[source];
  for (auto [place, value] : places)
    if (place == at)
      return value;
  if (places.empty()) {
    setPlacement(source->getResult(0), at);
    places.push_back({at, source->getResult(0)});
    return source->getResult(0);
  }
  // The owner's type names its coordinate; a copy has another.
  auto type = cast<ValueType>(source->getResult(0).getType());
  builder.setInsertionPointAfter(places.back().second.getDefiningOp());
  Value copy = builder.clone(*source)->getResult(0);
  copy.setType(movedTo(type, at));
  places.push_back({at, copy});
  return copy;
}

Value Placer::transfer(Value value, int64_t at) {
  Value &copy = copies[{value, at}];
  if (copy)
    return copy;
  auto type = cast<ValueType>(value.getType());
  builder.setInsertionPointAfterValue(value);
  auto op =
      TransferOp::create(builder, value.getLoc(), movedTo(type, at), value);
  return copy = op.getResult();
}

/// What a reader at coordinate `at` takes for `value`.
Value Placer::readAt(Value value, int64_t at) {
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<ParamOp, StateOp, InputOp, ModelBufferOp>(def))
    return copySource(def, at);
  if (auto sent = dyn_cast_or_null<TransferOp>(def))
    return readAt(sent.getOperand(), at); // Straight from the producer.
  std::optional<int64_t> from = placementOf(value);
  if (!from || *from == at)
    return value;
  if (!isa<SumUsesOp, ScaleOnceOp>(def))
    return transfer(value, at);
  // Every holder computes the sum itself, from what it is sent.
  if (Value copy = copies.lookup({value, at}))
    return copy;
  IRMapping mapping;
  for (Value operand : def->getOperands())
    mapping.map(operand, readAt(operand, at));
  builder.setInsertionPointAfter(def);
  Value copy = builder.clone(*def, mapping)->getResult(0);
  copy.setType(mapping.lookup(def->getOperand(0)).getType());
  copies[{value, at}] = copy;
  return copy;
}

LogicalResult Placer::placeTask(TaskOp task) {
  std::optional<uint64_t> stage = task.getStage();
  if (!stage)
    return success();
  if (*stage >= coordinates.size())
    return task.emitError()
           << "stage " << *stage << " (" << describe(task.getLoc())
           << ") has no place on axis '" << axis << "'; " << coordinates.size()
           << " stages have one";
  int64_t at = coordinates[*stage];
  for (OpOperand &operand : task->getOpOperands()) {
    if (auto argument = dyn_cast<BlockArgument>(operand.get())) {
      setPlacement(argument, at);
      setPlacement(loop.getResult(argument.getArgNumber()), at);
    } else {
      operand.set(readAt(operand.get(), at));
    }
  }
  for (Value result : task.getResults())
    setPlacement(result, at);
  return success();
}

void Placer::placeUpdate(UpdateOp update) {
  auto param = update.getInouts().front().getDefiningOp<ParamOp>();
  if (!param || !holders.count(param))
    return;
  SmallVector<std::pair<int64_t, Value>> places = holders[param];
  Operation *last = update;
  for (auto [number, place] : llvm::enumerate(places)) {
    IRMapping mapping;
    for (Value operand : update->getOperands())
      mapping.map(operand, readAt(operand, place.first));
    UpdateOp at = update;
    if (number > 0) {
      builder.setInsertionPointAfter(last);
      at = cast<UpdateOp>(builder.clone(*update, mapping));
      last = at;
    }
    for (auto [result, inout, owner] :
         llvm::zip(at.getResults(), at.getInouts(), update.getResults())) {
      result.setType(inout.getType());
      if (number > 0)
        furtherResults[owner].push_back(result);
    }
  }
}

void Placer::rebuildReturn(ReturnOp terminator) {
  auto withFurther = [&](ValueRange values) {
    SmallVector<Value> all;
    for (Value value : values) {
      all.push_back(value);
      llvm::append_range(all, furtherResults.lookup(value));
    }
    return all;
  };
  SmallVector<Value> params = withFurther(terminator.getParams());
  SmallVector<Value> states = withFurther(terminator.getStates());
  terminator.getParamsMutable().assign(params);
  terminator.getStatesMutable().assign(states);
}

void Placer::placeStepEnd() {
  SmallVector<Operation *> ops;
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
    ops.push_back(op);
  for (Operation *op : ops) {
    if (isa<SumUsesOp, ScaleOnceOp, RelayoutOp>(op)) {
      // The first use is the owner's.
      std::optional<int64_t> home = placementOf(op->getOperand(0));
      if (!home)
        continue;
      for (OpOperand &operand : op->getOpOperands())
        operand.set(readAt(operand.get(), *home));
      setPlacement(op->getResult(0), *home);
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      placeUpdate(update);
    } else if (auto terminator = dyn_cast<ReturnOp>(op)) {
      rebuildReturn(terminator);
    }
  }
}

LogicalResult Placer::run() {
  if (!loop)
    return graph.emitError() << "has no piper.foreach_microbatch; run "
                                "piper-build-training-graph first";
  if (llvm::any_of(loop.getResults(),
                   [&](Value value) { return placementOf(value).has_value(); }))
    return success(); // Placed before.
  for (TaskOp task : llvm::to_vector(loop.getBody().front().getOps<TaskOp>()))
    if (failed(placeTask(task)))
      return failure();
  placeStepEnd();
  return success();
}

LogicalResult piper::applyPlacement(GraphOp graph, StringRef axis,
                                    ArrayRef<int64_t> coordinates) {
  return Placer(graph, axis, coordinates).run();
}

namespace {
struct PlacePass : piper::impl::PiperPlaceBase<PlacePass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<int64_t> coordinates(at.begin(), at.end());
    for (GraphOp graph : getOperation().getOps<GraphOp>())
      if (failed(applyPlacement(graph, axis, coordinates)))
        return signalPassFailure();
  }
};
} // namespace
