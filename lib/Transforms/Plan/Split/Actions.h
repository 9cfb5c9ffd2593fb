//===- Actions.h - Building the actions of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_ACTIONS_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_ACTIONS_H

#include "Players.h"
#include "llvm/ADT/MapVector.h"

namespace piper::plan {

/// What an action is for: shown in messages and traces.
struct Label {
  std::optional<int64_t> stage, microbatch;
  llvm::StringRef pass;
};

/// "F", "B", "I", "W" or "U", as tables write them.
llvm::StringRef passName(schedule::Kind kind);

/// Appends actions to programs; owns channels and communicators.
class Actions {
public:
  Actions(mlir::ModuleOp module, Cast &cast) : module(module), cast(cast) {}

  void launch(unsigned player, mlir::Location loc, llvm::StringRef body,
              mlir::ArrayRef<mlir::Attribute> ins,
              mlir::ArrayRef<mlir::Attribute> outs,
              mlir::ArrayRef<mlir::Attribute> inouts, const Label &label);
  void zero(unsigned player, mlir::Location loc,
            mlir::ArrayRef<mlir::Attribute> buffers);
  void load(unsigned player, mlir::Location loc, mlir::StringAttr input,
            int64_t microbatch, mlir::Attribute buffer, const Label &label);

  /// A send and the matching receive, one right after the other. Each program
  /// has one stream per peer, direction and kind of message, so that no message
  /// waits for one that has nothing to do with it.
  void message(unsigned from, unsigned to, mlir::Location loc,
               mlir::StringAttr channel, llvm::StringRef kind,
               mlir::Attribute source, mlir::Attribute target,
               const Label &label);

  /// The channel from one placement to another for a value of the given type;
  /// `key` tells messages apart that must not share a queue.
  mlir::StringAttr channel(mlir::Operation *key, llvm::StringRef prefix,
                           CoordAttr from, CoordAttr to,
                           mlir::RankedTensorType type);

  /// One sum over each group of `players` along `axes`; `parts` gives the
  /// buffers of a player.
  void allReduce(
      mlir::ArrayRef<unsigned> players, mlir::Location loc,
      mlir::ArrayAttr axes,
      llvm::function_ref<mlir::SmallVector<mlir::Attribute>(unsigned)> parts,
      const Label &label);

private:
  mlir::StringAttr communicator(mlir::ArrayAttr axes);
  void mark(mlir::Operation *op, const Label &label);

  mlir::ModuleOp module;
  Cast &cast;
  llvm::MapVector<mlir::Operation *, mlir::StringAttr> channels;
  llvm::MapVector<mlir::Attribute, mlir::StringAttr> comms;
};

/// Reference to a slot of a buffer.
mlir::Attribute refTo(BufferOp buffer, int64_t slot = 0);

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_ACTIONS_H
