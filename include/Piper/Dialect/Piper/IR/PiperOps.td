//===- PiperOps.td - Operations of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_OPS_TD
#define PIPER_DIALECT_PIPER_OPS_TD

include "Piper/Dialect/Piper/IR/PiperTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Cluster
//===----------------------------------------------------------------------===//

def Piper_MeshOp : Piper_Op<"mesh", [Symbol]> {
  let summary = "named device axes of the cluster";
  let description = [{
    ```mlir
    piper.mesh @cluster <["pp"=2, "dp"=2]> devices [0, 1, 2, 3]
    ```
    `devices` gives the device of each coordinate, the last axis fastest;
    absent: coordinate k is device k. Several coordinates may name one device.
    `links` holds per axis `{gbps, latency_us}` for the cost model.
    Constraints: (M1) axis names are unique and sizes positive; (M2) `devices`
    has one entry per coordinate; (M3) device numbers are 0 or more.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Piper_AxesAttr:$axes,
                       OptionalAttr<DenseI64ArrayAttr>:$devices,
                       OptionalAttr<DictionaryAttr>:$links);
  let assemblyFormat = "$sym_name $axes (`devices` $devices^)? (`links` $links^)? attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Graph
//===----------------------------------------------------------------------===//

def Piper_GraphOp : Piper_Op<"graph", [Symbol, IsolatedFromAbove, NoTerminator, SingleBlock]> {
  let summary = "one training step of the whole cluster";
  let description = [{
    ```mlir
    piper.graph @train {microbatches = 3 : i64} { ... piper.return ... }
    ```
    `microbatches` counts the microbatches of one replica.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$microbatches);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Piper_ParamOp : Piper_Op<"param", [Pure]> {
  let summary = "a parameter as it rests between steps";
  let description = [{
    ```mlir
    %w = piper.param "layers.0.weight" : !piper.value<tensor<64x32xf32>, @cluster[pp=0]>
    ```
    A parameter used in several stages has one `piper.param` per placement, all
    of the same name; the first in the graph owns it (norm, state, checkpoint).
  }];
  let arguments = (ins StrAttr:$name, UnitAttr:$frozen);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$name (`frozen` $frozen^)? attr-dict `:` qualified(type($result))";
}

def Piper_StateOp : Piper_Op<"state", [Pure]> {
  let summary = "optimizer state of a parameter, zero before the first step";
  let description = [{ `%m = piper.state "exp_avg" of "layers.0.weight" : !t` }];
  let arguments = (ins StrAttr:$name, StrAttr:$param);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$name `of` $param attr-dict `:` qualified(type($result))";
}

def Piper_ModelBufferOp : Piper_Op<"model_buffer", [Pure]> {
  let summary = "a buffer of the model: read from the weight file, never updated";
  let description = [{
    `range` as in `piper.input`.
    ```mlir
    %cos = piper.model_buffer "cos" : !t
    %near = piper.model_buffer "near" range <0 to 9> : !u
    ```
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<Piper_IndexRangeAttr>:$range);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$name (`range` $range^)? attr-dict `:` qualified(type($result))";
}

def Piper_StepIndexOp : Piper_Op<"step_index", [Pure]> {
  let summary = "number of the step, 0 for the first";
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

def Piper_InputOp : Piper_Op<"input", [Pure]> {
  let summary = "a batch input of the microbatch at hand";
  let description = [{
    Only inside `piper.foreach_microbatch`. `range` says which integers it may
    hold, where it indexes tables.
    ```mlir
    %x = piper.input "x" : !t
    %tokens = piper.input "tokens" range <0 to 128> : !u
    ```
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<Piper_IndexRangeAttr>:$range);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$name (`range` $range^)? attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def Piper_ForeachMicrobatchOp : Piper_Op<"foreach_microbatch", [SingleBlock]> {
  let summary = "what is done for each microbatch; the results are accumulated";
  let description = [{
    Block arguments are the accumulators, zero before the first microbatch; the
    yields are their new values, in the same order. Nothing else leaves, so no
    value of a single microbatch can reach the update.
  }];
  let results = (outs Variadic<Piper_ValueType>:$accumulators);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Piper_YieldOp : Piper_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"ForeachMicrobatchOp">]> {
  let summary = "new values of the accumulators";
  let arguments = (ins Variadic<Piper_ValueType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` qualified(type($values)))?";
}

def Piper_ReturnOp : Piper_Op<"return", [Terminator, HasParent<"GraphOp">, AttrSizedOperandSegments]> {
  let summary = "new parameters and optimizer states, and metrics of the step";
  let description = [{
    ```mlir
    piper.return params(%u0 : !w) states(%m0 : !w) metrics(%loss, %n : !l, !n) names ["loss", "grad_norm"]
    ```
  }];
  let arguments = (ins Variadic<Piper_ValueType>:$params,
                       Variadic<Piper_ValueType>:$states,
                       Variadic<Piper_ValueType>:$metrics,
                       StrArrayAttr:$names);
  let assemblyFormat = [{
    (`params` `(` $params^ `:` qualified(type($params)) `)`)?
    (`states` `(` $states^ `:` qualified(type($states)) `)`)?
    (`metrics` `(` $metrics^ `:` qualified(type($metrics)) `)`)? `names` $names attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

def Piper_TaskOp : Piper_Op<"task", [Pure]> {
  let summary = "one pass of one stage, for every microbatch";
  let description = [{
    ```mlir
    %h, %r = piper.task @s0 F(%x, %w) {stage = 0 : i64} : (!x, !w) -> (!h, !piper.residual<@s0>)
    %dx, %a = piper.task @s0 B(%r, %dh, %acc) {stage = 0 : i64} : ...
    ```
    Both tasks name one joint body. Operands of F: the body's stage arguments,
    then the loss accumulator if it has one; results: activations, the loss
    accumulator, the residual (absent where nothing is differentiated).
    Operands of B: residual, cotangents, accumulators; results: gradients of
    the differentiable inputs, accumulators. A task of pass U names a plain
    body. `coords` lists mesh axes whose coordinates the body takes as trailing
    index arguments: the only way in.
  }];
  let arguments = (ins FlatSymbolRefAttr:$body, Piper_PassKindAttr:$pass,
                       Variadic<AnyType>:$operands, OptionalAttr<I64Attr>:$stage,
                       OptionalAttr<StrArrayAttr>:$coords,
                       OptionalAttr<DictionaryAttr>:$tags);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $body `` $pass `(` $operands `)` (`coords` $coords^)? attr-dict `:`
    functional-type($operands, $outputs)
  }];
  let hasVerifier = 1;
}

def Piper_CutOp : Piper_Op<"cut"> {
  let summary = "ends the forward part of a joint body";
  let description = [{
    The operands are the results of the forward part (activations, updated loss
    accumulator); what follows is the backward part. `piper-cut-backward`
    removes it.
  }];
  let arguments = (ins Variadic<AnyType>:$results_);
  let assemblyFormat = "attr-dict ($results_^ `:` qualified(type($results_)))?";
}

//===----------------------------------------------------------------------===//
// End of step
//===----------------------------------------------------------------------===//

def Piper_SumUsesOp : Piper_Op<"sum_uses", [Pure, SameOperandsAndResultType]> {
  let summary = "sums the accumulators of a parameter's uses, in program order";
  let arguments = (ins Variadic<Piper_ValueType>:$uses);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$uses attr-dict `:` qualified(type($result))";
}

def Piper_ScaleOnceOp : Piper_Op<"scale_once", [Pure, AllTypesMatch<["operand", "result"]>]> {
  let summary = "the mean over microbatches and replicas, applied once to a sum";
  let description = [{
    Multiplies by 1/divisor, the number of microbatches times that of replicas;
    or by 1/weight, where the model returns `(loss_sum, weight)` and the weight
    is the sum over all of them. The factor is rounded to the element type.
    Where the weight is 0, the factor of the loss (f64) is inf, which makes it
    NaN, and that of gradients (f32) is 0, as PyTorch has it where every target
    of cross_entropy is ignored.
    ```mlir
    %g = piper.scale_once %acc divided by 8 : !w
    %g = piper.scale_once %acc weighted by %weight : !weight : !w
    ```
    Constraints: (SC1) either a divisor, not 0, or a weight; (SC2) the weight is
    one f64.
  }];
  let arguments = (ins Piper_ValueType:$operand, OptionalAttr<I64Attr>:$divisor,
                       Optional<Piper_ValueType>:$weight);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = [{
    $operand (`divided` `by` $divisor^)?
    (`weighted` `by` $weight^ `:` qualified(type($weight)))?
    attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Piper_GlobalNormOp : Piper_Op<"global_norm", [Pure]> {
  let summary = "2-norm of all gradients";
  let description = [{
    sqrt of the sum, in operand order (the model's), of each operand's f64 sum
    of squares (elements in order). Operands may be placed on different
    coordinates; the result is on all.
  }];
  let arguments = (ins Variadic<Piper_ValueType>:$gradients);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "`(` $gradients `)` attr-dict `:` functional-type($gradients, $result)";
}

def Piper_UpdateOp : Piper_Op<"update", [Pure, AttrSizedOperandSegments]> {
  let summary = "optimizer step of one parameter";
  let description = [{
    ```mlir
    %w1, %m1 = piper.update @adamw ins(%g, %hyper : !w, !h) inouts(%w, %m : !w, !w)
    ```
    The body takes ins then inouts and returns the new inouts.
  }];
  let arguments = (ins FlatSymbolRefAttr:$body, Variadic<Piper_ValueType>:$ins,
                       Variadic<Piper_ValueType>:$inouts);
  let results = (outs Variadic<Piper_ValueType>:$results_);
  let assemblyFormat = [{
    $body `ins` `(` $ins `:` qualified(type($ins)) `)` `inouts` `(` $inouts `:` qualified(type($inouts)) `)`
    attr-dict `->` qualified(type($results_))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

def Piper_TransferOp : Piper_Op<"transfer", [Pure]> {
  let summary = "moves a value to other coordinates; both ends in one operation";
  let description = [{
    Same tensor and layout, another placement. `%y = piper.transfer %x : !a -> !b`
    Constraints: (T1) equal tensors; (T2) equal layouts; (T3) one mesh;
    (T4) placements differ on the same set of axes.
  }];
  let arguments = (ins Piper_ValueType:$operand);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$operand attr-dict `:` qualified(type($operand)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

def Piper_RelayoutOp : Piper_Op<"relayout", [Pure]> {
  let summary = "the same value in another layout";
  let description = [{
    The only producer of communication before `piper-plan-relayouts`.
    Constraints: (L1) equal tensors; (L2) equal placement; (L3) a `replica`
    axis stays `replica` (use `expose_replicas`); (L4) nothing becomes partial.
  }];
  let arguments = (ins Piper_ValueType:$operand);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$operand attr-dict `:` qualified(type($operand)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

class Piper_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : Piper_Op<mnemonic, !listconcat([Pure], traits)> {
  let arguments = (ins Piper_ValueType:$operand, StrArrayAttr:$axes);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$operand `over` $axes attr-dict `:` qualified(type($operand)) `->` qualified(type($result))";
  let hasVerifier = 1;
}
def Piper_AllReduceOp : Piper_CollectiveOp<"all_reduce"> {
  let summary = "partial over the axes becomes replicated";
}
def Piper_AllGatherOp : Piper_CollectiveOp<"all_gather"> {
  let summary = "sharded over the axes becomes replicated";
}
def Piper_ReduceScatterOp : Piper_CollectiveOp<"reduce_scatter"> {
  let summary = "partial over the axes becomes sharded";
}
def Piper_AllToAllOp : Piper_CollectiveOp<"all_to_all"> {
  let summary = "sharded on one dimension becomes sharded on another";
}

def Piper_ExposeReplicasOp : Piper_Op<"expose_replicas", [Pure]> {
  let summary = "makes the implicit replica dimension a leading tensor dimension";
  let description = [{ `tensor<4x8>, {dp = replica}` becomes `tensor<Rx4x8>, {dp = shard(0)}`. }];
  let arguments = (ins Piper_ValueType:$operand);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$operand attr-dict `:` qualified(type($operand)) `->` qualified(type($result))";
  let hasVerifier = 1;
}
def Piper_HideReplicasOp : Piper_Op<"hide_replicas", [Pure]> {
  let summary = "the reverse of expose_replicas";
  let arguments = (ins Piper_ValueType:$operand);
  let results = (outs Piper_ValueType:$result);
  let assemblyFormat = "$operand attr-dict `:` qualified(type($operand)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

def Piper_ScheduleOp : Piper_Op<"schedule", [Symbol]> {
  let summary = "order of the actions of each role of the pipeline axis";
  let description = [{
    ```mlir
    piper.schedule @sched for @train <"1f1b"> along "pp" {
      "0F0 0F1 0B0 0B1 0U",
      "1F0 1B0 1F1 1B1 1U"
    }
    ```
    Row k belongs to coordinate k of the axis. An action is
    `<stage><pass><microbatch>`; `0U` is the update of stage 0.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$graph,
                       StrAttr:$kind, StrAttr:$axis, StrArrayAttr:$rows);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // PIPER_DIALECT_PIPER_OPS_TD
