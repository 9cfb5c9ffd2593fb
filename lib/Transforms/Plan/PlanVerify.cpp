//===- PlanVerify.cpp - Proof of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanVerify.h"
#include "Piper/Support/Location.h"
#include "Piper/Transforms/Plan/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace piper {
#define GEN_PASS_DEF_PLANVERIFY
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

static std::optional<int64_t> getInt(Operation *op, StringRef name) {
  if (auto attr = op->getAttrOfType<IntegerAttr>(name))
    return attr.getInt();
  return std::nullopt;
}

std::string piper::plan::describeAction(ActionInterface action) {
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
  if (std::optional<int64_t> microbatch = getInt(op, "mb"))
    os << ", microbatch " << *microbatch;
  os << ", in @" << op->getParentOfType<ProgramOp>().getSymName() << " on "
     << "stream @" << action.getActionStream().getValue();
  os << ", from " << describe(op->getLoc());
  return text;
}

namespace {

struct PlanVerifyPass : public piper::impl::PlanVerifyBase<PlanVerifyPass> {
  using PlanVerifyBase::PlanVerifyBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<ProgramInfo> programs;
    for (auto program : module.getOps<ProgramOp>()) {
      if (failed(verifyNames(module, program)))
        return signalPassFailure();
      programs.push_back(readProgram(program));
      if (failed(verifyOnce(programs.back())) ||
          failed(verifyComplete(module, programs.back())) ||
          failed(verifyWaits(programs.back())))
        return signalPassFailure();
    }
    if (failed(verifyChannels(module, programs)) ||
        failed(playTokenGame(module, programs, strict)))
      return signalPassFailure();
    for (const ProgramInfo &program : programs)
      if (failed(verifySlots(program)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

  static ProgramInfo readProgram(ProgramOp program) {
    ProgramInfo info;
    info.op = program;
    llvm::DenseMap<Attribute, unsigned> streamIndex;
    for (Attribute stream : program.getStreams())
      streamIndex.try_emplace(stream, streamIndex.size());
    info.streams.resize(streamIndex.size());
    for (auto action : program.getOps<ActionInterface>()) {
      unsigned stream = streamIndex.lookup(action.getActionStream());
      unsigned index = info.actions.size();
      info.actions.push_back(
          {action, stream, static_cast<unsigned>(info.streams[stream].size()),
           getInt(action, "stage"), getInt(action, "mb")});
      info.streams[stream].push_back(index);
      if (FlatSymbolRefAttr signal = action.getActionSignal())
        info.signals[signal.getAttr()].push_back(index);
    }
    return info;
  }

  /// Check 1, first half: every name and slot an action mentions exists.
  static LogicalResult verifyNames(ModuleOp module, ProgramOp program) {
    for (auto action : program.getOps<ActionInterface>()) {
      Operation *op = action;
      if (!llvm::is_contained(program.getStreams(), action.getActionStream()))
        return op->emitError() << "stream " << action.getActionStream()
                               << " is not one of @" << program.getSymName();
      SmallVector<BufferRefAttr> refs = action.getReads();
      llvm::append_range(refs, action.getWrites());
      for (BufferRefAttr ref : refs)
        if (failed(verifyRef(op, program, ref)))
          return failure();
      SmallVector<FlatSymbolRefAttr> events;
      for (EventRefAttr wait : action.getWaits())
        events.push_back(wait.getEvent());
      if (FlatSymbolRefAttr signal = action.getActionSignal())
        events.push_back(signal);
      for (FlatSymbolRefAttr event : events)
        if (!llvm::is_contained(program.getEvents(), event))
          return op->emitError() << "event " << event << " is not one of @"
                                 << program.getSymName();
      if (failed(verifyPartner(module, op)) ||
          failed(verifyRoles(module, program, action)))
        return failure();
    }
    return success();
  }

  static LogicalResult verifyRef(Operation *op, ProgramOp program,
                                 BufferRefAttr ref) {
    BufferOp buffer = program.lookup(ref);
    if (!buffer)
      return op->emitError()
             << "names buffer " << ref.getBuffer() << ", which @"
             << program.getSymName() << " does not have";
    int64_t slots = buffer.getSlots();
    if (ref.getSlot() < 0 || ref.getSlot() >= slots)
      return op->emitError() << "names slot " << ref.getSlot() << " of "
                             << ref.getBuffer() << ", which has " << slots;
    return success();
  }

  static LogicalResult verifyPartner(ModuleOp module, Operation *op) {
    FlatSymbolRefAttr symbol;
    if (auto send = dyn_cast<SendOp>(op))
      symbol = send.getChannelAttr();
    else if (auto recv = dyn_cast<RecvOp>(op))
      symbol = recv.getChannelAttr();
    else if (auto collective = dyn_cast<CollectiveOp>(op))
      symbol = collective.getCommAttr();
    if (!symbol)
      return success();
    Operation *partner = module.lookupSymbol(symbol);
    bool right = isa<CollectiveOp>(op) ? isa_and_nonnull<CommOp>(partner)
                                       : isa_and_nonnull<ChannelOp>(partner);
    if (!right)
      return op->emitError()
             << "uses " << symbol << ", which is no "
             << (isa<CollectiveOp>(op) ? "communicator" : "channel");
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

  /// The program plays the roles an action is for, they stand where its channel
  /// ends, and what it writes is theirs. A launch may read another role's
  /// activations: messages within a device are not copied.
  static LogicalResult verifyRoles(ModuleOp module, ProgramOp program,
                                   ActionInterface action) {
    SmallVector<int64_t> roles = rolesOf(action);
    for (int64_t role : roles)
      if (role < 0 || role >= static_cast<int64_t>(program.getRoles().size()))
        return action->emitError()
               << "is for role " << role << ", but @" << program.getSymName()
               << " plays " << program.getRoles().size() << ": "
               << describeAction(action);
    if (roles.empty())
      return success();
    SmallVector<BufferRefAttr> written = action.getWrites();
    for (auto [i, ref] : llvm::enumerate(written)) {
      int64_t role = roles[i * roles.size() / written.size()];
      BufferOp buffer = program.lookup(ref);
      // Scratch belongs to a stream, whatever role it works for.
      if (buffer.getKind() != BufferKind::Scratch &&
          static_cast<int64_t>(buffer.getRole()) != role)
        return action->emitError()
               << "is for role " << role << ", but writes " << ref.getBuffer()
               << " of role " << buffer.getRole() << ": "
               << describeAction(action);
    }
    return verifyEnd(module, program, action, roles.front());
  }

  /// A sender stands where its channel starts, a receiver where it leads to.
  static LogicalResult verifyEnd(ModuleOp module, ProgramOp program,
                                 ActionInterface action, int64_t role) {
    CoordAttr end;
    if (auto send = dyn_cast<SendOp>(action.getOperation()))
      end = cast<CoordAttr>(
          cast<ChannelOp>(module.lookupSymbol(send.getChannel())).getFrom());
    else if (auto recv = dyn_cast<RecvOp>(action.getOperation()))
      end = cast<CoordAttr>(
          cast<ChannelOp>(module.lookupSymbol(recv.getChannel())).getTo());
    else
      return success();
    auto place = cast<CoordAttr>(program.getRoles()[role]);
    for (auto [axis, value] : llvm::zip(end.getAxes(), end.getValues()))
      if (place.get(axis) && *place.get(axis) != value)
        return action->emitError()
               << "is at " << place << ", but its channel ends at " << end
               << ": " << describeAction(action);
    return success();
  }

  /// Check 1, second half: a stage does a pass of a microbatch once per role.
  static LogicalResult verifyOnce(const ProgramInfo &program) {
    llvm::StringMap<ActionInterface> seen;
    for (ActionInfo info : program.actions) {
      auto launch = dyn_cast<LaunchOp>(info.op.getOperation());
      if (!launch || !info.stage || !info.microbatch)
        continue;
      std::string key = (Twine(launch.getBody()) + " " + Twine(*info.stage) +
                         " " + Twine(*info.microbatch) + " " +
                         Twine(getInt(launch, "role").value_or(0)))
                            .str();
      auto [entry, isNew] = seen.try_emplace(key, info.op);
      if (!isNew) {
        InFlightDiagnostic diag = launch.emitError()
                                  << "done twice: " << describeAction(info.op);
        diag.attachNote(entry->second->getLoc()) << "first here";
        return diag;
      }
    }
    return success();
  }

  /// Each wait names a signal that is given, by actions of a single stream (so
  /// that ordinals mean completion order).
  static LogicalResult verifyWaits(const ProgramInfo &program) {
    for (const auto &[event, signals] : program.signals)
      for (unsigned index : signals)
        if (program.actions[index].stream !=
            program.actions[signals.front()].stream)
          return program.actions[index].op->emitError()
                 << "event @" << event.getValue()
                 << " is signalled on several streams, so its ordinals have no "
                    "order";
    for (ActionInfo info : program.actions)
      for (EventRefAttr wait : info.op.getWaits()) {
        auto found = program.signals.find(wait.getEvent().getAttr());
        int64_t given =
            found == program.signals.end() ? 0 : found->second.size();
        if (wait.getOrdinal() < 1 || wait.getOrdinal() > given)
          return info.op->emitError()
                 << "waits for signal " << wait.getOrdinal() << " of "
                 << wait.getEvent() << ", which is given " << given
                 << " times: " << describeAction(info.op);
      }
    return success();
  }
};

} // namespace
