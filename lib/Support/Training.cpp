//===- Training.cpp - The training file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Support/Training.h"

#include "Piper/Support/LocatedJson.h"
#include "Piper/Support/NamePattern.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

using namespace mlir;
using namespace piper;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static std::optional<MatchRank> bestMatch(ArrayRef<std::string> patterns,
                                          StringRef name) {
  std::optional<MatchRank> best;
  for (const std::string &pattern : patterns)
    best = std::max(best, matchName(pattern, name));
  return best;
}

bool TrainingConfig::isTrainable(StringRef param) const {
  std::optional<MatchRank> yes = bestMatch(trainable, param);
  std::optional<MatchRank> no = bestMatch(frozen, param);
  if (!yes && !no) // Naming what is trained freezes the rest.
    return trainable.empty() || !frozen.empty();
  return yes > no;
}

ParamValues TrainingConfig::valuesOf(StringRef param) const {
  ParamValues values{std::nullopt, weightDecay};
  std::optional<MatchRank> best, decayRank;
  for (const TrainingGroup &group : groups) {
    std::optional<MatchRank> rank = bestMatch(group.match, param);
    if (!(rank > best))
      continue;
    best = rank;
    values = {group.lr, group.weightDecay.value_or(weightDecay)};
    decayRank = group.weightDecay ? rank : std::nullopt;
  }
  std::optional<MatchRank> none = bestMatch(noWeightDecay, param);
  if (none && none >= decayRank)
    values.weightDecay = 0;
  return values;
}

LogicalResult
TrainingConfig::checkPatterns(ArrayRef<std::string> params) const {
  bool ok = true;
  for (const TrainingPattern &pattern : patterns) {
    if (llvm::any_of(params, [&](const std::string &param) {
          return matchName(pattern.text, param).has_value();
        }))
      continue;
    std::string reason = explainNoMatch(pattern.text, params);
    // What has no parameter that must not decay is trained as it is meant.
    bool harmless = pattern.key == "no_weight_decay";
    (harmless ? emitWarning(pattern.loc) : emitError(pattern.loc))
        << "training: " << pattern.key << ": " << reason;
    ok &= harmless;
  }
  return success(ok);
}

std::vector<std::string> TrainingConfig::stateNames() const {
  if (optimizer != OptimizerKind::SGD)
    return {"exp_avg", "exp_avg_sq"};
  if (momentum != 0)
    return {"momentum_buffer"};
  return {};
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Reads the keys of one file. Every getter reports its own errors.
class TrainingReader {
public:
  TrainingReader(StringRef text, StringRef name, MLIRContext *context)
      : text(text), name(name), context(context) {}

  FailureOr<TrainingConfig> read();

private:
  /// An error at the first place where the file spells `"key":`.
  InFlightDiagnostic error(StringRef key);
  /// The first place of `"word"` in the file.
  Location locationOf(StringRef word);
  LogicalResult checkKeys(const json::Object &object, StringRef what,
                          ArrayRef<StringRef> known);
  LogicalResult number(const json::Object &object, StringRef key, double &value,
                       double low, double high);
  LogicalResult integer(const json::Object &object, StringRef key,
                        int64_t &value);
  LogicalResult strings(const json::Object &object, StringRef key,
                        std::vector<std::string> &values);
  LogicalResult readOptimizer(const json::Object &object);
  LogicalResult readSchedule(const json::Object &object);
  LogicalResult readGroups(const json::Object &object);
  LogicalResult readRest(const json::Object &object);

  StringRef text, name;
  MLIRContext *context;
  TrainingConfig config;
};
} // namespace

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

Location TrainingReader::locationOf(StringRef word) {
  size_t at =
      word.empty() ? StringRef::npos : text.find(("\"" + word + "\"").str());
  StringRef before = text.take_front(at == StringRef::npos ? 0 : at);
  unsigned line = before.count('\n') + 1;
  size_t lineStart = before.rfind('\n');
  unsigned column =
      before.size() - (lineStart == StringRef::npos ? 0 : lineStart + 1) + 1;
  return FileLineColLoc::get(context, name, line, column);
}

InFlightDiagnostic TrainingReader::error(StringRef key) {
  return emitError(locationOf(key)) << "training: ";
}

LogicalResult TrainingReader::checkKeys(const json::Object &object,
                                        StringRef what,
                                        ArrayRef<StringRef> known) {
  // The first unknown key in the order of the file.
  StringRef unknown;
  size_t first = StringRef::npos;
  for (const auto &entry : object) {
    StringRef key = entry.first;
    size_t at = text.find(("\"" + key + "\"").str());
    if (!llvm::is_contained(known, key) && (unknown.empty() || at < first)) {
      unknown = key;
      first = at;
    }
  }
  if (unknown.empty())
    return success();
  StringRef nearest = *llvm::min_element(known, [&](StringRef a, StringRef b) {
    return unknown.edit_distance_insensitive(a) <
           unknown.edit_distance_insensitive(b);
  });
  InFlightDiagnostic diagnostic = error(unknown);
  diagnostic << "unknown key '" << unknown << "'" << what;
  if (unknown.edit_distance_insensitive(nearest) <= 1 + unknown.size() / 3)
    return diagnostic << "; did you mean '" << nearest << "'?";
  diagnostic << "; known are ";
  llvm::interleaveComma(known, diagnostic);
  return diagnostic;
}

