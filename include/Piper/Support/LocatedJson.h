//===- LocatedJson.h - JSON as attributes, with places -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_LOCATEDJSON_H
#define PIPER_SUPPORT_LOCATEDJSON_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <vector>

namespace piper {

/// One object of a JSON list: where its brace is, and its keys in file order.
struct LocatedObject {
  mlir::Location loc;
  std::vector<mlir::NamedAttribute> entries;
};

/// Reads a JSON list of objects. Values become attributes: string, i64, f64,
/// bool, unit (null), array, dictionary. Errors (syntax, a key twice, something
/// other than a list of objects) are reported at their line and column; `name`
/// stands for the file.
mlir::FailureOr<std::vector<LocatedObject>>
readJsonObjects(llvm::StringRef text, llvm::StringRef name,
                mlir::MLIRContext *context);

/// Emits an error where JSON text nests deeper than the above reads; other
/// readers would exhaust the stack.
mlir::LogicalResult checkJsonNesting(llvm::StringRef text, llvm::StringRef name,
                                     mlir::MLIRContext *context);

/// The attribute as JSON text on one line, the inverse of the above.
void printAsJson(mlir::Attribute attribute, llvm::raw_ostream &os);

/// What of `known` the user may have meant by `word`; empty: nothing near.
llvm::StringRef nearestWord(llvm::StringRef word,
                            llvm::ArrayRef<llvm::StringRef> known);

} // namespace piper

#endif // PIPER_SUPPORT_LOCATEDJSON_H
