//===- Actions.cpp - Building the actions of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actions.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

Attribute piper::plan::refTo(BufferOp buffer, int64_t slot) {
  return BufferRefAttr::get(buffer.getContext(),
                            FlatSymbolRefAttr::get(buffer.getSymNameAttr()),
                            slot);
}

StringRef piper::plan::passName(schedule::Kind kind) {
  static constexpr StringRef kNames[] = {"F", "B", "I", "W", "U"};
  return kNames[static_cast<int>(kind)];
}

Actions::Actions(ModuleOp module, Cast &cast) : module(module), cast(cast) {
  for (ProgramOp program : cast.allPrograms())
    writers.emplace_back(program);
}

void Actions::write() {
  for (ProgramWriter &writer : writers)
    writer.write();
}

Shape Actions::add(unsigned player, Operation *op) {
  unsigned program = cast.players()[player].program;
  return {program, writers[program].addShape(op)};
}

void Actions::mark(Operation *op, const Label &label) {
  Builder builder(op->getContext());
  if (label.stage)
    op->setAttr("stage", builder.getI64IntegerAttr(*label.stage));
  if (label.isPerMicrobatch)
    op->setAttr("mb", openNumber(builder.getI64IntegerAttr(0)));
  if (!label.pass.empty())
    op->setAttr("pass", builder.getStringAttr(label.pass));
}

// Operations are made outside of any block: they are prototypes.

Shape Actions::launch(unsigned player, Location loc, StringRef body,
                      ArrayRef<Attribute> ins, ArrayRef<Attribute> outs,
                      ArrayRef<Attribute> inouts, const Label &label) {
  OpBuilder builder(module.getContext());
  auto op = LaunchOp::create(
      builder, loc, FlatSymbolRefAttr::get(builder.getContext(), body),
      builder.getArrayAttr(ins), builder.getArrayAttr(outs),
      builder.getArrayAttr(inouts), ArrayAttr(), cast.stream(player, "compute"),
      ArrayAttr(), FlatSymbolRefAttr());
  mark(op, label);
  if (cast.numRoles(player) > 1)
    op->setAttr("role", builder.getI64IntegerAttr(cast.players()[player].role));
  return add(player, op);
}

Shape Actions::zero(unsigned player, Location loc,
                    ArrayRef<Attribute> buffers) {
  OpBuilder builder(module.getContext());
  return add(player, ZeroOp::create(builder, loc, builder.getArrayAttr(buffers),
                                    cast.stream(player, "compute"), ArrayAttr(),
                                    FlatSymbolRefAttr()));
}

Shape Actions::load(unsigned player, Location loc, StringAttr input,
                    Attribute buffer, const Label &label) {
  OpBuilder builder(module.getContext());
  auto op = LoadOp::create(
      builder, loc, input, builder.getI64IntegerAttr(0),
      mlir::cast<BufferRefAttr>(buffer),
      builder.getI64IntegerAttr(cast.players()[player].role),
      cast.stream(player, "compute"), ArrayAttr(), FlatSymbolRefAttr());
  mark(op, label);
  return add(player, op);
}

std::pair<Shape, Shape> Actions::message(unsigned from, unsigned to,
                                         Location loc, StringAttr channel,
                                         StringRef kind, Attribute source,
                                         Attribute target, const Label &label) {
  OpBuilder builder(module.getContext());
  auto streamTo = [&](unsigned player, StringRef direction, unsigned peer) {
    StringRef name = ProgramOp(cast.program(peer)).getSymName();
    return cast.messageStream(player,
                              (kind + "_" + direction + "_" + name).str());
  };
  auto role = [&](unsigned player) {
    return builder.getI64IntegerAttr(cast.players()[player].role);
  };
  auto send = SendOp::create(builder, loc, mlir::cast<BufferRefAttr>(source),
                             FlatSymbolRefAttr::get(channel), role(from),
                             streamTo(from, "to", to), ArrayAttr(),
                             FlatSymbolRefAttr());
  auto recv = RecvOp::create(builder, loc, mlir::cast<BufferRefAttr>(target),
                             FlatSymbolRefAttr::get(channel), role(to),
                             streamTo(to, "from", from), ArrayAttr(),
                             FlatSymbolRefAttr());
  mark(send, label);
  mark(recv, label);
  return {add(from, send), add(to, recv)};
}

StringAttr Actions::channel(Operation *key, StringRef prefix, CoordAttr from,
                            CoordAttr to, RankedTensorType type) {
  StringAttr &name = channels[key];
  if (name)
    return name;
  OpBuilder builder(module.getContext());
  builder.setInsertionPoint(cast.program(0));
  name = builder.getStringAttr(prefix + Twine(channels.size() - 1));
  ChannelOp::create(builder, key->getLoc(), name, from, to,
                    TypeAttr::get(type));
  return name;
}

StringAttr Actions::communicator(ArrayAttr axes) {
  StringAttr &name = comms[axes];
  if (name)
    return name;
  OpBuilder builder(module.getContext());
  builder.setInsertionPoint(cast.program(0));
  std::string text = "along";
  for (auto axis : axes.getAsRange<StringAttr>())
    text += "_" + axis.getValue().str();
  name = builder.getStringAttr(text);
  CommOp::create(builder, module.getLoc(), name, axes,
                 builder.getI64IntegerAttr(comms.size() - 1));
  return name;
}

void Actions::allReduce(
    ArrayRef<unsigned> players, Location loc, ArrayAttr axes,
    llvm::function_ref<SmallVector<Attribute>(unsigned)> parts,
    const Label &label) {
  StringAttr comm = communicator(axes);
  auto names = llvm::to_vector(axes.getAsRange<StringAttr>());
  for (ArrayRef<unsigned> group : cast.groups(players, names)) {
    llvm::MapVector<unsigned, SmallVector<unsigned>> byProgram;
    for (unsigned player : group)
      byProgram[cast.players()[player].program].push_back(player);
    for (const auto &[program, members] : byProgram) {
      OpBuilder builder(module.getContext());
      SmallVector<Attribute> buffers;
      SmallVector<int64_t> roles;
      for (unsigned member : members) {
        llvm::append_range(buffers, parts(member));
        roles.push_back(cast.players()[member].role);
      }
      bool single = cast.numRoles(members.front()) == 1;
      auto op = CollectiveOp::create(
          builder, loc,
          CollectiveKindAttr::get(builder.getContext(),
                                  CollectiveKind::AllReduce),
          ReductionKindAttr::get(builder.getContext(), ReductionKind::Sum),
          builder.getArrayAttr(buffers),
          single ? DenseI64ArrayAttr() : builder.getDenseI64ArrayAttr(roles),
          FlatSymbolRefAttr::get(comm), cast.collectiveStream(members.front()),
          ArrayAttr(), FlatSymbolRefAttr());
      mark(op, label);
      append(add(members.front(), op));
    }
  }
}
