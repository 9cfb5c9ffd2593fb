//===- PlanDialect.td - The plan dialect, its attributes and enums -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_DIALECT_TD
#define PIPER_DIALECT_PLAN_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::piper::plan";
  let summary = "What each device does in one step, in order";
  let description = [{
    One program per role: local shapes, buffers in one arena, streams, events,
    communicators. Operations are effectful and ordered; no pass can move or
    duplicate them. The text order of a program is the order in which the host
    issues its actions; each stream runs its own actions in that order.

    `signals(@e)` records the next ordinal of event @e when the action
    completes; `after(@e:k)` makes the stream wait for ordinal k (counted from
    1). Both start again at each step.

    Runs that repeat are rolled (`plan.repeat`). A number of an action in there,
    its microbatch, a slot or an ordinal, follows from the iteration `i`, which
    starts at 0: `i + 3`, `2i - 1`, `(i + 2) mod 4`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::piper::PiperDialect"];
}

class Plan_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Plan_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}
class Plan_Op<string mnemonic, list<Trait> traits = []>
    : Op<Plan_Dialect, mnemonic, traits>;

def Plan_BufferKind : I32EnumAttr<"BufferKind", "What a buffer holds", [
    I32EnumAttrCase<"Param", 0, "param">,
    I32EnumAttrCase<"Grad", 1, "grad">,
    I32EnumAttrCase<"Accumulator", 2, "accumulator">,
    I32EnumAttrCase<"State", 3, "state">,
    I32EnumAttrCase<"Residual", 4, "residual">,
    I32EnumAttrCase<"Comm", 5, "comm">,
    I32EnumAttrCase<"Input", 6, "input">,
    I32EnumAttrCase<"ModelBuffer", 7, "model_buffer">,
    I32EnumAttrCase<"Metric", 8, "metric">,
    I32EnumAttrCase<"Scratch", 9, "scratch">,
    I32EnumAttrCase<"StepInput", 10, "step_input">]> {
  let cppNamespace = "::piper::plan";
}
def Plan_CollectiveKind : I32EnumAttr<"CollectiveKind", "A collective", [
    I32EnumAttrCase<"AllReduce", 0, "all_reduce">,
    I32EnumAttrCase<"AllGather", 1, "all_gather">,
    I32EnumAttrCase<"ReduceScatter", 2, "reduce_scatter">,
    I32EnumAttrCase<"AllToAll", 3, "all_to_all">,
    I32EnumAttrCase<"Broadcast", 4, "broadcast">]> {
  let cppNamespace = "::piper::plan";
}
def Plan_ReductionKind : I32EnumAttr<"ReductionKind", "How a collective combines", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Max", 1, "max">]> {
  let cppNamespace = "::piper::plan";
}

def Plan_BufferRefAttr : Plan_Attr<"BufferRef", "ref"> {
  let summary = "a slot of a buffer of the program: `@x[1]`; `@w` is slot 0";
  let description = [{
    In a `plan.repeat` also `@x[(i + 2) mod 4]`, where `modulus` is 4, `step` the
    factor of `i` and `slot` the slot of the first iteration. Both are 0 where
    the slot is the same in each iteration.
  }];
  let parameters = (ins "mlir::FlatSymbolRefAttr":$buffer, "int64_t":$slot,
                        DefaultValuedParameter<"int64_t", "0">:$step,
                        DefaultValuedParameter<"int64_t", "0">:$modulus);
  let builders = [AttrBuilder<(ins "mlir::FlatSymbolRefAttr":$buffer, "int64_t":$slot), [{
    return $_get($_ctxt, buffer, slot, 0, 0);
  }]>];
  let extraClassDeclaration = [{
    /// The slot in an iteration.
    int64_t slotAt(int64_t iteration) const;
    /// The reference in an iteration.
    BufferRefAttr at(int64_t iteration) const;
  }];
  let hasCustomAssemblyFormat = 1;
}
def Plan_EventRefAttr : Plan_Attr<"EventRef", "event"> {
  let summary = "the k-th signal of an event of the program: `@e:k`";
  let description = [{
    In a `plan.repeat` also `@e:2i + 5`: `step` is the factor of `i`, `ordinal`
    the ordinal of the first iteration.
  }];
  let parameters = (ins "mlir::FlatSymbolRefAttr":$event, "int64_t":$ordinal,
                        DefaultValuedParameter<"int64_t", "0">:$step);
  let builders = [AttrBuilder<(ins "mlir::FlatSymbolRefAttr":$event, "int64_t":$ordinal), [{
    return $_get($_ctxt, event, ordinal, 0);
  }]>];
  let extraClassDeclaration = [{
    /// The reference in an iteration.
    EventRefAttr at(int64_t iteration) const;
  }];
  let hasCustomAssemblyFormat = 1;
}
def Plan_EachAttr : Plan_Attr<"Each", "each"> {
  let summary = "a microbatch that follows from the iteration: `#plan.each<i + 3>`";
  let parameters = (ins "int64_t":$first, "int64_t":$step);
  let extraClassDeclaration = [{
    int64_t at(int64_t iteration) const { return getFirst() + getStep() * iteration; }
  }];
  let hasCustomAssemblyFormat = 1;
}
/// A microbatch: a number, or one that follows from the iteration.
def Plan_Microbatch
    : Attr<Or<[I64Attr.predicate, CPred<"::llvm::isa<::piper::plan::EachAttr>($_self)">]>,
           "a microbatch"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

class Plan_ArrayOf<string cppType, string what>
    : TypedArrayAttrBase<
          Attr<CPred<"::llvm::isa<" # cppType # ">($_self)">, what>, what # " array">;
def Plan_BufferRefs : Plan_ArrayOf<"::piper::plan::BufferRefAttr", "buffer reference">;
def Plan_EventRefs : Plan_ArrayOf<"::piper::plan::EventRefAttr", "event reference">;
def Plan_Coords : Plan_ArrayOf<"::piper::CoordAttr", "mesh coordinate">;

#endif // PIPER_DIALECT_PLAN_DIALECT_TD
