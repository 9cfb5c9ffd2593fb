//===- PlanVerifyTokenGame.cpp - Proof that a plan cannot hang or swap messages
//-*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A meeting is what several queues do together: a message (one send and one
// receive of the same channel instance) or a collective (all members of one
// group). The k-th send meets the k-th receive, the k-th collective of one
// member the k-th of the others. Everything else fires alone.
//
// Programs are played once per role. An axis that one program fixes and another
// leaves free is played at every coordinate, so that both speak of the same
// instances; axes that all programs leave free are not: members along them run
// the same program, so a cycle among them projects to a cycle here.

#include "PlanVerify.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

/// A program at one coordinate of the axes that other programs fix.
struct Instance {
  const ProgramInfo *program;
  SmallVector<std::pair<StringAttr, int64_t>> extra;

  /// Where role `role` stands on all axes but `moved`.
  std::string key(int64_t role, ArrayRef<StringAttr> moved) const {
    auto coord = cast<CoordAttr>(ProgramOp(program->op).getRoles()[role]);
    SmallVector<std::pair<StringAttr, int64_t>> all(extra);
    for (auto [axis, value] : llvm::zip(coord.getAxes(), coord.getValues()))
      all.emplace_back(axis, value);
    llvm::sort(all, [](const auto &a, const auto &b) {
      return a.first.getValue() < b.first.getValue();
    });
    std::string text;
    llvm::raw_string_ostream os(text);
    for (auto [axis, value] : all)
      if (!llvm::is_contained(moved, axis))
        os << axis.getValue() << "=" << value << ";";
    return text;
  }
};

/// An action of an instance, as (instance, index into the program's actions).
using Token = std::pair<unsigned, unsigned>;

/// The two lists of a channel instance.
struct Messages {
  ChannelOp channel;
  std::string key;
  SmallVector<Token> sends, receives;
};

/// Per member (instance, role) the collectives of one group, in issue order.
struct Group {
  CommOp comm;
  llvm::MapVector<std::pair<unsigned, int64_t>, SmallVector<Token>> members;
};

/// All meetings of a plan.
class Meetings {
public:
  Meetings(ModuleOp module, ArrayRef<ProgramInfo> programs) : module(module) {
    expand(programs);
    for (unsigned i = 0; i < instances.size(); ++i)
      for (unsigned a = 0; a < instances[i].program->actions.size(); ++a)
        add({i, a});
  }

  SmallVector<Instance> instances;
  llvm::MapVector<std::pair<Operation *, StringRef>, Messages> messages;
  llvm::MapVector<std::pair<Operation *, StringRef>, Group> groups;

  ActionInterface action(Token token) const {
    return instances[token.first].program->actions[token.second].op;
  }

private:
  void expand(ArrayRef<ProgramInfo> programs) {
    llvm::MapVector<StringAttr, int64_t> fixed; // axis -> size seen
    for (const ProgramInfo &program : programs)
      for (auto role : ProgramOp(program.op).getRoles().getAsRange<CoordAttr>())
        for (auto [axis, value] : llvm::zip(role.getAxes(), role.getValues())) {
          int64_t &size = fixed[axis];
          size = std::max(size, value + 1);
        }
    for (auto mesh : module.getOps<MeshOp>())
      for (auto &[axis, size] : fixed)
        size = std::max(size, mesh.getAxes().getSize(axis));
    for (const ProgramInfo &program : programs) {
      SmallVector<Instance> grown = {{&program, {}}};
      auto role = cast<CoordAttr>(ProgramOp(program.op).getRoles()[0]);
      for (auto [axis, size] : fixed) {
        if (role.get(axis))
          continue;
        SmallVector<Instance> next;
        for (const Instance &instance : grown)
          for (int64_t value = 0; value < size; ++value) {
            next.push_back(instance);
            next.back().extra.emplace_back(axis, value);
          }
        grown = std::move(next);
      }
      llvm::append_range(instances, grown);
    }
  }

