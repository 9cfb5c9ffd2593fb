//===- CheckNames.cpp - What the actions of a plan name -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/CheckNames.h"
#include "Piper/Support/Location.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

static std::optional<int64_t> getInt(Operation *op, StringRef name) {
  if (auto attr = op->getAttrOfType<IntegerAttr>(name))
    return attr.getInt();
  return std::nullopt;
}

/// A number that may follow from the iteration.
static std::optional<int64_t> getInt(Operation *op, StringRef name,
                                     int64_t iteration) {
  if (auto each = op->getAttrOfType<EachAttr>(name))
    return each.at(iteration);
  return getInt(op, name);
}

std::string piper::plan::describeAction(ActionInterface action,
                                        int64_t iteration) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Operation *op = action;
  os << op->getName().stripDialect();
  if (auto launch = dyn_cast<LaunchOp>(op))
    os << " of @" << launch.getBody();
  if (auto send = dyn_cast<SendOp>(op))
    os << " on channel @" << send.getChannel();
  if (auto recv = dyn_cast<RecvOp>(op))
    os << " on channel @" << recv.getChannel();
  if (auto collective = dyn_cast<CollectiveOp>(op))
    os << " on communicator @" << collective.getComm();
  if (std::optional<int64_t> stage = getInt(op, "stage"))
    os << ", stage " << *stage;
  if (std::optional<int64_t> microbatch = getInt(op, "mb", iteration))
    os << ", microbatch " << *microbatch;
  if (isa<RepeatOp>(op->getParentOp()))
    os << ", iteration " << iteration;
  os << ", in @" << op->getParentOfType<ProgramOp>().getSymName() << " on "
     << "stream @" << action.getActionStream().getValue();
  os << ", from " << describe(op->getLoc());
  return text;
}

static LogicalResult verifyUse(Operation *op, const ProgramTable &table,
                               const SlotUse &use) {
  BufferOp buffer = table.buffers[use.buffer];
  StringRef name = table.bufferNames[use.buffer].getValue();
  if (!buffer)
    return op->emitError() << "names buffer @" << name << ", which @"
                           << ProgramOp(table.program).getSymName()
                           << " does not have";
  // A slot of a repeat takes values below its modulus.
  int64_t slots = buffer.getSlots();
  if (use.step ? use.modulus > slots : use.slot < 0 || use.slot >= slots)
    return op->emitError() << "names slot " << use.slot << " of @" << name
                           << ", which has " << slots;
  return success();
}

static LogicalResult verifyPartner(SymbolTable &symbols, Operation *op) {
  FlatSymbolRefAttr symbol;
  if (auto send = dyn_cast<SendOp>(op))
    symbol = send.getChannelAttr();
  else if (auto recv = dyn_cast<RecvOp>(op))
    symbol = recv.getChannelAttr();
  else if (auto collective = dyn_cast<CollectiveOp>(op))
    symbol = collective.getCommAttr();
  if (!symbol)
    return success();
  Operation *partner = symbols.lookup(symbol.getAttr());
  bool right = isa<CollectiveOp>(op) ? isa_and_nonnull<CommOp>(partner)
                                     : isa_and_nonnull<ChannelOp>(partner);
  if (!right)
    return op->emitError() << "uses " << symbol << ", which is no "
                           << (isa<CollectiveOp>(op) ? "communicator"
                                                     : "channel");
  return success();
}

/// The roles an action is for; none if it does not say.
static SmallVector<int64_t> rolesOf(Operation *op) {
  if (auto collective = dyn_cast<CollectiveOp>(op))
    return collective.getRoles() ? llvm::to_vector(*collective.getRoles())
                                 : SmallVector<int64_t>{0};
  if (std::optional<int64_t> role = getInt(op, "role"))
    return {*role};
  return {};
}

/// A sender stands where its channel starts, a receiver where it leads to.
static LogicalResult verifyEnd(SymbolTable &symbols, ProgramOp program,
                               ActionInterface action, int64_t role) {
  CoordAttr end;
  if (auto send = dyn_cast<SendOp>(action.getOperation()))
    end =
        cast<CoordAttr>(symbols.lookup<ChannelOp>(send.getChannel()).getFrom());
  else if (auto recv = dyn_cast<RecvOp>(action.getOperation()))
    end = cast<CoordAttr>(symbols.lookup<ChannelOp>(recv.getChannel()).getTo());
  else
    return success();
  auto place = cast<CoordAttr>(program.getRoles()[role]);
  for (auto [axis, value] : llvm::zip(end.getAxes(), end.getValues()))
    if (place.get(axis) && *place.get(axis) != value)
      return action->emitError()
             << "is at " << place << ", but its channel ends at " << end << ": "
             << describeAction(action, 0);
  return success();
}

/// The program plays the roles an action is for, they stand where its channel
/// ends, and what it writes is theirs. A launch may read another role's
/// activations: messages within a device are not copied.
static LogicalResult verifyRoles(SymbolTable &symbols,
                                 const ProgramTable &table,
                                 const ActionText &text) {
  Operation *op = text.op;
  ProgramOp program = table.program;
  SmallVector<int64_t> roles = rolesOf(op);
  for (int64_t role : roles)
    if (role < 0 || role >= static_cast<int64_t>(program.getRoles().size()))
      return op->emitError()
             << "is for role " << role << ", but @" << program.getSymName()
             << " plays " << program.getRoles().size() << ": "
             << describeAction(text.op, 0);
  if (roles.empty())
    return success();
  for (auto [i, at] : llvm::enumerate(text.writes)) {
    int64_t role = roles[i * roles.size() / text.writes.size()];
    BufferOp buffer = table.buffers[text.slots[at].buffer];
    // Scratch belongs to a stream, whatever role it works for.
    if (buffer.getKind() != BufferKind::Scratch &&
        static_cast<int64_t>(buffer.getRole()) != role)
      return op->emitError()
             << "is for role " << role << ", but writes @"
             << buffer.getSymName() << " of role " << buffer.getRole() << ": "
             << describeAction(text.op, 0);
  }
  return verifyEnd(symbols, program, text.op, roles.front());
}

LogicalResult piper::plan::checkNames(SymbolTable &symbols,
                                      const ProgramTable &table) {
  for (const ActionText &text : table.texts) {
    Operation *op = text.op;
    ProgramOp program = table.program;
    if (text.stream >= table.numStreams)
      return op->emitError()
             << "stream " << ActionInterface(text.op).getActionStream()
             << " is not one of @" << program.getSymName();
    for (const auto &list : {text.reads, text.writes})
      for (unsigned at : list)
        if (failed(verifyUse(op, table, text.slots[at])))
          return failure();
    SmallVector<unsigned> events;
    for (const Wait &wait : text.waits)
      events.push_back(wait.event);
    if (text.signal)
      events.push_back(*text.signal);
    for (unsigned event : events)
      if (event >= table.numEvents)
        return op->emitError() << "event @" << table.events[event].getValue()
                               << " is not one of @" << program.getSymName();
    if (failed(verifyPartner(symbols, op)) ||
        failed(verifyRoles(symbols, table, text)))
      return failure();
  }
  return success();
}
