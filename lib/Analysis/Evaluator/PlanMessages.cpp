//===- PlanMessages.cpp - Interprets messages and collectives -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanEvaluator.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

/// `position` with the axes that `fixed` names set to its values.
static SmallVector<int64_t> moveTo(ArrayRef<int64_t> position, CoordAttr fixed,
                                   AxesAttr axes) {
  SmallVector<int64_t> result(position);
  for (auto [a, name] : llvm::enumerate(axes.getNames()))
    result[a] = fixed.get(name).value_or(result[a]);
  return result;
}

/// A send meets the receive of the same channel when both are first in their
/// streams; then the buffer is copied and both complete.
FailureOr<bool> PlanEvaluator::trySend(unsigned d, unsigned s, SendOp op) {
  auto channel = module.lookupSymbol<ChannelOp>(op.getChannel());
  if (!channel || op.getRole() >= devices[d].roles.size())
    return op.emitOpError("names a channel or role that is not here");
  SmallVector<int64_t> to = moveTo(devices[d].roles[op.getRole()],
                                   cast<CoordAttr>(channel.getTo()), axes);
  auto [peer, role] = owners[indexOf(axes, to)];
  if (peer < 0)
    return op.emitOpError("sends to a coordinate that no program plays");
  for (Stream &stream : devices[peer].streams) {
    auto recv = dyn_cast_or_null<RecvOp>(stream.head());
    if (!recv || recv.getChannel() != op.getChannel() ||
        recv.getRole() != role || !ready(devices[peer], recv))
      continue;
    FailureOr<Tensor *> from = slot(devices[d], op.getBuffer(), op);
    FailureOr<Tensor *> target = slot(devices[peer], recv.getBuffer(), recv);
    if (failed(from) || failed(target))
      return failure();
    if ((*from)->shape != (*target)->shape ||
        (*from)->elementType != (*target)->elementType)
      return op.emitOpError("sends another type than the receiver takes");
    (*target)->data = (*from)->data;
    complete(devices[d], devices[d].streams[s]);
    complete(devices[peer], stream);
    return true;
  }
  return false;
}

/// The members of `op`'s group in their order, if all of them are there.
/// Positions on the communicator's axes vary, the last one fastest.
FailureOr<bool> PlanEvaluator::tryCollective(unsigned d, CollectiveOp op) {
  auto comm = module.lookupSymbol<CommOp>(op.getComm());
  if (!comm)
    return op.emitOpError("names a communicator that is not here");
  auto firstRole = [](CollectiveOp o) -> size_t {
    return o.getRoles() && !o.getRoles()->empty() ? o.getRoles()->front() : 0;
  };
  if (firstRole(op) >= devices[d].roles.size())
    return op.emitOpError("acts for a role that the program does not play");
  SmallVector<unsigned> along;
  int64_t size = 1;
  for (auto name : comm.getAxes().getAsRange<StringAttr>()) {
    std::optional<unsigned> axis = axes.find(name);
    if (!axis)
      return op.emitOpError("communicator has axis ")
             << name << ", which the mesh does not have";
    along.push_back(*axis);
    size *= axes.getSizes()[*axis];
  }
  SmallVector<Member> members;
  for (int64_t m = 0; m < size; ++m) {
    SmallVector<int64_t> position = devices[d].roles[firstRole(op)];
    int64_t rest = m;
    for (unsigned a : llvm::reverse(along)) {
      position[a] = rest % axes.getSizes()[a];
      rest /= axes.getSizes()[a];
    }
    auto [owner, role] = owners[indexOf(axes, position)];
    if (owner < 0)
      return op.emitOpError("has a member that no program plays");
    Member member;
    for (Stream &stream : devices[owner].streams) {
      auto other = dyn_cast_or_null<CollectiveOp>(stream.head());
      if (!other || other.getComm() != op.getComm() ||
          !ready(devices[owner], other))
        continue;
      SmallVector<int64_t> roles{0};
      if (other.getRoles())
        roles.assign(other.getRoles()->begin(), other.getRoles()->end());
      auto place = llvm::find(roles, static_cast<int64_t>(role));
      if (place != roles.end())
        member = {static_cast<unsigned>(owner), other,
                  static_cast<unsigned>(place - roles.begin())};
    }
    if (!member.op)
      return false;
    members.push_back(member);
  }
  if (failed(runCollective(op, members)))
    return failure();
  for (Member &member : members)
    for (Stream &stream : devices[member.device].streams)
      // A device with several members has one action for all of them.
      if (stream.head() == member.op.getOperation() && member.place == 0)
        complete(devices[member.device], stream);
  return true;
}

