//===- Batches.cpp - Batches from a safetensors file -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sources.h"

using namespace piper::rt;

namespace {
class Batches : public DataSource {
public:
  Batches(SafetensorsFile file, const Setup &setup)
      : DataSource(file.path(), setup), file(std::move(file)) {}

  Status check(const DataOptions &options) {
    std::string problems;
    for (const TensorInfo &input : setup.inputs) {
      const StoredTensor *tensor = file.find(input.name);
      std::string problem =
          tensor ? check(input, *tensor, options) : "is missing";
      if (!problem.empty())
        problems += str("\n  input '", input.name, "' ", problem);
      tensors.push_back(tensor);
    }
    if (problems.empty())
      return Status::success();
    return Status::badInput(file.path() +
                            ": the data does not fit:" + problems);
  }

  Status read(int64_t step, int input, int64_t microbatch,
              void *target) override {
    const TensorInfo &info = setup.inputs[input];
    int64_t row = step * setup.replicas * setup.microbatches + microbatch;
    return file.read(*tensors[input], row * info.elements, info.elements,
                     info.dtype, target);
  }

private:
  std::string check(const TensorInfo &input, const StoredTensor &tensor,
                    const DataOptions &options) {
    llvm::ArrayRef<int64_t> shape = tensor.shape;
    if (shape.size() < 2 || shape.drop_front(2) != llvm::ArrayRef(input.shape))
      return str("has shape ", shapeText(shape),
                 ", expected [steps, microbatches] and then ",
                 shapeText(input.shape));
    if (!tensor.dtype || (*tensor.dtype != input.dtype &&
                          !isWiderInteger(*tensor.dtype, input.dtype)))
      return str("has type ", tensor.dtypeName, ", expected ",
                 safetensorsName(input.dtype));
    int64_t wanted = setup.replicas * setup.microbatches;
    if (shape[1] != wanted)
      return str("holds ", shape[1],
                 " microbatches per step, the program takes ", setup.replicas,
                 " replicas x ", setup.microbatches,
                 " microbatches = ", wanted);
    if (shape[0] < options.steps)
      return str("is too short: ", shape[0], " steps of ", options.steps,
                 " requested");
    return {};
  }

  SafetensorsFile file;
  std::vector<const StoredTensor *> tensors; // by input
};
} // namespace

Result<std::unique_ptr<DataSource>>
piper::rt::openBatches(const std::string &path, const Setup &setup,
                       const DataOptions &options) {
  Result<SafetensorsFile> file = SafetensorsFile::open(path);
  if (!file.ok())
    return file.status();
  auto batches = std::make_unique<Batches>(file.take(), setup);
  if (Status status = batches->check(options); !status.ok())
    return status;
  return std::unique_ptr<DataSource>(std::move(batches));
}
