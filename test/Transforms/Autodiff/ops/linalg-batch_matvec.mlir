// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// CHECK: @batch_matvec argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @batch_matvec argument 1 (param w): max error {{[0-9.e+-]+}} over 10 samples

// CHECK-LABEL: func.func private @batch_matvec(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<2x3x5xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3xf32>, tensor<2x5xf32>) outs(%[[V1]] : tensor<2x3x5xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.mulf %[[V3]], %[[V4]]
// CHECK: linalg.yield %[[V6]]
// CHECK: %[[V7:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x5xf32>, tensor<2x3xf32>) outs(%{{[a-z0-9_]+}} : tensor<2x5xf32>)
// CHECK: ^bb0(%[[V8:.*]]: f32, %[[V9:.*]]: f32, %[[V10:.*]]: f32):
// CHECK: %[[V11:.*]] = arith.mulf %[[V8]], %[[V9]]
// CHECK: %[[V12:.*]] = arith.addf %[[V10]], %[[V11]]
// CHECK: linalg.yield %[[V12]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V7]]
func.func private @batch_matvec(%x: tensor<2x3x5xf32> {piper.role = "input"}, %w: tensor<2x5xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = linalg.batch_matvec ins(%x, %w : tensor<2x3x5xf32>, tensor<2x5xf32>) outs(%f : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