  StringRef intern(std::string text) {
    return names.insert({std::move(text), 0}).first->getKey();
  }

  void add(Token token) {
    Operation *op = action(token);
    if (auto send = dyn_cast<SendOp>(op))
      channel(send.getChannel(), send.getRole(), token).sends.push_back(token);
    else if (auto recv = dyn_cast<RecvOp>(op))
      channel(recv.getChannel(), recv.getRole(), token)
          .receives.push_back(token);
    else if (auto collective = dyn_cast<CollectiveOp>(op))
      addCollective(collective, token);
  }

  Messages &channel(StringRef name, int64_t role, Token token) {
    auto op = cast<ChannelOp>(module.lookupSymbol(name));
    std::string key = instances[token.first].key(
        role, cast<CoordAttr>(op.getFrom()).getAxes());
    Messages &found = messages[{op, intern(key)}];
    found.channel = op;
    found.key = key;
    return found;
  }

  void addCollective(CollectiveOp collective, Token token) {
    auto comm = cast<CommOp>(module.lookupSymbol(collective.getComm()));
    SmallVector<StringAttr> axes =
        llvm::to_vector(comm.getAxes().getAsRange<StringAttr>());
    SmallVector<int64_t> roles = {0};
    if (collective.getRoles())
      roles = llvm::to_vector(*collective.getRoles());
    for (int64_t role : roles) {
      std::string key = instances[token.first].key(role, axes);
      Group &group = groups[{comm, intern(key)}];
      group.comm = comm;
      group.members[{token.first, role}].push_back(token);
    }
  }

  ModuleOp module;
  llvm::StringMap<char> names;
};

/// The game itself: which action of each queue is next, and which may fire.
class TokenGame {
public:
  TokenGame(const Meetings &meetings, bool strict)
      : meetings(meetings), strict(strict) {
    for (const auto &entry : meetings.messages)
      for (auto [send, receive] :
           llvm::zip(entry.second.sends, entry.second.receives)) {
        meet(send, receive);
        meet(receive, send);
      }
    for (const auto &entry : meetings.groups)
      addGroup(entry.second);
    for (const Instance &instance : meetings.instances) {
      unsigned queues = strict ? 1 : instance.program->streams.size();
      heads.push_back(SmallVector<unsigned>(queues, 0));
      done.push_back(
          std::vector<bool>(instance.program->actions.size(), false));
    }
  }

  LogicalResult play() {
    for (bool progress = true; progress;) {
      progress = false;
      for (unsigned i = 0; i < heads.size(); ++i)
        for (unsigned q = 0; q < heads[i].size(); ++q)
          while (std::optional<Token> token = head(i, q)) {
            if (!canFire(*token))
              break;
            fire(*token);
            progress = true;
          }
    }
    for (unsigned i = 0; i < heads.size(); ++i)
      for (unsigned q = 0; q < heads[i].size(); ++q)
        if (std::optional<Token> token = head(i, q))
          return reportCycle(*token);
    return success();
  }

private:
  void meet(Token token, Token partner) { partners[token].push_back(partner); }

  void addGroup(const Group &group) {
    for (const auto &[member, tokens] : group.members)
      for (auto [k, token] : llvm::enumerate(tokens))
        for (const auto &[other, others] : group.members)
          if (others.size() > k && others[k] != token)
            meet(token, others[k]);
  }

  /// Index into the program's actions of the k-th entry of a queue.
  std::optional<unsigned> entry(unsigned i, unsigned q, unsigned k) const {
    const ProgramInfo &program = *meetings.instances[i].program;
    if (strict)
      return k < program.actions.size() ? std::optional(k) : std::nullopt;
    return k < program.streams[q].size() ? std::optional(program.streams[q][k])
                                         : std::nullopt;
  }

  std::optional<Token> head(unsigned i, unsigned q) const {
    if (std::optional<unsigned> index = entry(i, q, heads[i][q]))
      return Token{i, *index};
    return std::nullopt;
  }

