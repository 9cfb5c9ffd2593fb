//===- PlanVerifyComplete.cpp - Every pass of every microbatch, once -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A role that has an action of a stage has all of that stage: F of each
// microbatch, and either B or what there is of I and W. A half of the backward
// may be missing everywhere (a stage without parameters has no W), never for
// some microbatches only. How many microbatches there are says `plan.step`;
// a plan without it is taken to be a fragment.

#include "PlanVerify.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace piper;
using namespace piper::plan;

namespace {

enum Pass { F, B, I, W, numPasses };
constexpr StringRef kNames[] = {"F", "B", "I", "W"};

/// Launches of one stage by one role: per pass and microbatch the position in
/// the program, or -1.
struct StageLaunches {
  int64_t stage = 0;
  std::vector<int64_t> at[numPasses];
  bool has[numPasses] = {};
  size_t any = 0; // the last one
};

class CompletenessChecker {
public:
  CompletenessChecker(const ProgramInfo &program, int64_t microbatches)
      : program(program), microbatches(microbatches) {}

  LogicalResult run() {
    for (const ActionText &text : program.table.texts)
      readText(text);
    for (size_t action = 0; action < program.size(); ++action)
      if (failed(enter(action)))
        return failure();
    for (StageLaunches &launches : stages)
      for (int64_t mb = 0; mb < microbatches; ++mb)
        if (failed(check(launches, mb)))
          return failure();
    return success();
  }

private:
  /// What a text launches: a pass of an entry of `stages`.
  void readText(const ActionText &text) {
    kinds.emplace_back();
    auto launch = dyn_cast<LaunchOp>(ActionInterface(text.op).getOperation());
    auto pass = launch ? launch->getAttrOfType<StringAttr>("pass") : nullptr;
    if (!pass || !text.stage || !text.microbatch)
      return;
    int kind = llvm::StringSwitch<int>(pass.getValue())
                   .Case("F", F)
                   .Case("B", B)
                   .Case("I", I)
                   .Case("W", W)
                   .Default(-1);
    if (kind < 0)
      return;
    auto role = launch->getAttrOfType<IntegerAttr>("role");
    auto [entry, isNew] = stageAt.try_emplace(
        {role ? role.getInt() : 0, *text.stage}, stages.size());
    if (isNew) {
      StageLaunches &launches = stages.emplace_back();
      launches.stage = *text.stage;
      for (auto &list : launches.at)
        list.assign(microbatches, -1);
    }
    kinds.back() = {entry->second, kind};
  }

  LogicalResult enter(size_t action) {
    std::optional<int64_t> mb = program.table.microbatch(action);
    if (mb && (*mb < 0 || *mb >= microbatches))
      return program.op(action)->emitError()
             << "works on microbatch " << *mb << " of " << microbatches << ": "
             << program.describe(action);
    std::optional<std::pair<unsigned, int>> which =
        kinds[program.table.textIndex(action)];
    if (!which)
      return success();
    auto [index, kind] = *which;
    StageLaunches &launches = stages[index];
    launches.any = action;
    launches.has[kind] = true;
    int64_t &place = launches.at[kind][*mb];
    if (place >= 0)
      return twice(action, place);
    place = action;
    return success();
  }

  LogicalResult twice(size_t action, size_t first) {
    InFlightDiagnostic diag = program.op(action)->emitError()
                              << "done twice: " << program.describe(action);
    diag.attachNote(program.op(first)->getLoc()) << "first here";
    return diag;
  }

  InFlightDiagnostic missing(StageLaunches &launches, int64_t mb,
                             StringRef pass) {
    ProgramOp op = program.table.program;
    return program.op(launches.any)->emitError()
           << "@" << op.getSymName() << " never does " << pass << " of stage "
           << launches.stage << ", microbatch " << mb
           << ", but has others of the stage";
  }

