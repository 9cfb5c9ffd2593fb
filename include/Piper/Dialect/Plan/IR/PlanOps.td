//===- PlanOps.td - Operations of the plan dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_OPS_TD
#define PIPER_DIALECT_PLAN_OPS_TD

include "Piper/Dialect/Plan/IR/PlanDialect.td"
include "Piper/Dialect/Plan/IR/PlanInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

def Plan_CommOp : Plan_Op<"comm", [Symbol]> {
  let summary = "a communicator along some axes of the mesh";
  let description = [{
    ```mlir
    plan.comm @all <["pp"]> {order = 0 : i64}
    ```
    One group per coordinate of the other axes; `order` is the place in which
    communicators are created.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$axes, I64Attr:$order);
  let assemblyFormat = "$sym_name `<` $axes `>` attr-dict";
}

def Plan_ChannelOp : Plan_Op<"channel", [Symbol]> {
  let summary = "an ordered queue of messages from one role to another";
  let description = [{
    ```mlir
    plan.channel @act <pp = 0> to <pp = 1> : tensor<4x64xf32>
    ```
    Both ends fix the same axes; one instance per coordinate of the other axes.
    The k-th send is the k-th receive.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, AnyAttr:$from, AnyAttr:$to, TypeAttr:$type);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Plan_ProgramOp : Plan_Op<"program", [Symbol, SymbolTable, IsolatedFromAbove,
                                         NoTerminator, SingleBlock]> {
  let summary = "what a device of some role does in one step";
  let description = [{
    ```mlir
    plan.program @p0 at <pp = 0> streams(@compute, @comm) arena(61440) events(@f, @r) { ... }
    ```
    `at` lists the coordinates the device plays; axes not named are free: the
    program serves every coordinate of them. A device that plays several roles
    has several entries, and its buffers, sends, receives and loads say which
    (`role`). `arena` is 0 before plan-assign-memory. A program has at most
    2^20 actions, repeated ones counted as often as they are done.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Plan_Coords:$roles,
                       FlatSymbolRefArrayAttr:$streams, I64Attr:$arena,
                       FlatSymbolRefArrayAttr:$events);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The buffer that `ref` names, null if there is none.
    BufferOp lookup(BufferRefAttr ref);
  }];
}

def Plan_BufferOp : Plan_Op<"buffer", [Symbol, HasParent<"ProgramOp">]> {
  let summary = "memory of the program with one or more slots";
  let description = [{
    ```mlir
    plan.buffer @w0 : tensor<64x32xf32> at 0 param("layers.0.weight")
    plan.buffer @m0 : tensor<64x32xf32> at 8192 state("layers.0.weight", "exp_avg")
    plan.buffer @x : tensor<4x32xf32> x 2 at 50176 residual role 1
    plan.buffer @sc : tensor<9xf64> at 57344 metric {fields = {loss = 8 : i64, norm = [0, 8]}}
    ```
    Slots are `getSlotStride` bytes apart. `of` names the parameter, model
    buffer or input; `grad` holds a parameter's final gradient (scaled, before
    clipping), `accumulator` one use's sum.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$type,
                       DefaultValuedAttr<I64Attr, "1">:$slots,
                       OptionalAttr<I64Attr>:$offset, Plan_BufferKind:$kind,
                       OptionalAttr<StrAttr>:$of, OptionalAttr<StrAttr>:$state,
                       DefaultValuedAttr<I64Attr, "0">:$role,
                       OptionalAttr<DictionaryAttr>:$fields);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    mlir::RankedTensorType getTensorType();
    /// Bytes of one slot's contents.
    int64_t getBytes();
    /// Bytes from one slot to the next: getBytes() rounded up to 64.
    int64_t getSlotStride();
  }];
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

def Plan_RepeatOp : Plan_Op<"repeat", [HasParent<"ProgramOp">, NoTerminator, SingleBlock]> {
  let summary = "a run of actions, several times";
  let description = [{
    ```mlir
    plan.repeat 1000 {
      plan.load "x" mb i + 3 -> @x[(i + 3) mod 4] on @compute
      plan.launch @s0.F ins(@x[(i + 3) mod 4], @w) outs(@h[(i + 1) mod 2]) on @compute after(@r:2i + 5) {mb = #plan.each<i + 3>}
    }
    ```
    Stands for its actions in order, first those of iteration `i` = 0, then those
    of 1, and so on. plan-unroll writes them out, plan-roll finds such runs.

    1. There are at least 2 iterations and one action; nothing but actions.
    2. A slot turns over at most as many slots as its buffer has and starts at
       one of them.
    3. Microbatches and ordinals are 0 or more and below 2^31 in every iteration.
  }];
  let arguments = (ins I64Attr:$count);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$count $body attr-dict";
  let hasRegionVerifier = 1;
}

// Every action: a stream (`on`), waits (`after`), an optional signal, and what
// it is for (stage, pass, mb) as discardable attributes.
class Plan_Action<string mnemonic, list<Trait> traits = []>
    : Plan_Op<mnemonic, !listconcat([ParentOneOf<["ProgramOp", "RepeatOp"]>,
                                     DeclareOpInterfaceMethods<Plan_ActionInterface>], traits)> {
  dag common = (ins FlatSymbolRefAttr:$stream, OptionalAttr<Plan_EventRefs>:$after,
                    OptionalAttr<FlatSymbolRefAttr>:$signal);
  string tail = "custom<Timing>($stream, $after, $signal) attr-dict";
}

def Plan_LaunchOp : Plan_Action<"launch"> {
  let summary = "runs a body";
  let description = [{
    ```mlir
    plan.launch @s0.B ins(@x[0], @w1) outs(@dx[0]) inouts(@aw0) on @compute after(@r:1) signals(@b) {stage = 0 : i64, pass = "B", mb = 0 : i64}
    ```
    The body's arguments are ins then inouts, its results outs then inouts.
    `role` says whose coordinates `coords` are.
  }];
  let arguments = !con((ins FlatSymbolRefAttr:$body, Plan_BufferRefs:$ins_,
                            Plan_BufferRefs:$outs, Plan_BufferRefs:$inouts,
                            OptionalAttr<Plan_BufferRefs>:$scratch), common);
  let assemblyFormat = [{
    $body custom<LaunchBuffers>($ins_, $outs, $inouts, $scratch)
  }] # tail;
}

def Plan_ZeroOp : Plan_Action<"zero"> {
  let summary = "fills buffers with zero";
  let description = [{ `plan.zero @aw0, @ab0 on @compute` }];
  let arguments = !con((ins Plan_BufferRefs:$buffers), common);
  let assemblyFormat = "custom<RefList>($buffers) " # tail;
}

def Plan_LoadOp : Plan_Action<"load"> {
  let summary = "copies a batch input of one microbatch into a buffer";
  let description = [{ `plan.load "x" mb 0 -> @x[0] on @compute`; `role` as in buffers. }];
  let arguments = !con((ins StrAttr:$input, Plan_Microbatch:$mb, Plan_BufferRefAttr:$buffer,
                            DefaultValuedAttr<I64Attr, "0">:$role), common);
  let assemblyFormat = "$input `mb` custom<Microbatch>($mb) `->` custom<Ref>($buffer) (`role` $role^)? " # tail;
}

def Plan_SendOp : Plan_Action<"send"> {
  let summary = "sends a buffer; completes when the receiver has taken it";
  let description = [{ `plan.send @h1[0] on @comm after(@f:1) channel(@act) {mb = 0 : i64}` }];
  let arguments = !con((ins Plan_BufferRefAttr:$buffer, FlatSymbolRefAttr:$channel,
                            DefaultValuedAttr<I64Attr, "0">:$role), common);
  let assemblyFormat = "custom<Ref>($buffer) `channel` `(` $channel `)` (`role` $role^)? " # tail;
}

def Plan_RecvOp : Plan_Action<"recv"> {
  let summary = "receives into a buffer";
  let description = [{ `plan.recv @dh[0] on @comm channel(@grad) signals(@r) {mb = 0 : i64}` }];
  let arguments = !con((ins Plan_BufferRefAttr:$buffer, FlatSymbolRefAttr:$channel,
                            DefaultValuedAttr<I64Attr, "0">:$role), common);
  let assemblyFormat = "custom<Ref>($buffer) `channel` `(` $channel `)` (`role` $role^)? " # tail;
}

def Plan_CollectiveOp : Plan_Action<"collective"> {
  let summary = "a collective over one communicator, in place";
  let description = [{
    ```mlir
    plan.collective all_reduce sum @aw0, @ab0 comm(@dp) on @comm after(@n:1) signals(@g)
    plan.collective all_reduce sum @sc, @sc_1 roles [0, 1] comm(@all) on @comm
    ```
    `roles` lists the local members (absent: role 0); the buffers are the parts
    of the first member, then those of the next. Parts are reduced one by one,
    adding in the order of the members' coordinates.
  }];
  let arguments = !con((ins Plan_CollectiveKind:$kind, Plan_ReductionKind:$reduction,
                            Plan_BufferRefs:$buffers, OptionalAttr<DenseI64ArrayAttr>:$roles,
                            FlatSymbolRefAttr:$comm), common);
  let assemblyFormat = [{
    $kind $reduction custom<RefList>($buffers) (`roles` $roles^)? `comm` `(` $comm `)`
  }] # tail;
  let hasVerifier = 1;
}

#endif // PIPER_DIALECT_PLAN_OPS_TD