  unsigned queueOf(Token token) const {
    return strict ? 0
                  : meetings.instances[token.first]
                        .program->actions[token.second]
                        .stream;
  }

  bool isHead(Token token) const {
    std::optional<Token> first = head(token.first, queueOf(token));
    return first && *first == token;
  }

  /// An action whose signal this one waits for and that has not ended.
  std::optional<Token> missingSignal(Token token) const {
    const ProgramInfo &program = *meetings.instances[token.first].program;
    ActionInterface action = program.actions[token.second].op;
    for (EventRefAttr wait : action.getWaits()) {
      unsigned source = program.signals.find(wait.getEvent().getAttr())
                            ->second[wait.getOrdinal() - 1];
      if (!done[token.first][source])
        return Token{token.first, source};
    }
    return std::nullopt;
  }

  bool canFire(Token token) const {
    if (missingSignal(token))
      return false;
    auto found = partners.find(token);
    if (found == partners.end())
      return true;
    return llvm::all_of(found->second, [&](Token partner) {
      return isHead(partner) && !missingSignal(partner);
    });
  }

  void fire(Token token) {
    SmallVector<Token> together = {token};
    if (auto found = partners.find(token); found != partners.end())
      for (Token partner : found->second)
        if (!llvm::is_contained(together, partner))
          together.push_back(partner);
    for (Token one : together) {
      done[one.first][one.second] = true;
      ++heads[one.first][queueOf(one)];
    }
  }

  /// What a token that can't fire waits for, and why.
  std::pair<Token, StringRef> waitsFor(Token token) const {
    if (!isHead(token))
      return {*head(token.first, queueOf(token)),
              "is behind, on the same stream,"};
    if (std::optional<Token> signal = missingSignal(token))
      return {*signal, "waits for the signal of"};
    for (Token partner : partners.find(token)->second)
      if (!isHead(partner) || missingSignal(partner))
        return {partner, "meets"};
    return {token, "waits for itself"};
  }

  LogicalResult reportCycle(Token start) const {
    llvm::MapVector<Token, unsigned> visited;
    Token token = start;
    while (visited.insert({token, visited.size()}).second)
      token = waitsFor(token).first;
    // `token` is the first that occurs twice: the cycle starts there.
    Operation *op = meetings.action(token);
    InFlightDiagnostic diag = op->emitError()
                              << "the plan hangs: "
                              << describeAction(meetings.action(token));
    Token at = token;
    do {
      auto [next, why] = waitsFor(at);
      diag.attachNote(meetings.action(next)->getLoc())
          << why << " " << describeAction(meetings.action(next));
      at = next;
    } while (at != token);
    return diag;
  }

  const Meetings &meetings;
  bool strict;
  llvm::DenseMap<Token, SmallVector<Token, 1>> partners;
  SmallVector<SmallVector<unsigned>> heads; // per instance and queue
  SmallVector<std::vector<bool>> done;      // per instance and action
};

} // namespace

static std::optional<int64_t> microbatchOf(ActionInterface action) {
  if (auto attr = action->getAttrOfType<IntegerAttr>("mb"))
    return attr.getInt();
  return std::nullopt;
}

/// The k-th send and receive of a channel instance carry the same.
static LogicalResult verifyPair(const Meetings &meetings, ChannelOp channel,
                                Token send, Token receive, unsigned k) {
  ActionInterface from = meetings.action(send), to = meetings.action(receive);
  for (ActionInterface end : {from, to}) {
    BufferRefAttr ref = isa<SendOp>(end.getOperation())
                            ? end.getReads().front()
                            : end.getWrites().front();
    auto program = end->getParentOfType<ProgramOp>();
    BufferOp buffer = program.lookup(ref);
    if (buffer.getType() != channel.getType())
      return end->emitError()
             << "moves " << buffer.getType() << " over @"
             << channel.getSymName() << ", which carries " << channel.getType();
  }
  if (microbatchOf(from) == microbatchOf(to))
    return success();
  InFlightDiagnostic diag =
      to->emitError() << "receive " << k + 1 << " of channel @"
                      << channel.getSymName()
                      << " gets another microbatch: " << describeAction(to);
  diag.attachNote(from->getLoc())
      << "send " << k + 1 << " is: " << describeAction(from);
  return diag;
}

