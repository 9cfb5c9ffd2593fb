//===- Passes.td - Plan passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_PLAN_PASSES_TD
#define PIPER_TRANSFORMS_PLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def PiperSchedule : Pass<"piper-schedule", "mlir::ModuleOp"> {
  let summary = "Order the actions of each rank of the pipeline axis";
  let description = [{
    Adds a `piper.schedule` to the module: one row per coordinate of the axis
    that stages are placed on. `kind` names a generator, `rows` gives the rows
    themselves ("0F0 0F1 0B0 0B1 0U"). Without either, one stage runs a loop over
    microbatches and several run 1F1B, with a remark. A module that has a
    schedule keeps it. Errors name what is missing, doubled, on the wrong rank,
    or the cycle that contradicts data flow.
  }];
  let options = [
    Option<"kind", "kind", "std::string", /*default=*/"\"\"",
           "Name of the schedule: loop, gpipe or 1f1b">,
    ListOption<"rows", "rows", "std::string", "One row per rank">];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperSplitByDevice : Pass<"piper-split-by-device", "mlir::ModuleOp"> {
  let summary = "Make a program per device role out of a scheduled graph";
  let description = [{
    Walks the schedule in one global order. Each action becomes a launch of its
    body; a value that crosses becomes a send and, at the same place of the
    order, the matching receive, so that every queue is a projection of one
    order and no cycle can exist. A receive lands where its consumer reads.
    Values of a microbatch have as many slots as are ever in use at once. After
    the microbatches follow the reductions of the graph, the exchange of tied
    gradients, `<role>.finish` (sum of uses, mean, squares), the reduction of
    the norm and `<role>.U` (all updates).

    Coordinates that share a device become roles of one program: what they would
    send each other is read in place. The module attribute `plan.step` keeps
    microbatches, replicas, parameters, inputs and model buffers. Streams are
    `@compute` and `@comm`; events are placed by plan-insert-events.

    Before: `%t = piper.transfer %h : ...[pp=0] -> ...[pp=1]`
    After:  `plan.send @s0.out0[1] channel(@act0) on @comm {mb = 1 : i64}` in one
            program and `plan.recv @recv.act0[1] channel(@act0) on @comm
            {mb = 1 : i64}` in the other.
  }];
  let dependentDialects = ["::piper::plan::PlanDialect", "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect", "mlir::math::MathDialect",
                           "mlir::arith::ArithDialect"];
}

def PlanInsertEvents : Pass<"plan-insert-events", "mlir::ModuleOp"> {
  let summary = "Place events where actions of different streams need an order";
  let description = [{
    Actions that touch one slot, one of them writing, keep the order of the text:
    by their stream, or by an event. A wait that other waits imply is left out.
    Replaces all events there are.

    Before: `plan.send @h[0] channel(@act) on @comm`
    After:  `plan.send @h[0] channel(@act) on @comm after(@compute_done:1)`
  }];
}

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
       the other, never what the host sees before or after a step. An action is
       for roles of its program, which own what it writes.
    2. FIFO: on each channel the k-th send and the k-th receive carry the same
       type and microbatch; the k-th collectives of a group's members are alike.
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
