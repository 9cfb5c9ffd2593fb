//===- ProgressBar.h - How far a run is -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_SESSION_PROGRESSBAR_H
#define PIPER_RUNTIME_SESSION_PROGRESSBAR_H

#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace piper::rt {

/// A line that is drawn over itself, for terminals:
/// `[#####.....] 120/200  loss 2.31  eta 12 s`. Other lines are printed between
/// `erase` and `draw`.
class ProgressBar {
public:
  explicit ProgressBar(llvm::raw_ostream &os) : os(os) {}
  ~ProgressBar() { erase(); }

  /// `seconds` is what the first `done - before` steps took.
  void draw(int64_t done, int64_t total, int64_t before, double seconds,
            std::optional<double> loss);

  /// Leaves an empty line, the cursor at its start.
  void erase();

private:
  llvm::raw_ostream &os;
  size_t width = 0; // of what is on the line
};

} // namespace piper::rt

#endif // PIPER_RUNTIME_SESSION_PROGRESSBAR_H
