//===- Csv.cpp - Tables as PyTorch writes them -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One line per rank, one cell per action: "0F0", "2I1", "(2F3;5B1)OVERLAP_F_B",
// blank where the rank waits. With communication ("compute_comms") there are
// cells "0SEND_F0", "1RECV_F0", "0UNSHARD" besides; where messages go follows
// from the order of the actions, so these are skipped.

#include "Piper/Schedule/Csv.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace piper::schedule;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

/// "0SEND_F0", "3UNSHARD", "2REDUCE_GRAD".
static bool isCommunication(StringRef cell) {
  static constexpr StringRef kWords[] = {"SEND_F",     "RECV_F",  "SEND_B",
                                         "RECV_B",     "UNSHARD", "RESHARD",
                                         "REDUCE_GRAD"};
  StringRef word = cell.trim("0123456789");
  return llvm::isDigit(cell.front()) && llvm::is_contained(kWords, word);
}

Expected<Table> piper::schedule::parseCsv(StringRef text) {
  Table table;
  SmallVector<StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    auto &row = table.emplace_back();
    SmallVector<StringRef> cells;
    line.split(cells, ',');
    for (auto [column, cell] : llvm::enumerate(cells)) {
      StringRef content = cell.trim(" \t\r\"");
      if (content.empty() || isCommunication(content))
        continue;
      Expected<SmallVector<Action>> group = parseGroup(content);
      if (!group)
        return llvm::createStringError("line " + std::to_string(number + 1) +
                                       ", cell " + std::to_string(column + 1) +
                                       ": " +
                                       llvm::toString(group.takeError()));
      llvm::append_range(row, *group);
    }
  }
  return table;
}

void piper::schedule::writeCsv(llvm::raw_ostream &os, const Table &table,
                               int64_t replicas) {
  for (const auto &row : table) {
    SmallVector<std::string> cells;
    for (size_t i = 0; i < row.size();) {
      size_t end = i + 1;
      while (end < row.size() && row[end].joined)
        ++end;
      if (row[i].kind != Kind::U)
        cells.push_back(
            rowToString(llvm::ArrayRef(row).slice(i, end - i), replicas) +
            (end - i > 1 ? "OVERLAP_F_B" : ""));
      i = end;
    }
    os << llvm::join(cells, ",") << '\n';
  }
}
