//===- PiperDirectives.td - Directives of a strategy -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One op per directive of the strategy file, one attribute per key; the names
// are those of the file. The reader takes the known keys from here.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_DIRECTIVES_TD
#define PIPER_DIALECT_PIPER_DIRECTIVES_TD

include "Piper/Dialect/Piper/IR/PiperDialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"

def Piper_StrategyOp : Piper_Op<"strategy", [Symbol, NoTerminator, SingleBlock]> {
  let summary = "the directives that distribute a model";
  let description = [{
    ```mlir
    piper.strategy @s {
      piper.annotate {tag = "pp", groups = [["layers.0"], ["layers.1"]]}
      piper.device_mesh {axes = [["pp", 2]]}
      piper.place {filter = {pp = "*"}, at = {pp = [0, 1]}}
    }
    ```
    The same directives as the JSON file; their order matters nowhere. A module
    has at most one strategy.
    Constraints: (S1) only directives inside.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

class Piper_Directive<string mnemonic> : Piper_Op<mnemonic, [HasParent<"StrategyOp">]> {
  let assemblyFormat = "attr-dict";
}

def Piper_AnnotateOp : Piper_Directive<"annotate"> {
  let summary = "gives ops the indices of a tag";
  let description = [{
    ```mlir
    piper.annotate {tag = "pp", groups = [["wte", "h.{0-1}"], ["h.{2-3}", "lm_head"]]}
    ```
    `groups`: entry k is index k. `match`: each match, in program order, is the
    next index; an entry that is a list shares one index among matches with
    equal `*`. `parts` (`auto` in the file): that many parts of equal cost, cut
    between calls of PyTorch (ops of one location stay together) if there are
    enough.
    Constraints: (A1) exactly one of the three; (A2) patterns are strings that
    are not empty; (A3) `parts` is positive.
  }];
  let arguments = (ins StrAttr:$tag, OptionalAttr<ArrayAttr>:$groups,
                       OptionalAttr<ArrayAttr>:$match,
                       OptionalAttr<I64Attr>:$parts, OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_DeviceMeshOp : Piper_Directive<"device_mesh"> {
  let summary = "names the axes of the devices (`mesh` in the file)";
  let description = [{
    ```mlir
    piper.device_mesh {axes = [["pp", 2], ["dp", 2]], devices = [0, 1, 2, 3]}
    ```
    Constraints: (D1) axes are pairs of a name and a positive size, names
    unique; (D2) `devices` has one number, 0 or more, per coordinate; (D3)
    `links` names axes of the mesh and gives `gbps` and `latency_us`.
  }];
  let arguments = (ins ArrayAttr:$axes, OptionalAttr<I64ArrayAttr>:$devices,
                       OptionalAttr<DictionaryAttr>:$links,
                       OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_PlaceOp : Piper_Directive<"place"> {
  let summary = "where the matched stages are";
  let description = [{
    ```mlir
    piper.place {filter = {PP = 0}, devices = [0, 1]}
    piper.place {filter = {pp = "*"}, at = {pp = [0, 1, 1, 0]}}
    ```
    Constraints: (P1) exactly one of `devices` and `at`; (P2) devices are
    numbers, 0 or more, each once; (P3) `at` holds numbers, 0 or more, or lists
    of them.
  }];
  let arguments = (ins OptionalAttr<DictionaryAttr>:$filter,
                       OptionalAttr<I64ArrayAttr>:$devices,
                       OptionalAttr<DictionaryAttr>:$at,
                       OptionalAttr<StrAttr>:$stream,
                       OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_ReplicateOp : Piper_Directive<"replicate"> {
  let summary = "data parallelism of the matched stages";
  let description = [{
    ```mlir
    piper.replicate {axis = "dp", bucket_size = 25}
    ```
    Constraints: (R1) `axis` is a name or a list of names; (R2) `bucket_size`
    (MB) is a positive number.
  }];
  let arguments = (ins OptionalAttr<DictionaryAttr>:$filter,
                       OptionalAttr<AnyAttr>:$axis,
                       OptionalAttr<I64ArrayAttr>:$devices,
                       OptionalAttr<AnyAttr>:$bucket_size,
                       OptionalAttr<ArrayAttr>:$bucket_by,
                       OptionalAttr<BoolAttr>:$shard_optimizer,
                       OptionalAttr<BoolAttr>:$shard_grads,
                       OptionalAttr<BoolAttr>:$shard_params,
                       OptionalAttr<StrAttr>:$gather,
                       OptionalAttr<StrAttr>:$reduce,
                       OptionalAttr<I64Attr>:$prefetch_distance,
                       OptionalAttr<StrAttr>:$reduce_stream,
                       OptionalAttr<StrAttr>:$gather_stream,
                       OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_ShardOp : Piper_Directive<"shard"> {
  let summary = "divides tensors of the matched regions over an axis";
  let arguments = (ins OptionalAttr<DictionaryAttr>:$filter,
                       OptionalAttr<StrAttr>:$axis,
                       OptionalAttr<DictionaryAttr>:$params,
                       OptionalAttr<DictionaryAttr>:$activations,
                       OptionalAttr<DictionaryAttr>:$inputs,
                       OptionalAttr<StrAttr>:$attention,
                       OptionalAttr<BoolAttr>:$zigzag,
                       OptionalAttr<I64ArrayAttr>:$devices,
                       OptionalAttr<StrAttr>:$stream,
                       OptionalAttr<StrAttr>:$name);
}

def Piper_SplitOp : Piper_Directive<"split"> {
  let summary = "number of microbatches of a replica";
  let description = [{
    ```mlir
    piper.split {dim_name = "MB", num_microbatches = 4}
    ```
    Constraints: (SP1) `num_microbatches` is positive.
  }];
  let arguments = (ins OptionalAttr<DictionaryAttr>:$filter,
                       OptionalAttr<StrAttr>:$dim_name, I64Attr:$num_microbatches,
                       OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_OrderOp : Piper_Directive<"order"> {
  let summary = "order of the actions of one device set";
  let description = [{
    ```mlir
    piper.order {filters = [ [{PP = 0, MB = 0, PASS = "F"} ], [{PP = 0, MB = 0, PASS = "B"} ] ]}
    ```
    Several filters in one group may interleave.
    Constraints: (O1) at least two groups; (O2) each a list, not empty, of
    filters.
  }];
  let arguments = (ins ArrayAttr:$filters, OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_UseScheduleOp : Piper_Directive<"use_schedule"> {
  let summary = "order of all actions by name or table (`schedule` in the file)";
  let description = [{
    ```mlir
    piper.use_schedule {kind = "1f1b"}
    piper.use_schedule {rows = [["0F0", "0B0"], ["1F0", "1B0"]]}
    ```
    `csv` names a file in PyTorch's form, looked for beside the strategy file
    first. `memory_limit`: most MB of activations on any rank. `costs`, with
    kind auto: a file or a list of files that `piper-run --measure-costs` wrote,
    looked for in the same way.
    Constraints: (U1) exactly one of `kind`, `rows` and `csv`; (U2) rows are
    lists of actions; (U3) `memory_limit` is a positive number; (U4) only kind
    auto takes `costs`, a name or a list of names.
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$kind, OptionalAttr<ArrayAttr>:$rows,
                       OptionalAttr<StrAttr>:$csv,
                       OptionalAttr<AnyAttr>:$costs,
                       OptionalAttr<AnyAttr>:$memory_limit,
                       OptionalAttr<StrAttr>:$name);
  let hasVerifier = 1;
}

def Piper_RecomputeOp : Piper_Directive<"recompute"> {
  let summary = "activation checkpointing of the matched stages";
  let arguments = (ins OptionalAttr<DictionaryAttr>:$filter,
                       OptionalAttr<AnyAttr>:$keep, OptionalAttr<StrAttr>:$name);
}

def Piper_StreamsOp : Piper_Directive<"streams"> {
  let summary = "resources of the streams that other directives name";
  let arguments = (ins DictionaryAttr:$streams, OptionalAttr<StrAttr>:$name);
}

def Piper_ParallelOp : Piper_Directive<"parallel"> {
  let summary = "shorthand for the common combinations";
  let arguments = (ins OptionalAttr<I64Attr>:$pp, OptionalAttr<I64Attr>:$v,
                       OptionalAttr<I64Attr>:$dp, OptionalAttr<I64Attr>:$tp,
                       OptionalAttr<I64Attr>:$cp, OptionalAttr<I64Attr>:$ep,
                       OptionalAttr<I64Attr>:$zero,
                       OptionalAttr<DictionaryAttr>:$params,
                       OptionalAttr<StrAttr>:$schedule,
                       OptionalAttr<I64Attr>:$num_microbatches,
                       OptionalAttr<AnyAttr>:$recompute,
                       OptionalAttr<StrAttr>:$name);
}

#endif // PIPER_DIALECT_PIPER_DIRECTIVES_TD