LogicalResult TrainingReader::number(const json::Object &object, StringRef key,
                                     double &value, double low, double high) {
  const json::Value *found = object.get(key);
  if (!found)
    return success();
  std::optional<double> read = found->getAsNumber();
  if (!read)
    return error(key) << "'" << key << "' is a number";
  if (!(*read >= low && *read <= high)) {
    InFlightDiagnostic diagnostic = error(key);
    diagnostic << "'" << key << "' is " << llvm::formatv("{0}", *read).str()
               << "; it is at least " << llvm::formatv("{0}", low).str();
    if (high != kInfinity)
      diagnostic << " and at most " << llvm::formatv("{0}", high).str();
    return diagnostic;
  }
  value = *read;
  return success();
}

LogicalResult TrainingReader::integer(const json::Object &object, StringRef key,
                                      int64_t &value) {
  const json::Value *found = object.get(key);
  if (!found)
    return success();
  std::optional<int64_t> read = found->getAsInteger();
  if (!read || *read < 0)
    return error(key) << "'" << key << "' is an integer, 0 or more";
  value = *read;
  return success();
}

LogicalResult TrainingReader::strings(const json::Object &object, StringRef key,
                                      std::vector<std::string> &values) {
  const json::Value *found = object.get(key);
  if (!found)
    return success();
  const json::Array *array = found->getAsArray();
  if (!array)
    return error(key) << "'" << key << "' is a list of name patterns";
  for (const json::Value &entry : *array) {
    std::optional<StringRef> pattern = entry.getAsString();
    if (!pattern || pattern->empty())
      return error(key) << "'" << key << "' is a list of name patterns";
    values.push_back(pattern->str());
    config.patterns.push_back(
        {key.str(), pattern->str(), locationOf(*pattern)});
  }
  return success();
}

/// Optimizer, learning rate and the coefficients that optimizer has.
LogicalResult TrainingReader::readOptimizer(const json::Object &object) {
  std::optional<StringRef> optimizer = object.getString("optimizer");
  if (!optimizer)
    return error("optimizer")
           << "'optimizer' is needed: one of \"sgd\", \"adam\", \"adamw\"";
  if (*optimizer == "sgd") {
    config.optimizer = OptimizerKind::SGD;
  } else if (*optimizer == "adam") {
    config.optimizer = OptimizerKind::Adam;
  } else if (*optimizer == "adamw") {
    config.optimizer = OptimizerKind::AdamW;
    config.weightDecay = 1e-2;
  } else {
    return error("optimizer") << "unknown optimizer '" << *optimizer
                              << "'; known are sgd, adam, adamw";
  }
  bool sgd = config.optimizer == OptimizerKind::SGD;
  for (StringRef key : {"momentum", "nesterov", "betas", "eps"})
    if (object.get(key) && sgd != (key == "momentum" || key == "nesterov"))
      return error(key) << "'" << key << "' is no key of " << *optimizer;
  if (failed(number(object, "lr", config.lr, 0, kInfinity)) ||
      failed(number(object, "momentum", config.momentum, 0, kInfinity)) ||
      failed(
          number(object, "weight_decay", config.weightDecay, 0, kInfinity)) ||
      failed(number(object, "eps", config.eps, 0, kInfinity)))
    return failure();
  if (const json::Value *value = object.get("nesterov")) {
    std::optional<bool> nesterov = value->getAsBoolean();
    if (!nesterov)
      return error("nesterov") << "'nesterov' is true or false";
    if (*nesterov && config.momentum == 0)
      return error("nesterov") << "'nesterov' needs a momentum above 0";
    config.nesterov = *nesterov;
  }
  if (const json::Value *value = object.get("betas")) {
    const json::Array *betas = value->getAsArray();
    if (!betas || betas->size() != 2 || !(*betas)[0].getAsNumber() ||
        !(*betas)[1].getAsNumber())
      return error("betas") << "'betas' is a list of two numbers";
    config.beta1 = *(*betas)[0].getAsNumber();
    config.beta2 = *(*betas)[1].getAsNumber();
    for (double beta : {config.beta1, config.beta2})
      if (!(beta >= 0 && beta < 1))
        return error("betas")
               << "'betas' holds " << llvm::formatv("{0}", beta).str()
               << "; each is at least 0 and below 1";
  }
  return success();
}

