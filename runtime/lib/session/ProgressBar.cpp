//===- ProgressBar.cpp - How far a run is -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressBar.h"
#include "llvm/Support/Format.h"

using namespace piper::rt;

static std::string timeText(double seconds) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t whole = static_cast<int64_t>(seconds + 0.5);
  if (whole >= 3600)
    os << whole / 3600 << " h " << whole / 60 % 60 << " min";
  else if (whole >= 60)
    os << whole / 60 << " min " << whole % 60 << " s";
  else
    os << whole << " s";
  return text;
}

void ProgressBar::draw(int64_t done, int64_t total, int64_t before,
                       double seconds, std::optional<double> loss) {
  constexpr int64_t kCells = 20;
  int64_t full = total > 0 ? done * kCells / total : kCells;
  std::string text;
  llvm::raw_string_ostream line(text);
  line << '[' << std::string(full, '#') << std::string(kCells - full, '.')
       << "] " << done << '/' << total;
  if (loss)
    line << llvm::format("  loss %.2f", *loss);
  if (done > before)
    line << "  eta " << timeText(seconds / (done - before) * (total - done));
  erase();
  os << text;
  os.flush();
  width = text.size();
}

void ProgressBar::erase() {
  if (width == 0)
    return;
  os << '\r' << std::string(width, ' ') << '\r';
  os.flush();
  width = 0;
}
