//===- GradientOpInterface.td - Reverse-mode rule of one op -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_AUTODIFF_GRADIENTOPINTERFACE_TD
#define PIPER_TRANSFORMS_AUTODIFF_GRADIENTOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def GradientOpInterface : OpInterface<"GradientOpInterface"> {
  let cppNamespace = "::piper";
  let description = [{
    The reverse-mode rule of an op. `piper-differentiate` walks the ops of a
    stage backwards and calls the rule of each op one of whose results has a
    cotangent. Ops of other dialects get their rule as an external model, see
    `registerAutodiffExternalModels`.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits the ops that turn the cotangents of the results into contributions
      to the cotangents of the operands, and hands these to the builder. An op
      through which nothing can be differentiated (a constant) emits nothing.
      A form without a rule is an error at the op.
    }], "::llvm::LogicalResult", "buildGradient",
    (ins "::piper::GradientBuilder &":$gradients)>,
  ];
}

#endif // PIPER_TRANSFORMS_AUTODIFF_GRADIENTOPINTERFACE_TD
