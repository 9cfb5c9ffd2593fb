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
    ProgramOp op = program->table.program;
    auto coord = cast<CoordAttr>(op.getRoles()[role]);
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
  std::vector<Token> sends, receives;
};

/// Per member (instance, role) the collectives of one group, in issue order.
struct Group {
  CommOp comm;
  llvm::MapVector<std::pair<unsigned, int64_t>, std::vector<Token>> members;
};

/// All meetings of a plan.
class Meetings {
public:
  Meetings(ModuleOp module, SymbolTable &symbols,
           ArrayRef<ProgramInfo> programs)
      : symbols(symbols) {
    expand(module, programs);
    for (unsigned i = 0; i < instances.size(); ++i)
      addActions(i);
  }

  std::vector<Instance> instances;
  std::vector<Messages> messages;
  std::vector<Group> groups;

  const ProgramInfo &program(Token token) const {
    return *instances[token.first].program;
  }
  ActionInterface action(Token token) const {
    return program(token).op(token.second);
  }
  std::string describe(Token token) const {
    return program(token).describe(token.second);
  }

private:
  void expand(ModuleOp module, ArrayRef<ProgramInfo> programs) {
    llvm::MapVector<StringAttr, int64_t> fixed; // axis -> size seen
    for (const ProgramInfo &program : programs)
      for (auto role :
           ProgramOp(program.table.program).getRoles().getAsRange<CoordAttr>())
        for (auto [axis, value] : llvm::zip(role.getAxes(), role.getValues())) {
          int64_t &size = fixed[axis];
          size = std::max(size, value + 1);
        }
    for (auto mesh : module.getOps<MeshOp>())
      for (auto &[axis, size] : fixed)
        size = std::max(size, mesh.getAxes().getSize(axis));
    for (const ProgramInfo &program : programs) {
      SmallVector<Instance> grown = {{&program, {}}};
      ProgramOp op = program.table.program;
      auto role = cast<CoordAttr>(op.getRoles()[0]);
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

  /// Where the actions of a text meet others: an entry of `messages`, or roles
  /// and entries of `groups`.
  struct Place {
    enum { None, Send, Receive, Collective } kind = None;
    unsigned messages = 0;
    SmallVector<std::pair<int64_t, unsigned>, 1> groups;
  };

  void addActions(unsigned i) {
    const ProgramTable &table = instances[i].program->table;
    std::vector<Place> places;
    for (const ActionText &text : table.texts)
      places.push_back(placeOf(i, text.op));
    for (unsigned a = 0; a < table.size(); ++a) {
      const Place &place = places[table.textIndex(a)];
      if (place.kind == Place::Send)
        messages[place.messages].sends.push_back({i, a});
      else if (place.kind == Place::Receive)
        messages[place.messages].receives.push_back({i, a});
      for (auto [role, group] : place.groups)
        groups[group].members[{i, role}].push_back({i, a});
    }
  }

  Place placeOf(unsigned i, ActionInterface action) {
    Operation *op = action;
    Place place;
    if (auto send = dyn_cast<SendOp>(op)) {
      place.kind = Place::Send;
      place.messages = channel(send.getChannelAttr(), send.getRole(), i);
    } else if (auto recv = dyn_cast<RecvOp>(op)) {
      place.kind = Place::Receive;
      place.messages = channel(recv.getChannelAttr(), recv.getRole(), i);
    } else if (auto collective = dyn_cast<CollectiveOp>(op)) {
      place.kind = Place::Collective;
      addGroups(collective, i, place);
    }
    return place;
  }

  unsigned channel(FlatSymbolRefAttr name, int64_t role, unsigned i) {
    auto op = symbols.lookup<ChannelOp>(name.getAttr());
    std::string key =
        instances[i].key(role, cast<CoordAttr>(op.getFrom()).getAxes());
    auto [entry, isNew] =
        index.try_emplace((name.getValue() + " " + key).str(), messages.size());
    if (isNew)
      messages.push_back({op, key, {}, {}});
    return entry->second;
  }

  void addGroups(CollectiveOp collective, unsigned i, Place &place) {
    auto comm = symbols.lookup<CommOp>(collective.getCommAttr().getAttr());
    SmallVector<StringAttr> axes =
        llvm::to_vector(comm.getAxes().getAsRange<StringAttr>());
    SmallVector<int64_t> roles = {0};
    if (collective.getRoles())
      roles = llvm::to_vector(*collective.getRoles());
    for (int64_t role : roles) {
      std::string key = instances[i].key(role, axes);
      auto [entry, isNew] = index.try_emplace(
          (comm.getSymName() + " " + key).str(), groups.size());
      if (isNew)
        groups.push_back({comm, {}});
      place.groups.push_back({role, entry->second});
    }
  }

  SymbolTable &symbols;
  llvm::StringMap<unsigned> index; // of messages and groups, by name and place
};

/// The game itself: which action of each queue is next, and which may fire.
class TokenGame {
public:
  TokenGame(const Meetings &meetings, bool strict)
      : meetings(meetings), strict(strict) {
    for (const Instance &instance : meetings.instances) {
      const ProgramInfo &program = *instance.program;
      unsigned queues = strict ? 1 : program.streams.size();
      heads.push_back(SmallVector<unsigned>(queues, 0));
      done.push_back(std::vector<bool>(program.size(), false));
      partner.push_back(std::vector<Token>(program.size(), alone));
    }
    for (const Messages &queue : meetings.messages)
      for (auto [send, receive] : llvm::zip(queue.sends, queue.receives)) {
        partner[send.first][send.second] = receive;
        partner[receive.first][receive.second] = send;
      }
    for (const Group &group : meetings.groups)
      addGroup(group);
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
  void addGroup(const Group &group) {
    for (const auto &[member, tokens] : group.members)
      for (auto [k, token] : llvm::enumerate(tokens))
        for (const auto &[other, others] : group.members)
          if (others.size() > k && others[k] != token)
            members[token].push_back(others[k]);
  }

  /// Those an action must meet; a message meets one, a collective its group.
  ArrayRef<Token> partnersOf(Token token) const {
    const Token &one = partner[token.first][token.second];
    if (one != alone)
      return one;
    auto found = members.find(token);
    return found == members.end() ? ArrayRef<Token>() : found->second;
  }

  /// Index into the program's actions of the k-th entry of a queue.
  std::optional<unsigned> entry(unsigned i, unsigned q, unsigned k) const {
    const ProgramInfo &program = *meetings.instances[i].program;
    if (strict)
      return k < program.size() ? std::optional(k) : std::nullopt;
    return k < program.streams[q].size() ? std::optional(program.streams[q][k])
                                         : std::nullopt;
  }

  std::optional<Token> head(unsigned i, unsigned q) const {
    if (std::optional<unsigned> index = entry(i, q, heads[i][q]))
      return Token{i, *index};
    return std::nullopt;
  }

  unsigned queueOf(Token token) const {
    return strict ? 0 : meetings.program(token).stream(token.second);
  }

  bool isHead(Token token) const {
    std::optional<Token> first = head(token.first, queueOf(token));
    return first && *first == token;
  }

  /// An action whose signal this one waits for and that has not ended.
  std::optional<Token> missingSignal(Token token) const {
    const ProgramInfo &program = meetings.program(token);
    for (const Wait &wait : program.table.text(token.second).waits) {
      unsigned source = program.source(token.second, wait);
      if (!done[token.first][source])
        return Token{token.first, source};
    }
    return std::nullopt;
  }

  bool canFire(Token token) const {
    return !missingSignal(token) &&
           llvm::all_of(partnersOf(token), [&](Token partner) {
             return isHead(partner) && !missingSignal(partner);
           });
  }

  void fire(Token token) {
    SmallVector<Token> together = {token};
    for (Token partner : partnersOf(token))
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
              strict ? "is behind, in issue order,"
                     : "is behind, on the same stream,"};
    if (std::optional<Token> signal = missingSignal(token))
      return {*signal, "waits for the signal of"};
    for (Token partner : partnersOf(token))
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
    InFlightDiagnostic diag = meetings.action(token)->emitError()
                              << "the plan hangs: " << meetings.describe(token);
    Token at = token;
    do {
      auto [next, why] = waitsFor(at);
      diag.attachNote(meetings.action(next)->getLoc())
          << why << " " << meetings.describe(next);
      at = next;
    } while (at != token);
    return diag;
  }

  static constexpr Token alone = {~0u, ~0u};

  const Meetings &meetings;
  bool strict;
  /// Per instance and action the other end of its message, or `alone`.
  std::vector<std::vector<Token>> partner;
  llvm::DenseMap<Token, SmallVector<Token, 1>> members; // of collectives
  SmallVector<SmallVector<unsigned>> heads; // per instance and queue
  std::vector<std::vector<bool>> done;      // per instance and action
};

} // namespace

/// The k-th send and receive of a channel instance carry the same.
static LogicalResult verifyPair(const Meetings &meetings, ChannelOp channel,
                                Token send, Token receive, unsigned k) {
  for (Token end : {send, receive}) {
    const ProgramTable &table = meetings.program(end).table;
    // A message names one slot.
    BufferOp buffer =
        table.buffers[table.text(end.second).slots.front().buffer];
    if (buffer.getType() != channel.getType())
      return meetings.action(end)->emitError()
             << "moves " << buffer.getType() << " over @"
             << channel.getSymName() << ", which carries " << channel.getType();
  }
  if (meetings.program(send).table.microbatch(send.second) ==
      meetings.program(receive).table.microbatch(receive.second))
    return success();
  InFlightDiagnostic diag =
      meetings.action(receive)->emitError()
      << "receive " << k + 1 << " of channel @" << channel.getSymName()
      << " gets another microbatch: " << meetings.describe(receive);
  diag.attachNote(meetings.action(send)->getLoc())
      << "send " << k + 1 << " is: " << meetings.describe(send);
  return diag;
}

/// What one member of a collective brings: the types of its parts.
static SmallVector<Type> partsOf(const Meetings &meetings, Token token,
                                 int64_t role) {
  auto collective = cast<CollectiveOp>(meetings.action(token).getOperation());
  SmallVector<int64_t> roles = {0};
  if (collective.getRoles())
    roles = llvm::to_vector(*collective.getRoles());
  const ProgramTable &table = meetings.program(token).table;
  const auto &slots = table.text(token.second).slots;
  size_t count = slots.size() / roles.size();
  size_t first = count * (llvm::find(roles, role) - roles.begin());
  SmallVector<Type> types;
  for (const SlotUse &use : ArrayRef(slots).slice(first, count))
    types.push_back(BufferOp(table.buffers[use.buffer]).getType());
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
             << meetings.describe(tokens.back());
    for (auto [k, mine, theirs] : llvm::enumerate(tokens, expected)) {
      auto a = cast<CollectiveOp>(meetings.action(mine).getOperation());
      auto b = cast<CollectiveOp>(meetings.action(theirs).getOperation());
      if (a.getKind() == b.getKind() && a.getReduction() == b.getReduction() &&
          partsOf(meetings, mine, member.second) ==
              partsOf(meetings, theirs, leader.second))
        continue;
      InFlightDiagnostic diag =
          a->emitError() << "collective " << k + 1 << " of communicator @"
                         << CommOp(group.comm).getSymName()
                         << " differs between its members: "
                         << meetings.describe(mine);
      diag.attachNote(b->getLoc())
          << "another does: " << meetings.describe(theirs);
      return diag;
    }
  }
  return success();
}

