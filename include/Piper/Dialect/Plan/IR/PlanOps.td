//===- PlanOps.td - Operations of the plan dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_Plan_OPS_TD
#define PIPER_DIALECT_Plan_OPS_TD

include "mlir/IR/OpBase.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::piper";
}

#endif // PIPER_DIALECT_Plan_OPS_TD
