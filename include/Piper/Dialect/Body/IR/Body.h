//===- Body.h - Ops of task bodies that linalg lacks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_BODY_IR_BODY_H
#define PIPER_DIALECT_BODY_IR_BODY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Piper/Dialect/Body/IR/BodyDialect.h.inc"
#include "Piper/Dialect/Body/IR/BodyEnums.h.inc"

#define GET_OP_CLASSES
#include "Piper/Dialect/Body/IR/BodyOps.h.inc"

#endif // PIPER_DIALECT_BODY_IR_BODY_H
