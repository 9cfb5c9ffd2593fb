//===- PiperVerifiers.cpp - Constraints of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"

using namespace mlir;
using namespace piper;

LogicalResult MeshOp::verify() {
  std::optional<ArrayRef<int64_t>> devices = getDevices();
  if (!devices)
    return success();
  int64_t coordinates = getAxes().getNumCoordinates();
  if (static_cast<int64_t>(devices->size()) != coordinates) // M2
    return emitOpError() << "lists " << devices->size() << " devices for "
                         << coordinates << " coordinates";
  for (int64_t device : *devices)
    if (device < 0) // M3
      return emitOpError() << "names the negative device " << device;
  return success();
}

LogicalResult GraphOp::verify() {
  if (getMicrobatches() == 0)
    return emitOpError() << "has no microbatches; at least one is needed";
  if (getBody().front().empty() || !isa<ReturnOp>(getBody().front().back()))
    return emitOpError() << "ends with piper.return";
  return success();
}

LogicalResult InputOp::verify() {
  if (!(*this)->getParentOfType<ForeachMicrobatchOp>())
    return emitOpError() << "is only legal inside piper.foreach_microbatch";
  return success();
}

LogicalResult ForeachMicrobatchOp::verify() {
  Block &block = getBody().front();
  if (block.getArgumentTypes() != getResultTypes())
    return emitOpError() << "block arguments and results differ in type";
  auto yield =
      dyn_cast_or_null<YieldOp>(block.empty() ? nullptr : &block.back());
  if (!yield)
    return emitOpError() << "ends with piper.yield";
  if (yield.getOperandTypes() != getResultTypes())
    return yield.emitOpError()
           << "yields other types than the accumulators have";
  return success();
}

LogicalResult ReturnOp::verify() {
  if (getNames().size() != getMetrics().size())
    return emitOpError() << "has " << getMetrics().size() << " metrics but "
                         << getNames().size() << " names";
  return success();
}

LogicalResult TaskOp::verify() {
  PassKind pass = getPass();
  unsigned residuals =
      llvm::count_if(getOperandTypes(), llvm::IsaPred<ResidualType>);
  if (pass == PassKind::F && residuals)
    return emitOpError() << "of pass F takes no residual";
  if ((pass == PassKind::B || pass == PassKind::BI) && residuals != 1)
    return emitOpError() << "of pass " << stringifyPassKind(pass)
                         << " takes exactly one residual, got " << residuals;
  for (Type type :
       llvm::concat<const Type>(getOperandTypes(), getResultTypes()))
    if (!isa<ValueType, ResidualType>(type))
      return emitOpError() << "operates on piper.value and piper.residual, got "
                           << type;
  return success();
}

LogicalResult ScaleOnceOp::verify() {
  if (getDivisor().has_value() == static_cast<bool>(getWeight())) // SC1
    return emitOpError() << "takes either a divisor or a weight";
  if (getDivisor() == 0)
    return emitOpError() << "divides by zero";
  if (!getWeight())
    return success();
  RankedTensorType weight = getWeight().getType().getTensor();
  if (weight.getRank() != 0 || !weight.getElementType().isF64()) // SC2
    return emitOpError() << "has a weight of " << weight
                         << "; it is tensor<f64>";
  return success();
}

LogicalResult UpdateOp::verify() {
  if (getInouts().getTypes() != getResultTypes())
    return emitOpError() << "returns the new inouts: types differ";
  return success();
}

LogicalResult TransferOp::verify() {
  ValueType from = getOperand().getType(), to = getResult().getType();
  if (from.getTensor() != to.getTensor()) // T1
    return emitOpError() << "changes the tensor from " << from.getTensor()
                         << " to " << to.getTensor();
  if (from.getLayout() != to.getLayout()) // T2
    return emitOpError() << "changes the layout from " << from.getLayout()
                         << " to " << to.getLayout();
  if (from.getMesh() != to.getMesh()) // T3
    return emitOpError() << "crosses from mesh " << from.getMesh() << " to "
                         << to.getMesh();
  if (from.getPlacement().getAxes() != to.getPlacement().getAxes()) // T4
    return emitOpError() << "goes from " << from.getPlacement() << " to "
                         << to.getPlacement()
                         << ": both ends fix the same axes";
  return success();
}

/// Checks that only the layout differs between operand and result.
static LogicalResult verifySameValue(Operation *op, ValueType from,
                                     ValueType to) {
  if (from.getTensor() != to.getTensor()) // L1
    return op->emitOpError() << "changes the tensor from " << from.getTensor()
                             << " to " << to.getTensor();
  if (from.getMesh() != to.getMesh() ||
      from.getPlacement() != to.getPlacement()) // L2
    return op->emitOpError() << "changes the placement; use piper.transfer";
  return success();
}