LogicalResult TrainingReader::readSchedule(const json::Object &object) {
  const json::Value *value = object.get("lr_schedule");
  if (!value)
    return success();
  const json::Object *schedule = value->getAsObject();
  std::optional<StringRef> kind;
  if (schedule)
    kind = schedule->getString("kind");
  if (!kind)
    return error("lr_schedule")
           << "'lr_schedule' is an object with a 'kind': one of \"cosine\", "
              "\"linear\", \"constant\"";
  LrSchedule &result = config.schedule;
  if (failed(checkKeys(*schedule, " of lr_schedule",
                       {"kind", "warmup_steps", "total_steps", "min_lr"})) ||
      failed(integer(*schedule, "warmup_steps", result.warmupSteps)) ||
      failed(integer(*schedule, "total_steps", result.totalSteps)) ||
      failed(number(*schedule, "min_lr", result.minLr, 0, config.lr)))
    return failure();
  if (*kind == "constant") {
    result.kind = LrScheduleKind::Constant;
    return success();
  }
  if (*kind != "cosine" && *kind != "linear")
    return error("kind") << "unknown lr_schedule '" << *kind
                         << "'; known are cosine, linear, constant";
  result.kind =
      *kind == "cosine" ? LrScheduleKind::Cosine : LrScheduleKind::Linear;
  if (result.totalSteps <= result.warmupSteps)
    return error("lr_schedule")
           << "'total_steps' (" << result.totalSteps
           << ") is more than 'warmup_steps' (" << result.warmupSteps << ")";
  return success();
}

LogicalResult TrainingReader::readGroups(const json::Object &object) {
  const json::Value *value = object.get("groups");
  if (!value)
    return success();
  const json::Array *groups = value->getAsArray();
  if (!groups)
    return error("groups") << "'groups' is a list of objects";
  for (const json::Value &entry : *groups) {
    const json::Object *group = entry.getAsObject();
    if (!group)
      return error("groups") << "'groups' is a list of objects";
    TrainingGroup result;
    double lr = config.lr, weightDecay = config.weightDecay;
    if (failed(checkKeys(*group, " of a group",
                         {"match", "lr", "weight_decay"})) ||
        failed(strings(*group, "match", result.match)) ||
        failed(number(*group, "lr", lr, 0, kInfinity)) ||
        failed(number(*group, "weight_decay", weightDecay, 0, kInfinity)))
      return failure();
    if (result.match.empty())
      return error("groups") << "a group needs 'match', a list of patterns";
    if (group->get("lr"))
      result.lr = lr;
    if (group->get("weight_decay"))
      result.weightDecay = weightDecay;
    config.groups.push_back(std::move(result));
  }
  return success();
}

/// Clipping, loss, seed, patterns and precision.
LogicalResult TrainingReader::readRest(const json::Object &object) {
  double clip = 0;
  if (failed(number(object, "clip_norm", clip, 0, kInfinity)) ||
      failed(integer(object, "seed", config.seed)) ||
      failed(strings(object, "trainable", config.trainable)) ||
      failed(strings(object, "frozen", config.frozen)) ||
      failed(strings(object, "no_weight_decay", config.noWeightDecay)))
    return failure();
  if (object.get("clip_norm"))
    config.clipNorm = clip;
  if (object.get("loss")) {
    std::optional<StringRef> loss = object.getString("loss");
    if (!loss || (*loss != "mse" && *loss != "cross_entropy"))
      return error("loss") << "'loss' is \"mse\" or \"cross_entropy\"";
    config.loss = loss->str();
  }
  if (object.get("precision")) {
    std::optional<StringRef> precision = object.getString("precision");
    if (!precision || (*precision != "f32" && *precision != "bf16"))
      return error("precision") << "'precision' is \"f32\" or \"bf16\"";
    config.precision = *precision == "bf16" ? Precision::BF16 : Precision::F32;
  }
  return success();
}

FailureOr<TrainingConfig> TrainingReader::read() {
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root) {
    error("") << llvm::toString(root.takeError());
    return failure();
  }
  const json::Object *object = root->getAsObject();
  if (!object) {
    error("") << "the file is one JSON object";
    return failure();
  }
  if (failed(checkKeys(*object, "",
                       {"optimizer", "lr", "momentum", "nesterov",
                        "weight_decay", "betas", "eps", "clip_norm",
                        "lr_schedule", "trainable", "frozen", "groups",
                        "no_weight_decay", "loss", "seed", "precision"})) ||
      failed(readOptimizer(*object)) || failed(readSchedule(*object)) ||
      failed(readGroups(*object)) || failed(readRest(*object)))
    return failure();
  return std::move(config);
}

FailureOr<TrainingConfig> piper::parseTraining(StringRef text, StringRef name,
                                               MLIRContext *context) {
  if (failed(checkJsonNesting(text, name, context)))
    return failure();
  return TrainingReader(text, name, context).read();
}

FailureOr<TrainingConfig> piper::loadTraining(StringRef path,
                                              MLIRContext *context) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    emitError(UnknownLoc::get(context)) << "training: cannot read '" << path
                                        << "': " << buffer.getError().message();
    return failure();
  }
  return parseTraining((*buffer)->getBuffer(), path, context);
}
