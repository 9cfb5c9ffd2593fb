//===- ModelText.h - Text that the parser may see -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser recurses once per bracket, lexes a long shape once per extent,
// and ends the process on a resource whose alignment is 0 or a permutation that
// is no list. Files come from users, so the tools look at the text first. Where
// the parser itself reports an error that an old or other exporter explains, a
// note says so.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_MODELTEXT_H
#define PIPER_SUPPORT_MODELTEXT_H

#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace piper {

/// Why the parser must not see a text, and where.
struct TextProblem {
  unsigned line, column; // from 1
  std::string message;
};

/// The first of: brackets nested too deep, an expression with too many
/// operators, a word that is too long, a resource with an alignment that is no
/// power of two or too large, a transposition, broadcast or reduction whose
/// dimensions are no list of integers. One pass over the text, no allocation
/// that grows with it.
std::optional<TextProblem> findTextProblem(llvm::StringRef text);

/// Opens a file of MLIR text or bytecode, "-" for standard input. A file in the
/// torch dialect is lowered where torch-mlir-opt is on the PATH. If it cannot
/// be opened or its text has a problem, prints the error with its place and
/// returns null.
std::unique_ptr<llvm::MemoryBuffer> openModelText(llvm::StringRef path);

/// Adds notes to errors of the parser that an exporter explains: ops as older
/// torch-mlir wrote them, dialects that come before linalg. They say what to do
/// with the file.
void addParseAdvice(mlir::MLIRContext &context);

/// The same for every context that is made with `registry`.
void registerParseAdvice(mlir::DialectRegistry &registry);

} // namespace piper

#endif // PIPER_SUPPORT_MODELTEXT_H
