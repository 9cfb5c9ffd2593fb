//===- PlanTimes.cpp - When each action of a plan runs -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCosts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

/// An action that is at the head of its stream.
struct Head {
  int64_t program, stream, action;
};

/// A stream of a program.
struct Queue {
  std::vector<int64_t> actions;
  size_t next = 0;
  double free = 0;
  int64_t last = -1;    // the action before
  bool arrived = false; // the head waits for partners
};

/// A program's state.
struct State {
  llvm::MapVector<StringAttr, Queue> streams;
  /// Per event the actions that signal it, in order.
  DenseMap<StringAttr, SmallVector<int64_t>> signals;
  std::vector<bool> done;
};

/// A message or collective of several programs.
struct Meeting {
  SmallVector<Head, 2> arrived;
};

class PlanTimer {
public:
  PlanTimer(ModuleOp module, const PlanCosts &costs)
      : module(module), symbols(module), costs(module, symbols, costs) {}

  FailureOr<PlanTimes> run() {
    for (auto program : module.getOps<ProgramOp>())
      enter(program);
    for (bool progress = true; progress;) {
      progress = false;
      for (size_t p = 0; p < states.size(); ++p)
        for (size_t s = 0; s < states[p].streams.size(); ++s)
          while (advance(p, s))
            progress = true;
    }
    for (auto [p, state] : llvm::enumerate(states))
      for (auto &[name, queue] : state.streams)
        if (queue.next != queue.actions.size())
          return times.programs[p]
                     .actions[queue.actions[queue.next]]
                     .op->emitError()
                 << "the plan gets stuck here; plan-verify says why";
    for (ProgramTimes &program : times.programs)
      finish(program);
    return std::move(times);
  }

private:
  void enter(ProgramOp program) {
    State &state = states.emplace_back();
    ProgramTimes &out = times.programs.emplace_back();
    out.op = program;
    for (auto stream : program.getStreams().getAsRange<FlatSymbolRefAttr>())
      state.streams[stream.getAttr()];
    for (auto action : program.getOps<ActionInterface>()) {
      int64_t index = out.actions.size();
      out.actions.emplace_back().op = action;
      state.streams[action.getActionStream().getAttr()].actions.push_back(
          index);
      if (auto event = action.getActionSignal())
        state.signals[event.getAttr()].push_back(index);
      if (std::string key = meetingOf(action); !key.empty())
        if (isa<CollectiveOp>(action.getOperation()))
          members[key].insert(states.size() - 1);
    }
    state.done.resize(out.actions.size());
  }

  /// What an action meets others on: channel or communicator, and where on all
  /// other axes; empty for actions on their own.
  std::string meetingOf(Operation *action) {
    auto [it, isNew] = meetingNames.try_emplace(action);
    if (!isNew)
      return it->second;
    std::string text;
    llvm::raw_string_ostream os(text);
    auto rest = [&](int64_t role, ArrayRef<StringAttr> moved) {
      auto program = cast<ProgramOp>(action->getParentOp());
      auto coord = cast<CoordAttr>(program.getRoles()[role]);
      for (auto [axis, value] : llvm::zip(coord.getAxes(), coord.getValues()))
        if (!llvm::is_contained(moved, axis))
          os << " " << axis.getValue() << "=" << value;
    };
    auto message = [&](auto op) {
      auto channel = symbols.lookup<ChannelOp>(op.getChannel());
      os << op.getChannel();
      rest(op.getRole(), cast<CoordAttr>(channel.getFrom()).getAxes());
    };
    if (auto send = dyn_cast<SendOp>(action))
      message(send);
    else if (auto recv = dyn_cast<RecvOp>(action))
      message(recv);
    else if (auto collective = dyn_cast<CollectiveOp>(action)) {
      auto comm = symbols.lookup<CommOp>(collective.getComm());
      os << collective.getComm();
      auto roles = collective.getRoles();
      rest(roles && !roles->empty() ? roles->front() : 0,
           llvm::to_vector(comm.getAxes().getAsRange<StringAttr>()));
    }
    return it->second = text;
  }

  ActionTime &timeOf(const Head &head) {
    return times.programs[head.program].actions[head.action];
  }

