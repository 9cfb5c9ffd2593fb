//===- ExpandParallel.cpp - The shorthand for common combinations -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Transforms/Graph/Strategy.h"
#include "Piper/Transforms/Graph/StrategyMessages.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace piper;

namespace {

/// Replaces one `piper.parallel` by the directives it stands for.
class Expansion {
public:
  explicit Expansion(ParallelOp op) : op(op), builder(op) {}

  LogicalResult run() {
    if (failed(readDegrees()) || failed(checkUnapplied()))
      return failure();
    if (ranks * chunks > 1)
      addStages();
    addMesh();
    if (ranks * chunks > 1 && ranks > 1)
      addPlace();
    if (failed(addReplicate()))
      return failure();
    addRest();
    op.erase();
    return success();
  }

private:
  LogicalResult readDegrees();
  LogicalResult checkUnapplied();
  void addStages();
  void addMesh();
  void addPlace();
  LogicalResult addReplicate();
  void addRest();

  /// DualPipe's second replica lives on the same devices in reverse.
  bool isMirrored() { return op.getSchedule() == "dualpipe"; }
  bool isV() {
    return op.getSchedule() == "zb_v" || op.getSchedule() == "dualpipev";
  }

  template <typename OpTy>
  void add(std::initializer_list<std::pair<StringRef, Attribute>> entries) {
    SmallVector<NamedAttribute> attributes;
    for (auto [key, value] : entries)
      if (value)
        attributes.push_back(builder.getNamedAttr(key, value));
    if (StringAttr name = op.getNameAttr())
      attributes.push_back(builder.getNamedAttr("name", name));
    OpTy::create(builder, op.getLoc(), TypeRange(), ValueRange(), attributes);
  }
  Attribute axis(StringRef name, int64_t size) {
    return builder.getArrayAttr(
        {builder.getStringAttr(name), builder.getI64IntegerAttr(size)});
  }

  ParallelOp op;
  OpBuilder builder;
  int64_t ranks = 1, chunks = 1, replicas = 1;
  std::string tag = "pp";
};

} // namespace

LogicalResult Expansion::readDegrees() {
  for (auto [key, attribute] :
       {std::pair("pp", op.getPpAttr()), std::pair("v", op.getVAttr()),
        std::pair("dp", op.getDpAttr()), std::pair("tp", op.getTpAttr()),
        std::pair("cp", op.getCpAttr()), std::pair("ep", op.getEpAttr()),
        std::pair("num_microbatches", op.getNumMicrobatchesAttr())})
    if (attribute && attribute.getInt() < 1)
      return directiveError(op)
             << "\"" << key << "\" is 1 or more: got " << attribute.getInt();
  ranks = op.getPp().value_or(1);
  replicas = op.getDp().value_or(1);
  chunks = op.getV().value_or(isV() ? 2 : 1);
  if (isV() && chunks != 2)
    return directiveError(op)
           << *op.getSchedule()
           << " has two stages per rank: got \"v\": " << chunks;
  return success();
}

LogicalResult Expansion::checkUnapplied() {
  for (auto [key, attribute] :
       {std::pair("tp", op.getTpAttr()), std::pair("cp", op.getCpAttr()),
        std::pair("ep", op.getEpAttr())})
    if (attribute && attribute.getInt() > 1)
      return directiveError(op)
             << "\"" << key << "\": " << attribute.getInt()
             << " asks for shard directives, which this version does not apply";
  if (op.getParams())
    return directiveError(op) << "\"params\" asks for shard directives, which "
                                 "this version does not apply";
  return success();
}

/// Cuts the model by cost where no other directive says how.
void Expansion::addStages() {
  auto annotates = llvm::to_vector(op->getBlock()->getOps<AnnotateOp>());
  if (annotates.empty())
    return add<AnnotateOp>(
        {{"tag", builder.getStringAttr(tag)},
         {"parts", builder.getI64IntegerAttr(ranks * chunks)}});
  tag = annotates.front().getTag().str();
  for (AnnotateOp annotate : annotates)
    if (annotate.getTag().equals_insensitive("pp"))
      tag = annotate.getTag().str();
}

void Expansion::addMesh() {
  SmallVector<Attribute> axes;
  Attribute devices;
  if (isMirrored()) {
    if (replicas > 1)
      axes.push_back(axis("dp", replicas));
    axes.push_back(axis("mirror", 2));
    axes.push_back(axis("pp", ranks));
    SmallVector<int64_t> numbers;
    for (int64_t first = 0; first < replicas * ranks; first += ranks) {
      for (int64_t rank = 0; rank < ranks; ++rank)
        numbers.push_back(first + rank);
      for (int64_t rank = ranks; rank-- > 0;)
        numbers.push_back(first + rank);
    }
    devices = builder.getI64ArrayAttr(numbers);
  } else {
    if (ranks > 1)
      axes.push_back(axis("pp", ranks));
    if (replicas > 1)
      axes.push_back(axis("dp", replicas));
  }
  if (!axes.empty())
    add<DeviceMeshOp>(
        {{"axes", builder.getArrayAttr(axes)}, {"devices", devices}});
}

/// Around the ranks, or to their end and back.
void Expansion::addPlace() {
  SmallVector<int64_t> positions;
  for (int64_t stage = 0; stage < ranks * chunks; ++stage)
    positions.push_back(isV() ? std::min(stage, 2 * ranks - 1 - stage)
                              : stage % ranks);
  auto dictionary = [&](StringRef key, Attribute value) {
    return builder.getDictionaryAttr(builder.getNamedAttr(key, value));
  };
  add<PlaceOp>({{"filter", dictionary(tag, builder.getStringAttr("*"))},
                {"at", dictionary("pp", builder.getI64ArrayAttr(positions))}});
}

LogicalResult Expansion::addReplicate() {
  SmallVector<StringRef> axes;
  if (replicas > 1)
    axes.push_back("dp");
  if (isMirrored())
    axes.push_back("mirror");
  int64_t zero = op.getZero().value_or(0);
  if (zero < 0 || zero > 3)
    return directiveError(op) << "\"zero\" is 0, 1, 2 or 3: got " << zero;
  if (zero > 0 && replicas == 1)
    return directiveError(op)
           << "\"zero\": " << zero << " divides state over \"dp\", which is 1";
  for (StringRef axis : axes) {
    // One of the axes shards the state.
    static constexpr StringRef keys[] = {"", "shard_optimizer", "shard_grads",
                                         "shard_params"};
    bool shards = zero > 0 && axis == "dp";
    add<ReplicateOp>({{"axis", builder.getStringAttr(axis)},
                      {shards ? keys[zero] : "axis",
                       shards ? builder.getBoolAttr(true) : Attribute()}});
  }
  return success();
}

void Expansion::addRest() {
  if (IntegerAttr count = op.getNumMicrobatchesAttr())
    add<SplitOp>({{"num_microbatches", count}});
  if (StringAttr kind = op.getScheduleAttr())
    add<UseScheduleOp>({{"kind", kind}});
  Attribute recompute = op.getRecomputeAttr();
  if (!recompute || recompute == builder.getBoolAttr(false))
    return;
  // `true` keeps nothing.
  bool all = recompute == builder.getBoolAttr(true);
  add<RecomputeOp>(
      {{"keep", all ? builder.getStrArrayAttr({"none"}) : recompute}});
}

LogicalResult piper::expandParallel(ModuleOp module) {
  for (auto strategy : module.getOps<StrategyOp>())
    for (auto op : llvm::to_vector(strategy.getBody().getOps<ParallelOp>()))
      if (failed(Expansion(op).run()))
        return failure();
  return success();
}
