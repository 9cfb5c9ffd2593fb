//===- Piper.h - The piper dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PIPER_IR_PIPER_H
#define PIPER_DIALECT_PIPER_IR_PIPER_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Piper/Dialect/Piper/IR/PiperDialect.h.inc"
#include "Piper/Dialect/Piper/IR/PiperEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Piper/Dialect/Piper/IR/PiperAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Piper/Dialect/Piper/IR/PiperTypes.h.inc"

#define GET_OP_CLASSES
#include "Piper/Dialect/Piper/IR/PiperOps.h.inc"

#endif // PIPER_DIALECT_PIPER_IR_PIPER_H
