//===- Action.cpp - Text form of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace piper::schedule;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

static constexpr char kLetters[] = {'F', 'B', 'I', 'W', 'U'};

DataFlow::DataFlow(const Problem &problem) : consumers(problem.stages()) {
  if (problem.producers)
    producers = *problem.producers;
  producers.resize(problem.stages());
  if (!problem.producers)
    for (int64_t stage = 1; stage < problem.stages(); ++stage)
      producers[stage].push_back(stage - 1);
  for (auto [stage, list] : llvm::enumerate(producers))
    for (int64_t producer : list)
      consumers[producer].push_back(stage);
}

std::string piper::schedule::toString(const Action &action, int64_t replicas) {
  std::string text;
  if (replicas > 1)
    text += static_cast<char>('a' + action.replica);
  text += std::to_string(action.stage);
  text += kLetters[static_cast<int>(action.kind)];
  if (action.kind != Kind::U)
    text += std::to_string(action.microbatch);
  return text;
}

static llvm::Error invalid(StringRef text) {
  return llvm::createStringError(
      "\"" + text +
      "\" is no action; an action is like \"0F0\", \"1B3\", \"2I1\", \"2W1\", "
      "\"(2F3;5B1)\" or \"0U\"");
}

/// A number that a schedule can have; 32 bits, so that sums of them are safe.
static bool consumeIndex(StringRef &text, int64_t &value) {
  uint32_t number = 0;
  if (text.empty() || !llvm::isDigit(text.front()) ||
      text.consumeInteger(10, number))
    return false;
  value = number;
  return true;
}

Expected<Action> piper::schedule::parseAction(StringRef text) {
  StringRef rest = text;
  Action action;
  if (!rest.empty() && rest.front() >= 'a' && rest.front() <= 'z') {
    action.replica = rest.front() - 'a';
    rest = rest.drop_front();
  }
  if (!consumeIndex(rest, action.stage) || rest.empty())
    return invalid(text);
  auto letter = llvm::find(kLetters, rest.front());
  if (letter == std::end(kLetters))
    return invalid(text);
  action.kind = static_cast<Kind>(letter - std::begin(kLetters));
  rest = rest.drop_front();
  bool hasIndex =
      action.kind != Kind::U && consumeIndex(rest, action.microbatch);
  if (!rest.empty() || hasIndex == (action.kind == Kind::U))
    return invalid(text);
  return action;
}

Expected<SmallVector<Action>> piper::schedule::parseGroup(StringRef text) {
  StringRef rest = text.trim();
  rest.consume_back("OVERLAP_F_B");
  rest = rest.rtrim();
  bool opened = rest.consume_front("("), closed = rest.consume_back(")");
  SmallVector<StringRef> parts;
  rest.split(parts, ';');
  if (opened != closed || (!opened && parts.size() > 1))
    return invalid(text);
  SmallVector<Action> group;
  for (StringRef part : parts) {
    Expected<Action> action = parseAction(part.trim());
    if (!action)
      return action.takeError();
    action->joined = !group.empty();
    group.push_back(*action);
  }
  return group;
}

std::string piper::schedule::rowToString(llvm::ArrayRef<Action> row,
                                         int64_t replicas) {
  std::string text;
  for (size_t i = 0; i < row.size(); ++i) {
    bool joins = i > 0 && row[i].joined;
    bool isJoined = i + 1 < row.size() && row[i + 1].joined;
    if (i > 0)
      text += joins ? ';' : ' ';
    if (!joins && isJoined)
      text += '(';
    text += toString(row[i], replicas);
    if (joins && !isJoined)
      text += ')';
  }
  return text;
}

/// Takes the next word off a row; blanks inside of parentheses belong to it.
static StringRef nextWord(StringRef &row) {
  size_t end = row.find_first_of(" \t\r\n");
  if (row.front() == '(') {
    size_t close = row.find(')');
    end =
        close == StringRef::npos ? close : row.find_first_of(" \t\r\n", close);
  }
  StringRef word = row.substr(0, end);
  row = row.substr(word.size()).ltrim();
  return word;
}

Expected<std::vector<Action>> piper::schedule::parseRow(StringRef text) {
  std::vector<Action> row;
  for (text = text.trim(); !text.empty();) {
    Expected<SmallVector<Action>> group = parseGroup(nextWord(text));
    if (!group)
      return group.takeError();
    row.insert(row.end(), group->begin(), group->end());
  }
  return row;
}
