//===- Session.cpp - A training run -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Session.h"
#include "Piper/Runtime/Device.h"
#include "ProgressBar.h"
#include <algorithm>

using namespace piper::rt;

/// Weights, data and functions must be there before anything runs.
static Status checkOptions(const Setup &setup, const SessionOptions &options) {
  if (options.steps < 0)
    return Status::badInput(str("cannot run ", options.steps, " steps"));
  if (!options.weights.empty() && options.initSeed)
    return Status::badInput("weights are given by a file and by a seed");
  bool needsWeights =
      !setup.modelBuffers.empty() ||
      !std::all_of(setup.params.begin(), setup.params.end(),
                   [](const TensorInfo &info) { return info.hasInit; });
  if (needsWeights && options.weights.empty() && !options.initSeed)
    return Status::badInput(str("the model has ", setup.params.size(),
                                " parameters and ", setup.modelBuffers.size(),
                                " buffers; give a weights file, or a seed to "
                                "make parameters"));
  if (!setup.inputs.empty() && options.data.empty())
    return Status::badInput(str("the model has input '", setup.inputs[0].name,
                                "'; give a data file"));
  return Status::success();
}

Session::Session(const SessionOptions &options) : options(options) {
  if (options.bar)
    bar = std::make_unique<ProgressBar>(*options.bar);
}

Session::~Session() = default;

void Session::drawBar(int64_t done) {
  if (!bar)
    return;
  std::optional<double> loss;
  if (result.hasLoss && done > firstStep)
    loss = result.loss;
  bar->draw(done, options.steps, firstStep, (nowNs() - beginNs) * 1e-9, loss);
}

Result<std::unique_ptr<Session>>
Session::create(llvm::StringRef setupJson, FunctionLookup lookup,
                const SessionOptions &options) {
  Result<Setup> setup = parseSetup(setupJson);
  if (!setup.ok())
    return setup.status();
  if (Status status = checkOptions(*setup, options); !status.ok())
    return status;
  WorldOptions worldOptions;
  worldOptions.deadline = options.deadline;
  worldOptions.jitter = options.jitter;
  worldOptions.tracing =
      !options.trace.empty() || !options.measureCosts.empty();
  Result<std::unique_ptr<World>> world =
      World::create(setup.take(), worldOptions);
  if (!world.ok())
    return world.status();

  std::unique_ptr<Session> session(new Session(options));
  session->theWorld = world.take();
  World &made = *session->theWorld;
  for (const ProgramInfo &program : made.setup.programs) {
    session->functions.push_back(lookup(program.name));
    if (!session->functions.back())
      return Status::badInput(
          str("the module has no function '", program.name, "'"));
  }
  Status status;
  if (!options.weights.empty())
    status = loadWeights(made, options.weights);
  else if (options.initSeed)
    status = initWeights(made, *options.initSeed);
  else
    status = copyInitialValues(made, options.initialValue);
  if (!status.ok())
    return status;
  zeroState(made);
  if (!options.data.empty() && !made.setup.inputs.empty()) {
    DataOptions dataOptions{options.steps, options.seed, options.wideTokens};
    Result<std::unique_ptr<DataSource>> data =
        DataSource::open(options.data, made.setup, dataOptions);
    if (!data.ok())
      return data.status();
    session->data = data.take();
    made.data = session->data.get();
  }
  return session;
}

Status Session::runStep(int64_t step) {
  World &world = *theWorld;
  if (data)
    if (Status status = data->checkStep(step); !status.ok())
      return status;
  for (auto &device : world.devices)
    for (const BufferInfo &buffer : device->program->buffers)
      if (buffer.kind == BufferKind::StepInput)
        *reinterpret_cast<int64_t *>(device->arena + buffer.offset) = step;
  int64_t begin = nowNs();
  Status status =
      world.runStep(step, [&](int program) { return functions[program]; });
  if (!status.ok()) {
    status.message = str("step ", step, ": ", status.message);
    return status;
  }
  result.step = step;
  result.seconds = (nowNs() - begin) * 1e-9;
  readMetrics();
  readTimes();
  // Tokens where the model has them, otherwise rows of its first input.
  const Setup &setup = world.setup;
  int64_t perMicrobatch = 0;
  for (const TensorInfo &input : setup.inputs)
    if (input.name == "tokens" || perMicrobatch == 0)
      perMicrobatch = input.name == "tokens" ? input.elements
                      : input.shape.empty()  ? 1
                                             : input.shape[0];
  result.tokensPerSecond = perMicrobatch * setup.replicas * setup.microbatches /
                           std::max(result.seconds, 1e-9);
  return Status::success();
}

Status Session::runSteps() {
  std::error_code error;
  std::optional<llvm::raw_fd_ostream> metrics;
  if (!options.metrics.empty()) {
    metrics.emplace(options.metrics, error);
    if (error)
      return Status::badInput(options.metrics +
                              ": cannot create: " + error.message());
  }
  beginNs = nowNs();
  drawBar(firstStep);
  for (int64_t step = firstStep; step < options.steps; ++step) {
    if (Status status = runStep(step); !status.ok())
      return status;
    if (bar)
      bar->erase();
    report(metrics ? &*metrics : nullptr);
    if (Status status = checkFinite(); !status.ok())
      return status;
    drawBar(step + 1);
    if (step == 0 && !options.saveGrads.empty())
      if (Status status = saveGrads(*theWorld, options.saveGrads); !status.ok())
        return status;
  }
  if (metrics) {
    metrics->close();
    if (metrics->has_error()) {
      std::string what = metrics->error().message();
      metrics->clear_error();
      return Status::failure(options.metrics + ": cannot write: " + what);
    }
  }
  if (Status status = checkReplicas(*theWorld); !status.ok())
    return status;
  if (!options.saveWeights.empty())
    return saveParams(*theWorld, options.saveWeights);
  return Status::success();
}

Status Session::run() {
  Status status = runSteps();
  if (bar)
    bar->erase();
  // A trace is most wanted when the run has failed.
  if (!options.trace.empty()) {
    theWorld->stop();
    Status traced = writeTrace(*theWorld, options.trace);
    if (status.ok())
      status = traced;
  }
  if (status.ok() && !options.measureCosts.empty())
    status = writeCosts(*theWorld, options.measureCosts);
  return status;
}
