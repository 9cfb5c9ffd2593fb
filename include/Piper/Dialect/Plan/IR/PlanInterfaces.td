//===- PlanInterfaces.td - Interface of the plan's actions -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_INTERFACES_TD
#define PIPER_DIALECT_PLAN_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Plan_ActionInterface : OpInterface<"ActionInterface"> {
  let cppNamespace = "::piper::plan";
  let description = [{
    What the proof, the memory plan and the conversions ask of an action. Its
    numbers (microbatch, slots, ordinals) follow from the iteration in a
    `plan.repeat`, and only there.
  }];
  let verify = [{ return ::piper::plan::detail::verifyNumbers($_op); }];
  let methods = [
    InterfaceMethod<"The stream it runs on", "mlir::FlatSymbolRefAttr", "getActionStream">,
    InterfaceMethod<"Signals it waits for", "llvm::SmallVector<::piper::plan::EventRefAttr>",
                    "getWaits">,
    InterfaceMethod<"The event it signals, if any", "mlir::FlatSymbolRefAttr", "getActionSignal">,
    InterfaceMethod<"Slots it reads", "llvm::SmallVector<::piper::plan::BufferRefAttr>", "getReads">,
    InterfaceMethod<"Slots it writes (all of each slot)",
                    "llvm::SmallVector<::piper::plan::BufferRefAttr>", "getWrites">,
  ];
}

#endif // PIPER_DIALECT_PLAN_INTERFACES_TD
