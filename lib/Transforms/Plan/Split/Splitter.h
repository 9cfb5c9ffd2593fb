//===- Splitter.h - From one graph to a program per role -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SPLITTER_H
#define PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SPLITTER_H

#include "Actions.h"
#include "Slots.h"
#include "StageBodies.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <deque>
#include <memory>

namespace piper::plan {

/// Memory that lives as long as the program: parameters, states, accumulators,
/// metrics, by what they hold and player.
class Resting {
public:
  Resting(Cast &cast, GraphOp graph);

  /// The buffer of a parameter, state or model buffer.
  mlir::Attribute of(unsigned player, mlir::Operation *source);
  /// The buffer of accumulator `index` of the loop.
  mlir::Attribute accumulator(unsigned player, unsigned index);
  /// The squares of gradients and the loss: one f64 each.
  mlir::Attribute sums(unsigned player);
  /// What the step's scalar task yields (learning rate first), and its input.
  mlir::Attribute hyper(unsigned player, TaskOp task);
  mlir::Attribute step(unsigned player);

  /// Number of gradients in the norm.
  int64_t numNormed() const { return normed; }

private:
  mlir::Attribute make(unsigned player, const void *key,
                       const mlir::Twine &name, mlir::RankedTensorType type,
                       BufferKind kind, mlir::StringAttr of = {},
                       mlir::StringAttr state = {},
                       mlir::DictionaryAttr fields = {});

  Cast &cast;
  GraphOp graph;
  ForeachMicrobatchOp loop;
  int64_t normed = 0;
  /// Per accumulator the parameter whose final gradient rests in it, if any.
  mlir::SmallVector<mlir::StringAttr> gradientOf;
  llvm::DenseMap<std::pair<unsigned, const void *>, mlir::Attribute> known;
};

/// The accumulator in which a gradient is summed and scaled at the holder that
/// `gradient` is placed on: the first use that is not received.
std::optional<unsigned> restingAccumulator(mlir::Value gradient,
                                           ForeachMicrobatchOp loop);

/// How often a value of a microbatch is read: by messages, and by the launches
/// of stages, which may have the backward of this microbatch in two parts.
struct ReadCount {
  int64_t messages = 0;
  int64_t replica = 0;
  mlir::ArrayRef<StageReads> launches;
};

/// What a pass of a stage does at a player, apart from the microbatch: made
/// once and followed for each.
struct Recipe {
  /// What an argument of the body comes from; without a pool it is resting
  /// memory.
  struct Input {
    mlir::Operation *source = nullptr; ///< for messages
    std::optional<unsigned> pool;
    std::optional<ReadCount> load; ///< of a batch input on first use
    Shape loadShape;
  };
  /// A slot that the body writes.
  struct Output {
    unsigned pool;
    ReadCount reads;
  };
  /// The value of a message or, without shapes, another name of the slot.
  struct Transfer {
    unsigned source, target;
    ReadCount reads;
    Shape send, receive;
  };

  int64_t stage;
  schedule::Kind kind;
  mlir::SmallVector<Input> inputs;
  unsigned numIns = 0; ///< of the inputs; the others are updated in place
  mlir::SmallVector<Output> outputs;
  mlir::SmallVector<Transfer> aliases, messages;
  Shape launch;
};

/// Emits the actions of all microbatches, in the global order of a schedule.
/// `apart`: the table orders the two replicas of the mirror axis apart.
class MicrobatchEmitter {
public:
  MicrobatchEmitter(mlir::ModuleOp module, const GraphStages &stages,
                    bool apart, Cast &cast, Actions &actions, Resting &resting)
      : module(module), stages(stages), apart(apart), cast(cast),
        actions(actions), resting(resting),
        slots(cast, GraphOp(stages.graph).getMicrobatches()) {}

  mlir::LogicalResult emit(mlir::ArrayRef<schedule::Step> order);

private:
  void noteParts(mlir::ArrayRef<schedule::Step> order);
  size_t cell(int64_t replica, int64_t stage, int64_t mb) const;
  mlir::ArrayRef<unsigned> playersOf(const schedule::Action &action);
  int64_t replicaOf(unsigned player);
  mlir::LogicalResult checkBodies(const schedule::Action &action);
  mlir::SmallVector<mlir::Value> valuesOf(int64_t stage, const Body &body);

  // Making recipes.
  mlir::FailureOr<const Recipe *>
  recipeOf(unsigned player, const schedule::Action &action, const Body &body);
  mlir::LogicalResult makeRecipe(Recipe &recipe, unsigned player,
                                 const schedule::Action &action,
                                 const Body &body);
  mlir::Attribute makeInput(Recipe::Input &input, unsigned player,
                            mlir::Value value, const Label &label);
  mlir::Attribute makeResidualInput(Recipe::Input &input, unsigned player,
                                    const StageBodies &stage, Source source);
  void makeResiduals(Recipe &recipe, unsigned player, const Body &body,
                     mlir::SmallVectorImpl<mlir::Attribute> &outs);
  void makeTransfers(Recipe &recipe, unsigned player, mlir::Value value);
  ReadCount readsOf(unsigned player, mlir::Value value);
  int64_t countMessages(unsigned player, mlir::Value value);
  int64_t count(const ReadCount &reads, int64_t mb) const;

  // Following them.
  mlir::LogicalResult followAll(mlir::ArrayRef<schedule::Step> order);
  mlir::LogicalResult follow(const Recipe &recipe, int64_t mb);
  void append(Shape shape, mlir::ArrayRef<int32_t> numbers) {
    if (writes)
      actions.append(shape, numbers);
  }

  mlir::ModuleOp module;
  const GraphStages &stages;
  bool apart;
  Cast &cast;
  Actions &actions;
  Resting &resting;
  Slots slots;
  StageIndex index;
  bool writes = false;       // slots are counted, actions are written
  std::vector<bool> inParts; // by cell: its backward is I and W
  /// By replica and stage who does its actions, by player, stage and kind how.
  llvm::DenseMap<std::pair<int64_t, int64_t>, std::vector<unsigned>> doers;
  llvm::DenseMap<std::tuple<unsigned, int64_t, int>, std::unique_ptr<Recipe>>
      recipes;
  /// Reads of residuals in the form of reads of values.
  std::deque<StageReads> residualReads;
};

/// Emits what comes before and after the microbatches: hyper-parameters and
/// zeros; reductions, the exchange of tied gradients, norm and update.
class StepEmitter {
public:
  StepEmitter(mlir::ModuleOp module, const GraphStages &stages, Cast &cast,
              Actions &actions, Resting &resting)
      : module(module), stages(stages), cast(cast), actions(actions),
        resting(resting) {}

  mlir::LogicalResult emitStart();
  mlir::LogicalResult emitEnd();

private:
  void emitReductions();
  mlir::LogicalResult emitExchange(TransferOp transfer);
  mlir::LogicalResult emitFinish(unsigned player);
  void emitNormReduction();
  mlir::LogicalResult emitUpdate(unsigned player);
  mlir::FailureOr<mlir::Attribute> resolve(unsigned player, mlir::Value value);
  bool holds(unsigned player, mlir::Value value);
  std::string labelOf(unsigned player);

  mlir::ModuleOp module;
  const GraphStages &stages;
  Cast &cast;
  Actions &actions;
  Resting &resting;
  llvm::DenseMap<std::pair<unsigned, mlir::Operation *>, mlir::Attribute>
      received;
};

} // namespace piper::plan

#endif // PIPER_LIB_TRANSFORMS_PLAN_SPLIT_SPLITTER_H
