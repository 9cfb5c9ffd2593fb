//===- Passes.td - Plan passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_PLAN_PASSES_TD
#define PIPER_TRANSFORMS_PLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def PlanAssignMemory : Pass<"plan-assign-memory", "mlir::ModuleOp"> {
  let summary = "Give every buffer its place in the arena of its program";
  let description = [{
    Adds one scratch buffer per stream where bodies need one (`piper.scratch`
    bytes on the body) and assigns an offset, a multiple of 64, to every buffer.
    Buffers that only one stream touches share bytes where their lifetimes on
    that stream are disjoint; all others have bytes of their own.

    Before: `plan.buffer @x : tensor<4x32xf32> x 2 residual`
    After:  `plan.buffer @x : tensor<4x32xf32> x 2 at 50176 residual`, and the
    program says `arena(61440)`.
  }];
  let dependentDialects = ["::piper::plan::PlanDialect"];
}

def PlanVerify : Pass<"plan-verify", "mlir::ModuleOp"> {
  let summary = "Prove that a plan cannot hang, swap messages or overwrite live data";
  let description = [{
    Independent of how the plan was made. Changes nothing; each check is an
    error that names program, action, stage, microbatch and Python line:

    1. names: buffers, slots, streams, events, channels and communicators exist;
       no action of a stage and microbatch occurs twice; memory lies inside the
       arena, and buffers share bytes only when one stream uses them one after
       the other.
    2. FIFO: on each channel the k-th send and the k-th receive carry the same
       type and microbatch.
    3. token game: each stream is a queue; an action fires when its signals have
       come and all partners have it at their head. There is no choice, so
       greedy firing decides. A stall prints the wait-for cycle. With
       `strict`, the streams of a program are one queue in issue order.
    4. slots: accesses to a slot are ordered by streams and events, and each read
       finds what the same microbatch wrote last.

    Programs are checked once per role: collectives along free axes have all
    their members in one program, so a cycle among devices is one among roles.
  }];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Treat the streams of a program as one queue in issue order">];
}

#endif // PIPER_TRANSFORMS_PLAN_PASSES_TD
