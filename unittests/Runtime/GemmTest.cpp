//===- GemmTest.cpp - A product has the same bits however it is stored -*- C++
//-*-===//
//
// Part of the Piper project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Piper/Runtime/Kernels.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <random>

namespace {

/// rows x columns numbers, stored with strides of any kind.
struct Stored {
  Stored(int64_t rows, int64_t columns, bool transposed, int64_t spread,
         int64_t pad)
      : rowStride(transposed ? spread : columns * spread + pad),
        columnStride(transposed ? rows * spread + pad : spread),
        data(rows * columns * spread + std::max(rows, columns) * (pad + 1)) {}

  float *at(int64_t row, int64_t column) {
    return &data[row * rowStride + column * columnStride];
  }

  int64_t rowStride, columnStride;
  std::vector<float> data;
};

struct Shape {
  int64_t m, n, k;
};

class Gemm {
public:
  explicit Gemm(Shape shape) : shape(shape) {
    std::mt19937 random(shape.m * 1000 + shape.n * 10 + shape.k);
    std::normal_distribution<float> normal;
    for (auto [values, size] :
         {std::pair(&a, shape.m * shape.k), std::pair(&b, shape.k * shape.n),
          std::pair(&c, shape.m * shape.n)})
      for (int64_t i = 0; i < size; ++i)
        values->push_back(normal(random));
  }

  /// The result where bit 0, 1, 2 of `form` transpose A, B, C. `inner`: the
  /// extent of the inner of two sums, 0 for one sum.
  std::vector<float> run(int form, int64_t spread, int64_t pad, bool accumulate,
                         int64_t inner = 0) {
    auto [m, n, k] = shape;
    Stored left(m, k, form & 1, spread, pad),
        right(k, n, form & 2, spread, pad);
    Stored out(m, n, form & 4, spread, pad);
    fill(left, a, m, k);
    fill(right, b, k, n);
    fill(out, c, m, n);
    std::vector<int64_t> gemm = {0, inner ? 2 : 1, accumulate};
    auto loop = [&](int64_t extent, int64_t a, int64_t b, int64_t c) {
      gemm.insert(gemm.end(), {extent, a, b, c});
    };
    loop(m, left.rowStride, 0, out.rowStride);
    loop(n, 0, right.columnStride, out.columnStride);
    if (inner)
      loop(k / inner, left.columnStride * inner, right.rowStride * inner, 0);
    loop(inner ? inner : k, left.columnStride, right.rowStride, 0);
    piper_rt_gemm_f32(address(left.data.data()), address(right.data.data()),
                      address(out.data.data()), address(gemm.data()));
    std::vector<float> result;
    for (int64_t i = 0; i < m * n; ++i)
      result.push_back(*out.at(i / n, i % n));
    return result;
  }

  /// In f64, for the size of an error.
  double exact(int64_t i, bool accumulate) const {
    double sum = accumulate ? c[i] : 0.0;
    for (int64_t k = 0; k < shape.k; ++k)
      sum +=
          double(a[i / shape.n * shape.k + k]) * b[k * shape.n + i % shape.n];
    return sum;
  }

private:
  static int64_t address(const void *pointer) {
    return reinterpret_cast<int64_t>(pointer);
  }
  static void fill(Stored &stored, const std::vector<float> &values,
                   int64_t rows, int64_t columns) {
    for (int64_t i = 0; i < rows * columns; ++i)
      *stored.at(i / columns, i % columns) = values[i];
  }

  Shape shape;
  std::vector<float> a, b, c;
};

std::vector<Shape> shapes() {
  std::vector<Shape> result;
  for (int64_t m : {1, 2, 4, 7, 8, 15, 16, 17, 33})
    for (int64_t n : {1, 2, 3, 8, 16, 31, 64})
      for (int64_t k : {1, 2, 6, 9, 31, 64, 100, 256, 300, 520})
        result.push_back({m, n, k});
  return result;
}

bool same(const std::vector<float> &x, const std::vector<float> &y) {
  return std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

TEST(GemmTest, BitsDoNotDependOnStorage) {
  for (Shape shape : shapes()) {
    Gemm gemm(shape);
    for (bool accumulate : {false, true}) {
      std::vector<float> plain = gemm.run(0, 1, 0, accumulate);
      for (int64_t i = 0; i < shape.m * shape.n; ++i)
        ASSERT_NEAR(plain[i], gemm.exact(i, accumulate), 1e-6 * (shape.k + 4));
      for (int form = 0; form < 8; ++form)
        for (auto [spread, pad] :
             {std::pair(1, 0), std::pair(1, 3), std::pair(2, 0)})
          ASSERT_TRUE(same(plain, gemm.run(form, spread, pad, accumulate)))
              << shape.m << " x " << shape.n << " x " << shape.k << " form "
              << form << " spread " << spread << " pad " << pad
              << " accumulate " << accumulate;
    }
  }
}

TEST(GemmTest, BitsDoNotDependOnHowSumsAreJoined) {
  for (Shape shape : {Shape{4, 8, 6}, Shape{17, 16, 300}, Shape{1, 1, 64}}) {
    Gemm gemm(shape);
    for (int form = 0; form < 8; ++form)
      EXPECT_TRUE(same(gemm.run(0, 1, 0, true), gemm.run(form, 1, 0, true, 2)));
  }
}

TEST(GemmTest, AnEmptySumIsZero) {
  std::vector<int64_t> gemm = {0, 1, 0, /*m*/ 1, 0, 0, 1, /*n*/ 1,
                               0, 1, 1, /*k*/ 0, 1, 1, 0};
  float a = 2, b = 3, c = 4;
  piper_rt_gemm_f32(
      reinterpret_cast<int64_t>(&a), reinterpret_cast<int64_t>(&b),
      reinterpret_cast<int64_t>(&c), reinterpret_cast<int64_t>(gemm.data()));
  EXPECT_EQ(c, 0.0f);
}

TEST(GemmTest, BatchesAreNested) {
  // C[i, j] = A[i] * B[j], two batches of 1 x 1 products.
  std::vector<float> a = {2, 3}, b = {5, 7, 11}, c(6);
  std::vector<int64_t> gemm = {2, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2,
                               1, 0, 3, 3, 0, 1, 1, 1, 0, 0, 0};
  piper_rt_gemm_f32(reinterpret_cast<int64_t>(a.data()),
                    reinterpret_cast<int64_t>(b.data()),
                    reinterpret_cast<int64_t>(c.data()),
                    reinterpret_cast<int64_t>(gemm.data()));
  EXPECT_EQ(c, (std::vector<float>{10, 14, 22, 15, 21, 33}));
}

} // namespace
