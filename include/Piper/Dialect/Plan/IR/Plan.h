//===- Plan.h - The plan dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_IR_PLAN_H
#define PIPER_DIALECT_PLAN_IR_PLAN_H

#include "Piper/Dialect/Piper/IR/Piper.h"

#include "Piper/Dialect/Plan/IR/PlanDialect.h.inc"
#include "Piper/Dialect/Plan/IR/PlanEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Piper/Dialect/Plan/IR/PlanAttrs.h.inc"

namespace piper::plan {
/// Most actions of a program. Reading one takes memory for each action, however
/// short its text.
constexpr int64_t kMaxActions = int64_t(1) << 20;
} // namespace piper::plan

namespace piper::plan::detail {
/// Numbers that follow from the iteration stand in a repeat only.
mlir::LogicalResult verifyNumbers(mlir::Operation *action);
} // namespace piper::plan::detail

#include "Piper/Dialect/Plan/IR/PlanInterfaces.h.inc"

#define GET_OP_CLASSES
#include "Piper/Dialect/Plan/IR/PlanOps.h.inc"

#endif // PIPER_DIALECT_PLAN_IR_PLAN_H
