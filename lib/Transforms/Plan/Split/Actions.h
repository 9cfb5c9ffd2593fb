//===- Actions.h - Building the actions of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_ACTIONS_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_ACTIONS_H

#include "Piper/Dialect/Plan/IR/ProgramWriter.h"
#include "Players.h"
#include "llvm/ADT/MapVector.h"

namespace piper::plan {

/// What an action is for: shown in messages and traces.
struct Label {
  std::optional<int64_t> stage;
  bool isPerMicrobatch = false; ///< an open number
  llvm::StringRef pass;
};

/// "F", "B", "I", "W" or "U", as tables write them.
llvm::StringRef passName(schedule::Kind kind);

/// A kind of action of a program. What differs from one to the next are open
/// numbers, in the order microbatch, slots: see ProgramWriter.
struct Shape {
  unsigned program = 0, index = 0;
};

/// Makes shapes of actions and appends actions to programs; owns channels and
/// communicators.
class Actions {
public:
  Actions(mlir::ModuleOp module, Cast &cast);

  Shape launch(unsigned player, mlir::Location loc, llvm::StringRef body,
               mlir::ArrayRef<mlir::Attribute> ins,
               mlir::ArrayRef<mlir::Attribute> outs,
               mlir::ArrayRef<mlir::Attribute> inouts, const Label &label);
  Shape zero(unsigned player, mlir::Location loc,
             mlir::ArrayRef<mlir::Attribute> buffers);
  Shape load(unsigned player, mlir::Location loc, mlir::StringAttr input,
             mlir::Attribute buffer, const Label &label);

  /// A send and the matching receive. Each program has one stream per peer,
  /// direction and kind of message, so that no message waits for one that has
  /// nothing to do with it.
  std::pair<Shape, Shape> message(unsigned from, unsigned to,
                                  mlir::Location loc, mlir::StringAttr channel,
                                  llvm::StringRef kind, mlir::Attribute source,
                                  mlir::Attribute target, const Label &label);

  /// Appends an action with its open numbers.
  void append(Shape shape, mlir::ArrayRef<int32_t> numbers = {}) {
    writers[shape.program].append(shape.index, numbers);
  }

  /// The channel from one placement to another for a value of the given type;
  /// `key` tells messages apart that must not share a queue.
  mlir::StringAttr channel(mlir::Operation *key, llvm::StringRef prefix,
                           CoordAttr from, CoordAttr to,
                           mlir::RankedTensorType type);

  /// Appends one sum over each group of `players` along `axes`; `parts` gives
  /// the buffers of a player.
  void allReduce(
      mlir::ArrayRef<unsigned> players, mlir::Location loc,
      mlir::ArrayAttr axes,
      llvm::function_ref<mlir::SmallVector<mlir::Attribute>(unsigned)> parts,
      const Label &label);

  /// Writes the programs, with what repeats rolled.
  void write();

private:
  mlir::StringAttr communicator(mlir::ArrayAttr axes);
  void mark(mlir::Operation *op, const Label &label);
  Shape add(unsigned player, mlir::Operation *op);

  mlir::ModuleOp module;
  Cast &cast;
  std::vector<ProgramWriter> writers; // by program
  llvm::MapVector<mlir::Operation *, mlir::StringAttr> channels;
  llvm::MapVector<mlir::Attribute, mlir::StringAttr> comms;
};

/// Reference to a slot of a buffer.
mlir::Attribute refTo(BufferOp buffer, int64_t slot = 0);

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_ACTIONS_H
