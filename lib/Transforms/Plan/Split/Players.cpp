//===- Players.cpp - Who runs what: programs and the roles they play -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Players.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

/// Coordinates of position `index` on all axes of the mesh.
static CoordAttr coordinateOf(AxesAttr axes, int64_t index) {
  SmallVector<int64_t> values(axes.getSizes().size());
  for (int64_t i = values.size() - 1; i >= 0; --i) {
    values[i] = index % axes.getSizes()[i];
    index /= axes.getSizes()[i];
  }
  return CoordAttr::get(axes.getContext(), axes.getNames(), values);
}

Cast::Cast(ModuleOp module, const GraphStages &stages) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = GraphOp(stages.graph).getLoc();
  MLIRContext *context = module.getContext();
  MeshOp mesh = *module.getOps<MeshOp>().begin();
  // Devices in the order of their first coordinate.
  llvm::MapVector<int64_t, SmallVector<int64_t>> coordinatesOf;
  int64_t coordinates = mesh.getAxes().getNumCoordinates();
  bool shared = false;
  if (mesh.getDevices())
    for (int64_t i = 0; i < coordinates; ++i) {
      auto &list = coordinatesOf[(*mesh.getDevices())[i]];
      list.push_back(i);
      shared |= list.size() > 1;
    }
  if (shared) {
    for (const auto &[device, list] : coordinatesOf)
      addProgram(builder, loc, llvm::map_to_vector(list, [&](int64_t index) {
                   return coordinateOf(mesh.getAxes(), index);
                 }));
    return;
  }
  for (int64_t rank = 0; rank < stages.ranks; ++rank)
    addProgram(builder, loc,
               stages.axis ? CoordAttr::get(context, stages.axis, rank)
                           : CoordAttr::get(context, {}, {}));
}

void Cast::addProgram(OpBuilder &builder, Location loc,
                      ArrayRef<CoordAttr> roles) {
  MLIRContext *context = builder.getContext();
  auto names = [&](ArrayRef<StringRef> list) {
    return builder.getArrayAttr(
        llvm::map_to_vector(list, [&](StringRef name) -> Attribute {
          return FlatSymbolRefAttr::get(context, name);
        }));
  };
  SmallVector<Attribute> attrs(roles.begin(), roles.end());
  unsigned index = programs.size();
  auto program =
      ProgramOp::create(builder, loc, builder.getStringAttr("p" + Twine(index)),
                        builder.getArrayAttr(attrs), names({"compute", "comm"}),
                        builder.getI64IntegerAttr(0), names({}));
  program.getBody().emplaceBlock();
  programs.push_back(program);
  lastBuffer.push_back(nullptr);
  for (auto [role, coord] : llvm::enumerate(roles))
    all.push_back({index, static_cast<int64_t>(role), coord});
}

/// Whether `coord` agrees with `placement` on every axis that both fix.
static bool agrees(CoordAttr coord, CoordAttr placement) {
  for (auto [axis, value] :
       llvm::zip(placement.getAxes(), placement.getValues()))
    if (std::optional<int64_t> own = coord.get(axis.getValue()))
      if (*own != value)
        return false;
  return true;
}

SmallVector<unsigned> Cast::at(CoordAttr placement) const {
  SmallVector<unsigned> result;
  for (auto [i, player] : llvm::enumerate(all))
    if (agrees(player.coord, placement))
      result.push_back(i);
  llvm::stable_sort(result, [&](unsigned a, unsigned b) {
    return llvm::to_vector(all[a].coord.getValues()) <
           llvm::to_vector(all[b].coord.getValues());
  });
  return result;
}

unsigned Cast::partner(unsigned player, CoordAttr placement) const {
  CoordAttr coord = all[player].coord;
  for (unsigned candidate : at(placement)) {
    bool same = true;
    for (auto [axis, value] : llvm::zip(coord.getAxes(), coord.getValues()))
      same &= placement.get(axis.getValue()).has_value() ||
              all[candidate].coord.get(axis.getValue()) == value;
    if (same)
      return candidate;
  }
  return player;
}

SmallVector<SmallVector<unsigned>>
Cast::groups(ArrayRef<unsigned> players, ArrayRef<StringAttr> axes) const {
  llvm::MapVector<Attribute, SmallVector<unsigned>> byRest;
  for (unsigned player : players) {
    CoordAttr coord = all[player].coord;
    SmallVector<StringAttr> names;
    SmallVector<int64_t> values;
    for (auto [axis, value] : llvm::zip(coord.getAxes(), coord.getValues()))
      if (!llvm::is_contained(axes, axis)) {
        names.push_back(axis);
        values.push_back(value);
      }
    byRest[CoordAttr::get(coord.getContext(), names, values)].push_back(player);
  }
  SmallVector<SmallVector<unsigned>> result;
  for (auto &[rest, group] : byRest)
    result.push_back(group);
  return result;
}

BufferOp Cast::addBuffer(unsigned player, const Twine &name,
                         RankedTensorType type, BufferKind kind, StringAttr of,
                         StringAttr state, DictionaryAttr fields) {
  unsigned index = all[player].program;
  ProgramOp program = programs[index];
  OpBuilder builder = OpBuilder::atBlockBegin(&program.getBody().front());
  if (lastBuffer[index])
    builder.setInsertionPointAfter(lastBuffer[index]);
  std::string symbol = name.str();
  if (program.getRoles().size() > 1)
    symbol += ".r" + std::to_string(all[player].role);
  auto buffer = BufferOp::create(
      builder, program.getLoc(), builder.getStringAttr(symbol),
      TypeAttr::get(type), builder.getI64IntegerAttr(1), IntegerAttr(),
      BufferKindAttr::get(builder.getContext(), kind), of, state,
      builder.getI64IntegerAttr(all[player].role), fields);
  lastBuffer[index] = buffer;
  return buffer;
}

OpBuilder Cast::at(unsigned player) {
  return OpBuilder::atBlockEnd(
      &programs[all[player].program].getBody().front());
}
