// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// CHECK: @dot argument 0 (input): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @dot argument 1 (param w): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @one argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @one argument 1 (param w): max error {{[0-9.e+-]+}} over 1 samples

// CHECK-LABEL: func.func private @dot(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<f32>, tensor<7xf32>) outs(%[[V1]] : tensor<7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.mulf %[[V3]], %[[V4]]
// CHECK: linalg.yield %[[V6]]
// CHECK: %[[V7:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<7xf32>, tensor<f32>) outs(%{{[a-z0-9_]+}} : tensor<7xf32>)
// CHECK: ^bb0(%[[V8:.*]]: f32, %[[V9:.*]]: f32, %[[V10:.*]]: f32):
// CHECK: %[[V11:.*]] = arith.mulf %[[V8]], %[[V9]]
// CHECK: %[[V12:.*]] = arith.addf %[[V10]], %[[V11]]
// CHECK: linalg.yield %[[V12]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V7]]
func.func private @dot(%x: tensor<7xf32> {piper.role = "input"}, %w: tensor<7xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<f32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %0 = linalg.dot ins(%x, %w : tensor<7xf32>, tensor<7xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @one(%x: tensor<1xf32> {piper.role = "input"}, %w: tensor<1xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<f32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<f32>) -> tensor<f32>
  %0 = linalg.dot ins(%x, %w : tensor<1xf32>, tensor<1xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
