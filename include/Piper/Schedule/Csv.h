//===- Csv.h - Tables as PyTorch writes them -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SCHEDULE_CSV_H
#define PIPER_SCHEDULE_CSV_H

#include "Piper/Schedule/Schedule.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace piper::schedule {

/// Reads a table in the CSV form of torch.distributed.pipelining, with or
/// without communication: a line per rank, a cell per action; blank cells and
/// communication are skipped. The error has line, cell and text.
llvm::Expected<Table> parseCsv(llvm::StringRef text);

/// Writes the actions but the updates in that form, without communication.
void writeCsv(llvm::raw_ostream &os, const Table &table, int64_t replicas = 1);

} // namespace piper::schedule

#endif // PIPER_SCHEDULE_CSV_H
