//===- Location.h - Where in the model an op came from -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exports carry `loc("layers.0.attn"(callsite("models.py":74:0 at ...)))`: the
// module path, then the Python call stack. These helpers read both parts from
// any location a pass may have made of it (fused, nested, wrapped).
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_LOCATION_H
#define PIPER_SUPPORT_LOCATION_H

#include "mlir/IR/Location.h"

#include <string>

namespace piper {

/// The dotted module path in `loc`, e.g. "layers.0.attn"; empty if it has none.
/// Of several (fused locations) the first in order counts.
std::string modulePath(mlir::Location loc);

/// The innermost source line in `loc` as "models.py:74"; empty if unknown.
std::string pythonLine(mlir::Location loc);

/// Both for messages: "layers.0.attn (models.py:74)", or the one that is known,
/// or "unknown location".
std::string describe(mlir::Location loc);

} // namespace piper

#endif // PIPER_SUPPORT_LOCATION_H
