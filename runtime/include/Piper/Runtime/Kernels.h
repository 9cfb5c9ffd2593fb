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

/// One loop of a product: its extent, and how far apart its iterations are in
/// A, B and C, in elements.
struct PiperGemmLoop {
  int64_t extent, a, b, c;
};

/// A matrix product C = A B, or C += A B where `accumulate`. `m` runs over rows
/// of A and C, `n` over columns of B and C; `loops` are first the `batches`,
/// which all three have, then the `sums` (1 or more), which C does not have.
struct PiperGemm {
  int64_t batches, sums, accumulate;
  PiperGemmLoop m, n;
  PiperGemmLoop loops[];
};

/// Computes the f32 product that `gemm`, the address of a PiperGemm, describes,
/// on matrices at the addresses `a`, `b` and `c`. No extent is 0, but that of a
/// sum may be.
///
/// The sums are one, over k in the order of the loops, in blocks of 256, each
/// from zero, the blocks added in order: the bits of the result do not depend
/// on how the operands are stored.
void piper_rt_gemm_f32(int64_t a, int64_t b, int64_t c, int64_t gemm);
}

namespace piper::rt {
/// Every function that lowered code calls, with its name: the ABI's and the one
/// above.
std::vector<std::pair<llvm::StringRef, void *>> jitSymbols();
} // namespace piper::rt

#endif // PIPER_RUNTIME_KERNELS_H
