//===- Gemm.cpp - Matrix products through oneDNN -*- C++ -*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How oneDNN sums over k depends on how the operands are stored. Measured over
// all pairs of transpositions, leading dimensions, m, n <= 100 and k <= 256
// (unittests/Runtime/GemmTest.cpp), it does so
//
// 1. for k > 256 (packing in blocks of its own),
// 2. for B stored transposed and m < 16 (dot products),
// 3. for n = 1 and A not stored transposed (dot products),
// 4. where it adds to C and m = 1 or n = 1 (the sum starts with C),
// 5. without AVX-512, for A stored transposed, and for C^T = B^T A^T instead of
//    C = A B.
//
// These cases are brought into another form; the rest is called as it is.

#include "Piper/Runtime/Kernels.h"
#include <algorithm>
#include <dnnl.h>
#include <vector>

// Of the OpenMP runtime that oneDNN itself is linked to.
extern "C" void omp_set_num_threads(int);

static constexpr int64_t kBlock = 256;
static constexpr int64_t kManyRows = 16;

namespace {

template <typename Float> struct MatrixOf {
  Float *data;
  int64_t rows, columns, rowStride, columnStride;

  MatrixOf transposed() const {
    return {data, columns, rows, columnStride, rowStride};
  }
  Float &at(int64_t row, int64_t column) const {
    return data[row * rowStride + column * columnStride];
  }
  /// Whether columns lie side by side, as BLAS wants its matrices.
  bool isRowMajor() const {
    return (columnStride == 1 || columns == 1) &&
           (rowStride >= columns || rows == 1);
  }
  int64_t leading() const {
    return std::max<int64_t>({1, rows == 1 ? 1 : rowStride, columns});
  }
};

using Matrix = MatrixOf<float>;
using Input = MatrixOf<const float>;
using Buffer = std::vector<float>;

/// One factor of a product, as BLAS takes it.
struct Factor {
  const float *data;
  char transposition;
  int64_t leading;
};

} // namespace

/// A copy of `from` in row-major order.
static Input pack(Input from, Buffer &buffer) {
  buffer.resize(from.rows * from.columns);
  for (int64_t row = 0; row < from.rows; ++row)
    for (int64_t column = 0; column < from.columns; ++column)
      buffer[row * from.columns + column] = from.at(row, column);
  return {buffer.data(), from.rows, from.columns, from.columns, 1};
}

static Factor normal(Input matrix, Buffer &buffer) {
  if (!matrix.isRowMajor())
    matrix = pack(matrix, buffer);
  return {matrix.data, 'N', matrix.leading()};
}

static Factor transposed(Input matrix, Buffer &buffer) {
  Factor factor = normal(matrix.transposed(), buffer);
  factor.transposition = 'T';
  return factor;
}

static Factor asStored(Input matrix, Buffer &buffer) {
  bool isTransposed = !matrix.isRowMajor() && matrix.transposed().isRowMajor();
  return isTransposed ? transposed(matrix, buffer) : normal(matrix, buffer);
}

static bool hasAvx512() {
  static bool has = (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core) ==
                    dnnl_cpu_isa_avx512_core;
  return has;
}

/// C = A B, or C += A B, with at most kBlock columns of A.
static void multiplyBlock(Input a, Input b, Matrix c, bool accumulate) {
  thread_local Buffer aBuffer, bBuffer, cBuffer;
  if (!c.isRowMajor() && c.transposed().isRowMajor() && hasAvx512())
    return multiplyBlock(b.transposed(), a.transposed(), c.transposed(),
                         accumulate);
  int64_t m = c.rows, n = c.columns, k = a.columns;
  Factor left = n == 1        ? transposed(a, aBuffer)
                : hasAvx512() ? asStored(a, aBuffer)
                              : normal(a, aBuffer);
  Factor right = m < kManyRows ? normal(b, bBuffer) : asStored(b, bBuffer);
  bool isApart = !c.isRowMajor() || (accumulate && (m == 1 || n == 1));
  Matrix result = c;
  if (isApart) {
    cBuffer.resize(m * n);
    result = {cBuffer.data(), m, n, n, 1};
  }
  dnnl_sgemm(left.transposition, right.transposition, m, n, k, 1.0f, left.data,
             left.leading, right.data, right.leading,
             accumulate && !isApart ? 1.0f : 0.0f, result.data,
             result.leading());
  for (int64_t row = 0; isApart && row < m; ++row)
    for (int64_t column = 0; column < n; ++column)
      c.at(row, column) =
          result.at(row, column) + (accumulate ? c.at(row, column) : 0.0f);
}

