// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The same for each of a batch.
//
// CHECK: @batch_matmul argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @batch_matmul argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @ones argument 0 (input): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @ones argument 1 (param w): max error {{[0-9.e+-]+}} over 7 samples

// CHECK-LABEL: func.func private @batch_matmul(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x3x5xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x4xf32>, tensor<2x5x4xf32>) outs(%[[V3]] : tensor<2x3x5xf32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.mulf %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.addf %[[V7]], %[[V8]]
// CHECK: linalg.yield %[[V9]]
// CHECK: %[[V10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x5xf32>, tensor<2x3x4xf32>) outs(%{{[a-z0-9_]+}} : tensor<2x5x4xf32>)
// CHECK: ^bb0(%[[V11:.*]]: f32, %[[V12:.*]]: f32, %[[V13:.*]]: f32):
// CHECK: %[[V14:.*]] = arith.mulf %[[V11]], %[[V12]]
// CHECK: %[[V15:.*]] = arith.addf %[[V13]], %[[V14]]
// CHECK: linalg.yield %[[V15]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V4]], %[[V10]]
func.func private @batch_matmul(%x: tensor<2x3x5xf32> {piper.role = "input"}, %w: tensor<2x5x4xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x3x4xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x4xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<2x3x5xf32>, tensor<2x5x4xf32>) outs(%f : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

func.func private @ones(%x: tensor<1x1x7xf32> {piper.role = "input"}, %w: tensor<1x7x1xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x1x1xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x1x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<1x1x7xf32>, tensor<1x7x1xf32>) outs(%f : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}
