//===- Passes.td - Conversion passes -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_CONVERSION_PASSES_TD
#define PIPER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPlanToHost : Pass<"convert-plan-to-host", "mlir::ModuleOp"> {
  let summary = "Turn the programs of a plan into calls of the runtime";
  let description = [{
    Each program becomes `llvm.func @<program>(!llvm.ptr)`, which issues one
    step: one runtime call per action, in the order of the plan. The constant
    `piper_setup` tells the runtime, as JSON, about mesh, parameters, inputs,
    channels, communicators, buffers and actions, so a lowered module runs as
    it is. The bodies are lowered before.

    Before: `plan.send @h1[0] channel(@act) on @comm after(@f:1)`
    After:  `llvm.call @piper_rt_send(%device, ..., %buffer)`
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

#endif // PIPER_CONVERSION_PASSES_TD
