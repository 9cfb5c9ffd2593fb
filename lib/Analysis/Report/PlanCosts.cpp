//===- PlanCosts.cpp - How long actions of a plan take -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCosts.h"
#include "Piper/Transforms/Graph/OpCost.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

std::string PlanCosts::keyOf(Operation *action) {
  return llvm::TypeSwitch<Operation *, std::string>(action)
      .Case([](LaunchOp op) {
        auto stage = op->getAttrOfType<IntegerAttr>("stage");
        auto pass = op->getAttrOfType<StringAttr>("pass");
        if (stage && pass)
          return "launch " + std::to_string(stage.getInt()) +
                 pass.getValue().str();
        return "launch " + op.getBody().str();
      })
      .Case([](SendOp op) { return "send " + op.getChannel().str(); })
      .Case([](RecvOp op) { return "send " + op.getChannel().str(); })
      .Case([](CollectiveOp op) { return "collective " + op.getComm().str(); })
      .Case([](LoadOp op) { return "load " + op.getInput().str(); })
      .Default(
          [](Operation *op) { return op->getName().stripDialect().str(); });
}

double ActionCosts::ofBody(StringRef name) {
  auto [entry, isNew] = bodies.try_emplace(name, 0);
  if (!isNew)
    return entry->second;
  auto function = symbols.lookup<func::FuncOp>(name);
  if (!function || function.isExternal())
    return 0;
  return entry->second =
             timeOf(function.getBody(), {costs.gflops * 1e3, memory()});
}

/// Gigabits per second and latency of the slowest of some axes.
std::pair<double, double> ActionCosts::link(ArrayRef<StringAttr> axes) const {
  double gbps = 0, latency = 0;
  for (StringAttr axis : axes) {
    Link own = linkOf(mesh, axis, {costs.linkGbps, costs.linkLatency});
    gbps = gbps == 0 ? own.gbps : std::min(gbps, own.gbps);
    latency = std::max(latency, own.latency);
  }
  return {gbps == 0 ? costs.linkGbps : gbps,
          axes.empty() ? costs.linkLatency : latency};
}

double ActionCosts::ofMessage(ProgramOp program, BufferRefAttr ref,
                              StringRef channel) const {
  auto op = symbols.lookup<ChannelOp>(channel);
  SmallVector<StringAttr> axes(cast<CoordAttr>(op.getFrom()).getAxes());
  auto [gbps, latency] = link(axes);
  return latency + program.lookup(ref).getBytes() * 8e-3 / gbps;
}

/// The ring algorithm: (n - 1)/n of the bytes per pass, two passes for an
/// all-reduce, one latency per hop.
double ActionCosts::ofCollective(CollectiveOp op) const {
  auto comm = symbols.lookup<CommOp>(op.getComm());
  SmallVector<StringAttr> axes(comm.getAxes().getAsRange<StringAttr>());
  double members = 1, bytes = 0;
  for (StringAttr axis : axes)
    members *= mesh ? mesh.getAxes().getSize(axis) : 1;
  if (members <= 1)
    return 0;
  for (auto ref : op.getBuffers().getAsRange<BufferRefAttr>())
    bytes += cast<ProgramOp>(op->getParentOp()).lookup(ref).getBytes();
  auto [gbps, latency] = link(axes);
  double passes = op.getKind() == CollectiveKind::AllReduce ? 2 : 1;
  return passes * ((members - 1) * latency +
                   (members - 1) / members * bytes * 8e-3 / gbps);
}

double ActionCosts::of(Operation *action) {
  auto found = costs.measured.durations.find(PlanCosts::keyOf(action));
  if (found != costs.measured.durations.end())
    return found->second;
  auto program = cast<ProgramOp>(action->getParentOp());
  return llvm::TypeSwitch<Operation *, double>(action)
      .Case([&](LaunchOp op) { return ofBody(op.getBody()); })
      .Case<SendOp, RecvOp>([&](auto op) {
        return ofMessage(program, op.getBuffer(), op.getChannel());
      })
      .Case([&](CollectiveOp op) { return ofCollective(op); })
      .Case([&](LoadOp op) {
        return program.lookup(op.getBuffer()).getBytes() / memory();
      })
      .Case([&](ZeroOp op) {
        double bytes = 0;
        for (auto ref : op.getBuffers().getAsRange<BufferRefAttr>())
          bytes += program.lookup(ref).getBytes();
        return bytes / memory();
      })
      .Default(0.0);
}
