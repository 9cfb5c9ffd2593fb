//===- TmTensor.td - Ops of torch-mlir that upstream lacks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_TMTENSOR_TD
#define PIPER_DIALECT_TMTENSOR_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TmTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::piper::tm_tensor";
  let summary = "ops of torch-mlir that upstream lacks";
  let description = [{
    Reads the ops that torch-mlir's linalg-on-tensors form has beyond linalg, in
    torch-mlir's spelling. `piper-import` turns them into ops that have a
    gradient; no other pass sees them.
  }];
}

class TmTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TmTensor_Dialect, mnemonic,
         !listconcat(traits, [Pure, AttrSizedOperandSegments])> {
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

def TmTensor_AttentionOp : TmTensor_Op<"attention"> {
  let summary = "softmax(scale * q k^T + mask) v";
  let description = [{
    ```mlir
    %a = tm_tensor.attention ins(%q, %k, %v, %mask : tensor<8x16x4xf32>, ...)
           outs(%zero : tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
    ```
    q, k, v are [batch..., rows, d]; the mask, added to the scores, may be left
    out. `scale` is 1/sqrt(d) unless it is given.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       OptionalAttr<AnyAttr>:$scale);
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` `->` type($results)
  }];
}

def TmTensor_SortOp : TmTensor_Op<"sort", [SingleBlock]> {
  let summary = "sorts several tensors alike along one dimension";
  let description = [{
    ```mlir
    %s:2 = tm_tensor.sort dimension(1)
             outs(%values, %ids : tensor<32x4xf32>, tensor<32x4xi64>) {
    ^bb0(%a: f32, %b: f32, %ia: i64, %ib: i64):
      %first = arith.cmpf oge, %a, %b : f32
      tm_tensor.yield %first : i1
    } -> tensor<32x4xf32>, tensor<32x4xi64>
    ```
    The region says whether the first of two elements may stay before the
    second; it has two arguments per tensor.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region `->` type($results)
  }];
}

def TmTensor_ScanOp : TmTensor_Op<"scan", [SingleBlock]> {
  let summary = "prefix sums, products, ... along one dimension";
  let description = [{
    ```mlir
    %s:2 = tm_tensor.scan dimension(0) inclusive(true)
             ins(%x : tensor<64x4xi64>)
             outs(%out, %acc : tensor<64x4xi64>, tensor<4xi64>) {
    ^bb0(%a: i64, %b: i64):
      %sum = arith.addi %a, %b : i64
      tm_tensor.yield %sum : i64
    } -> tensor<64x4xi64>, tensor<4xi64>
    ```
    Element i of the first result combines the elements up to i; exclusive, the
    old value of the second out with those before i. The second result is the
    last element of the first.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension, BoolAttr:$inclusive);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region `->` type($results)
  }];
}

def TmTensor_ScatterOp : TmTensor_Op<"scatter", [SingleBlock]> {
  let summary = "writes or adds windows at given indices";
  let description = [{
    ```mlir
    %s = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
           ins(%updates, %indices : tensor<6x4xf32>, tensor<6x1xi32>)
           outs(%into : tensor<9x4xf32>) {
    ^bb0(%update: f32, %old: f32):
      tm_tensor.yield %update : f32
    } -> tensor<9x4xf32>
    ```
    Row n of the updates is a window on the last dimensions of the out. It
    begins at the numbers in row n of the indices, one for each dimension in
    `dimension_map`, and at 0 elsewhere. Windows are written in the order of n,
    whatever `unique_indices` claims.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       BoolAttr:$unique_indices);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region `->` type($results)
  }];
}

def TmTensor_TopkOp : TmTensor_Op<"topk", [SingleBlock]> {
  let summary = "the first k of a sorted order, and their indices";
  let description = [{
    ```mlir
    %t:2 = tm_tensor.topk dimension(1) ins(%x : tensor<2x5xf32>)
             outs(%values, %ids : tensor<2x3xf32>, tensor<2x3xi64>) {
    ^bb0(%a: f32, %b: f32):
      %first = arith.cmpf ogt, %a, %b : f32
      tm_tensor.yield %first : i1
    } -> tensor<2x3xf32>, tensor<2x3xi64>
    ```
    The region says whether one element goes before another, strictly; of equal
    ones the first comes first. With a second input, integers of the same shape,
    these are the indices. The outs say how many are wanted; their values, which
    stand for nothing chosen yet, are not read.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region `->` type($results)
  }];
}

def TmTensor_YieldOp : Op<TmTensor_Dialect, "yield", [Pure, Terminator]> {
  let summary = "ends a region of this dialect";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // PIPER_DIALECT_TMTENSOR_TD
