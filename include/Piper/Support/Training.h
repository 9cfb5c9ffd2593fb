//===- Training.h - The training file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the user says about the optimizer, in JSON:
//
//   {"optimizer": "adamw", "lr": 3e-3, "betas": [0.9, 0.95], "clip_norm": 0.25}
//
// Absent keys have PyTorch's defaults; an unknown key is an error.
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_SUPPORT_TRAINING_H
#define PIPER_SUPPORT_TRAINING_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>
#include <vector>

namespace piper {

enum class OptimizerKind { SGD, Adam, AdamW };
enum class LrScheduleKind { Constant, Linear, Cosine };

/// Learning rate as a function of the step, 0 for the first: rises linearly
/// over `warmupSteps` steps to `lr` (step s has (s + 1) / warmupSteps of it),
/// then falls to `minLr` at `totalSteps` along a line or half a cosine.
struct LrSchedule {
  LrScheduleKind kind = LrScheduleKind::Constant;
  int64_t warmupSteps = 0;
  int64_t totalSteps = 0;
  double minLr = 0;
};

/// Values of a group of parameters that differ from the rest.
struct TrainingGroup {
  std::vector<std::string> match;
  std::optional<double> lr;
  std::optional<double> weightDecay;
};

/// Optimizer values of one parameter.
struct ParamValues {
  std::optional<double> lr; // nothing: the file's
  double weightDecay = 0;

  bool operator==(const ParamValues &) const = default;
};

/// A pattern as the file spells it, and where.
struct TrainingPattern {
  std::string key; // of the list it is in
  std::string text;
  mlir::Location loc;
};

enum class Precision { F32, BF16 };

struct TrainingConfig {
  OptimizerKind optimizer = OptimizerKind::SGD;
  double lr = 1e-3;
  double momentum = 0;
  bool nesterov = false;
  double weightDecay = 0;
  double beta1 = 0.9, beta2 = 0.999;
  double eps = 1e-8;
  std::optional<double> clipNorm;
  LrSchedule schedule;
  std::optional<std::string> loss;
  int64_t seed = 0;
  Precision precision = Precision::F32;
  std::vector<std::string> trainable, frozen, noWeightDecay;
  std::vector<TrainingGroup> groups;
  std::vector<TrainingPattern> patterns; // all of them

  /// False where a `frozen` pattern matches more specifically than every
  /// `trainable` one. With only `trainable` patterns, the rest is frozen.
  bool isTrainable(llvm::StringRef param) const;

  /// The group whose pattern matches the name most specifically (the first of
  /// equals) says what differs; a pattern of `no_weight_decay` that is as
  /// specific as the one of a group that sets weight decay wins.
  ParamValues valuesOf(llvm::StringRef param) const;

  /// Every pattern matches one of `params`: otherwise an error at the pattern,
  /// a warning for `no_weight_decay`.
  mlir::LogicalResult checkPatterns(llvm::ArrayRef<std::string> params) const;

  /// Names of the optimizer states of a parameter, as PyTorch calls them.
  std::vector<std::string> stateNames() const;
};

/// Reads a training file. Errors (file, syntax, unknown key, value out of
/// range) are reported at their place in the file.
mlir::FailureOr<TrainingConfig> loadTraining(llvm::StringRef path,
                                             mlir::MLIRContext *context);

/// The same from text; `name` stands for the file in messages.
mlir::FailureOr<TrainingConfig> parseTraining(llvm::StringRef text,
                                              llvm::StringRef name,
                                              mlir::MLIRContext *context);

} // namespace piper

#endif // PIPER_SUPPORT_TRAINING_H
