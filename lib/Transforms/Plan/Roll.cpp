//===- Roll.cpp - Runs of actions that repeat -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Plan/IR/ProgramWriter.h"
#include "Piper/Dialect/Plan/IR/Unroll.h"
#include "Piper/Transforms/Plan/Passes.h"

namespace piper {
#define GEN_PASS_DEF_PLANROLL
#define GEN_PASS_DEF_PLANUNROLL
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

struct PlanRollPass : public piper::impl::PlanRollBase<PlanRollPass> {
  using PlanRollBase::PlanRollBase;

  void runOnOperation() override {
    int64_t fewest = min;
    if (fewest < 2) {
      getOperation().emitError() << "min is 2 or more: got " << fewest;
      return signalPassFailure();
    }
    for (auto program : getOperation().getOps<ProgramOp>())
      roll(program, fewest);
  }
};

struct PlanUnrollPass : public piper::impl::PlanUnrollBase<PlanUnrollPass> {
  void runOnOperation() override { unroll(getOperation()); }
};

} // namespace
