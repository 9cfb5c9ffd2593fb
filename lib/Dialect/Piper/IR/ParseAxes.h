//===- ParseAxes.h - Positions on axes in text -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_DIALECT_PIPER_IR_PARSEAXES_H
#define PIPER_LIB_DIALECT_PIPER_IR_PARSEAXES_H

#include "Piper/Dialect/Piper/IR/Piper.h"

namespace piper {

/// Parses `pp = 0, dp = 1` between the delimiters; null after an error.
CoordAttr parseCoord(mlir::AsmParser &parser,
                     mlir::AsmParser::Delimiter delimiter);

} // namespace piper

#endif // PIPER_LIB_DIALECT_PIPER_IR_PARSEAXES_H
