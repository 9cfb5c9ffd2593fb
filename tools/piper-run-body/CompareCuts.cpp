//===- CompareCuts.cpp - Parts of joint bodies on the host -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompareCuts.h"
#include "Piper/Transforms/Autodiff/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace mlir;
using namespace runbody;

namespace {

using Buffers = std::vector<Buffer *>;

/// One part of a joint body.
struct Part {
  Body body;
  size_t residuals = 0;
  SmallVector<int64_t> activations; // which result each one is, if given
  SmallVector<std::string> sources; // of ins, then updated

  explicit Part(func::FuncOp function) : body(function) {
    if (auto attr = function->getAttrOfType<IntegerAttr>("piper.residuals"))
      residuals = attr.getInt();
    if (auto attr =
            function->getAttrOfType<DenseI64ArrayAttr>("piper.activations"))
      activations = llvm::to_vector(attr.asArrayRef());
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
      auto source = function.getArgAttrOfType<StringAttr>(i, "piper.source");
      sources.push_back(source ? source.str() : std::string());
    }
  }

  Buffers arguments() {
    Buffers list;
    for (std::vector<Buffer> *buffers : {&body.ins, &body.updated})
      for (Buffer &buffer : *buffers)
        list.push_back(&buffer);
    return list;
  }
  /// The results before the residuals.
  size_t numValues() const { return body.outs.size() - residuals; }
};

/// A joint body, its arguments and its parts.
class CutBody {
public:
  CutBody(func::FuncOp joint, ModuleOp cut, int64_t intLimit);

  /// Runs the parts. False after an error.
  bool run(Lowered &lowered);

  /// The largest difference of a result from the evaluator's.
  FailureOr<double> compare();

  /// Whether BI and BW give what B gives.
  bool splitIsEqual();

private:
  bool runPart(std::optional<Part> &part, Lowered &lowered);
  Buffer *find(StringRef source);

  func::FuncOp joint;
  std::vector<Buffer> arguments; // of the joint body
  Buffers forward, sums, cotangents, accumulators;
  std::optional<Part> f, b, bi, bw;
  SmallVector<piper::Tensor> inputs;
};

} // namespace

CutBody::CutBody(func::FuncOp joint, ModuleOp cut, int64_t intLimit)
    : joint(joint) {
  Generator generator{llvm::xxh3_64bits(joint.getSymName())};
  for (Type type : joint.getArgumentTypes()) {
    arguments.emplace_back(cast<RankedTensorType>(type));
    fill(arguments.back(), generator, intLimit);
    inputs.push_back(toTensor(arguments.back()));
  }
  for (auto [i, buffer] : llvm::enumerate(arguments)) {
    auto attr = joint.getArgAttrOfType<StringAttr>(i, "piper.role");
    StringRef role = attr ? attr.getValue() : StringRef();
    Buffers &list = role == "cotangent"                          ? cotangents
                    : role == "acc"                              ? accumulators
                    : role == "loss_acc" || role == "weight_acc" ? sums
                                                                 : forward;
    list.push_back(&buffer);
  }
  for (auto [suffix, part] :
       {std::pair<StringRef, std::optional<Part> *>(".F", &f),
        {".B", &b},
        {".BI", &bi},
        {".BW", &bw}})
    if (auto function =
            cut.lookupSymbol<func::FuncOp>((joint.getSymName() + suffix).str()))
      part->emplace(function);
}

/// The buffer that an argument of a backward part is, "residual:2"; null if
/// there is none.
Buffer *CutBody::find(StringRef source) {
  auto [kind, number] = source.split(':');
  size_t index;
  if (number.getAsInteger(10, index))
    return nullptr;
  auto at = [&](Buffers &list) {
    return index < list.size() ? list[index] : nullptr;
  };
  auto result = [&](std::optional<Part> &part, size_t from) -> Buffer * {
    if (!part || from + index >= part->body.outs.size())
      return nullptr;
    return &part->body.outs[from + index];
  };
  if (kind == "arg")
    return at(forward);
  if (kind == "cotangent")
    return at(cotangents);
  if (kind == "acc")
    return at(accumulators);
  if (kind == "activation")
    return result(f, 0);
  if (kind == "residual")
    return result(f, f->numValues());
  return kind == "bi" && bi ? result(bi, bi->numValues()) : nullptr;
}

