// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// dx = dy w^T (an outer product), dw = x^T dy.
//
// CHECK: @matvec argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @matvec argument 1 (param w): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @ones argument 0 (input): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @ones argument 1 (param w): max error {{[0-9.e+-]+}} over 7 samples

// CHECK-LABEL: func.func private @matvec(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<5x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<5xf32>, tensor<7xf32>) outs(%[[V1]] : tensor<5x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.mulf %[[V3]], %[[V4]]
// CHECK: linalg.yield %[[V6]]
// CHECK: %[[V7:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<5x7xf32>, tensor<5xf32>) outs(%{{[a-z0-9_]+}} : tensor<7xf32>)
// CHECK: ^bb0(%[[V8:.*]]: f32, %[[V9:.*]]: f32, %[[V10:.*]]: f32):
// CHECK: %[[V11:.*]] = arith.mulf %[[V8]], %[[V9]]
// CHECK: %[[V12:.*]] = arith.addf %[[V10]], %[[V11]]
// CHECK: linalg.yield %[[V12]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V7]]
func.func private @matvec(%x: tensor<5x7xf32> {piper.role = "input"}, %w: tensor<7xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.matvec ins(%x, %w : tensor<5x7xf32>, tensor<7xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func private @ones(%x: tensor<1x7xf32> {piper.role = "input"}, %w: tensor<7xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.matvec ins(%x, %w : tensor<1x7xf32>, tensor<7xf32>) outs(%f : tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
