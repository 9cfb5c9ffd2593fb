//===- StrategyMessages.h - Errors at directives -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_TRANSFORMS_GRAPH_STRATEGYMESSAGES_H
#define PIPER_TRANSFORMS_GRAPH_STRATEGYMESSAGES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace piper {

/// The directive's name in strategy files: "mesh" for `piper.device_mesh`.
llvm::StringRef directiveName(mlir::Operation *op);

/// An error at a directive that starts with its name: `place: ` or, where the
/// user gave one, `place "my name": `.
mlir::InFlightDiagnostic directiveError(mlir::Operation *op);

} // namespace piper

#endif // PIPER_TRANSFORMS_GRAPH_STRATEGYMESSAGES_H