/// What one member of a collective brings: the types of its parts.
static SmallVector<Type> partsOf(CollectiveOp collective, int64_t role) {
  SmallVector<int64_t> roles = {0};
  if (collective.getRoles())
    roles = llvm::to_vector(*collective.getRoles());
  auto program = collective->getParentOfType<ProgramOp>();
  SmallVector<BufferRefAttr> refs =
      llvm::to_vector(collective.getBuffers().getAsRange<BufferRefAttr>());
  size_t count = refs.size() / roles.size();
  size_t first = count * (llvm::find(roles, role) - roles.begin());
  SmallVector<Type> types;
  for (BufferRefAttr ref : ArrayRef(refs).slice(first, count))
    types.push_back(program.lookup(ref).getType());
  return types;
}

/// The members of a group do equally many collectives, and the k-th ones are of
/// the same kind, reduction and parts.
static LogicalResult verifyGroup(const Meetings &meetings, const Group &group) {
  const auto &[leader, expected] = group.members.front();
  for (const auto &[member, tokens] : group.members) {
    if (tokens.size() != expected.size())
      return meetings.action(tokens.back())->emitError()
             << "communicator @" << CommOp(group.comm).getSymName()
             << ": one member does " << tokens.size()
             << " collectives, another " << expected.size() << ": "
             << describeAction(meetings.action(tokens.back()));
    for (auto [k, pair] : llvm::enumerate(llvm::zip(tokens, expected))) {
      ActionInterface mine = meetings.action(std::get<0>(pair));
      ActionInterface theirs = meetings.action(std::get<1>(pair));
      auto a = cast<CollectiveOp>(mine.getOperation());
      auto b = cast<CollectiveOp>(theirs.getOperation());
      if (a.getKind() == b.getKind() && a.getReduction() == b.getReduction() &&
          partsOf(a, member.second) == partsOf(b, leader.second))
        continue;
      InFlightDiagnostic diag =
          a->emitError() << "collective " << k + 1 << " of communicator @"
                         << CommOp(group.comm).getSymName()
                         << " differs between its members: "
                         << describeAction(mine);
      diag.attachNote(b->getLoc())
          << "another does: " << describeAction(theirs);
      return diag;
    }
  }
  return success();
}

LogicalResult piper::plan::verifyChannels(ModuleOp module,
                                          ArrayRef<ProgramInfo> programs) {
  Meetings meetings(module, programs);
  for (const auto &[id, queue] : meetings.messages) {
    if (queue.sends.size() != queue.receives.size()) {
      Token last = queue.sends.size() > queue.receives.size()
                       ? queue.sends.back()
                       : queue.receives.back();
      return meetings.action(last)->emitError()
             << "channel @" << ChannelOp(queue.channel).getSymName() << " has "
             << queue.sends.size() << " sends but " << queue.receives.size()
             << " receives"
             << (queue.key.empty() ? std::string() : " at " + queue.key)
             << "; the last of the longer list: "
             << describeAction(meetings.action(last));
    }
    for (auto [k, pair] :
         llvm::enumerate(llvm::zip(queue.sends, queue.receives)))
      if (failed(verifyPair(meetings, queue.channel, std::get<0>(pair),
                            std::get<1>(pair), k)))
        return failure();
  }
  for (const auto &[id, group] : meetings.groups)
    if (failed(verifyGroup(meetings, group)))
      return failure();
  return success();
}

LogicalResult piper::plan::playTokenGame(ModuleOp module,
                                         ArrayRef<ProgramInfo> programs,
                                         bool strict) {
  Meetings meetings(module, programs);
  return TokenGame(meetings, strict).play();
}
