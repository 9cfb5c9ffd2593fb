//===- Players.h - Who runs what: programs and the roles they play -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_PLAYERS_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_PLAYERS_H

#include "../GraphStages.h"
#include "Piper/Dialect/Plan/IR/Plan.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace piper::plan {

/// One role of one program. Where every device plays one coordinate, a role
/// fixes only the axis that stages are placed on and serves all coordinates of
/// the others; where devices are shared, it fixes every axis along which the
/// sharing is not the same everywhere.
struct Player {
  unsigned program;
  int64_t role;    ///< index into the program's roles
  CoordAttr coord; ///< axes the role fixes
};

/// All programs and players of a plan under construction.
class Cast {
public:
  Cast(mlir::ModuleOp module, const GraphStages &stages);

  mlir::ArrayRef<Player> players() const { return all; }

  /// Players that hold values placed at `at`, in the order of coordinates.
  mlir::ArrayRef<unsigned> at(CoordAttr placement) const;
  /// Whether the player is one of them.
  bool holds(unsigned player, CoordAttr placement) const;

  /// The player at `placement` that shares all other coordinates with `player`.
  unsigned partner(unsigned player, CoordAttr placement) const;

  /// Groups of players that differ on `axes` only. Each group is in the order
  /// of its coordinates; axes that no role fixes do not separate players.
  mlir::SmallVector<mlir::SmallVector<unsigned>>
  groups(mlir::ArrayRef<unsigned> players,
         mlir::ArrayRef<mlir::StringAttr> axes) const;

  /// Appends a buffer to the player's program; names of programs that play
  /// several roles end in the role.
  BufferOp addBuffer(unsigned player, const mlir::Twine &name,
                     mlir::RankedTensorType type, BufferKind kind,
                     mlir::StringAttr of = {}, mlir::StringAttr state = {},
                     mlir::DictionaryAttr fields = {});

  /// A stream of the player's program, added on first use.
  mlir::FlatSymbolRefAttr stream(unsigned player, llvm::StringRef name);
  /// As the strategy calls streams of messages, "pp.act_to_p1", and the one of
  /// collectives, else "act_to_p1" and "comm".
  mlir::FlatSymbolRefAttr messageStream(unsigned player, llvm::StringRef name);
  mlir::FlatSymbolRefAttr collectiveStream(unsigned player);
  /// Gives the resources of `plan.streams` to the streams of programs instead
  /// of to the strategy's, and drops `plan.stream_names`.
  void nameResources(mlir::ModuleOp module) const;

  mlir::ArrayRef<ProgramOp> allPrograms() const { return programs; }
  ProgramOp program(unsigned player) const {
    return programs[all[player].program];
  }
  bool sameProgram(unsigned a, unsigned b) const {
    return all[a].program == all[b].program;
  }
  int64_t numRoles(unsigned player) const {
    return ProgramOp(program(player)).getRoles().size();
  }

private:
  void readStreamNames(mlir::ModuleOp module);
  mlir::SmallVector<bool> findFixedAxes(MeshOp mesh,
                                        mlir::StringAttr axis) const;
  void addProgram(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::ArrayRef<CoordAttr> roles);

  std::string messageName, collectiveName = "comm";
  mlir::SmallVector<ProgramOp> programs;
  mlir::SmallVector<mlir::Operation *> lastBuffer; // by program; null: none yet
  mlir::SmallVector<Player> all;
  /// What `at` found; vectors, which stay in place when the map grows.
  mutable llvm::DenseMap<mlir::Attribute, std::vector<unsigned>> known;
};

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_PLAYERS_H
