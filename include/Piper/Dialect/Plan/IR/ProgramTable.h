//===- ProgramTable.h - The actions of a program, decoded -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How passes read a program whether it is rolled or not: every action once, in
// issue order, as a text (an operation) and an iteration. Names are numbers.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_DIALECT_PLAN_IR_PROGRAMTABLE_H
#define PIPER_DIALECT_PLAN_IR_PROGRAMTABLE_H

#include "Piper/Dialect/Plan/IR/Plan.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace piper::plan {

/// A slot that an action names.
struct SlotUse {
  unsigned buffer; ///< index into the table's buffers
  int64_t slot, step, modulus;

  int64_t at(int64_t iteration) const {
    return step ? (slot + step * iteration) % modulus : slot;
  }
};

/// A microbatch, or the ordinal of an event that an action waits for.
struct Number {
  int64_t first = 0, step = 0;

  int64_t at(int64_t iteration) const { return first + step * iteration; }
};
struct Wait {
  unsigned event; ///< index into the table's events
  Number ordinal;
};

/// What an operation says about its actions.
struct ActionText {
  ActionInterface op;
  unsigned stream;
  std::optional<unsigned> signal; ///< an event
  std::optional<int64_t> stage;
  std::optional<Number> microbatch;
  /// In the order of the text; what it reads and writes, as indices into them.
  llvm::SmallVector<SlotUse> slots;
  llvm::SmallVector<uint16_t> reads, writes;
  llvm::SmallVector<Wait, 2> waits;
};

/// A program, read once.
class ProgramTable {
public:
  explicit ProgramTable(ProgramOp program);

  /// Number of actions.
  size_t size() const { return actions.size(); }
  const ActionText &text(size_t action) const {
    return texts[actions[action].text];
  }
  unsigned textIndex(size_t action) const { return actions[action].text; }
  ActionInterface op(size_t action) const { return text(action).op; }
  /// The iteration of its repeat that an action belongs to; else 0.
  int64_t iteration(size_t action) const { return actions[action].iteration; }
  std::optional<int64_t> microbatch(size_t action) const {
    const std::optional<Number> &number = text(action).microbatch;
    if (!number)
      return std::nullopt;
    return number->at(iteration(action));
  }

  ProgramOp program;
  std::vector<ActionText> texts;
  /// Streams and events as the program lists them, then those it does not.
  /// Buffers likewise, null where the program has none of the name.
  llvm::SmallVector<mlir::StringAttr> streams, events, bufferNames;
  llvm::SmallVector<BufferOp> buffers;
  /// How many of the streams and events the program lists.
  unsigned numStreams, numEvents;

private:
  struct Action {
    unsigned text, iteration;
  };
  using Names = llvm::DenseMap<mlir::StringAttr, unsigned>;

  void readText(ActionInterface op);
  unsigned bufferIndex(mlir::StringAttr name);

  std::vector<Action> actions;
  Names streamIndex, eventIndex, bufferAt;
};

} // namespace piper::plan

#endif // PIPER_DIALECT_PLAN_IR_PROGRAMTABLE_H
