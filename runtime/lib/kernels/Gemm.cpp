//===- Gemm.cpp - Matrix products through oneDNN -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Kernels.h"
#include <algorithm>
#include <dnnl.h>

// Of the OpenMP runtime that oneDNN itself is linked to.
extern "C" void omp_set_num_threads(int);

/// Elements of k summed at once; up to here oneDNN's result does not depend on
/// transposition or leading dimensions.
static constexpr int64_t kBlock = 256;

static float *at(int64_t address, int64_t offset) {
  return reinterpret_cast<float *>(address) + offset;
}

/// One product, k in blocks.
static void multiply(const float *a, const float *b, float *c, bool transA,
                     bool transB, int64_t m, int64_t n, int64_t k, int64_t lda,
                     int64_t ldb, int64_t ldc, bool accumulate) {
  for (int64_t start = 0; start < k || start == 0; start += kBlock) {
    int64_t size = std::min(kBlock, k - start);
    const float *aBlock = a + (transA ? start * lda : start);
    const float *bBlock = b + (transB ? start : start * ldb);
    float beta = accumulate || start > 0 ? 1.0f : 0.0f;
    dnnl_sgemm(transA ? 'T' : 'N', transB ? 'T' : 'N', m, n, size, 1.0f, aBlock,
               lda, bBlock, ldb, beta, c, ldc);
  }
}

extern "C" void piper_rt_gemm_f32(int64_t a, int64_t b, int64_t c,
                                  int64_t transA, int64_t transB, int64_t m,
                                  int64_t n, int64_t k, int64_t lda,
                                  int64_t ldb, int64_t ldc, int64_t batch0,
                                  int64_t a0, int64_t b0, int64_t c0,
                                  int64_t batch1, int64_t a1, int64_t b1,
                                  int64_t c1, int64_t accumulate) {
  // A stream is one thread; devices are the parallelism.
  thread_local bool single = (omp_set_num_threads(1), true);
  (void)single;
  for (int64_t i = 0; i < batch0; ++i)
    for (int64_t j = 0; j < batch1; ++j)
      multiply(at(a, i * a0 + j * a1), at(b, i * b0 + j * b1),
               at(c, i * c0 + j * c1), transA, transB, m, n, k, lda, ldb, ldc,
               accumulate);
}
