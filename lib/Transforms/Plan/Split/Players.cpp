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

/// Values of position `index` on all axes of the mesh.
static SmallVector<int64_t> valuesAt(AxesAttr axes, int64_t index) {
  SmallVector<int64_t> values(axes.getSizes().size());
  for (int64_t i = values.size() - 1; i >= 0; --i) {
    values[i] = index % axes.getSizes()[i];
    index /= axes.getSizes()[i];
  }
  return values;
}

/// The axes that roles name: the one of the stages, and those along which
/// devices are shared. Along any other axis all coordinates share in the same
/// way, so one program serves them.
SmallVector<bool> Cast::findFixedAxes(MeshOp mesh, StringAttr axis) const {
  AxesAttr axes = mesh.getAxes();
  SmallVector<bool> fixed;
  for (StringAttr name : axes.getNames())
    fixed.push_back(name == axis);
  if (!mesh.getDevices())
    return fixed;
  ArrayRef<int64_t> devices = *mesh.getDevices();
  int64_t stride = devices.size();
  for (auto [i, size] : llvm::enumerate(axes.getSizes())) {
    stride /= size;
    // Every set of coordinates with one device lies at one value of the axis,
    // and looks the same at each: coordinates are numbered by the first that
    // shares their device.
    llvm::DenseMap<int64_t, int64_t> firstOf;
    SmallVector<int64_t> pattern;
    for (auto [index, device] : llvm::enumerate(devices))
      pattern.push_back(firstOf.try_emplace(device, index).first->second);
    for (auto [index, first] : llvm::enumerate(pattern)) {
      int64_t at = static_cast<int64_t>(index) / stride % size;
      int64_t base = static_cast<int64_t>(index) - at * stride;
      fixed[i] = fixed[i] || first / stride % size != at ||
                 first - at * stride != pattern[base];
    }
  }
  return fixed;
}

Cast::Cast(ModuleOp module, const GraphStages &stages) {
  readStreamNames(module);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = GraphOp(stages.graph).getLoc();
  MLIRContext *context = module.getContext();
  MeshOp mesh = *module.getOps<MeshOp>().begin();
  AxesAttr axes = mesh.getAxes();
  SmallVector<bool> fixed = findFixedAxes(mesh, stages.axis);
  // Devices in the order of their first coordinate, of those at the start of
  // every axis that is not fixed.
  llvm::MapVector<int64_t, SmallVector<CoordAttr>> rolesOf;
  for (int64_t i = 0, e = axes.getNumCoordinates(); i < e; ++i) {
    SmallVector<int64_t> values = valuesAt(axes, i), kept;
    SmallVector<StringAttr> names;
    bool isFirst = true;
    for (auto [name, value, isFixed] :
         llvm::zip(axes.getNames(), values, fixed)) {
      isFirst &= isFixed || value == 0;
      if (!isFixed)
        continue;
      names.push_back(name);
      kept.push_back(value);
    }
    if (isFirst)
      rolesOf[mesh.getDevices() ? (*mesh.getDevices())[i] : i].push_back(
          CoordAttr::get(context, names, kept));
  }
  for (const auto &[device, roles] : rolesOf)
    addProgram(builder, loc, roles);
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
                        builder.getArrayAttr(attrs), names({}),
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

ArrayRef<unsigned> Cast::at(CoordAttr placement) const {
  auto [entry, isNew] = known.try_emplace(placement);
  std::vector<unsigned> &result = entry->second;
  if (!isNew)
    return result;
  for (auto [i, player] : llvm::enumerate(all))
    if (agrees(player.coord, placement))
      result.push_back(i);
  llvm::stable_sort(result, [&](unsigned a, unsigned b) {
    return llvm::to_vector(all[a].coord.getValues()) <
           llvm::to_vector(all[b].coord.getValues());
  });
  return result;
}

bool Cast::holds(unsigned player, CoordAttr placement) const {
  return agrees(all[player].coord, placement);
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

/// The Python system calls the stream of compute so.
static constexpr StringRef kDefaultStream = "default_stream";

void Cast::readStreamNames(ModuleOp module) {
  auto names = module->getAttrOfType<DictionaryAttr>("plan.stream_names");
  auto find = [&](StringRef key) {
    return names ? names.getAs<StringAttr>(key) : StringAttr();
  };
  // A message that meets its partner while compute waits could hang: messages
  // never go there.
  if (StringAttr name = find("messages"); name && name != kDefaultStream)
    messageName = name.str();
  if (StringAttr name = find("collectives"))
    collectiveName = name == kDefaultStream ? "compute" : name.str();
}

FlatSymbolRefAttr Cast::messageStream(unsigned player, StringRef name) {
  return stream(player, messageName.empty() ? name.str()
                                            : messageName + "." + name.str());
}

FlatSymbolRefAttr Cast::collectiveStream(unsigned player) {
  return stream(player, collectiveName);
}

void Cast::nameResources(ModuleOp module) const {
  module->removeAttr("plan.stream_names");
  auto resources = module->getAttrOfType<DictionaryAttr>("plan.streams");
  if (!resources)
    return;
  NamedAttrList named;
  for (ProgramOp program : programs)
    for (auto stream : program.getStreams().getAsRange<FlatSymbolRefAttr>()) {
      StringRef name = stream.getValue();
      bool isMessage = !messageName.empty() && name.starts_with(messageName) &&
                       name.drop_front(messageName.size()).starts_with(".");
      StringRef given = isMessage ? StringRef(messageName) : name;
      Attribute own = resources.get(given);
      if (!own && given == "compute")
        own = resources.get(kDefaultStream);
      if (own)
        named.set(stream.getAttr(), own);
    }
  module->removeAttr("plan.streams");
  if (!named.empty())
    module->setAttr("plan.streams", named.getDictionary(module.getContext()));
}

FlatSymbolRefAttr Cast::stream(unsigned player, StringRef name) {
  ProgramOp program = programs[all[player].program];
  auto stream = FlatSymbolRefAttr::get(program.getContext(), name);
  if (!llvm::is_contained(program.getStreams(), stream)) {
    SmallVector<Attribute> streams(program.getStreams().begin(),
                                   program.getStreams().end());
    streams.push_back(stream);
    program.setStreamsAttr(ArrayAttr::get(program.getContext(), streams));
  }
  return stream;
}
