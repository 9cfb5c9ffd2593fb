//===- Weights.cpp - Filling and saving parameters -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Device.h"
#include "Piper/Runtime/Safetensors.h"
#include "Piper/Runtime/Session.h"
#include <cmath>
#include <cstring>

using namespace piper::rt;

/// Calls `body(device, buffer, address of slot)` for each slot of each buffer
/// of a kind, in the order of devices; stops at the first error.
static Status forEachSlot(
    World &world, BufferKind kind,
    llvm::function_ref<Status(PiperDevice &, const BufferInfo &, char *)>
        body) {
  for (auto &device : world.devices)
    for (const BufferInfo &buffer : device->program->buffers) {
      if (buffer.kind != kind)
        continue;
      for (int64_t slot = 0; slot < buffer.slots; ++slot)
        if (Status status =
                body(*device, buffer,
                     device->arena + buffer.offset + slot * buffer.stride);
            !status.ok())
          return status;
    }
  return Status::success();
}

/// What keeps a file from being the weights of this model, a line each.
static std::string compareNames(const Setup &setup,
                                const SafetensorsFile &file) {
  std::string problems;
  auto compare = [&](const TensorInfo &info, llvm::StringRef what) {
    const StoredTensor *tensor = file.find(info.name);
    if (!tensor)
      problems += str("\n  missing ", what, " '", info.name, "' ",
                      shapeText(info.shape));
    else if (tensor->shape != info.shape)
      problems += str("\n  ", what, " '", info.name, "' has shape ",
                      shapeText(tensor->shape), ", the model has ",
                      shapeText(info.shape));
    else if (!tensor->dtype || !isConvertible(*tensor->dtype, info.dtype))
      problems +=
          str("\n  ", what, " '", info.name, "' has type ", tensor->dtypeName,
              ", the model has ", safetensorsName(info.dtype));
  };
  for (const TensorInfo &info : setup.params)
    compare(info, "parameter");
  for (const TensorInfo &info : setup.modelBuffers)
    compare(info, "buffer");
  for (const StoredTensor &tensor : file.tensors())
    if (setup.findParam(tensor.name) < 0 &&
        setup.findModelBuffer(tensor.name) < 0)
      problems +=
          str("\n  extra tensor '", tensor.name, "' ", shapeText(tensor.shape));
  return problems;
}

Status piper::rt::loadWeights(World &world, const std::string &path) {
  Result<SafetensorsFile> file = SafetensorsFile::open(path);
  if (!file.ok())
    return file.status();
  std::string problems = compareNames(world.setup, *file);
  if (!problems.empty())
    return Status::badInput(path +
                            ": the weights do not fit the model:" + problems);
  auto load = [&](PiperDevice &, const BufferInfo &buffer, char *slot) {
    const StoredTensor &tensor = *file->find(buffer.of);
    return file->read(tensor, 0, buffer.elements, buffer.dtype, slot);
  };
  if (Status status = forEachSlot(world, BufferKind::Param, load); !status.ok())
    return status;
  auto loadBuffer = [&](PiperDevice &device, const BufferInfo &buffer,
                        char *slot) {
    if (Status status = load(device, buffer, slot); !status.ok())
      return status;
    std::string problem =
        world.setup.modelBuffers[buffer.of_index].outsideRange(slot);
    return problem.empty() ? Status::success()
                           : Status::badInput(str(path, ": buffer '", buffer.of,
                                                  "' ", problem));
  };
  return forEachSlot(world, BufferKind::ModelBuffer, loadBuffer);
}

/// Uniform in [-1, 1), exact in f32.
static float uniform(uint64_t seed, uint64_t index) {
  return static_cast<float>(static_cast<int64_t>(mix(seed, index) >> 40) -
                            (1 << 23)) *
         0x1p-23f;
}

static void initParam(const TensorInfo &info, uint64_t seed, float *out) {
  llvm::StringRef name = info.name;
  if (info.shape.size() < 2) {
    float value = name.ends_with("weight") ? 1.0f : 0.0f;
    std::fill_n(out, info.elements, value);
    return;
  }
  for (char c : info.name)
    seed = mix(seed, static_cast<unsigned char>(c));
  // PyTorch's convention: dimension 0 is the output, the rest is the fan-in.
  int64_t fanIn = info.shape[0] ? info.elements / info.shape[0] : 1;
  float bound = static_cast<float>(
      1.0 / std::sqrt(static_cast<double>(std::max<int64_t>(fanIn, 1))));
  for (int64_t i = 0; i < info.elements; ++i)
    out[i] = bound * uniform(seed, i);
}

