//===- NamePattern.h - Patterns of dotted names -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_NAMEPATTERN_H
#define PIPER_SUPPORT_NAMEPATTERN_H

#include "llvm/ADT/StringRef.h"

#include <optional>
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

} // namespace piper

#endif // PIPER_SUPPORT_NAMEPATTERN_H
