//===- Loop.cpp - One microbatch after the other -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generators.h"

using namespace piper::schedule;

llvm::Expected<Table> piper::schedule::loop(const Problem &problem) {
  Table table(problem.ranks);
  for (int64_t m = 0; m < problem.microbatches; ++m) {
    for (int64_t s = 0; s < problem.stages(); ++s)
      Row(problem, table, problem.rankOf(s)).F({s}, m);
    for (int64_t s = problem.stages(); s-- > 0;)
      Row(problem, table, problem.rankOf(s)).B({s}, m);
  }
  return table;
}