  LogicalResult check(StageLaunches &launches, int64_t mb) {
    auto at = [&](Pass pass) { return launches.at[pass][mb]; };
    if (at(F) < 0)
      return missing(launches, mb, "F");
    if (at(B) >= 0 && (at(I) >= 0 || at(W) >= 0))
      return twice(at(B), std::max(at(I), at(W)));
    if (at(B) < 0)
      for (Pass half : {I, W})
        if (launches.has[half] && at(half) < 0)
          return missing(launches, mb, kNames[half]);
    bool divided = at(I) >= 0 || at(W) >= 0;
    if (launches.has[B] && at(B) < 0 && !divided)
      return missing(launches, mb, "B");
    return checkOrder(launches, mb);
  }

  /// F, then B or I, then W.
  LogicalResult checkOrder(StageLaunches &launches, int64_t mb) {
    int64_t last = -1;
    for (Pass pass : {F, B, I, W}) {
      int64_t place = launches.at[pass][mb];
      if (place < 0)
        continue;
      if (place < last) {
        InFlightDiagnostic diag = program.op(place)->emitError()
                                  << "comes too early: "
                                  << program.describe(place);
        diag.attachNote(program.op(last)->getLoc())
            << "it needs " << program.describe(last);
        return diag;
      }
      last = place;
    }
    return success();
  }

  const ProgramInfo &program;
  int64_t microbatches;
  std::vector<StageLaunches> stages;
  /// By role and stage the entry of `stages`.
  llvm::DenseMap<std::pair<int64_t, int64_t>, unsigned> stageAt;
  std::vector<std::optional<std::pair<unsigned, int>>> kinds; // by text
};

/// What is summed over a step has a part of each microbatch when it is used.
class SumChecker {
public:
  SumChecker(const ProgramInfo &program, int64_t microbatches)
      : program(program), table(program.table), microbatches(microbatches) {
    for (BufferOp buffer : table.buffers) {
      bool isSum = buffer.getKind() == BufferKind::Accumulator ||
                   buffer.getKind() == BufferKind::Grad;
      added.emplace_back(isSum ? microbatches : 0, false);
    }
  }

  LogicalResult run() {
    for (size_t action = 0; action < program.size(); ++action)
      if (failed(enter(action)))
        return failure();
    return success();
  }

private:
  LogicalResult enter(size_t action) {
    const ActionText &text = table.text(action);
    if (isa<ZeroOp>(ActionInterface(text.op).getOperation()))
      return success();
    if (std::optional<int64_t> mb = table.microbatch(action)) {
      for (unsigned at : text.writes) {
        std::vector<bool> &parts = added[text.slots[at].buffer];
        if (!parts.empty())
          parts[*mb] = true;
      }
      return success();
    }
    for (unsigned at : text.reads)
      if (failed(use(action, text.slots[at].buffer)))
        return failure();
    // From here on the buffer holds what is made of the sum.
    for (unsigned at : text.writes)
      added[text.slots[at].buffer].clear();
    return success();
  }

  LogicalResult use(size_t user, unsigned buffer) {
    auto lacking = llvm::find(added[buffer], false);
    if (lacking == added[buffer].end())
      return success();
    return program.op(user)->emitError()
           << "uses @" << table.bufferNames[buffer].getValue()
           << ", to which microbatch " << lacking - added[buffer].begin()
           << " of " << microbatches
           << " adds nothing: " << program.describe(user);
  }

  const ProgramInfo &program;
  const ProgramTable &table;
  int64_t microbatches;
  std::vector<std::vector<bool>> added; // by buffer; empty: no sum
};

} // namespace

LogicalResult piper::plan::verifyComplete(ModuleOp module,
                                          const ProgramInfo &program) {
  auto step = module->getAttrOfType<DictionaryAttr>("plan.step");
  auto count = step ? step.getAs<IntegerAttr>("microbatches") : IntegerAttr();
  if (!count)
    return success();
  int64_t microbatches = count.getInt();
  if (microbatches < 0 || microbatches > kMaxActions)
    return emitError(module.getLoc())
           << "plan.step says " << microbatches
           << " microbatches; there are 0 to " << kMaxActions;
  if (failed(CompletenessChecker(program, microbatches).run()))
    return failure();
  return SumChecker(program, microbatches).run();
}
