//===- CutBackward.cpp - Joint bodies to forward and backward bodies -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Dialect/Piper/IR/Piper.h"
#include "Piper/Schedule/Schedule.h"
#include "Piper/Transforms/Autodiff/Passes.h"
#include "Residuals.h"

#include "Piper/Support/ByteSize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace piper {
#define GEN_PASS_DEF_PIPERCUTBACKWARD
#include "Piper/Transforms/Autodiff/Passes.h.inc"
} // namespace piper

using namespace mlir;
using namespace piper;

namespace {

/// Splits one joint body.
class JointCutter {
public:
  JointCutter(func::FuncOp joint, bool split)
      : joint(joint), block(joint.getBody().front()),
        terminator(cast<func::ReturnOp>(block.getTerminator())),
        split(split || joint->hasAttr("piper.split_backward")),
        planner(block, [this](Value value) { return getCost(value); }),
        lastPlanner(planner) {}

  LogicalResult run();

private:
  /// One body to be written: its ops, its results, how many of the last are
  /// accumulators.
  struct Piece {
    StringRef suffix;
    SmallVector<Operation *> ops;
    SmallVector<Value> results;
    SmallVector<DictionaryAttr> resultAttrs;
    unsigned inouts = 0;
  };

  LogicalResult parse();
  int64_t getCost(Value value);
  StringRef getRole(BlockArgument arg);
  SmallVector<Value> getNeeded(const Piece &piece);
  Piece takeBackward();
  void splitBackward(const Piece &whole, Piece &bi, Piece &bw);
  void createForward();
  void createParts(const Piece &whole);
  func::FuncOp createFunc(StringRef suffix, ArrayRef<Value> args,
                          ArrayRef<Value> results, unsigned inouts);
  void createPiece(const Piece &piece, const ResidualPlanner &plan);
  void addSources(StringRef kind, ArrayRef<Value> list);
  DictionaryAttr getOrEmpty(DictionaryAttr attrs) {
    return attrs ? attrs : DictionaryAttr::get(joint.getContext());
  }

  func::FuncOp joint;
  Block &block;
  func::ReturnOp terminator;
  bool split;
  ResidualPlanner planner;     // the cut after F
  ResidualPlanner lastPlanner; // the cut between BI and BW
  CutOp cut;
  unsigned numForwardArgs = 0; // without the sums
  unsigned numSums = 0;        // of the loss and its weight
  SmallVector<Value> sumResults;
  SmallVector<Value> activations, cotangents, accumulators;
  SmallVector<Value> residuals;   // F to B
  SmallVector<Value> biResiduals; // BI to BW
  DenseMap<Value, std::string> sources;
};

} // namespace

StringRef JointCutter::getRole(BlockArgument arg) {
  auto role =
      joint.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "piper.role");
  return role ? role.getValue() : StringRef();
}

/// Parameters, buffers and accumulators rest in memory all step long.
int64_t JointCutter::getCost(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (arg && (llvm::is_contained({"param", "frozen", "acc"}, getRole(arg)) ||
              joint.getArgAttr(arg.getArgNumber(), "piper.buffer")))
    return 0;
  return bytesOf(value.getType());
}

LogicalResult JointCutter::parse() {
  for (Operation &op : block)
    if (auto found = dyn_cast<CutOp>(op)) {
      if (cut)
        return found.emitError() << "second piper.cut of @" << joint.getName();
      cut = found;
    }
  if (!cut)
    return joint.emitError()
           << "@" << joint.getName() << " is joint but has no piper.cut";
  for (BlockArgument arg : block.getArguments()) {
    StringRef role = getRole(arg);
    if (role == "loss_acc" || role == "weight_acc")
      ++numSums;
    else if (role == "cotangent")
      cotangents.push_back(arg);
    else if (role == "acc")
      accumulators.push_back(arg);
    else if (role.empty() || arg.getArgNumber() != numForwardArgs)
      return joint.emitError()
             << "argument " << arg.getArgNumber() << " of @" << joint.getName()
             << " has role \"" << role
             << "\"; expected the forward arguments, loss_acc, weight_acc, "
                "cotangents and accumulators, in this order";
    else
      ++numForwardArgs;
  }
  activations = llvm::to_vector(cut.getOperands());
  if (terminator.getNumOperands() < activations.size() + accumulators.size() ||
      activations.size() < numSums)
    return joint.emitError()
           << "@" << joint.getName() << " returns "
           << terminator.getNumOperands()
           << " values, fewer than its cut and its accumulators have";
  sumResults = llvm::to_vector(ArrayRef(activations).take_back(numSums));
  activations.pop_back_n(numSums);
  return success();
}

