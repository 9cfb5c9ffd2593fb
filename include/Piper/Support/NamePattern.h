//===- NamePattern.h - Patterns of dotted names -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_NAMEPATTERN_H
#define PIPER_SUPPORT_NAMEPATTERN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <tuple>

namespace piper {

/// How specific a match is: literal components first, then components of any
/// kind, then ranges. Greater wins.
using MatchRank = std::tuple<unsigned, unsigned, unsigned>;

/// Matches a dotted `name` ("layers.3.weight") against a pattern: `*` is one
/// component, `**` any number, `{0-7}` a number in a range. A pattern matches
/// what it names and all below it. Nothing where it does not match.
std::optional<MatchRank> matchName(llvm::StringRef pattern,
                                   llvm::StringRef name);

/// What a pattern names on the way to a name below it.
struct MatchedName {
  std::string path;    // "layers.3.mlp" of "layers.3.mlp.w1"
  std::string capture; // what `*`, `**` and ranges stand for: "3"
};

/// The shortest part of `name`, from its start, that the whole pattern matches.
std::optional<MatchedName> matchedPart(llvm::StringRef pattern,
                                       llvm::StringRef name);

/// What to tell of a pattern that matches none of `names`:
///   "layers.*.attn.wqq" matches nothing; did you mean "layers.*.attn.wq" (32
///   matches)?
std::string explainNoMatch(llvm::StringRef pattern,
                           llvm::ArrayRef<std::string> names);

} // namespace piper

#endif // PIPER_SUPPORT_NAMEPATTERN_H
