//===- PlanVerify.cpp - Proof of a plan -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanVerify.h"
#include "Piper/Transforms/Plan/Passes.h"

namespace piper {
#define GEN_PASS_DEF_PLANVERIFY
#include "Piper/Transforms/Plan/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;
using namespace piper::plan;

std::string ProgramInfo::describe(size_t action) const {
  return describeAction(op(action), table.iteration(action));
}

ProgramInfo::ProgramInfo(ProgramOp program)
    : table(program), streams(table.streams.size()),
      signals(table.events.size()) {
  positions.reserve(table.size());
  for (size_t action = 0; action < table.size(); ++action) {
    const ActionText &text = table.text(action);
    positions.push_back(streams[text.stream].size());
    streams[text.stream].push_back(action);
    if (text.signal)
      signals[*text.signal].push_back(action);
  }
}

namespace {

struct PlanVerifyPass : public piper::impl::PlanVerifyBase<PlanVerifyPass> {
  using PlanVerifyBase::PlanVerifyBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    std::vector<ProgramInfo> programs;
    for (auto program : module.getOps<ProgramOp>()) {
      ProgramInfo &info = programs.emplace_back(program);
      if (failed(checkNames(symbols, info.table)) || failed(verifyOnce(info)) ||
          failed(verifyComplete(module, info)) || failed(verifyWaits(info)))
        return signalPassFailure();
    }
    if (failed(verifyMeetings(module, symbols, programs, strict)))
      return signalPassFailure();
    for (const ProgramInfo &program : programs)
      if (failed(verifySlots(program)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

  static int64_t roleOf(LaunchOp launch) {
    auto role = launch->getAttrOfType<IntegerAttr>("role");
    return role ? role.getInt() : 0;
  }

  /// Check 1, second half: a stage does a pass of a microbatch once per role.
  static LogicalResult verifyOnce(const ProgramInfo &program) {
    // Launches of one body, stage and role have one number.
    llvm::DenseMap<std::tuple<Attribute, int64_t, int64_t>, unsigned> kinds;
    std::vector<std::optional<unsigned>> kindOf;
    for (const ActionText &text : program.table.texts) {
      kindOf.emplace_back();
      auto launch = dyn_cast<LaunchOp>(ActionInterface(text.op).getOperation());
      if (launch && text.stage && text.microbatch)
        kindOf.back() = kinds
                            .try_emplace({launch.getBodyAttr(), *text.stage,
                                          roleOf(launch)},
                                         kinds.size())
                            .first->second;
    }
    llvm::DenseMap<std::pair<unsigned, int64_t>, unsigned> seen;
    for (size_t action = 0; action < program.size(); ++action) {
      std::optional<unsigned> kind = kindOf[program.table.textIndex(action)];
      if (!kind)
        continue;
      auto [entry, isNew] =
          seen.try_emplace({*kind, *program.table.microbatch(action)}, action);
      if (!isNew) {
        InFlightDiagnostic diag = program.op(action)->emitError()
                                  << "done twice: " << program.describe(action);
        diag.attachNote(program.op(entry->second)->getLoc()) << "first here";
        return diag;
      }
    }
    return success();
  }

  /// Each wait names a signal that is given, by actions of a single stream (so
  /// that ordinals mean completion order).
  static LogicalResult verifyWaits(const ProgramInfo &program) {
    const ProgramTable &table = program.table;
    for (auto [event, signals] : llvm::enumerate(program.signals))
      for (unsigned action : signals)
        if (program.stream(action) != program.stream(signals.front()))
          return program.op(action)->emitError()
                 << "event @" << table.events[event].getValue()
                 << " is signalled on several streams, so its ordinals have no "
                    "order";
    for (size_t action = 0; action < program.size(); ++action)
      for (const Wait &wait : table.text(action).waits) {
        int64_t given = program.signals[wait.event].size();
        int64_t ordinal = wait.ordinal.at(table.iteration(action));
        if (ordinal < 1 || ordinal > given)
          return program.op(action)->emitError()
                 << "waits for signal " << ordinal << " of @"
                 << table.events[wait.event].getValue() << ", which is given "
                 << given << " times: " << program.describe(action);
      }
    return success();
  }
};

} // namespace
