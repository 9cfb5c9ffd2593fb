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
    themselves ("0F0 0F1 (0F2;0B0) 0I1 0W1 0B2"); without either the strategy of
    the module says it. Where nothing does, several ranks run 1f1b, or
    interleaved_1f1b or zb_v where stages are placed so, with a remark. `auto`
    takes the table of the least time by costs estimated from the bodies, or by
    those of the files `costs`, which `piper-run --measure-costs` wrote; the
    strategy may name some. A module that has a
    schedule keeps it. Errors name what is missing, doubled, on the wrong rank,
    the cycle that contradicts data flow, what a generator needs, or the rank
    that keeps more than `memory-limit`.

    Before: `piper.graph @train ...`
    After:  `piper.graph @train ...` and
            `piper.schedule @sched for @train <"1f1b"> along "pp" {...}`
  }];
  let options = [
    Option<"kind", "kind", "std::string", /*default=*/"\"\"",
           "Name of the schedule, or auto">,
    ListOption<"rows", "rows", "std::string", "One row per rank">,
    Option<"memoryLimit", "memory-limit", "double", /*default=*/"0",
           "Most MB of activations on a rank; 0: any">,
    ListOption<"costs", "costs", "std::string",
               "Measured durations that auto goes by">];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperPrintSchedule : Pass<"piper-print-schedule", "mlir::ModuleOp"> {
  let summary = "Print the schedule of the module";
  let description = [{
    Writes to `output` the table of the `piper.schedule`, without updates, with
    what it costs where F, I and W take one unit of time and B two, messages
    none, or by costs estimated from the bodies (`estimate`) or measured by a run
    (`costs`). The module is not changed.

    `format=text`: a row per rank with its idle time and the most microbatches of
    its stages that are alive at once. `csv`: the form of PyTorch. `json`: rows
    as a strategy takes them, and the numbers. `svg`: a picture on the time axis.

    ```mlir
    piper.schedule @sched for @train <"1f1b"> along "pp" {
      "0F0 0F1 0B0 0B1 0U",
      "1F0 1B0 1F1 1B1 1U"
    }
    // prints
    // 1f1b: 2 stages on 2 ranks, 2 microbatches, 9 units of time
    // rank 0, idle 3, 2 alive: 0F0 0F1 0B0 0B1
    // rank 1, idle 3, 1 alive: 1F0 1B0 1F1 1B1
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"text\"",
           "text, csv, json or svg">,
    Option<"estimate", "estimate", "bool", /*default=*/"false",
           "Costs estimated from the bodies, in microseconds">,
    ListOption<"costs", "costs", "std::string",
               "Costs measured by runs, in microseconds">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File that gets it; - is the standard output">];
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
    microbatches, replicas, parameters, inputs and model buffers. Launches are on
    stream `@compute`, collectives on `@comm`, messages on a stream for each
    peer, direction and kind (`@act_to_p1`); events are placed by
    plan-insert-events. Runs of four or more alike are written as `plan.repeat`.

    An action I or W is a launch of `@s.BI` or `@s.BW`; a half that has nothing
    to do is none. A value that several stages of a rank read is sent there
    once, from the rank that computes it. Where the table orders replicas apart
    ("a0F0", "b0F0": DualPipe), an action is done by the roles at that position
    of the mesh's axis of two.

    Before: `%t = piper.transfer %h : ...[pp=0] -> ...[pp=1]`
    After:  `plan.send @s0.out0[1] channel(@act0) on @act_to_p1 {mb = 1 : i64}`
            in one program and `plan.recv @recv.act0[1] channel(@act0) on
            @act_from_p0 {mb = 1 : i64}` in the other.
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
    Replaces all events there are. A program with repeats is rolled anew, as
    iterations differ in their events where a run begins and ends.

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

def PlanRoll : Pass<"plan-roll", "mlir::ModuleOp"> {
  let summary = "Write runs of actions that repeat as plan.repeat";
  let description = [{
    From the front of each program, takes the run of at least `min` iterations
    that removes most text: actions that are alike but for numbers that grow by
    the same amount each time (slots: modulo the slots of their buffer). Changes
    nothing that a program does; plan-unroll gives back the same text.

    Before: eight actions, `plan.load "x" mb 2 -> @x[0] on @compute` and so on
    After:
    ```mlir
    plan.repeat 4 {
      plan.load "x" mb i + 2 -> @x[i mod 2] on @compute
      plan.launch @s0.F ins(@x[i mod 2]) on @compute {mb = #plan.each<i + 2>}
    }
    ```
  }];
  let options = [
    Option<"min", "min", "int64_t", /*default=*/"4", "Fewest iterations, 2 or more">];
}

def PlanUnroll : Pass<"plan-unroll", "mlir::ModuleOp"> {
  let summary = "Write every action of plan.repeat";
  let description = [{
    Before: `plan.repeat 2 { plan.load "x" mb i -> @x[i mod 2] on @compute }`
    After:  `plan.load "x" mb 0 -> @x[0] on @compute` and
            `plan.load "x" mb 1 -> @x[1] on @compute`
  }];
}

def PlanVerify : Pass<"plan-verify", "mlir::ModuleOp"> {
  let summary = "Prove that a plan cannot hang, swap messages or overwrite live data";
  let description = [{
    Independent of how the plan was made. Changes nothing; each check is an
    error that names program, action, stage, microbatch and Python line:

    1. names: buffers, slots, streams, events, channels and communicators exist;
       no action of a stage and microbatch occurs twice, and a role that has
       one of a stage has all of it: per microbatch one F, then B or what there
       is of I and W, and every sum over a step has a part of each when it is
       used (as far as `plan.step` says how many there are); memory
       lies inside the arena, and buffers share bytes only when one stream uses
       them one after the other, never what the host sees before or after a
       step. An action is for roles of its program, which own what it writes.
    2. FIFO: on each channel the k-th send and the k-th receive carry the same
       type and microbatch; the k-th collectives of a group's members are alike.
    3. token game: each stream is a queue; an action fires when its signals have
       come and all partners have it at their head. There is no choice, so
       greedy firing decides. A stall prints the wait-for cycle. With
       `strict`, the streams of a program are one queue in issue order.
    4. slots: accesses to a slot are ordered by streams and events, and each read
       finds what the same microbatch wrote last.

    Assumed: streams progress independently of each other (with `strict`, not
    even that), messages of a channel arrive in order, and bodies touch what
    their launch names and nothing else.

    Repeats are read action by action, with the iteration in what is said of one.
    Programs are checked once per role: collectives along free axes have all
    their members in one program, so a cycle among devices is one among roles.
  }];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Treat the streams of a program as one queue in issue order">];
}

#endif // PIPER_TRANSFORMS_PLAN_PASSES_TD