LogicalResult RelayoutOp::verify() {
  ValueType from = getOperand().getType(), to = getResult().getType();
  if (failed(verifySameValue(*this, from, to)))
    return failure();
  if (from.getLayout().getAxesOfKind(LayoutKind::Replica) !=
      to.getLayout().getAxesOfKind(LayoutKind::Replica)) // L3
    return emitOpError() << "changes a replica axis; use piper.expose_replicas";
  for (StringAttr axis : to.getLayout().getAxesOfKind(LayoutKind::Partial))
    if (from.getLayout().getKind(axis) != LayoutKind::Partial) // L4
      return emitOpError() << "makes the value partial over '"
                           << axis.getValue() << "'";
  return success();
}

/// Checks a collective: over each named axis the layout goes from one kind to
/// another (nothing: replicated), and no other axis changes.
static LogicalResult verifyCollective(Operation *op, ValueType from,
                                      ValueType to, ArrayAttr axes,
                                      std::optional<LayoutKind> before,
                                      std::optional<LayoutKind> after) {
  if (failed(verifySameValue(op, from, to)))
    return failure();
  if (axes.empty())
    return op->emitOpError() << "names no axis";
  auto name = [](std::optional<LayoutKind> kind) {
    return kind ? stringifyLayoutKind(*kind) : StringRef("replicated");
  };
  LayoutAttr rest = from.getLayout(), restAfter = to.getLayout();
  for (StringAttr axis : axes.getAsRange<StringAttr>()) {
    std::optional<LayoutKind> has = from.getLayout().getKind(axis);
    std::optional<LayoutKind> gets = to.getLayout().getKind(axis);
    if (has != before || gets != after)
      return op->emitOpError()
             << "takes axis '" << axis.getValue() << "' from " << name(before)
             << " to " << name(after) << "; here it goes from " << name(has)
             << " to " << name(gets);
    if (before == LayoutKind::Shard && after == LayoutKind::Shard &&
        from.getLayout().getArgument(axis) == to.getLayout().getArgument(axis))
      return op->emitOpError()
             << "keeps axis '" << axis.getValue() << "' on dimension "
             << from.getLayout().getArgument(axis);
    rest = rest.with(axis, std::nullopt);
    restAfter = restAfter.with(axis, std::nullopt);
  }
  if (rest != restAfter)
    return op->emitOpError() << "changes an axis it does not name: " << rest
                             << " becomes " << restAfter;
  return success();
}

LogicalResult AllReduceOp::verify() {
  return verifyCollective(*this, getOperand().getType(), getResult().getType(),
                          getAxes(), LayoutKind::Partial, std::nullopt);
}
LogicalResult AllGatherOp::verify() {
  return verifyCollective(*this, getOperand().getType(), getResult().getType(),
                          getAxes(), LayoutKind::Shard, std::nullopt);
}
LogicalResult ReduceScatterOp::verify() {
  return verifyCollective(*this, getOperand().getType(), getResult().getType(),
                          getAxes(), LayoutKind::Partial, LayoutKind::Shard);
}
LogicalResult AllToAllOp::verify() {
  return verifyCollective(*this, getOperand().getType(), getResult().getType(),
                          getAxes(), LayoutKind::Shard, LayoutKind::Shard);
}

/// Checks hidden (replica axes) against exposed (the same axes on dimension 0,
/// an extra leading dimension).
static LogicalResult verifyReplicas(Operation *op, ValueType hidden,
                                    ValueType exposed) {
  ArrayRef<int64_t> inner = hidden.getTensor().getShape();
  ArrayRef<int64_t> outer = exposed.getTensor().getShape();
  if (outer.size() != inner.size() + 1 || outer.drop_front() != inner ||
      hidden.getTensor().getElementType() !=
          exposed.getTensor().getElementType())
    return op->emitOpError()
           << "adds one leading dimension: " << hidden.getTensor()
           << " against " << exposed.getTensor();
  SmallVector<StringAttr> axes =
      hidden.getLayout().getAxesOfKind(LayoutKind::Replica);
  if (axes.empty())
    return op->emitOpError() << "needs a replica axis";
  for (StringAttr axis : axes)
    if (exposed.getLayout().getKind(axis) != LayoutKind::Shard ||
        exposed.getLayout().getArgument(axis) != 0)
      return op->emitOpError() << "axis '" << axis.getValue()
                               << "' shards dimension 0 once exposed";
  return success();
}

LogicalResult ExposeReplicasOp::verify() {
  return verifyReplicas(*this, getOperand().getType(), getResult().getType());
}
LogicalResult HideReplicasOp::verify() {
  return verifyReplicas(*this, getResult().getType(), getOperand().getType());
}

LogicalResult ScheduleOp::verify() {
  if (getRows().empty())
    return emitOpError() << "has no rows";
  return success();
}
