//===- Action.cpp - Text form of actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Schedule/Schedule.h"
#include "llvm/ADT/StringExtras.h"

using namespace piper::schedule;
using llvm::Expected;
using llvm::StringRef;

std::string piper::schedule::toString(const Action &action) {
  std::string stage = std::to_string(action.stage);
  switch (action.kind) {
  case Kind::F:
    return stage + "F" + std::to_string(action.microbatch);
  case Kind::B:
    return stage + "B" + std::to_string(action.microbatch);
  case Kind::I:
    return stage + "I" + std::to_string(action.microbatch);
  case Kind::W:
    return stage + "W" + std::to_string(action.microbatch);
  case Kind::U:
    return stage + "U";
  }
  llvm_unreachable("all kinds are handled");
}

static llvm::Error invalid(StringRef text) {
  return llvm::createStringError(
      "\"" + text +
      "\" is no action: expected <stage>F<microbatch>, <stage>B<microbatch> or "
      "<stage>U");
}

Expected<Action> piper::schedule::parseAction(StringRef text) {
  StringRef rest = text;
  Action action;
  if (rest.consumeInteger(10, action.stage) || action.stage < 0 || rest.empty())
    return invalid(text);
  char kind = rest.front();
  rest = rest.drop_front();
  if (kind == 'U' && rest.empty()) {
    action.kind = Kind::U;
    return action;
  }
  if ((kind != 'F' && kind != 'B') ||
      rest.getAsInteger(10, action.microbatch) || action.microbatch < 0)
    return invalid(text);
  action.kind = kind == 'F' ? Kind::F : Kind::B;
  return action;
}

std::string piper::schedule::rowToString(llvm::ArrayRef<Action> row) {
  std::string text;
  for (const Action &action : row)
    text += (text.empty() ? "" : " ") + toString(action);
  return text;
}

Expected<std::vector<Action>> piper::schedule::parseRow(StringRef text) {
  std::vector<Action> row;
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  for (StringRef word : words) {
    Expected<Action> action = parseAction(word);
    if (!action)
      return action.takeError();
    row.push_back(*action);
  }
  return row;
}
