//===- FuzzSafetensors.cpp - Reading safetensors files -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Safetensors.h"

#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace piper::rt;

/// Reads every tensor that has a type, and converts it where that is allowed.
static void readAll(const SafetensorsFile &file) {
  for (const StoredTensor &tensor : file.tensors()) {
    (void)file.find(tensor.name);
    if (!tensor.dtype)
      continue;
    for (DType type : {DType::F32, DType::I64}) {
      if (type != *tensor.dtype && !isConvertible(*tensor.dtype, type))
        continue;
      std::vector<char> target(tensor.elements() * byteSize(type));
      (void)file.read(tensor, 0, tensor.elements(), type, target.data());
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A file in memory: the reader takes regular files only.
  static const int descriptor = memfd_create("fuzz", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  if (ftruncate(descriptor, 0) != 0 ||
      pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size))
    return 0;
  Result<SafetensorsFile> file = SafetensorsFile::open(path);
  if (file.ok())
    readAll(*file);
  return 0;
}
