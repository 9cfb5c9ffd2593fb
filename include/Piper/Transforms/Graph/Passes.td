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

    Ops that depend on no parameter and no input, and views of parameters, are
    repeated in each stage that uses them. A parameter becomes one argument per
    module that reads it, so that the uses of a tied weight accumulate apart
    whether or not a cut separates them. A value used in several later stages is
    returned once for each, the latest first, which keeps the order in which its
    gradients are added.

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
    A value that an earlier stage reads from a later one, a stage without ops,
    and a loss outside the last stage are errors.
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
    `piper-differentiate` has made joint. Adds the backward task of each stage,
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

#endif // PIPER_TRANSFORMS_GRAPH_PASSES_TD
