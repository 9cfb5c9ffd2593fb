//===- ReportFile.h - Where a pass prints its report -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_REPORTFILE_H
#define PIPER_SUPPORT_REPORTFILE_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

namespace piper {

/// Calls `print` with the file `output`; "-" is the standard output, an empty
/// name the standard error. A file that cannot be written is an error at `op`.
mlir::LogicalResult
writeReport(mlir::Operation *op, llvm::StringRef output,
            llvm::function_ref<void(llvm::raw_ostream &)> print);

} // namespace piper

#endif // PIPER_SUPPORT_REPORTFILE_H
