//===- Symbols.cpp - What lowered code calls -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Abi.h"
#include "Piper/Runtime/Kernels.h"

std::vector<std::pair<llvm::StringRef, void *>> piper::rt::jitSymbols() {
  unsigned count = 0;
  const std::pair<const char *, void *> *abi = abiSymbols(count);
  std::vector<std::pair<llvm::StringRef, void *>> symbols(abi, abi + count);
  symbols.emplace_back("piper_rt_gemm_f32",
                       reinterpret_cast<void *>(&piper_rt_gemm_f32));
  return symbols;
}
