//===- Json.cpp - Reading JSON with paths in the errors -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"

using namespace piper::rt;

Status piper::rt::checkNesting(llvm::StringRef text, int limit) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit)
        return Status::badInput(
            str("piper_setup: nested deeper than ", limit, " levels"));
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return Status::success();
}