/// What a piece reads and does not compute, in order of first use.
SmallVector<Value> JointCutter::getNeeded(const Piece &piece) {
  SetVector<Value> needed;
  DenseSet<Operation *> own(piece.ops.begin(), piece.ops.end());
  auto add = [&](Value value) {
    if (!own.contains(value.getDefiningOp()))
      needed.insert(value);
  };
  for (Operation *op : piece.ops)
    llvm::for_each(getReadValues(op), add);
  llvm::for_each(piece.results, add);
  return needed.takeVector();
}

/// The whole backward part: gradients of inputs, then accumulators.
JointCutter::Piece JointCutter::takeBackward() {
  Piece piece{"B", {}, {}, {}, static_cast<unsigned>(accumulators.size())};
  for (Operation *op = cut->getNextNode(); op != terminator;
       op = op->getNextNode())
    piece.ops.push_back(op);
  unsigned first = cut->getNumOperands();
  for (unsigned i = first; i < terminator.getNumOperands(); ++i) {
    piece.results.push_back(terminator.getOperand(i));
    piece.resultAttrs.push_back(getOrEmpty(joint.getResultAttrDict(i)));
  }
  return piece;
}

/// BI has what the gradients of inputs need, BW the rest. A stage without
/// gradients of inputs has everything but the ops that accumulate in BI.
void JointCutter::splitBackward(const Piece &whole, Piece &bi, Piece &bw) {
  unsigned numInputs = whole.results.size() - whole.inouts;
  DenseSet<Operation *> inBI;
  if (numInputs > 0) {
    for (Value result : ArrayRef(whole.results).take_front(numInputs))
      inBI.insert(result.getDefiningOp());
    for (Operation *op : llvm::reverse(whole.ops))
      if (inBI.contains(op))
        for (Value read : getReadValues(op))
          inBI.insert(read.getDefiningOp());
  } else {
    DenseSet<Value> sums(accumulators.begin(), accumulators.end());
    for (Operation *op : whole.ops) {
      bool adds = llvm::any_of(getReadValues(op),
                               [&](Value v) { return sums.contains(v); });
      if (adds)
        sums.insert(op->result_begin(), op->result_end());
      else
        inBI.insert(op);
    }
  }
  for (Operation *op : whole.ops)
    (inBI.contains(op) ? bi : bw).ops.push_back(op);
  for (unsigned i = 0; i < whole.results.size(); ++i) {
    Piece &piece = i < numInputs ? bi : bw;
    piece.results.push_back(whole.results[i]);
    piece.resultAttrs.push_back(whole.resultAttrs[i]);
  }
  bw.inouts = whole.inouts;
}

/// Notes where B and its parts get each value from, see the description of the
/// pass; what was noted first counts.
void JointCutter::addSources(StringRef kind, ArrayRef<Value> list) {
  for (auto [i, value] : llvm::enumerate(list))
    sources.try_emplace(value, (kind + ":" + Twine(i)).str());
}

/// A private function whose arguments stand for `args`; the body is empty.
func::FuncOp JointCutter::createFunc(StringRef suffix, ArrayRef<Value> args,
                                     ArrayRef<Value> results, unsigned inouts) {
  OpBuilder b(joint);
  auto type = b.getFunctionType(ValueRange(args).getTypes(),
                                ValueRange(results).getTypes());
  auto func = func::FuncOp::create(
      b, joint.getLoc(), (joint.getName() + "." + suffix).str(), type);
  func.setPrivate();
  if (inouts)
    func->setAttr("piper.inouts", b.getI64IntegerAttr(inouts));
  SmallVector<Location> locs;
  for (Value arg : args)
    locs.push_back(arg.getLoc());
  b.createBlock(&func.getBody(), {}, type.getInputs(), locs);
  return func;
}

