//===- Tokens.cpp - Windows of a token file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "llvm/Support/Endian.h"

using namespace piper::rt;

namespace {
/// Window w holds tokens [w*T, w*T + T]; sample k of the run is window
/// permuted(k mod W) of epoch k div W.
class Tokens : public DataSource {
public:
  Tokens(InputFile file, const Setup &setup, const DataOptions &options)
      : file(std::move(file)), setup(setup), options(options) {}

  Status check() {
    for (const TensorInfo &input : setup.inputs) {
      if (input.name != "tokens" && input.name != "targets")
        return fail("a token file has no input '" + input.name + "'");
      if (input.dtype != DType::I64 || input.shape.size() != 2)
        return fail(str("input '", input.name,
                        "' is not i64 [batch, time] but ",
                        mlirName(input.dtype), " ", shapeText(input.shape)));
    }
    if (setup.inputs.empty())
      return fail("the program has no inputs");
    batch = setup.inputs[0].shape[0];
    time = setup.inputs[0].shape[1];
    for (const TensorInfo &input : setup.inputs)
      if (input.shape[0] != batch || input.shape[1] != time)
        return fail("'tokens' and 'targets' differ in shape");
    int64_t width = options.wideTokens ? 4 : 2;
    if (file.size() % width)
      return fail(str(file.size(), " bytes are no whole number of ", width,
                      "-byte tokens"));
    int64_t tokens = file.size() / width;
    windows = time > 0 ? (tokens - 1) / time : 0;
    if (tokens == 0 || windows < 1)
      return fail(str("data too short: ", tokens, " tokens, one window takes ",
                      time + 1));
    return Status::success();
  }

  Status read(int64_t step, int input, int64_t microbatch,
              void *target) override {
    const TensorInfo &info = setup.inputs[input];
    int64_t shift = info.name == "targets" ? 1 : 0;
    int64_t width = options.wideTokens ? 4 : 2;
    int64_t *out = static_cast<int64_t *>(target);
    std::vector<char> raw(time * width);
    int64_t first =
        (step * setup.replicas * setup.microbatches + microbatch) * batch;
    for (int64_t row = 0; row < batch; ++row, out += time) {
      int64_t k = first + row;
      int64_t window =
          permuted(k % windows, windows, options.seed, k / windows);
      if (Status status = file.read((window * time + shift) * width, raw.data(),
                                    time * width);
          !status.ok())
        return status;
      for (int64_t i = 0; i < time; ++i)
        out[i] = options.wideTokens
                     ? llvm::support::endian::read32le(&raw[i * width])
                     : llvm::support::endian::read16le(&raw[i * width]);
    }
    return checkLimit(info, target, file.path());
  }

private:
  Status fail(const std::string &what) {
    return Status::badInput(file.path() + ": " + what);
  }

  InputFile file;
  const Setup &setup;
  const DataOptions options;
  int64_t batch = 0, time = 0, windows = 0;
};
} // namespace

Result<std::unique_ptr<DataSource>>
piper::rt::openTokens(const std::string &path, const Setup &setup,
                      const DataOptions &options) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return file.status();
  auto tokens = std::make_unique<Tokens>(file.take(), setup, options);
  if (Status status = tokens->check(); !status.ok())
    return status;
  return std::unique_ptr<DataSource>(std::move(tokens));
}
