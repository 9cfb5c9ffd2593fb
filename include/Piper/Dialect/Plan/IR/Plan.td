//===- Plan.td - The plan dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_TD
#define PIPER_DIALECT_PLAN_TD

include "Piper/Dialect/Plan/IR/PlanOps.td"

#endif // PIPER_DIALECT_PLAN_TD
