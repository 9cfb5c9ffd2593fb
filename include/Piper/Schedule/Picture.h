//===- Picture.h - A table as a picture -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SCHEDULE_PICTURE_H
#define PIPER_SCHEDULE_PICTURE_H

#include "Piper/Schedule/Simulate.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace piper::schedule {

/// Writes a table as SVG, on the time axis that `simulate` gives it: a row per
/// rank with its bubble and its peak of live microbatches, a box per action,
/// coloured by pass, paler for the later stages of a rank, with the microbatch
/// in it; waits hatched, time before the first and after the last action grey;
/// groups framed, the critical path outlined. Every box has a tooltip. `unit`
/// names the unit of time ("ms"), if any. One action per line, numbers with
/// fixed decimals. An error where the table cannot be simulated.
llvm::Error writeSvg(llvm::raw_ostream &os, const Problem &problem,
                     const Table &table, const Costs &costs,
                     llvm::StringRef unit = "");

} // namespace piper::schedule

#endif // PIPER_SCHEDULE_PICTURE_H
