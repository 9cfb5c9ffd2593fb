//===- TmTensor.h - Ops of torch-mlir that upstream lacks -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_TMTENSOR_IR_TMTENSOR_H
#define PIPER_DIALECT_TMTENSOR_IR_TMTENSOR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Piper/Dialect/TmTensor/IR/TmTensorDialect.h.inc"

#define GET_OP_CLASSES
#include "Piper/Dialect/TmTensor/IR/TmTensorOps.h.inc"

#endif // PIPER_DIALECT_TMTENSOR_IR_TMTENSOR_H
