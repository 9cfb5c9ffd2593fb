//===- Metrics.cpp - Numbers of a step -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Device.h"
#include "Piper/Runtime/Session.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

using namespace piper::rt;

/// Finds the first metric buffer with a field and sums its entries in order.
static bool readField(World &world, llvm::StringRef name, double &sum) {
  for (auto &device : world.devices)
    for (const BufferInfo &buffer : device->program->buffers)
      for (const MetricField &field : buffer.fields) {
        if (buffer.kind != BufferKind::Metric || field.name != name)
          continue;
        const double *entries =
            reinterpret_cast<const double *>(device->arena + buffer.offset);
        sum = 0;
        for (int64_t i = field.begin; i < field.end; ++i)
          sum += entries[i];
        return true;
      }
  return false;
}

void Session::readMetrics() {
  result.hasLoss = readField(*theWorld, "loss", result.loss);
  double squares = 0;
  result.hasNorm = readField(*theWorld, "norm", squares);
  result.gradNorm = std::sqrt(squares);
  result.hasLr = readField(*theWorld, "lr", result.lr);
}

/// A device's bubble is the time in which its busiest stream ran no kernel;
/// communication is exposed while that stream waits for it.
void Session::readTimes() {
  double nanoseconds = std::max(result.seconds * 1e9, 1.0), busy = 0;
  result.exposedCommMs.clear();
  for (auto &device : theWorld->devices) {
    const Stream *compute = nullptr;
    for (auto &stream : device->streams)
      if (!compute || stream->launchNs > compute->launchNs)
        compute = stream.get();
    busy += compute ? compute->launchNs / nanoseconds : 0;
    result.exposedCommMs.push_back(
        compute ? (compute->waitNs + compute->messageNs) * 1e-6 : 0);
  }
  result.bubble = std::clamp(1 - busy / theWorld->devices.size(), 0.0, 1.0);
}

/// JSON has no NaN and no infinity.
static std::string number(double value) {
  std::string text = "null";
  if (std::isfinite(value)) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.17g", value);
  }
  return text;
}

/// One number when all are equal, otherwise the list by device.
template <typename T, typename Print>
static std::string perDevice(const std::vector<T> &values, Print print) {
  if (llvm::all_equal(values) && !values.empty())
    return print(values[0]);
  std::string text = "[";
  for (const T &value : values)
    text += (text.size() > 1 ? ", " : "") + print(value);
  return text + "]";
}

static bool countsTokens(const Setup &setup) {
  return llvm::any_of(setup.inputs, [](const TensorInfo &input) {
    return input.name == "tokens";
  });
}

/// Prints the progress line and one JSON object.
void Session::report(llvm::raw_ostream *metrics) {
  const Setup &setup = theWorld->setup;
  if (llvm::raw_ostream *os = options.progress) {
    *os << "step " << result.step;
    if (result.hasLoss)
      *os << llvm::format("  loss %.4f", result.loss);
    if (result.hasNorm)
      *os << llvm::format("  grad %.4g", result.gradNorm);
    *os << llvm::format("  %.0f ", result.tokensPerSecond)
        << (countsTokens(setup) ? "tok/s" : "samples/s");
    if (theWorld->devices.size() > 1)
      *os << llvm::format("  bubble %.0f%%", result.bubble * 100);
    *os << '\n';
    os->flush();
  }
  if (!metrics)
    return;
  *metrics << "{\"step\": " << result.step;
  if (result.hasLoss)
    *metrics << ", \"loss\": " << number(result.loss);
  if (result.hasNorm)
    *metrics << ", \"grad_norm\": " << number(result.gradNorm);
  if (result.hasLr)
    *metrics << ", \"lr\": " << number(result.lr);
  std::vector<int64_t> peaks;
  for (auto &device : theWorld->devices)
    peaks.push_back(device->used);
  *metrics << ", \"step_ms\": " << number(result.seconds * 1e3)
           << ", \"tokens_per_s\": " << number(result.tokensPerSecond)
           << ", \"bubble\": " << number(result.bubble)
           << ", \"exposed_comm_ms\": "
           << perDevice(result.exposedCommMs, number) << ", \"peak_bytes\": "
           << perDevice(peaks, [](int64_t n) { return std::to_string(n); })
           << "}\n";
  metrics->flush();
}

Status Session::checkFinite() {
  bool badLoss = result.hasLoss && !std::isfinite(result.loss);
  bool badNorm = result.hasNorm && !std::isfinite(result.gradNorm);
  if (!badLoss && !badNorm)
    return Status::success();
  std::string text =
      str("step ", result.step, ": ", badLoss ? "loss" : "gradient norm",
          " is ", badLoss ? result.loss : result.gradNorm);
  if (options.stopOnNan)
    return Status::failure(text);
  if (options.warnings)
    *options.warnings << "warning: " << text << '\n';
  return Status::success();
}
