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
#include "llvm/ADT/MapVector.h"
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
  SmallVector<int64_t> at[numPasses];
  bool has[numPasses] = {};
  LaunchOp any;
};

class CompletenessChecker {
public:
  CompletenessChecker(const ProgramInfo &program, int64_t microbatches)
      : program(program), microbatches(microbatches) {}

  LogicalResult run() {
    for (unsigned index = 0; index < program.actions.size(); ++index)
      if (failed(enter(index)))
        return failure();
    for (auto &[key, launches] : stages)
      for (int64_t mb = 0; mb < microbatches; ++mb)
        if (failed(check(key.second, launches, mb)))
          return failure();
    return success();
  }

private:
  LogicalResult enter(unsigned index) {
    ActionInfo info = program.actions[index];
    if (info.microbatch &&
        (*info.microbatch < 0 || *info.microbatch >= microbatches))
      return info.op->emitError()
             << "works on microbatch " << *info.microbatch << " of "
             << microbatches << ": " << describeAction(info.op);
    auto launch = dyn_cast<LaunchOp>(info.op.getOperation());
    auto pass = launch ? launch->getAttrOfType<StringAttr>("pass") : nullptr;
    if (!pass || !info.stage || !info.microbatch)
      return success();
    int kind = llvm::StringSwitch<int>(pass.getValue())
                   .Case("F", F)
                   .Case("B", B)
                   .Case("I", I)
                   .Case("W", W)
                   .Default(-1);
    if (kind < 0)
      return success();
    auto role = launch->getAttrOfType<IntegerAttr>("role");
    StageLaunches &launches = stages[{role ? role.getInt() : 0, *info.stage}];
    if (!launches.any)
      for (auto &list : launches.at)
        list.assign(microbatches, -1);
    launches.any = launch;
    launches.has[kind] = true;
    int64_t &place = launches.at[kind][*info.microbatch];
    if (place >= 0)
      return twice(launch, place, info.op);
    place = index;
    return success();
  }

  LogicalResult twice(LaunchOp launch, int64_t first, ActionInterface action) {
    InFlightDiagnostic diag = launch.emitError()
                              << "done twice: " << describeAction(action);
    diag.attachNote(program.actions[first].op->getLoc()) << "first here";
    return diag;
  }

  InFlightDiagnostic missing(int64_t stage, StageLaunches &launches, int64_t mb,
                             StringRef pass) {
    return launches.any.emitError()
           << "@" << ProgramOp(program.op).getSymName() << " never does "
           << pass << " of stage " << stage << ", microbatch " << mb
           << ", but has others of the stage";
  }

  LogicalResult check(int64_t stage, StageLaunches &launches, int64_t mb) {
    auto at = [&](Pass pass) { return launches.at[pass][mb]; };
    if (at(F) < 0)
      return missing(stage, launches, mb, "F");
    if (at(B) >= 0 && (at(I) >= 0 || at(W) >= 0)) {
      ActionInterface whole = program.actions[at(B)].op;
      return twice(cast<LaunchOp>(whole.getOperation()), std::max(at(I), at(W)),
                   whole);
    }
    if (at(B) < 0)
      for (Pass half : {I, W})
        if (launches.has[half] && at(half) < 0)
          return missing(stage, launches, mb, kNames[half]);
    bool divided = at(I) >= 0 || at(W) >= 0;
    if (launches.has[B] && at(B) < 0 && !divided)
      return missing(stage, launches, mb, "B");
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
        InFlightDiagnostic diag = program.actions[place].op->emitError()
                                  << "comes too early: "
                                  << describeAction(program.actions[place].op);
        diag.attachNote(program.actions[last].op->getLoc())
            << "it needs " << describeAction(program.actions[last].op);
        return diag;
      }
      last = place;
    }
    return success();
  }

  const ProgramInfo &program;
  int64_t microbatches;
  llvm::MapVector<std::pair<int64_t, int64_t>, StageLaunches> stages;
};

/// What is summed over a step has a part of each microbatch when it is used.
class SumChecker {
public:
  SumChecker(const ProgramInfo &program, int64_t microbatches)
      : microbatches(microbatches) {
    ProgramOp op = program.op;
    for (auto buffer : op.getOps<BufferOp>())
      if (buffer.getKind() == BufferKind::Accumulator ||
          buffer.getKind() == BufferKind::Grad)
        sums[buffer.getSymNameAttr()].assign(microbatches, false);
  }

  /// Actions come in the order of the program.
  LogicalResult enter(ActionInfo info) {
    if (isa<ZeroOp>(info.op.getOperation()))
      return success();
    if (info.microbatch) {
      for (BufferRefAttr ref : info.op.getWrites())
        if (auto found = sums.find(ref.getBuffer().getAttr());
            found != sums.end())
          found->second[*info.microbatch] = true;
      return success();
    }
    for (BufferRefAttr ref : info.op.getReads())
      if (failed(use(info.op, ref)))
        return failure();
    // From here on the buffer holds what is made of the sum.
    for (BufferRefAttr ref : info.op.getWrites())
      sums.erase(ref.getBuffer().getAttr());
    return success();
  }

private:
  LogicalResult use(ActionInterface user, BufferRefAttr ref) {
    auto found = sums.find(ref.getBuffer().getAttr());
    if (found == sums.end())
      return success();
    auto lacking = llvm::find(found->second, false);
    if (lacking == found->second.end())
      return success();
    return user->emitError()
           << "uses " << ref.getBuffer() << ", to which microbatch "
           << lacking - found->second.begin() << " of " << microbatches
           << " adds nothing: " << describeAction(user);
  }

  int64_t microbatches;
  llvm::DenseMap<StringAttr, SmallVector<bool>> sums;
};

} // namespace

LogicalResult piper::plan::verifyComplete(ModuleOp module,
                                          const ProgramInfo &program) {
  auto step = module->getAttrOfType<DictionaryAttr>("plan.step");
  auto count = step ? step.getAs<IntegerAttr>("microbatches") : IntegerAttr();
  if (!count)
    return success();
  if (failed(CompletenessChecker(program, count.getInt()).run()))
    return failure();
  SumChecker sums(program, count.getInt());
  for (const ActionInfo &info : program.actions)
    if (failed(sums.enter(info)))
      return failure();
  return success();
}