/// Erases what nothing reads.
static void eraseDeadOps(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

void JointCutter::createForward() {
  SmallVector<Value> args(block.args_begin(),
                          block.args_begin() + numForwardArgs + numSums);
  // A value that goes to several stages is one result.
  SetVector<Value> distinct(activations.begin(), activations.end());
  SmallVector<int64_t> position;
  for (Value value : activations)
    position.push_back(llvm::find(distinct, value) - distinct.begin());
  SmallVector<Value> results(distinct.begin(), distinct.end());
  llvm::append_range(results, residuals);
  llvm::append_range(results, sumResults);
  func::FuncOp func = createFunc("F", args, results, numSums);
  OpBuilder b = OpBuilder::atBlockEnd(&func.getBody().front());
  IRMapping mapping;
  mapping.map(args, func.getArguments());
  SmallVector<DictionaryAttr> argAttrs;
  for (unsigned i = 0; i < args.size(); ++i)
    argAttrs.push_back(getOrEmpty(joint.getArgAttrDict(i)));
  func.setAllArgAttrs(argAttrs);
  SmallVector<DictionaryAttr> resultAttrs(results.size(), getOrEmpty({}));
  for (unsigned i = 0; i < activations.size(); ++i)
    resultAttrs[position[i]] = getOrEmpty(joint.getResultAttrDict(i));
  for (unsigned i = 0; i < numSums; ++i)
    resultAttrs[results.size() - numSums + i] =
        getOrEmpty(joint.getResultAttrDict(activations.size() + i));
  func.setAllResultAttrs(resultAttrs);
  if (distinct.size() < activations.size())
    func->setAttr("piper.activations", b.getDenseI64ArrayAttr(position));
  func->setAttr("piper.residuals", b.getI64IntegerAttr(residuals.size()));
  for (Operation *op = &block.front(); op != cut; op = op->getNextNode())
    b.clone(*op, mapping);
  SmallVector<Value> mapped;
  for (Value result : results)
    mapped.push_back(mapping.lookup(result));
  func::ReturnOp::create(b, terminator.getLoc(), mapped);
  eraseDeadOps(func.getBody().front());
}

/// Writes a backward piece: its ops as they are, each preceded by what is
/// computed again for it.
void JointCutter::createPiece(const Piece &piece, const ResidualPlanner &plan) {
  SmallVector<Value> crossing = plan.getCrossing(getNeeded(piece));
  SmallVector<Value> args;
  DenseSet<Value> last(cotangents.begin(), cotangents.end());
  last.insert(accumulators.begin(), accumulators.end());
  llvm::copy_if(crossing, std::back_inserter(args),
                [&](Value value) { return !last.contains(value); });
  for (Value value : cotangents)
    if (piece.suffix != "BW" || llvm::is_contained(crossing, value))
      args.push_back(value);
  if (piece.inouts)
    llvm::append_range(args, accumulators);
  func::FuncOp func =
      createFunc(piece.suffix, args, piece.results, piece.inouts);
  OpBuilder b = OpBuilder::atBlockEnd(&func.getBody().front());
  IRMapping mapping;
  mapping.map(args, func.getArguments());
  SmallVector<DictionaryAttr> argAttrs;
  for (Value value : args) {
    auto arg = dyn_cast<BlockArgument>(value);
    NamedAttrList attrs(
        arg ? getOrEmpty(joint.getArgAttrDict(arg.getArgNumber()))
            : getOrEmpty({}));
    attrs.set("piper.source", b.getStringAttr(sources.lookup(value)));
    argAttrs.push_back(attrs.getDictionary(b.getContext()));
  }
  func.setAllArgAttrs(argAttrs);
  func.setAllResultAttrs(piece.resultAttrs);
  if (piece.suffix == "BI")
    func->setAttr("piper.residuals", b.getI64IntegerAttr(biResiduals.size()));
  for (Operation *op : piece.ops) {
    for (Value read : getReadValues(op))
      plan.materialize(b, mapping, read);
    b.clone(*op, mapping);
  }
  SmallVector<Value> mapped;
  for (Value result : piece.results) {
    plan.materialize(b, mapping, result);
    mapped.push_back(mapping.lookup(result));
  }
  func::ReturnOp::create(b, terminator.getLoc(), mapped);
  eraseDeadOps(func.getBody().front());
}

/// BI and BW, as far as they have something to do. Both read what F keeps for
/// B, so one F serves a microbatch whose backward is whole or in two parts.
void JointCutter::createParts(const Piece &whole) {
  Piece bi{"BI", {}, {}, {}, 0}, bw{"BW", {}, {}, {}, 0};
  splitBackward(whole, bi, bw);
  SmallVector<Value> neededByBW = getNeeded(bw);
  SmallVector<Value> crossing = planner.getCrossing(getNeeded(whole));
  lastPlanner.fix(crossing);
  lastPlanner.plan(neededByBW, {});
  // What neither F keeps nor an argument gives comes from BI.
  DenseSet<Value> keptByF(crossing.begin(), crossing.end());
  for (Value value : lastPlanner.getCrossing(neededByBW))
    if (!isa<BlockArgument>(value) && !keptByF.contains(value))
      biResiduals.push_back(value);
  // Before what F returns: an activation that F does not keep is BI's.
  for (Value value : biResiduals)
    sources.erase(value);
  addSources("bi", biResiduals);
  for (Value value : biResiduals) {
    bi.results.push_back(value);
    bi.resultAttrs.push_back(getOrEmpty({}));
  }
  if (!bi.results.empty())
    createPiece(bi, planner);
  if (bw.inouts)
    createPiece(bw, lastPlanner);
}

LogicalResult JointCutter::run() {
  if (failed(parse()))
    return failure();
  eraseDeadOps(block);
  Piece whole = takeBackward();
  // The arguments of B itself cross anyway.
  SmallVector<Value> available(cotangents);
  llvm::append_range(available, accumulators);
  SmallVector<Value> needed = getNeeded(whole);
  planner.plan(needed, available);
  addSources("arg", SmallVector<Value>(
                        block.getArguments().take_front(numForwardArgs)));
  addSources("cotangent", cotangents);
  addSources("acc", accumulators);
  addSources(
      "activation",
      SetVector<Value>(activations.begin(), activations.end()).getArrayRef());
  for (Value value : planner.getCrossing(needed))
    if (!sources.contains(value))
      residuals.push_back(value);
  addSources("residual", residuals);
  createForward();
  if (!whole.results.empty()) {
    createPiece(whole, planner);
    if (split)
      createParts(whole);
  }
  joint.erase();
  return success();
}

namespace {

struct CutBackwardPass : piper::impl::PiperCutBackwardBase<CutBackwardPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(markSplitStages()))
      return signalPassFailure();
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (func->hasAttr("piper.joint") && !func.isDeclaration())
        if (failed(JointCutter(func, splitBackward).run()))
          return signalPassFailure();
  }

  /// Bodies of stages whose backward the schedule has in two parts.
  LogicalResult markSplitStages() {
    llvm::DenseSet<int64_t> stages;
    for (auto schedule : getOperation().getOps<ScheduleOp>())
      for (auto row : schedule.getRows().getAsRange<StringAttr>()) {
        auto actions = schedule::parseRow(row.getValue());
        if (!actions)
          return schedule.emitError() << llvm::toString(actions.takeError());
        for (const schedule::Action &action : *actions)
          if (action.kind == schedule::Kind::I ||
              action.kind == schedule::Kind::W)
            stages.insert(action.stage);
      }
    if (stages.empty())
      return success();
    SymbolTable symbols(getOperation());
    for (auto graph : getOperation().getOps<GraphOp>())
      graph.walk([&](TaskOp task) {
        if (task.getStage() && stages.contains(*task.getStage()))
          if (auto body = symbols.lookup<func::FuncOp>(task.getBody()))
            body->setAttr("piper.split_backward", UnitAttr::get(&getContext()));
      });
    return success();
  }
};

} // namespace
