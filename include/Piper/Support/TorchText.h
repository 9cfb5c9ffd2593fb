//===- TorchText.h - Text in the torch dialect -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_TORCHTEXT_H
#define PIPER_SUPPORT_TORCHTEXT_H

#include "llvm/Support/MemoryBuffer.h"

namespace piper {

/// Gives `text`, that of the file `path`, in linalg-on-tensors form if it is in
/// the torch dialect and torch-mlir's `torch-mlir-opt` is on the PATH; as it is
/// otherwise, for the parser to complain about. Null after an error of that
/// program, which it prints itself, followed by the command that was run.
std::unique_ptr<llvm::MemoryBuffer>
lowerTorchText(llvm::StringRef path, std::unique_ptr<llvm::MemoryBuffer> text);

} // namespace piper

#endif // PIPER_SUPPORT_TORCHTEXT_H
