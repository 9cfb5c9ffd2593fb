//===- Passes.td - Autodiff passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_PASSES_TD
#define PIPER_TRANSFORMS_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

def PiperDifferentiate : Pass<"piper-differentiate", "::mlir::ModuleOp"> {
  let summary = "Append the backward ops to each stage: joint bodies";
  let description = [{
    Turns every private function whose arguments carry `piper.role` into its
    joint body: the forward ops, `piper.cut`, the backward ops. Functions that
    carry `piper.joint` already are left alone.

    Roles of arguments: `input` (activation of another stage), `param` (one use
    of a parameter, named by `piper.param`), `frozen` (a parameter without
    gradient), `data` (batch input, buffer, or an activation on which nothing
    trainable depends). A result with role `loss` is the scalar loss, the others
    are activations; one with role `data` has no cotangent.

    The joint body takes the arguments, then `loss_acc : tensor<f64>` if there
    is a loss, one cotangent per floating-point activation, and one accumulator
    per `param`; it returns the activations, `loss_acc + loss`, the gradient of
    every floating-point `input`, and the accumulators with the gradients added.
    The cotangent of the loss is 1.

    ```mlir
    func.func private @s0(%x: tensor<4x8xf32> {piper.role = "input"},
                          %b: tensor<8xf32> {piper.role = "param", piper.param = "b"})
        -> tensor<4x8xf32> { %y = <x + b> ... return %y }
    // becomes
    func.func private @s0(%x ..., %b ..., %dy: tensor<4x8xf32> {piper.role = "cotangent"},
                          %db: tensor<8xf32> {piper.role = "acc", piper.param = "b"})
        -> (tensor<4x8xf32>, tensor<4x8xf32> {piper.role = "dinput"},
            tensor<8xf32> {piper.role = "acc"}) attributes {piper.joint} {
      %y = <x + b>
      piper.cut %y : tensor<4x8xf32>
      %db1 = linalg.generic ins(%dy) outs(%db) {addf}  // column sums
      return %y, %dy, %db1
    }
    ```

    Contributions to one value are added in reverse program order of its users,
    within one op in the order of its operands; what comes from another stage is
    first. The last op of a parameter's gradient takes the accumulator as its
    `outs`. Contractions get contractions as gradients, with the loops of the
    result first and the summed loops after them in their old order. The results
    of an op with the attribute `piper.no_grad` count as constants.

    A parameter that the loss does not depend on is a warning, an op without a
    gradient rule an error that names it, its module and its Python line.
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"""",
           "Also differentiate this imported function: `piper.param` arguments "
           "are parameters, the result is the loss">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::piper::PiperDialect",
  ];
}

def PiperCutBackward : Pass<"piper-cut-backward", "::mlir::ModuleOp"> {
  let summary = "Cut joint bodies into forward and backward bodies";
  let description = [{
    Replaces each joint body `@s` by the bodies `@s.F` and `@s.B`. Where the
    schedule of the module has actions I or W of a stage of `@s`, and with
    `split-backward` or the attribute `piper.split_backward` on `@s`, also by
    `@s.BI` (gradients of inputs) and `@s.BW` (gradients of parameters), which
    do the work of `@s.B` in two parts, after the same `@s.F`. The ops of each
    are those of `@s`, in its order.

    What crosses the cut are the residuals. They are a minimum cut, by bytes, of
    the graph of the forward values that the backward part can be had from:

    * elementwise ops, broadcasts, reshapes, slices, concatenations and fills are
      computed again at no price, and so is all that depends on no argument;
    * elementwise ops with transcendental functions (`exp`, `tanh`, `erf`, `sqrt`
      and the like) or with `tensor.extract` (gathers) at the price of half the
      bytes of their results: again only where that saves more;
    * contractions, reductions, attention, scatters and loops never are;
    * parameters and model buffers are in memory anyway: zero bytes. All other
      arguments count in full.

    So no residual can be had from others by ops without a price. Of cuts with
    equal bytes, one with the fewest residuals is taken (arguments are none), and
    of those the one that computes the fewest ops again. What is computed again is a copy of the forward ops: the bits are the same. The cut
    between `@s.BI` and `@s.BW` is made in the same way, after the first: what
    `@s.F` keeps for the backward part is not computed again in it.

    `@s.F` takes the forward arguments, then `loss_acc`; it returns the
    activations, then `piper.residuals = N` residuals, then `loss_acc`. An
    activation that goes to several stages is one result; then
    `piper.activations = array<i64: ...>` says which result each activation of
    `@s` is.
    `@s.B` takes what it needs of the forward arguments and residuals, then the
    cotangents, then the accumulators; it returns the gradients of the inputs,
    then the accumulators. `piper.inouts` counts the arguments, from the last,
    that are updated in place. Each argument of `@s.B` has `piper.source`:

    | source         | is                                                |
    |----------------|---------------------------------------------------|
    | `arg:K`        | argument K of `@s.F`                              |
    | `activation:K` | result K of `@s.F`                                |
    | `residual:K`   | residual K of `@s.F`                              |
    | `cotangent:K`  | K-th cotangent of the joint body                  |
    | `acc:K`        | K-th accumulator of the joint body                |
    | `bi:K`         | (of `@s.BW`) K-th residual of `@s.BI`, which follow its gradients |

    A stage without gradients has no backward body. `@s.BW` is absent if there
    are no accumulators. Where no input has a gradient, `@s.BI` is everything up
    to the sums into the accumulators, and absent if there is nothing.

    ```mlir
    func.func private @s0(%x, %w, %dy, %dw) -> (y, dx, dw) attributes {piper.joint} {
      ... piper.cut %y ... }
    // becomes
    func.func private @s0.F(%x, %w) -> (y, r) attributes {piper.residuals = 1 : i64}
    func.func private @s0.B(%x {piper.source = "arg:0"}, %w {piper.source = "arg:1"},
                            %r {piper.source = "residual:0"},
                            %dy {piper.source = "cotangent:0"},
                            %dw {piper.source = "acc:0"}) -> (dx, dw)
        attributes {piper.inouts = 1 : i64}
    ```
  }];
  let options = [
    Option<"splitBackward", "split-backward", "bool", /*default=*/"false",
           "Give every stage BI and BW beside B">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

def PiperReportResiduals : Pass<"piper-report-residuals", "::mlir::ModuleOp"> {
  let summary = "Print what forward bodies keep for backward bodies, by layer";
  let description = [{
    Prints to `output`, changes nothing. For each backward body (`@s.B`, `@s.BW`)
    that `piper-cut-backward` made: the bytes of the values that it reads from
    the forward body of a microbatch, or from `@s.BI`, in all and by layer, and
    the `largest` of them with the op that made them and its Python line. A layer
    is the module path up to its first number, or its first name where it has no
    number. Parameters and model buffers stay in memory anyway and do not count;
    inputs and activations of other stages that are read again do.

    ```
    @main.B reads 216964 bytes in 43 values that @main.F kept
      (inputs): 512 bytes in 2 values
      h.0: 45952 bytes in 9 values
      ...
      largest:
        16384 bytes, tensor<2x16x128xf32>, linalg.generic of h.0.fc (models.py:32)
    ```
  }];
  let options = [
    Option<"largest", "largest", "unsigned", /*default=*/"5",
           "How many values of each body to list">,
    Option<"useJson", "json", "bool", /*default=*/"false",
           "One JSON array instead of text">,
    Option<"output", "output", "std::string", /*default=*/"\"-\"",
           "File that gets it; - is the standard output, empty the standard "
           "error">,
  ];
  let dependentDialects = ["::piper::PiperDialect"];
}

#endif // PIPER_TRANSFORMS_AUTODIFF_PASSES_TD
