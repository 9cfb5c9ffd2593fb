//===- ReportFile.cpp - Where a pass prints its report -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/ReportFile.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

LogicalResult
piper::writeReport(Operation *op, StringRef output,
                   llvm::function_ref<void(llvm::raw_ostream &)> print) {
  if (output.empty() || output == "-") {
    // The streams of the process stay open, for what follows.
    llvm::raw_ostream &os = output.empty() ? llvm::errs() : llvm::outs();
    print(os);
    os.flush();
    return success();
  }
  std::error_code error;
  llvm::raw_fd_ostream file(output, error);
  if (!error) {
    print(file);
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (error)
    return op->emitError() << "cannot write the report to " << output << ": "
                           << error.message();
  return success();
}
