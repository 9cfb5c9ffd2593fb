//===- Session.h - A training run -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_SESSION_H
#define PIPER_RUNTIME_SESSION_H

#include "Piper/Runtime/World.h"
#include <functional>

namespace piper::rt {

/// What piper-run's flags say; empty paths are absent flags.
struct SessionOptions {
  std::string weights;              // initial parameters and model buffers
  std::optional<uint64_t> initSeed; // makes parameters instead
  /// Address of the values that the module holds for a parameter, where neither
  /// of the two is given.
  std::function<const void *(llvm::StringRef)> initialValue;
  std::string data;
  int64_t steps = 1;
  uint64_t seed = 0;       // order of token windows
  bool wideTokens = false; // u32 token files

  std::string metrics, saveWeights, saveGrads, trace, measureCosts;
  std::optional<uint64_t> jitter;
  double deadline = 300; // seconds per action; 0 = none
  bool stopOnNan = true; // otherwise a warning

  llvm::raw_ostream *progress = nullptr; // a line per step
  llvm::raw_ostream *bar = nullptr;      // a bar drawn over itself: a terminal
  llvm::raw_ostream *warnings = nullptr;
};

/// The address of a lowered program, or null when there is none.
using FunctionLookup =
    llvm::function_ref<ProgramFunction(llvm::StringRef program)>;

class ProgressBar;

/// Devices with weights and data, ready to run.
class Session {
public:
  /// Reads the setup text of a lowered module, creates the devices, opens and
  /// checks all files, fills parameters and states. Errors have exit status 1.
  static Result<std::unique_ptr<Session>> create(llvm::StringRef setupJson,
                                                 FunctionLookup lookup,
                                                 const SessionOptions &options);

  /// Runs all steps and writes the requested files. Errors while running have
  /// exit status 3.
  Status run();
  ~Session();

  /// Numbers of the last step that ran.
  struct StepResult {
    int64_t step = 0; // from 0
    double loss = 0, gradNorm = 0, lr = 0;
    bool hasLoss = false, hasNorm = false, hasLr = false;
    double seconds = 0, tokensPerSecond = 0;
    double bubble = 0;                 // mean over devices, 0 to 1
    std::vector<double> exposedCommMs; // by device
  };
  const StepResult &last() const { return result; }

  World &world() { return *theWorld; }

private:
  explicit Session(const SessionOptions &options);

  Status runStep(int64_t step);
  Status runSteps();
  void readMetrics();
  void readTimes();
  Status checkFinite();
  void report(llvm::raw_ostream *metrics);
  void drawBar(int64_t done);

  const SessionOptions options;
  std::unique_ptr<DataSource> data; // outlives the streams that read it
  std::unique_ptr<World> theWorld;
  std::vector<ProgramFunction> functions; // by program
  StepResult result;
  std::unique_ptr<ProgressBar> bar;
  int64_t firstStep = 0, beginNs = 0; // of this run
};

//===----------------------------------------------------------------------===//
// Parts of a session, also for tests
//===----------------------------------------------------------------------===//

/// Fills every parameter and model buffer of every device from a file. One
/// error lists all missing and extra names, wrong shapes and types.
Status loadWeights(World &world, const std::string &path);

/// Fills parameters from a seed: matrices uniform within 1/sqrt(fan-in),
/// vectors named "weight" one, other vectors zero. A value depends on seed,
/// name and position only, never on the plan. An error if the model has
/// buffers, which only a file can give.
Status initWeights(World &world, uint64_t seed);

/// Fills parameters from values that the module holds: `valueOf` gives the
/// address of those of a parameter, or null, which is an error.
Status
copyInitialValues(World &world,
                  const std::function<const void *(llvm::StringRef)> &valueOf);

/// Zeroes optimizer state.
void zeroState(World &world);

/// Writes parameters, or final gradients, under their global names as f32.
Status saveParams(World &world, const std::string &path);
Status saveGrads(World &world, const std::string &path);

/// An error unless all copies of each parameter are the same bits.
Status checkReplicas(World &world);

/// Writes the spans of all streams as Chrome trace events.
Status writeTrace(World &world, const std::string &path);

/// Writes what plan-report reads as costs, in microseconds: how long each
/// action takes (messages and collectives from the arrival of the last member),
/// how long after a signal it is ready, what is between two actions of a
/// stream, a step, and what each program computes in one. Means over the
/// quickest quarter of the steps but the first.
Status writeCosts(World &world, const std::string &path);

} // namespace piper::rt

#endif // PIPER_RUNTIME_SESSION_H
