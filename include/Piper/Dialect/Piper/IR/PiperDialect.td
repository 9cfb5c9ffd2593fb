//===- PiperDialect.td - The piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_DIALECT_TD
#define PIPER_DIALECT_PIPER_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Piper_Dialect : Dialect {
  let name = "piper";
  let cppNamespace = "::piper";
  let summary = "The training graph of a whole cluster";
  let description = [{
    One training step as pure data flow over values that live on all devices of
    a mesh at once. No operation yields a rank, and the microbatch is never an
    operation, so CSE, DCE and inlining are legal everywhere, also on
    communication.

    The module's attribute `piper.init` is a dictionary of the f32 tensors that
    the parameters of a plain export start from, by name.
  }];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class Piper_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Piper_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}
class Piper_Type<string name, string typeMnemonic> : TypeDef<Piper_Dialect, name> {
  let mnemonic = typeMnemonic;
}
class Piper_Op<string mnemonic, list<Trait> traits = []>
    : Op<Piper_Dialect, mnemonic, traits>;

#endif // PIPER_DIALECT_PIPER_DIALECT_TD
