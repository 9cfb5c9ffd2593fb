// RUN: piper-opt %s -split-input-file --piper-normalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// A transposed, broadcast weight; a transposed result. The location is that of
// the product, then those of the moves; loops are in the order of the result.
// CHECK-LABEL: func.func @linear
// CHECK-NEXT: arith.constant
// CHECK-NEXT: tensor.empty() : tensor<16x2x8xf32> loc(fused["fc"
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 :
// CHECK: } -> tensor<16x2x8xf32> loc(fused["fc"("models.py":3:0), {{.*}}normalize.mlir":{{.*}}normalize.mlir":
// CHECK-NEXT: return
func.func @linear(%x: tensor<2x16x4xf32>, %w: tensor<8x4xf32>) -> tensor<16x2x8xf32> {
  %c = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4x8xf32>
  %wt = linalg.transpose ins(%w : tensor<8x4xf32>) outs(%0 : tensor<4x8xf32>) permutation = [1, 0]
  %1 = tensor.empty() : tensor<2x4x8xf32>
  %wb = linalg.broadcast ins(%wt : tensor<4x8xf32>) outs(%1 : tensor<2x4x8xf32>) dimensions = [0]
  %2 = tensor.empty() : tensor<2x16x8xf32>
  %3 = linalg.fill ins(%c : f32) outs(%2 : tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
  %y = linalg.batch_matmul ins(%x, %wb : tensor<2x16x4xf32>, tensor<2x4x8xf32>) outs(%3 : tensor<2x16x8xf32>) -> tensor<2x16x8xf32> loc("fc"("models.py":3:0))
  %4 = tensor.empty() : tensor<16x2x8xf32>
  %yt = linalg.transpose ins(%y : tensor<2x16x8xf32>) outs(%4 : tensor<16x2x8xf32>) permutation = [1, 0, 2]
  return %yt : tensor<16x2x8xf32>
}

// -----

// A product with a second use stays, and so does the transpose of it.
// CHECK-LABEL: func.func @shared
// CHECK-COUNT-2: linalg.generic
func.func @shared(%x: tensor<2x4xf32>, %w: tensor<4x8xf32>) -> (tensor<2x8xf32>, tensor<8x2xf32>) {
  %c = arith.constant 0.0 : f32
  %2 = tensor.empty() : tensor<2x8xf32>
  %3 = linalg.fill ins(%c : f32) outs(%2 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x8xf32>) outs(%3 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %4 = tensor.empty() : tensor<8x2xf32>
  %yt = linalg.transpose ins(%y : tensor<2x8xf32>) outs(%4 : tensor<8x2xf32>) permutation = [1, 0]
  return %y, %yt : tensor<2x8xf32>, tensor<8x2xf32>
}

// -----

// The init is read: it must not become a fill or be reordered away.
// CHECK-LABEL: func.func @accumulate
// CHECK-NOT: linalg.fill
// CHECK: outs(%arg2 : tensor<2x8xf32>)
func.func @accumulate(%x: tensor<2x4xf32>, %w: tensor<4x8xf32>, %acc: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x8xf32>) outs(%acc : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// -----

// Bodies: eps rounded to f32 as PyTorch rounds it, a splat inlined, a square, no
// assertion, no unit dimension, no argmax.
// CHECK-LABEL: func.func @bodies
// CHECK-DAG: arith.constant 9.99999974E-6 : f32
// CHECK-DAG: arith.constant 2.000000e+00 : f32
// CHECK-NOT: tensor<4x1xf32>
// CHECK-NOT: cf.assert
// CHECK-NOT: i64
// CHECK: arith.mulf %[[IN:[a-z0-9_]*]], %[[IN]]
func.func @bodies(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %eps = arith.constant 1.0e-5 : f64
  %lowest = arith.constant 0xFF800000 : f32
  %two = arith.constant dense<2.0> : tensor<4x1xf32>
  %i2 = arith.constant 2 : i64
  %true = arith.constant true
  %e = tensor.empty() : tensor<4x1xf32>
  %ei = tensor.empty() : tensor<4x1xi64>
  %i0 = arith.constant 0 : i64
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %fi = linalg.fill ins(%i0 : i64) outs(%ei : tensor<4x1xi64>) -> tensor<4x1xi64>
  %max:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%f, %fi : tensor<4x1xf32>, tensor<4x1xi64>) {
  ^bb0(%a: f32, %m: f32, %mi: i64):
    %i = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i64
    %0 = arith.maximumf %a, %m : f32
    %1 = arith.cmpf ogt, %a, %m : f32
    %2 = arith.select %1, %ii, %mi : i64
    linalg.yield %0, %2 : f32, i64
  } -> (tensor<4x1xf32>, tensor<4x1xi64>)
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%max#0, %two : tensor<4x1xf32>, tensor<4x1xf32>) outs(%e : tensor<4x1xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    cf.assert %true, "index must be smaller than dim size"
    %s = math.fpowi %a, %i2 : f32, i64
    %e32 = arith.truncf %eps : f64 to f32
    %0 = arith.addf %s, %e32 : f32
    %1 = arith.mulf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<4x1xf32>
  %r = tensor.collapse_shape %y [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}
