//===- Body.td - Ops of task bodies that linalg lacks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_BODY_TD
#define PIPER_DIALECT_BODY_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Body_Dialect : Dialect {
  let name = "body";
  let cppNamespace = "::piper::body";
  let summary = "ops of task bodies that linalg lacks";
  let description = [{
    Beside linalg, tensor, arith and math, the bodies of tasks have these ops.
    They stay whole from import to the target, so that a target can choose how
    to compute them; `piper-expand-body-ops` writes them as linalg.
  }];
}

class Body_Op<string mnemonic> : Op<Body_Dialect, mnemonic, [Pure]> {
  let hasVerifier = 1;
}

def Body_AttentionOp : Body_Op<"attention"> {
  let summary = "softmax(scale * q k^T + mask) v, and the maximum and sum of each row";
  let description = [{
    ```mlir
    %o, %max, %sum = body.attention %q, %k, %v mask %m scale 0.5
      : (tensor<2x8x4xf32>, tensor<2x16x4xf32>, tensor<2x16x6xf32>, tensor<2x8x16xf32>)
        -> (tensor<2x8x6xf32>, tensor<2x8xf32>, tensor<2x8xf32>)
    ```
    q is [batch..., rows, d], k [batch..., columns, d], v [batch..., columns,
    e]. The mask, [batch..., rows, columns], may be left out; one of floats is
    added to the scores, one of i1 says which of them count. `max` is the
    maximum of a row of scores s, `sum` that of exp(s - max), from which the
    gradient has exp(s - max) / sum again without keeping it. In a row without
    any score that counts, `max` is 0, `sum` 1 and the result 0.

    Constraints: (A1) q, k and v have one rank, at least 2, and one element
    type, a float; (A2) their extents fit; (A3) the mask has the shape of the
    scores and floats of that type, or i1; (A4) the results have the types said
    above.
  }];
  let arguments = (ins AnyRankedTensor:$q, AnyRankedTensor:$k,
                       AnyRankedTensor:$v, Optional<AnyRankedTensor>:$mask,
                       F64Attr:$scale);
  let results = (outs AnyRankedTensor:$result, AnyRankedTensor:$maximum,
                      AnyRankedTensor:$sum);
  let assemblyFormat = [{
    $q `,` $k `,` $v (`mask` $mask^)? `scale` $scale attr-dict
    `:` functional-type(operands, results)
  }];
}

def Body_AttentionGradOp : Body_Op<"attention_grad"> {
  let summary = "gradients of body.attention for q, k, v and the mask";
  let description = [{
    ```mlir
    %dq, %dk, %dv = body.attention_grad %g of %q, %k, %v mask %m
      saved %o, %max, %sum scale 0.5 : (...) -> (...)
    ```
    With s the scores and p = exp(s - max) / sum, computed again, and g the
    cotangent of the result: dv = p^T g, ds = p * (g v^T - rowsum(g * o)),
    dq = scale * ds k, dk = scale * ds^T q. A fourth result, if there is one,
    is ds, the gradient of a mask of floats. The formulas are those of
    FlashAttention (Dao et al. 2022, algorithm 4).

    Constraints: (G1) operands and results have the types of those of the
    forward op; (G2) a fourth result needs a mask of floats.
  }];
  let arguments = (ins AnyRankedTensor:$cotangent, AnyRankedTensor:$q,
                       AnyRankedTensor:$k, AnyRankedTensor:$v,
                       Optional<AnyRankedTensor>:$mask, AnyRankedTensor:$result,
                       AnyRankedTensor:$maximum, AnyRankedTensor:$sum,
                       F64Attr:$scale);
  let results = (outs AnyRankedTensor:$dq, AnyRankedTensor:$dk,
                      AnyRankedTensor:$dv, Optional<AnyRankedTensor>:$dmask);
  let assemblyFormat = [{
    $cotangent `of` $q `,` $k `,` $v (`mask` $mask^)?
    `saved` $result `,` $maximum `,` $sum `scale` $scale attr-dict
    `:` functional-type(operands, results)
  }];
}

def Body_ScatterKind : I32EnumAttr<"ScatterKind", "How an update is written", [
    I32EnumAttrCase<"Set", 0, "set">, I32EnumAttrCase<"Add", 1, "add">]> {
  let cppNamespace = "::piper::body";
}

def Body_ScatterOp : Body_Op<"scatter"> {
  let summary = "writes or adds windows at given places, one after the other";
  let description = [{
    ```mlir
    %r = body.scatter set %updates at %indices into %dest along [0]
      : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
    ```
    Row n of the updates is a window of as many dimensions as follow the first,
    which stand for the last ones of `dest`. It begins at 0 in every dimension
    but those that `along` lists, where it begins at the numbers in row n of the
    indices. Windows are written in the order of n: of several for one element,
    `set` leaves the last, `add` adds them all to the old value in that order.

    Constraints: (S1) updates and `dest` have one element type; (S2) indices are
    [n, columns] of integers, with the n of the updates and one column for each
    of `along`; (S3) `along` lists distinct dimensions of `dest`; (S4) a
    dimension without a place in the window is one of `along`, and the window
    fits into `dest`; (S5) the result has the type of `dest`.
  }];
  let arguments = (ins Body_ScatterKind:$kind, AnyRankedTensor:$updates,
                       AnyRankedTensor:$indices, AnyRankedTensor:$dest,
                       DenseI64ArrayAttr:$along);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $updates `at` $indices `into` $dest `along` $along attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// Dimension of `dest` at which the window's first dimension stands.
    int64_t getWindowOffset() {
      return getDest().getType().getRank() - getUpdates().getType().getRank() +
             1;
    }
    /// Extents of a window over all dimensions of `dest`, 1 where the window
    /// has no dimension.
    ::llvm::SmallVector<int64_t> getWindowShape();
  }];
}

#endif // PIPER_DIALECT_BODY_TD
