//===- NamePattern.cpp - Patterns of dotted names -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/NamePattern.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

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

static bool isWild(StringRef component) {
  return component.starts_with("*") || component.starts_with("{");
}

/// Matches all of `pattern` against all of `name`; what wildcards stand for is
/// appended to `capture`.
static bool matchAll(ArrayRef<StringRef> pattern, ArrayRef<StringRef> name,
                     SmallVectorImpl<StringRef> &capture) {
  if (pattern.empty())
    return name.empty();
  size_t before = capture.size();
  if (pattern.front() == "**") {
    for (size_t taken = 0; taken <= name.size(); ++taken) {
      capture.append(name.begin(), name.begin() + taken);
      if (matchAll(pattern.drop_front(), name.drop_front(taken), capture))
        return true;
      capture.truncate(before);
    }
    return false;
  }
  if (name.empty() || !matchComponent(pattern.front(), name.front()))
    return false;
  if (isWild(pattern.front()))
    capture.push_back(name.front());
  if (matchAll(pattern.drop_front(), name.drop_front(), capture))
    return true;
  capture.truncate(before);
  return false;
}

std::optional<piper::MatchedName> piper::matchedPart(StringRef pattern,
                                                     StringRef name) {
  SmallVector<StringRef> parts, components, capture;
  pattern.split(parts, '.');
  name.split(components, '.');
  for (size_t length = 1; length <= components.size(); ++length) {
    auto start = ArrayRef(components).take_front(length);
    capture.clear();
    if (matchAll(parts, start, capture))
      return MatchedName{join(start, "."), join(capture, ".")};
  }
  return std::nullopt;
}

std::string piper::explainNoMatch(StringRef pattern,
                                  ArrayRef<std::string> names) {
  std::string message = "\"" + pattern.str() + "\" matches nothing";
  SmallVector<StringRef> parts;
  pattern.split(parts, '.');
  // Names as this pattern would write them, and what they stand for.
  std::map<std::string, std::set<std::string>> candidates;
  for (StringRef name : names) {
    SmallVector<StringRef> components;
    name.split(components, '.');
    components.truncate(std::min(components.size(), parts.size()));
    std::string path = join(components, ".");
    for (auto [component, part] : zip(components, parts))
      if (isWild(part) && matchComponent(part, component))
        component = part;
    candidates[join(components, ".")].insert(path);
  }
  const std::pair<const std::string, std::set<std::string>> *nearest = nullptr;
  unsigned best = 1 + pattern.size() / 3;
  for (const auto &candidate : candidates) {
    unsigned distance = pattern.edit_distance_insensitive(candidate.first);
    if (distance > best || (nearest && distance == best))
      continue;
    best = distance;
    nearest = &candidate;
  }
  if (!nearest)
    return message;
  size_t count = nearest->second.size();
  return message + "; did you mean \"" + nearest->first + "\" (" +
         std::to_string(count) + (count == 1 ? " match)?" : " matches)?");
}
