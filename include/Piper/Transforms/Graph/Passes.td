//===- Passes.td - Graph passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_GRAPH_PASSES_TD
#define PIPER_TRANSFORMS_GRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Training graph
//===----------------------------------------------------------------------===//

def PiperOutlineStages : Pass<"piper-outline-stages", "::mlir::ModuleOp"> {
  let summary = "Cut the forward function into one function per stage";
  let description = [{
    Reads the stage of each op of the imported function from `piper.tags` (all
    are stage 0 where no op has tags) and writes one private function per stage,
    ready for `piper-normalize` and `piper-differentiate`, and a `piper.graph`
    with the forward tasks. The imported function is erased.

    Stages that differ in nothing but names of parameters and inputs share one
    function.

    Ops that depend on no parameter and no input, and views of parameters, are
    repeated in each stage that uses them. A parameter becomes one argument per
    module that reads it, so that the uses of a tied weight accumulate apart
    whether or not a cut separates them. A value used in several later stages is
    returned once for each, the latest first, which keeps the order in which its
    gradients are added. An activation on which no trainable parameter depends
    has the role `data`, as result and as argument: no stage computes or sends a
    gradient for it.

    ```mlir
    func.func @main(%w {piper.param = "w"}, %x {piper.input = "x"}) -> tensor<f32> {
      %h = <x, w> {piper.tags = {pp = 0}}
      %l = <h> {piper.tags = {pp = 1}}
      return %l
    }
    // becomes
    func.func private @s0(%x {piper.input = "x", piper.role = "data"},
                          %w {piper.param = "w", piper.role = "param"}) -> tensor<4xf32>
    func.func private @s1(%h {piper.role = "input"}) -> (tensor<f32> {piper.role = "loss"})
    piper.graph @train attributes {microbatches = 1} {
      %w = piper.param "w" : !w
      %loss = piper.foreach_microbatch (%l0 : !loss) {
        %x = piper.input "x" : !x
        %h = piper.task @s0 F(%x, %w) {stage = 0}
        %l1 = piper.task @s1 F(%h, %l0) {stage = 1}
        piper.yield %l1 : !loss
      }
      piper.return metrics(%loss : !loss) names ["loss"]
    }
    ```
    A model that returns `(loss_sum, weight)` has a second sum in the loop, that
    of the weight, after that of the loss.

    A value that an earlier stage reads from a later one, a stage without ops,
    and a loss or weight outside the last stage are errors, as is a pattern of
    the training file that matches no parameter.
  }];
  let options = [
    Option<"training", "training", "std::string", /*default=*/"""",
           "Training file; it says which parameters are frozen">,
    Option<"tag", "tag", "std::string", /*default=*/"""",
           "Tag that numbers the stages; default: the only one there is">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperBuildTrainingGraph
    : Pass<"piper-build-training-graph", "::mlir::ModuleOp"> {
  let summary = "Complete the graph: backward tasks, accumulation, update";
  let description = [{
    Expects the graph of `piper-outline-stages` over bodies that
    `piper-differentiate` has made joint. With a weight of the loss, sums are
    divided by its sum instead of the number of microbatches. Adds the backward task of each stage,
    one accumulator per use of a parameter, the sum over uses, the scale by one
    over the number of microbatches, the norm, the optimizer step and its
    states, and the bodies those need. Bodies that differ in names and locations
    only are merged; the tasks keep their stage and location.

    ```mlir
    %acc:2 = piper.foreach_microbatch (%a : !w, %l : !loss) {
      ...
      %l1, %r = piper.task @s0 F(%x, %w, %l) {stage = 0}
      %a1 = piper.task @s0 B(%r, %a) {stage = 0}
      piper.yield %a1, %l1 : !w, !loss
    }
    %g = piper.scale_once %acc#0 divided by 4 : !w
    %n = piper.global_norm(%g) : (!w) -> !loss
    %w1 = piper.update @sgd_8x4 ins(%g, %hyper, %n : ...) inouts(%w : !w) -> !w
    ```
  }];
  let options = [
    Option<"training", "training", "std::string", /*default=*/"""",
           "Training file (JSON)">,
    Option<"microbatches", "microbatches", "int64_t", /*default=*/"1",
           "Microbatches of a step where no strategy says it">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::piper::PiperDialect",
  ];
}

def PiperMesh : Pass<"piper-mesh", "::mlir::ModuleOp"> {
  let summary = "Give the mesh its axes and devices";
  let description = [{
    `--piper-mesh="axes=pp,dp sizes=2,2 devices=0,1,2,3"` makes
    `piper.mesh @cluster <[]>` into
    `piper.mesh @cluster <["pp"=2, "dp"=2]> devices [0, 1, 2, 3]`. The last axis
    is the fastest; without devices coordinate k is device k.
  }];
  let options = [
    ListOption<"axes", "axes", "std::string", "Names of the axes">,
    ListOption<"sizes", "sizes", "int64_t", "Their sizes">,
    ListOption<"devices", "devices", "int64_t", "Device of each coordinate">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperPlace : Pass<"piper-place", "::mlir::ModuleOp"> {
  let summary = "Put stages on coordinates of an axis";
  let description = [{
    `--piper-place="axis=pp at=0,1"` puts stage k at entry k. The placement goes
    into the types, a value that crosses becomes a transfer straight to each
    reader's coordinate, and a parameter is held, summed over its uses and
    updated at every coordinate that uses it; the first holder owns it. The norm
    counts the owners' gradients only.

    ```mlir
    %h, %r = piper.task @s0 F(%x, %w) {stage = 0} : ...
    %l1 = piper.task @s1 F(%h, %l) {stage = 1} : ...
    // becomes
    %h, %r = piper.task @s0 F(%x, %w) {stage = 0} : (!piper.value<..., @cluster[pp=0]>, ...
    %ht = piper.transfer %h : ...[pp=0]> -> ...[pp=1]>
    %l1 = piper.task @s1 F(%ht, %l) {stage = 1} : (!piper.value<..., @cluster[pp=1]>, ...
    ```
    A graph that is placed already stays as it is.
  }];
  let options = [
    Option<"axis", "axis", "std::string", /*default=*/"\"pp\"", "Axis of the mesh">,
    ListOption<"at", "at", "int64_t", "Coordinate of each stage">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperReplicate : Pass<"piper-replicate", "::mlir::ModuleOp"> {
  let summary = "Divide the batch over an axis: data parallelism";
  let description = [{
    `--piper-replicate=axis=dp`. Batch inputs get the layout `replica` over the
    axis, and the layout is propagated: a task that reads a replica gives
    replicas, and partial sums where it accumulates. After the loop a relayout
    makes each partial sum whole, in the order in which they are finished; means
    count the replicas. Parameters, states and updates stay replicated.

    ```mlir
    %acc = piper.foreach_microbatch ... -> !piper.value<..., {dp = partial<sum>}>
    %whole = piper.relayout %acc : !piper.value<..., {dp = partial<sum>}> -> !piper.value<...>
    %g = piper.scale_once %whole divided by 8
    ```
    A graph that is replicated over the axis already stays as it is.
  }];
  let options = [
    Option<"axis", "axis", "std::string", /*default=*/"\"dp\"", "Axis of the mesh">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperSplit : Pass<"piper-split", "::mlir::ModuleOp"> {
  let summary = "Set the number of microbatches of a step";
  let description = [{
    `--piper-split=microbatches=4` sets `microbatches` of the graph and what the
    means are divided by.
  }];
  let options = [
    Option<"microbatches", "microbatches", "int64_t", /*default=*/"1",
           "Microbatches per replica">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperPlanRelayouts : Pass<"piper-plan-relayouts", "::mlir::ModuleOp"> {
  let summary = "Turn changes of layout into collectives";
  let description = [{
    Each `piper.relayout` becomes the collectives that make its layout: partial
    to shard a reduce_scatter, partial to replicated an all_reduce, shard to
    another dimension an all_to_all, shard to replicated an all_gather, in this
    order. Any other change is an error.

    All-reduces of one placement, set of axes and element type that follow each
    other are grouped for sending together: their attribute `bucket` is equal. A
    bucket is closed when the next one would take it over its size.

    ```mlir
    %g = piper.relayout %acc : ..., {dp = partial<sum>}> -> ...>
    // becomes
    %g = piper.all_reduce %acc over ["dp"] {bucket = 0 : i64} : ..., {dp = partial<sum>}> -> ...>
    ```
  }];
  let options = [
    Option<"bucketSize", "bucket-size", "int64_t", /*default=*/"25",
           "Size of a bucket in MB where the strategy does not say it">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperVerifyGraph : Pass<"piper-verify-graph", "::mlir::ModuleOp"> {
  let summary = "Check what holds for a complete training graph";
  let description = [{
    (V1) No relayout is left. (V2) The tensors of a task are those of its body,
    and so are those of an update. (V3) Every parameter that is not frozen is
    updated once per holder, and every updated value is returned. (V4) No
    partial value enters an update, a norm or a scale. (V5) Values read by one
    task are at one place.
  }];
}

//===----------------------------------------------------------------------===//
// Strategy
//===----------------------------------------------------------------------===//

def PiperLoadStrategy : Pass<"piper-load-strategy", "::mlir::ModuleOp"> {
  let summary = "Read strategy files into a piper.strategy";
  let description = [{
    Joins the files in order. Each directive becomes one op at the location of
    its JSON object. A `parallel`, read or in the module, becomes the directives
    it stands for: `{"op": "parallel", "pp": 2, "num_microbatches": 4}` is
    `annotate` (by cost, where no other annotate is), `mesh`, `place`, `split`.

    ```mlir
    // s.json: [ {"op": "split", "dim_name": "MB", "num_microbatches": 4} ]
    piper.strategy @s {
      piper.split {dim_name = "MB", num_microbatches = 4 : i64} loc("s.json":1:2)
    }
    ```
    Syntax errors, unknown directives and keys, and values of the wrong type are
    errors at their place in the file.
  }];
  let options = [
    ListOption<"strategy", "strategy", "std::string", "Strategy files (JSON)">,
    Option<"json", "json", "std::string", /*default=*/"""",
           "Directives as JSON text, after those of the files">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperPrintStrategy : Pass<"piper-print-strategy", "::mlir::ModuleOp"> {
  let summary = "Print the directives of the piper.strategy as JSON";
  let description = [{
    Writes to standard output what `piper-load-strategy` reads back as the same
    ops. The module is not changed.

    ```mlir
    piper.strategy @s { piper.split {num_microbatches = 4 : i64} }
    // prints
    // [
    //   {"op": "split", "num_microbatches": 4}
    // ]
    ```
  }];
}

def PiperCheckStrategy : Pass<"piper-check-strategy", "::mlir::ModuleOp"> {
  let summary = "Check the directives against each other and the stages";
  let description = [{
    Changes nothing; run after `piper-annotate` and before any directive is
    applied. Errors, each at its directive: a filter that matches nothing, a
    stage in no place or in two, device sets of unequal size, a position without
    a stage, devices that nothing divides, `replicate` twice on one stage and
    axis, a split of a part, `order` beside `schedule`, an action that is missing
    or there twice, and directives that this version reads but does not apply
    (whether a table can run is asked by `piper-schedule`, which has the data
    flow). Where several stages have neither order nor schedule a remark says
    which schedule is chosen.

    ```mlir
    piper.strategy @s {
      piper.place {filter = {pp = 0 : i64}, devices = [0]}
      piper.place {filter = {pp = 0 : i64}, devices = [1]}
    }
    // error: place: stage 0 is placed twice
    ```
  }];
  let options = [
    Option<"microbatches", "microbatches", "int64_t", /*default=*/"1",
           "Microbatches of a step where no split says it">,
  ];
}

def PiperAnnotate : Pass<"piper-annotate", "::mlir::ModuleOp"> {
  let summary = "Give the ops of the model the indices of annotated tags";
  let description = [{
    For each `piper.annotate` of the strategy, writes the index of every matched
    op into `piper.tags`. For the tag of the stages, every op that depends on a
    parameter or an input gets one: outside every match the latest of its
    operands, the earliest of its users where no operand has one, and the loss
    the last. Without a strategy nothing is written: all ops are stage 0.

    ```mlir
    piper.strategy @s { piper.annotate {tag = "pp", groups = [["a"], ["b"]]} }
    %h = math.exp %x : tensor<4xf32> loc("a")
    %i = math.exp %h : tensor<4xf32> loc("b.act")
    // becomes
    %h = math.exp %x {piper.tags = {pp = 0 : i64}} : tensor<4xf32> loc("a")
    %i = math.exp %h {piper.tags = {pp = 1 : i64}} : tensor<4xf32> loc("b.act")
    ```
    Errors: a pattern that matches nothing, two equally specific patterns with
    different indices on one op, a tag annotated twice, and an op that uses a
    value of a later stage.
  }];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperExplain : Pass<"piper-explain", "::mlir::ModuleOp"> {
  let summary = "Print what each stage of the model computes, holds and sends";
  let description = [{
    Run after `piper-annotate`; without tags every op is stage 0. Writes to
    standard output; the module is not changed. Numbers are those of the forward
    pass of one microbatch. Per stage: its own ops, the contractions among them
    and their floating-point operations, the parameters it reads (a tied one
    counts in each stage) and the ops that it repeats for itself: constants and
    views of parameters. Per cut: the values sent over it, once for each stage
    that reads them, and the module that computes them.

    ```mlir
    %h = <x, w> {piper.tags = {pp = 0}} loc("layers.0")
    %l = <h> {piper.tags = {pp = 1}} loc("layers.1")
    // prints
    // stage 0 of 2: 1 ops, 1 contractions with 0.016 MFLOP, 1 parameters with 8192 bytes
    // stage 1 of 2: 1 ops, 0 contractions with 0.000 MFLOP, 0 parameters with 0 bytes
    // cut between 0 and 1: 1 values with 1024 bytes
    //   tensor<4x64xf32>, 1024 bytes, from layers.0: stage 0 to 1
    ```
    A module without exactly one model, and an op without the tag that others
    have, are errors.
  }];
  let options = [
    Option<"json", "json", "bool", /*default=*/"false",
           "Print JSON instead of text">,
  ];
}

def PiperApplyStrategy : Pass<"piper-apply-strategy", "::mlir::ModuleOp"> {
  let summary = "Rewrite the training graph by the strategy of the module";
  let description = [{
    Resolves the `piper.strategy` and applies mesh, place, replicate and split, in
    this order, as the passes of these names do with options. The strategy stays:
    its schedule is read later. Resources of `streams` are kept in the module's
    attribute `plan.streams`, and in `plan.stream_names` what `place` calls the
    stream of messages and other directives that of collectives; a remark names
    further ones, which are merged with them. Without a strategy nothing changes.
  }];
  let dependentDialects = ["::piper::PiperDialect"];
}

#endif // PIPER_TRANSFORMS_GRAPH_PASSES_TD
