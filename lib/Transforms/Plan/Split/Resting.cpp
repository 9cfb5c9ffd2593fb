//===- Resting.cpp - Memory that lives as long as the program -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Splitter.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

/// Walks back from a gradient to the loop's results it is made of, in program
/// order of uses; received ones are left out.
static void collectLocal(Value value, ForeachMicrobatchOp loop,
                         SmallVectorImpl<unsigned> &found) {
  Operation *op = value.getDefiningOp();
  if (op == loop)
    found.push_back(cast<OpResult>(value).getResultNumber());
  else if (isa_and_nonnull<ScaleOnceOp>(op))
    collectLocal(op->getOperand(0), loop, found); // not the weight
  else if (isa_and_nonnull<SumUsesOp, AllReduceOp>(op))
    for (Value operand : op->getOperands())
      collectLocal(operand, loop, found);
}

std::optional<unsigned>
piper::plan::restingAccumulator(Value gradient, ForeachMicrobatchOp loop) {
  SmallVector<unsigned> found;
  collectLocal(gradient, loop, found);
  if (found.empty())
    return std::nullopt;
  return found.front();
}

Resting::Resting(Cast &cast, GraphOp graph) : cast(cast), graph(graph) {
  loop = *graph.getOps<ForeachMicrobatchOp>().begin();
  for (auto norm : graph.getOps<GlobalNormOp>())
    normed = norm.getGradients().size();
  gradientOf.resize(loop.getNumResults());
  for (auto update : graph.getOps<UpdateOp>()) {
    auto param = update.getInouts()[0].getDefiningOp<ParamOp>();
    for (Value input : update.getIns())
      if (auto scale = input.getDefiningOp<ScaleOnceOp>(); scale && param)
        if (std::optional<unsigned> at = restingAccumulator(scale, loop))
          gradientOf[*at] = param.getNameAttr();
  }
}

Attribute Resting::make(unsigned player, const void *key, const Twine &name,
                        RankedTensorType type, BufferKind kind, StringAttr of,
                        StringAttr state, DictionaryAttr fields) {
  Attribute &ref = known[{player, key}];
  if (!ref)
    ref = refTo(cast.addBuffer(player, name, type, kind, of, state, fields));
  return ref;
}

Attribute Resting::of(unsigned player, Operation *source) {
  RankedTensorType type =
      mlir::cast<ValueType>(source->getResult(0).getType()).getTensor();
  if (auto param = dyn_cast<ParamOp>(source))
    return make(player, param.getNameAttr().getAsOpaquePointer(),
                param.getName(), type, BufferKind::Param, param.getNameAttr());
  if (auto buffer = dyn_cast<ModelBufferOp>(source))
    return make(player, buffer.getNameAttr().getAsOpaquePointer(),
                "buffer." + buffer.getName(), type, BufferKind::ModelBuffer,
                buffer.getNameAttr());
  auto state = mlir::cast<StateOp>(source);
  return make(player, source, state.getParam() + "." + state.getName(), type,
              BufferKind::State, state.getParamAttr(), state.getNameAttr());
}

Attribute Resting::accumulator(unsigned player, unsigned index) {
  RankedTensorType type =
      mlir::cast<ValueType>(loop.getResult(index).getType()).getTensor();
  const void *key = loop.getBody().getArgument(index).getAsOpaquePointer();
  if (StringAttr param = gradientOf[index])
    return make(player, key, param.getValue() + ".grad", type, BufferKind::Grad,
                param);
  return make(player, key, "accumulator" + Twine(index), type,
              BufferKind::Accumulator);
}

Attribute Resting::sums(unsigned player) {
  Builder builder(graph.getContext());
  auto type = RankedTensorType::get({normed + 1}, builder.getF64Type());
  SmallVector<NamedAttribute> fields = {
      builder.getNamedAttr("loss", builder.getI64IntegerAttr(normed))};
  if (normed)
    fields.push_back(builder.getNamedAttr(
        "norm", builder.getArrayAttr({builder.getI64IntegerAttr(0),
                                      builder.getI64IntegerAttr(normed)})));
  return make(player, &normed, "sums", type, BufferKind::Metric, {}, {},
              builder.getDictionaryAttr(fields));
}

Attribute Resting::hyper(unsigned player, TaskOp task) {
  Builder builder(graph.getContext());
  auto type = mlir::cast<ValueType>(task.getResult(0).getType()).getTensor();
  auto fields = builder.getDictionaryAttr(
      builder.getNamedAttr("lr", builder.getI64IntegerAttr(0)));
  return make(player, task.getOperation(), task.getBody(), type,
              BufferKind::Metric, {}, {}, fields);
}

Attribute Resting::step(unsigned player) {
  Builder builder(graph.getContext());
  auto type = RankedTensorType::get({}, builder.getI64Type());
  return make(player, this, "step", type, BufferKind::StepInput);
}