/// Blocks `from` of `blocks` equal ones of a buffer.
static MutableArrayRef<Scalar> block(Tensor &tensor, size_t index,
                                     size_t blocks) {
  size_t size = tensor.data.size() / blocks;
  return MutableArrayRef<Scalar>(tensor.data).slice(index * size, size);
}

/// Does one part of a collective on the members' buffers; `blocks` of one
/// buffer belong to the members in order.
static void exchange(CollectiveKind kind, Reduction reduction,
                     ArrayRef<Tensor *> buffers, EvalPrecision precision) {
  size_t n = buffers.size();
  std::vector<Tensor> before;
  for (Tensor *buffer : buffers)
    before.push_back(*buffer);
  Tensor sum = before.front();
  if (kind == CollectiveKind::AllReduce ||
      kind == CollectiveKind::ReduceScatter)
    for (size_t m = 1; m < n; ++m)
      reduceInto(sum, before[m], reduction, precision);
  for (size_t m = 0; m < n; ++m) {
    switch (kind) {
    case CollectiveKind::AllReduce:
    case CollectiveKind::Broadcast:
      // Of a broadcast, `sum` is still the first member's buffer.
      buffers[m]->data = sum.data;
      break;
    case CollectiveKind::ReduceScatter:
      llvm::copy(block(sum, m, n), block(*buffers[m], m, n).begin());
      break;
    case CollectiveKind::AllGather:
      for (size_t i = 0; i < n; ++i)
        llvm::copy(block(before[i], i, n), block(*buffers[m], i, n).begin());
      break;
    case CollectiveKind::AllToAll:
      for (size_t i = 0; i < n; ++i)
        llvm::copy(block(before[i], m, n), block(*buffers[m], i, n).begin());
      break;
    }
  }
}

LogicalResult PlanEvaluator::runCollective(CollectiveOp op,
                                           ArrayRef<Member> members) {
  auto numParts = [](CollectiveOp o) -> size_t {
    size_t local = o.getRoles() ? o.getRoles()->size() : 1;
    return local ? o.getBuffers().size() / local : 0;
  };
  size_t parts = numParts(op);
  for (const Member &member : members) {
    CollectiveOp other = member.op;
    if (other.getKind() != op.getKind() ||
        other.getReduction() != op.getReduction() || numParts(other) != parts)
      return other.emitOpError("does not agree with its peers on kind, "
                               "reduction or number of buffers");
  }
  for (size_t part = 0; part < parts; ++part) {
    SmallVector<Tensor *> buffers;
    for (const Member &member : members) {
      CollectiveOp other = member.op;
      auto ref =
          cast<BufferRefAttr>(other.getBuffers()[member.place * parts + part]);
      FailureOr<Tensor *> buffer = slot(devices[member.device], ref, other);
      if (failed(buffer))
        return failure();
      if (!buffers.empty() && (*buffer)->size() != buffers.front()->size())
        return other.emitOpError("has ")
               << (*buffer)->size() << " elements, its first peer "
               << buffers.front()->size();
      buffers.push_back(*buffer);
    }
    bool inBlocks = op.getKind() != CollectiveKind::AllReduce &&
                    op.getKind() != CollectiveKind::Broadcast;
    if (inBlocks && buffers.front()->size() % members.size() != 0)
      return op.emitOpError("divides ")
             << buffers.front()->size() << " elements over " << members.size()
             << " members";
    exchange(op.getKind(),
             op.getReduction() == ReductionKind::Max ? Reduction::Max
                                                     : Reduction::Sum,
             buffers, options.precision);
  }
  return success();
}
