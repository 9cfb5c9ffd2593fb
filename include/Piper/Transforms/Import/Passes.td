//===- Passes.td - Import passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_IMPORT_PASSES_TD
#define PIPER_TRANSFORMS_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def Import : Pass<"piper-import", "::mlir::ModuleOp"> {
  let summary = "Takes a model as torch-mlir exports it";
  let description = [{
    Takes a named export: one `func.func` of one block whose arguments each have
    one of `piper.param`, `piper.buffer`, `piper.input` with a unique name, and
    that returns the loss, `tensor<f32>`, or `(loss_sum, weight)`.

    ```mlir
    func.func @main(%w: tensor<8x4xf32> {piper.param = "fc.weight"},
                    %x: tensor<2x4xf32> {piper.input = "x"}) -> tensor<f32>
    ```

    What Piper cannot take is an error that names the op, its module path and
    Python line, and what to do: dynamic extents, ops other than those of
    linalg, tensor, arith, math, body (and cf.assert, scf.for, scf.if), constants
    whose data are missing or of the wrong length, element types without a
    meaning here, arguments without a role, results that are not a loss.

    An integer input or buffer whose elements index tables (`tensor.extract`, scatter) as
    they are or after a constant was added or multiplied, gets the argument
    attribute `piper.range`, the integers that are legal in all of them; with a
    value that the model ignores where it compares with it:
    `#piper.range<0 to 128 or -100>`. The loader checks batches and weight files against it.
    Other indices are proved to stay in their tables by interval arithmetic, or
    guarded, with a warning: outside of the table the read gives NaN, of integers
    the smallest, and a window that is scattered there is NaN at the beginning.

    ```mlir
    %x = tensor.extract %v[%n] : tensor<5xf32>
    // becomes
    %in = arith.cmpi ult, %n, %c5 : index
    %at = arith.select %in, %n, %c0 : index
    %y = tensor.extract %v[%at] : tensor<5xf32>
    %x = arith.select %in, %y, %nan : f32
    ```

    The ops of torch-mlir's tm_tensor dialect become ops that have a gradient:
    attention `body.attention`, with its batch dimensions as the model had them;
    scatter `body.scatter` (`tensor.scatter` too; `tensor.gather` becomes a
    generic that reads the table); scan slices and elementwise steps, log2 of the
    extent many; sort and topk ranks found by counting and gathers. Nothing else
    is changed in a named export.

    torch-mlir lowers gelu(approximate="tanh") with 0.797724 for sqrt(2/pi) =
    0.79788456, which puts gradients off by 1e-4. The constant is corrected
    where it is a factor of what a `math.tanh` is of, with a warning;
    `keep-gelu-constant` leaves it.

    A plain export has no roles, its weights are constants and its result is the
    output of the model. It is made a named one: constants that are
    f32 tensors with differing values become the parameters `param0`, `param1`,
    ... in the order of their first uses, with their values by name in the module's
    attribute `piper.init`, which piper-run starts from where it is given neither
    weights nor a seed; arguments become the inputs `input0`, ....

    A model that returns one output and no loss gets `loss`, or the loss of the
    training file: that of the output and the new input `targets`. `mse` is a
    mean. `cross_entropy` is `(loss_sum, weight)`, the sum over targets that
    are not -100 and their number; classes are the last dimension of the output,
    targets are i64.
  }];
  let options = [
    Option<"loss", "loss", "::piper::PlainLoss",
           "::piper::PlainLoss::none", "Loss to add to a model that returns its output",
           [{::llvm::cl::values(
               clEnumValN(::piper::PlainLoss::none, "none", "refuse it"),
               clEnumValN(::piper::PlainLoss::mse, "mse",
                          "mean squared error"),
               clEnumValN(::piper::PlainLoss::crossEntropy, "cross_entropy",
                          "cross entropy of class scores"))}]>,
    Option<"keepGeluConstant", "keep-gelu-constant", "bool", "false",
           "Leave torch-mlir's short constant of gelu as it is">,
    Option<"training", "training", "std::string", /*default=*/"""",
           "Training file, whose loss is added where the option loss is not given">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::piper::PiperDialect", "::piper::body::BodyDialect",
    "::piper::tm_tensor::TmTensorDialect"
  ];
}

def MixedPrecision : Pass<"piper-mixed-precision", "::mlir::ModuleOp"> {
  let summary = "Computes in bf16 what PyTorch's autocast computes in bf16";
  let description = [{
    With a training file, does nothing unless its `precision` is `bf16`. Rounds
    to bf16, by a cast there and back:

    * operands of contractions and convolutions, where their numbers are
      computed, ahead of transposes and broadcasts;
    * results of contractions and convolutions, after the addition of a bias;
    * values that another module reads, the residual stream among them.

    Products are summed in f32, and everything between (softmax, norms,
    activation functions, the loss) is computed in f32, as autocast has it.
    Parameters stay f32; each module that reads one rounds it for itself, and
    its gradient is that of the rounded value, summed in f32. A rounded value
    is a tensor of bf16 that each reading module widens for itself, so it
    crosses stages as bf16, and so does its gradient.

    ```mlir
    %y = linalg.matmul ins(%x, %w : ...) outs(%zero : tensor<4x8xf32>)
    // becomes
    %wb = <truncf %w> : tensor<16x8xbf16>
    %wf = <extf %wb> : tensor<16x8xf32>
    %y = linalg.matmul ins(%xf, %wf : ...) outs(%zero : tensor<4x8xf32>)
    %yb = <truncf %y> : tensor<4x8xbf16>
    ```
  }];
  let options = [
    Option<"training", "training", "std::string", /*default=*/"""",
           "Training file; without it, always">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def Normalize : Pass<"piper-normalize", "::mlir::func::FuncOp"> {
  let summary = "Brings a body into Piper's normal form";
  let description = [{
    Makes a function of linalg ops, as an exporter writes them or as a stage
    body, the form that all later passes expect:

    * every named op but `linalg.fill` is a `linalg.generic`;
    * each matrix product is one generic with body `init + a * b`, and the
      transposes, broadcasts and splits of batch dimensions around it are in
      its maps;
    * a convolution is a matrix product of its kernel with the view of its input,
      in which overlapping windows are spelled out by a generic that moves data
      (`[n, c, kh, kw, oh, ow]`); depthwise ones and poolings keep sums of loops
      in their maps;
    * no generic only moves data for another generic, except such views;
    * no unit dimensions, no `cf.assert`, no `math.fpowi` with exponent 2 or 3,
      no f64 constant rounded in a body;
    * no unread result, no two equal ops, each constant once;
    * every op has a location of the model; one that replaces several has all of
      theirs, fused;
    * loops of a generic are in the order of its first result, then of its
      inputs, so that the order of sums never depends on a stage cut;
    * each `tensor.empty` and `linalg.fill` has one user, right after it.

    ```mlir
    %wt = linalg.transpose ins(%w : tensor<96x32xf32>) ... permutation = [1, 0]
    %wb = linalg.generic ... ins(%wt) outs(...)      // broadcast to the batch
    %y = linalg.batch_matmul ins(%x, %wb : ...) outs(%zero : ...)
    ```
    becomes
    ```mlir
    %y = linalg.generic {indexing_maps = [(b, t, n, k) -> (b, t, k),
                                          (b, t, n, k) -> (n, k),
                                          (b, t, n, k) -> (b, t, n)]}
      ins(%x, %w : tensor<2x16x32xf32>, tensor<96x32xf32>) outs(%zero) ...
    ```

    A maximum that only shifts a softmax gets the unit attribute
    `piper.no_grad`. With z = x - m and m constant along a row,
    exp(z) / sum(exp(z)) and z - log(sum(exp(z))) do not depend on m, so its
    derivative is zero whatever m is; a gradient through the maximum would only
    add the rounding errors of terms that cancel. The mark is set where every
    use of z has been proved to be of one of these two forms.

    Where max(x, c) and min(x, c) of one x and one constant are both computed
    (elu, leaky_relu), the select of the minimum gets `piper.takes_tie`: at x = c
    the derivative is that of the lower side, as in PyTorch.

    Elementwise ops stay apart: what a cut into forward and backward keeps is
    chosen between them, and a fused op would be computed again as a whole or not
    at all. Chains are fused on tensors after that cut, by `piper-fuse-bodies`,
    once rounding is decided.

    Applying the pass to its own result changes nothing.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

def LowerTmTensor : Pass<"piper-lower-tm-tensor", "::mlir::func::FuncOp"> {
  let summary = "Replaces torch-mlir's own ops by ops that have a gradient";
  let description = [{
    The part of `piper-import` that does so, for a function that is no export.

    ```mlir
    %a = tm_tensor.attention ins(%q, %k, %v : ...) outs(%zero : ...) -> ...
    ```
    becomes
    ```mlir
    %a, %max, %sum = body.attention %q, %k, %v scale 0.5 : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::piper::body::BodyDialect"
  ];
}

def ExpandBodyOps : Pass<"piper-expand-body-ops", "::mlir::func::FuncOp"> {
  let summary = "Writes the ops of the body dialect as linalg";
  let description = [{
    For targets, and the evaluator, that have no better way: attention becomes
    two contractions around a softmax whose scores are a tensor, its gradient
    five contractions, scatter a loop over the updates.

    ```mlir
    %r = body.scatter set %u at %i into %d along [0] : ...
    ```
    becomes
    ```mlir
    %r = scf.for %n = %c0 to %c6 step %c1 iter_args(%into = %d) {
      %at = tensor.extract %i[%n, %c0]
      %row = tensor.extract_slice %u[%n, 0] [1, 4] [1, 1]
      %next = tensor.insert_slice %row into %into[%at, 0] [1, 4] [1, 1]
      scf.yield %next
    }
    ```
    Transposes and broadcasts beside an attention are folded into the maps of
    its contractions; what else the function has stays as it is.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // PIPER_TRANSFORMS_IMPORT_PASSES_TD