bool CutBody::runPart(std::optional<Part> &part, Lowered &lowered) {
  if (!part)
    return true;
  for (auto [i, argument] : llvm::enumerate(part->arguments())) {
    Buffer *source = find(part->sources[i]);
    if (&part == &f) {
      size_t ins = forward.size();
      source = i < ins                 ? forward[i]
               : i - ins < sums.size() ? sums[i - ins]
                                       : nullptr;
    }
    if (!source || source->type != argument->type)
      return fail("argument " + Twine(i) + " of @" + part->body.name +
                  " is not known: '" + part->sources[i] + "'") == 0;
    std::memcpy(argument->data(), source->data(), argument->bytes());
  }
  for (Buffer &buffer : part->body.outs)
    poison(buffer);
  return lowered.run(part->body);
}

bool CutBody::run(Lowered &lowered) {
  return f && runPart(f, lowered) && runPart(b, lowered) &&
         runPart(bi, lowered) && runPart(bw, lowered);
}

FailureOr<double> CutBody::compare() {
  Buffers results;
  if (f->activations.empty())
    for (Buffer &buffer :
         llvm::MutableArrayRef(f->body.outs).take_front(f->numValues()))
      results.push_back(&buffer);
  for (int64_t index : f->activations)
    results.push_back(&f->body.outs[index]);
  for (Buffer &buffer : f->body.updated)
    results.push_back(&buffer);
  if (b)
    for (std::vector<Buffer> *list : {&b->body.outs, &b->body.updated})
      for (Buffer &buffer : *list)
        results.push_back(&buffer);
  FailureOr<SmallVector<piper::Tensor>> expected = piper::evaluate(
      joint, inputs, piper::EvalOptions{piper::EvalPrecision::F32});
  if (failed(expected))
    return failure();
  if (results.size() != expected->size())
    return joint.emitError() << "has " << expected->size()
                             << " results, its parts have " << results.size();
  double worst = 0;
  for (auto [buffer, tensor] : llvm::zip_equal(results, *expected))
    worst = std::max(worst, getDifference(toTensor(*buffer), tensor));
  return worst;
}

bool CutBody::splitIsEqual() {
  if (!b)
    return true;
  Buffers whole, parts;
  for (std::vector<Buffer> *list : {&b->body.outs, &b->body.updated})
    for (Buffer &buffer : *list)
      whole.push_back(&buffer);
  if (bi)
    for (Buffer &buffer :
         llvm::MutableArrayRef(bi->body.outs).take_front(bi->numValues()))
      parts.push_back(&buffer);
  if (bw)
    for (Buffer &buffer : bw->body.updated)
      parts.push_back(&buffer);
  return llvm::equal(whole, parts, [](Buffer *x, Buffer *y) {
    return x->type == y->type &&
           std::memcmp(x->data(), y->data(), x->bytes()) == 0;
  });
}

static LogicalResult cutBodies(ModuleOp module) {
  PassManager pm(module.getContext());
  pm.addPass(piper::createPiperCutBackward({/*splitBackward=*/true}));
  return pm.run(module);
}

int runbody::compareCuts(ModuleOp module,
                         function_ref<LogicalResult(ModuleOp)> lower,
                         unsigned optLevel, int64_t intLimit,
                         double tolerance) {
  OwningOpRef<ModuleOp> original = module.clone();
  if (failed(cutBodies(module)))
    return 1;
  std::vector<std::unique_ptr<CutBody>> bodies;
  SmallVector<func::FuncOp> joints;
  for (auto function : original->getOps<func::FuncOp>())
    if (function->hasAttr("piper.joint")) {
      joints.push_back(function);
      bodies.push_back(std::make_unique<CutBody>(function, module, intLimit));
    }
  if (bodies.empty())
    return fail("no joint body to cut");
  if (failed(lower(module)))
    return 1;
  std::unique_ptr<Lowered> lowered = Lowered::create(module, optLevel);
  if (!lowered)
    return 1;
  unsigned wrong = 0, split = 0;
  double most = 0;
  for (auto [joint, body] : llvm::zip_equal(joints, bodies)) {
    if (!body->run(*lowered))
      return 1;
    FailureOr<double> difference = body->compare();
    if (failed(difference))
      return 1;
    most = std::max(most, *difference);
    if (!(*difference <= tolerance)) {
      ++wrong;
      llvm::outs() << "@" << joint.getSymName() << " differs by "
                   << llvm::format("%.1e", *difference) << "\n";
    }
    if (!body->splitIsEqual()) {
      ++split;
      llvm::outs() << "@" << joint.getSymName()
                   << " has other bits in BI and BW than in B\n";
    }
  }
  llvm::outs() << bodies.size() << " joint bodies, " << wrong
               << " differ from the evaluator, " << split
               << " between cuts; largest difference "
               << llvm::format("%.1e", most) << "\n";
  return wrong || split ? 1 : 0;
}
