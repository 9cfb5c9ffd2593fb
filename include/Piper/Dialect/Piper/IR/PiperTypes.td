//===- PiperTypes.td - Types of the piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_TYPES_TD
#define PIPER_DIALECT_PIPER_TYPES_TD

include "Piper/Dialect/Piper/IR/PiperAttrs.td"

def Piper_ValueType : Piper_Type<"Value", "value"> {
  let summary = "A tensor that lives on some devices of a mesh in some layout";
  let description = [{
    `!piper.value<tensor<8x16xf32>, @cluster[pp=0], {dp = replica}>`: the
    global tensor, the mesh with the coordinates the value is placed on (axes
    not named: on all of them), and the layout. A wrapper rather than a tensor
    encoding, since upstream patterns drop encodings silently.
  }];
  let parameters = (ins "mlir::RankedTensorType":$tensor,
                        "mlir::FlatSymbolRefAttr":$mesh,
                        "CoordAttr":$placement, "LayoutAttr":$layout);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    ValueType withLayout(LayoutAttr layout) const;
    ValueType withPlacement(CoordAttr placement) const;
  }];
}

def Piper_ResidualType : Piper_Type<"Residual", "residual"> {
  let summary = "What the forward pass of a stage keeps for its backward pass";
  let description = [{ `!piper.residual<@s0>`; the cut of the joint body says what it is. }];
  let parameters = (ins "mlir::FlatSymbolRefAttr":$body);
  let assemblyFormat = "`<` $body `>`";
}

#endif // PIPER_DIALECT_PIPER_TYPES_TD