/// Columns `start` ... of an operand whose k runs over several loops, in
/// row-major order. `stride` picks the operand's stride of a loop.
static Input gather(const float *data, int64_t rows, int64_t rowStride,
                    const PiperGemmLoop *sums, int64_t count, int64_t start,
                    int64_t size, int64_t PiperGemmLoop::*stride,
                    Buffer &buffer) {
  buffer.resize(rows * size);
  for (int64_t column = 0; column < size; ++column) {
    int64_t rest = start + column, offset = 0;
    for (int64_t i = count; i-- > 0; rest /= sums[i].extent)
      offset += rest % sums[i].extent * sums[i].*stride;
    for (int64_t row = 0; row < rows; ++row)
      buffer[row * size + column] = data[row * rowStride + offset];
  }
  return {buffer.data(), rows, size, size, 1};
}

/// One product, k in blocks.
static void multiply(const PiperGemm &gemm, const float *a, const float *b,
                     float *c) {
  thread_local Buffer aBuffer, bBuffer;
  const PiperGemmLoop &m = gemm.m, &n = gemm.n;
  const PiperGemmLoop *sums = gemm.loops + gemm.batches;
  Matrix out = {c, m.extent, n.extent, m.c, n.c};
  int64_t k = 1;
  for (int64_t i = 0; i < gemm.sums; ++i)
    k *= sums[i].extent;
  if (k == 0 && !gemm.accumulate) // oneDNN leaves C alone
    for (int64_t i = 0; i < m.extent * n.extent; ++i)
      out.at(i / n.extent, i % n.extent) = 0.0f;
  for (int64_t start = 0; start < k; start += kBlock) {
    int64_t size = std::min(kBlock, k - start);
    Input left, right;
    if (gemm.sums == 1) {
      left = {a + start * sums->a, m.extent, size, m.a, sums->a};
      right = {b + start * sums->b, size, n.extent, sums->b, n.b};
    } else {
      left = gather(a, m.extent, m.a, sums, gemm.sums, start, size,
                    &PiperGemmLoop::a, aBuffer);
      right = gather(b, n.extent, n.b, sums, gemm.sums, start, size,
                     &PiperGemmLoop::b, bBuffer)
                  .transposed();
    }
    multiplyBlock(left, right, out, gemm.accumulate || start > 0);
  }
}

static void forEachBatch(const PiperGemm &gemm, int64_t loop, const float *a,
                         const float *b, float *c) {
  if (loop == gemm.batches)
    return multiply(gemm, a, b, c);
  const PiperGemmLoop &batch = gemm.loops[loop];
  for (int64_t i = 0; i < batch.extent; ++i)
    forEachBatch(gemm, loop + 1, a + i * batch.a, b + i * batch.b,
                 c + i * batch.c);
}

extern "C" void piper_rt_gemm_f32(int64_t a, int64_t b, int64_t c,
                                  int64_t gemm) {
  // A stream is one thread; devices are the parallelism.
  thread_local bool single = (omp_set_num_threads(1), true);
  (void)single;
  forEachBatch(*reinterpret_cast<const PiperGemm *>(gemm), 0,
               reinterpret_cast<const float *>(a),
               reinterpret_cast<const float *>(b),
               reinterpret_cast<float *>(c));
}