  /// Lets the head of a stream run if it can.
  bool advance(size_t program, size_t stream) {
    Queue &queue = (states[program].streams.begin() + stream)->second;
    if (queue.next == queue.actions.size() || queue.arrived)
      return false;
    Head head{int64_t(program), int64_t(stream), queue.actions[queue.next]};
    ActionTime &time = timeOf(head);
    auto action = cast<ActionInterface>(time.op);
    time.start = time.ready = queue.free;
    if (queue.last >= 0)
      delay(time, time.start + costs.between(), head.program, queue.last);
    for (EventRefAttr wait : action.getWaits()) {
      auto &signals = states[program].signals[wait.getEvent().getAttr()];
      if (wait.getOrdinal() < 1 || wait.getOrdinal() > int64_t(signals.size()))
        return false;
      int64_t by = signals[wait.getOrdinal() - 1];
      if (!states[program].done[by])
        return false;
      double at = times.programs[program].actions[by].end;
      if (at > time.start)
        delay(time, at + costs.wake(time.op), head.program, by);
    }
    return meet(head, queue);
  }

  static void delay(ActionTime &time, double at, int64_t program,
                    int64_t action) {
    time.start = at;
    time.afterProgram = program;
    time.afterAction = action;
  }

  /// Completes the head, with its partners once all are there.
  bool meet(const Head &head, Queue &queue) {
    std::string key = meetingOf(timeOf(head).op);
    if (key.empty()) {
      complete(head, timeOf(head).start + costs.of(timeOf(head).op));
      return true;
    }
    queue.arrived = true;
    Meeting &meeting = meetings[key];
    meeting.arrived.push_back(head);
    bool isCollective = isa<CollectiveOp>(timeOf(head).op);
    size_t expected = isCollective ? members[key].size() : 2;
    if (meeting.arrived.size() < expected)
      return false;
    Head latest = meeting.arrived.front();
    for (const Head &other : meeting.arrived)
      if (timeOf(other).start > timeOf(latest).start)
        latest = other;
    ActionTime last = timeOf(latest);
    double end = last.start + costs.of(last.op);
    for (const Head &other : meeting.arrived) {
      ActionTime &time = timeOf(other);
      if (time.start < last.start)
        delay(time, last.start, last.afterProgram, last.afterAction);
      complete(other, end);
    }
    meetings.erase(key);
    return true;
  }

  void complete(const Head &head, double end) {
    State &state = states[head.program];
    Queue &queue = (state.streams.begin() + head.stream)->second;
    timeOf(head).end = queue.free = end;
    queue.last = head.action;
    queue.arrived = false;
    ++queue.next;
    state.done[head.action] = true;
  }

  void finish(ProgramTimes &program) {
    llvm::MapVector<Attribute, double> busy;
    for (const ActionTime &time : program.actions) {
      times.makespan = std::max(times.makespan, time.end);
      if (isa<LaunchOp, ZeroOp, LoadOp>(time.op))
        busy[cast<ActionInterface>(time.op).getActionStream()] +=
            time.end - time.start;
    }
    for (auto [stream, total] : busy)
      program.busy = std::max(program.busy, total);
  }

  ModuleOp module;
  SymbolTable symbols;
  ActionCosts costs;
  PlanTimes times;
  std::vector<State> states;
  llvm::DenseMap<Operation *, std::string> meetingNames;
  std::map<std::string, std::set<size_t>> members;
  std::map<std::string, Meeting> meetings;
};

} // namespace

FailureOr<PlanTimes> piper::plan::timePlan(ModuleOp module,
                                           const PlanCosts &costs) {
  return PlanTimer(module, costs).run();
}

std::vector<std::pair<int64_t, int64_t>> PlanTimes::criticalPath() const {
  std::pair<int64_t, int64_t> at = {-1, -1};
  double latest = -1;
  for (auto [p, program] : llvm::enumerate(programs))
    for (auto [a, time] : llvm::enumerate(program.actions))
      if (time.end > latest) {
        latest = time.end;
        at = {p, a};
      }
  std::vector<std::pair<int64_t, int64_t>> path;
  while (at.first >= 0) {
    path.push_back(at);
    const ActionTime &time = programs[at.first].actions[at.second];
    at = {time.afterProgram, time.afterAction};
  }
  std::reverse(path.begin(), path.end());
  return path;
}
