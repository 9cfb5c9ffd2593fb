//===- Kernels.h - Library calls of lowered bodies -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPER_RUNTIME_KERNELS_H
#define PIPER_RUNTIME_KERNELS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <utility>
#include <vector>

extern "C" {

/// C = A B (+ C where `accumulate`), row-major f32, for each of two nested
/// batch loops. A is m x k (k x m where `transA`), B is k x n (n x k where
/// `transB`); `lda`, `ldb`, `ldc` are leading dimensions and `a*`, `b*`, `c*`
/// the strides of the batch loops, all in elements. Addresses are passed as
/// integers.
///
/// k is summed in blocks of 256, each from zero, the blocks added in order: the
/// result is then the same for every way the operands are stored.
void piper_rt_gemm_f32(int64_t a, int64_t b, int64_t c, int64_t transA,
                       int64_t transB, int64_t m, int64_t n, int64_t k,
                       int64_t lda, int64_t ldb, int64_t ldc, int64_t batch0,
                       int64_t a0, int64_t b0, int64_t c0, int64_t batch1,
                       int64_t a1, int64_t b1, int64_t c1, int64_t accumulate);
}

namespace piper::rt {
/// Every function that lowered code calls, with its name: the ABI's and the one
/// above.
std::vector<std::pair<llvm::StringRef, void *>> jitSymbols();
} // namespace piper::rt

#endif // PIPER_RUNTIME_KERNELS_H
