//===- NamePattern.cpp - Patterns of dotted names -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/NamePattern.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

/// Whether one component of a name matches one of a pattern, `*` and ranges
/// included.
static bool matchComponent(StringRef pattern, StringRef name) {
  if (pattern == "*" || pattern == name)
    return true;
  if (!pattern.consume_front("{") || !pattern.consume_back("}"))
    return false;
  auto [low, high] = pattern.split('-');
  unsigned from, to, number;
  return !low.getAsInteger(10, from) && !high.getAsInteger(10, to) &&
         !name.getAsInteger(10, number) && from <= number && number <= to;
}

/// Matches all of `pattern` against a prefix of `name`.
static bool matchPrefix(ArrayRef<StringRef> pattern, ArrayRef<StringRef> name) {
  if (pattern.empty())
    return true;
  if (pattern.front() == "**")
    return matchPrefix(pattern.drop_front(), name) ||
           (!name.empty() && matchPrefix(pattern, name.drop_front()));
  return !name.empty() && matchComponent(pattern.front(), name.front()) &&
         matchPrefix(pattern.drop_front(), name.drop_front());
}

std::optional<piper::MatchRank> piper::matchName(StringRef pattern,
                                                 StringRef name) {
  SmallVector<StringRef> parts, components;
  pattern.split(parts, '.');
  name.split(components, '.');
  if (!matchPrefix(parts, components))
    return std::nullopt;
  unsigned literals = 0, ranges = 0, all = 0;
  for (StringRef part : parts) {
    bool range = part.starts_with("{");
    ranges += range;
    literals += !range && part != "*" && part != "**";
    all += part != "**";
  }
  return MatchRank(literals, all, ranges);
}