static LogicalResult verifyChannels(const Meetings &meetings) {
  for (const Messages &queue : meetings.messages) {
    ChannelOp channel = queue.channel;
    if (queue.sends.size() != queue.receives.size()) {
      Token last = queue.sends.size() > queue.receives.size()
                       ? queue.sends.back()
                       : queue.receives.back();
      return meetings.action(last)->emitError()
             << "channel @" << channel.getSymName() << " has "
             << queue.sends.size() << " sends but " << queue.receives.size()
             << " receives"
             << (queue.key.empty() ? std::string() : " at " + queue.key)
             << "; the last of the longer list: " << meetings.describe(last);
    }
    for (auto [k, send, receive] : llvm::enumerate(queue.sends, queue.receives))
      if (failed(verifyPair(meetings, channel, send, receive, k)))
        return failure();
  }
  for (const Group &group : meetings.groups)
    if (failed(verifyGroup(meetings, group)))
      return failure();
  return success();
}

LogicalResult piper::plan::verifyMeetings(ModuleOp module, SymbolTable &symbols,
                                          ArrayRef<ProgramInfo> programs,
                                          bool strict) {
  Meetings meetings(module, symbols, programs);
  if (failed(verifyChannels(meetings)))
    return failure();
  return TokenGame(meetings, strict).play();
}