Status piper::rt::initWeights(World &world, uint64_t seed) {
  if (!world.setup.modelBuffers.empty())
    return Status::badInput(
        str("the model has buffers ('", world.setup.modelBuffers[0].name, "', ",
            world.setup.modelBuffers.size(),
            " in all), which only a weights file can give"));
  return forEachSlot(
      world, BufferKind::Param,
      [&](PiperDevice &, const BufferInfo &buffer, char *slot) {
        const TensorInfo &info = world.setup.params[buffer.of_index];
        if (buffer.dtype != DType::F32)
          return Status::badInput(str("parameter '", info.name, "' of type ",
                                      mlirName(buffer.dtype),
                                      " cannot be made from a seed"));
        initParam(info, seed, reinterpret_cast<float *>(slot));
        return Status::success();
      });
}

Status piper::rt::copyInitialValues(
    World &world, const std::function<const void *(llvm::StringRef)> &valueOf) {
  return forEachSlot(
      world, BufferKind::Param,
      [&](PiperDevice &, const BufferInfo &buffer, char *slot) {
        const TensorInfo &info = world.setup.params[buffer.of_index];
        const void *value = valueOf ? valueOf(info.name) : nullptr;
        if (!value)
          return Status::badInput(str("the module has no initial value of '",
                                      info.name, "'; give a weights file"));
        convert(value, info.dtype, slot, buffer.dtype, buffer.elements);
        return Status::success();
      });
}

void piper::rt::zeroState(World &world) {
  (void)forEachSlot(world, BufferKind::State,
                    [](PiperDevice &, const BufferInfo &buffer, char *slot) {
                      std::memset(slot, 0, buffer.bytes());
                      return Status::success();
                    });
}

/// First copy of each parameter (or gradient) among the devices.
static std::vector<TensorView> firstCopies(World &world, BufferKind kind) {
  std::vector<TensorView> views;
  for (const TensorInfo &info : world.setup.params)
    views.push_back({info.name, info.dtype, info.shape, nullptr});
  (void)forEachSlot(world, kind,
                    [&](PiperDevice &, const BufferInfo &buffer, char *slot) {
                      TensorView &view = views[buffer.of_index];
                      if (!view.data) {
                        view.data = slot;
                        view.dtype = buffer.dtype;
                      }
                      return Status::success();
                    });
  return views;
}

/// Writes the views as f32.
static Status saveAsF32(std::vector<TensorView> views,
                        const std::string &path) {
  std::vector<std::vector<float>> converted;
  for (TensorView &view : views) {
    if (view.dtype == DType::F32 || !isConvertible(view.dtype, DType::F32))
      continue;
    int64_t count = elementCount(view.shape).value_or(0);
    converted.emplace_back(count);
    convert(view.data, view.dtype, converted.back().data(), DType::F32, count);
    view.data = converted.back().data();
    view.dtype = DType::F32;
  }
  return writeSafetensors(path, std::move(views));
}

Status piper::rt::saveParams(World &world, const std::string &path) {
  std::vector<TensorView> views = firstCopies(world, BufferKind::Param);
  for (const TensorView &view : views)
    if (!view.data)
      return Status::failure(
          str(path, ": no device holds parameter '", view.name, "'"));
  return saveAsF32(std::move(views), path);
}

Status piper::rt::saveGrads(World &world, const std::string &path) {
  std::vector<TensorView> views = firstCopies(world, BufferKind::Grad);
  std::vector<TensorView> trainable;
  for (size_t i = 0; i < views.size(); ++i) {
    if (views[i].data)
      trainable.push_back(views[i]);
    else if (world.setup.params[i].trainable)
      return Status::failure(
          str(path, ": no device holds the gradient of '", views[i].name, "'"));
  }
  return saveAsF32(std::move(trainable), path);
}

Status piper::rt::checkReplicas(World &world) {
  struct Copy {
    PiperDevice *device;
    const char *data;
  };
  std::vector<Copy> first(world.setup.params.size(), {nullptr, nullptr});
  return forEachSlot(
      world, BufferKind::Param,
      [&](PiperDevice &device, const BufferInfo &buffer, char *slot) {
        Copy &other = first[buffer.of_index];
        if (!other.device)
          other = {&device, slot};
        int64_t bytes = buffer.bytes(), at = 0;
        if (std::memcmp(other.data, slot, bytes) == 0)
          return Status::success();
        while (other.data[at] == slot[at])
          ++at;
        return Status::failure(
            str("parameter '", buffer.of, "' differs between ",
                other.device->text(), " and ", device.text(), " from element ",
                at / byteSize(buffer.dtype), " of ", buffer.elements, " on"));
      });
}
