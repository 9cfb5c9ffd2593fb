//===- Sources.h - Kinds of data sources -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_DATA_SOURCES_H
#define PIPER_RUNTIME_DATA_SOURCES_H

#include "Piper/Runtime/Data.h"
#include "Piper/Runtime/Safetensors.h"

namespace piper::rt {

/// Inputs as tensors `[steps, microbatches, ...]`.
Result<std::unique_ptr<DataSource>> openBatches(const std::string &path,
                                                const Setup &setup,
                                                const DataOptions &options);

/// Windows of a token file for the inputs `tokens` and `targets`.
Result<std::unique_ptr<DataSource>> openTokens(const std::string &path,
                                               const Setup &setup,
                                               const DataOptions &options);

} // namespace piper::rt

#endif // PIPER_RUNTIME_DATA_SOURCES_H
