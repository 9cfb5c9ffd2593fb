// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// g to each element of the window.
//
// CHECK: @pool argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @whole argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @pool(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<2x3x3x2x3x5xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}} : tensor<2x3x3x5xf32>) outs(%[[V1]] : tensor<2x3x3x2x3x5xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32):
// CHECK: linalg.yield %[[V3]]
// CHECK: %[[V5:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V6:.*]] = tensor.empty() : tensor<2x3x7x6xf32>
// CHECK: %[[V7:.*]] = linalg.fill ins(%[[V5]]
// CHECK: %[[V8:.*]] = arith.constant 3 : index
// CHECK: %[[V9:.*]] = arith.constant 2 : index
// CHECK: %[[V10:.*]] = arith.constant 0 : index
// CHECK: %[[V11:.*]] = arith.constant 1 : index
// CHECK: %[[V14:.*]] = scf.for %[[V12:.*]] = %[[V10]] to %[[V8]] step %[[V11]] iter_args(%[[V13:.*]] = %[[V7]])
// CHECK: %[[V17:.*]] = scf.for %[[V15:.*]] = %[[V10]] to %[[V9]] step %[[V11]] iter_args(%[[V16:.*]] = %[[V13]])
// CHECK: %[[V18:.*]] = tensor.extract_slice %[[V16]][0, 0, %[[V12]], %[[V15]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: %[[V19:.*]] = tensor.extract_slice %[[V2]][0, 0, %[[V12]], %[[V15]], 0, 0] [2, 3, 1, 1, 3, 5] [1, 1, 1, 1, 1, 1]
// CHECK: %[[V20:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[V19]] : tensor<2x3x3x5xf32>) outs(%[[V18]] : tensor<2x3x3x5xf32>)
// CHECK: ^bb0(%[[V21:.*]]: f32, %[[V22:.*]]: f32):
// CHECK: %[[V23:.*]] = arith.addf %[[V22]], %[[V21]]
// CHECK: linalg.yield %[[V23]]
// CHECK: %[[V24:.*]] = tensor.insert_slice %[[V20]] into %[[V16]][0, 0, %[[V12]], %[[V15]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V14]]
func.func private @pool(%x: tensor<2x3x7x6xf32> {piper.role = "input"}) -> (tensor<2x3x3x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x3x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  %w = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.pooling_nchw_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x3x7x6xf32>, tensor<3x2xf32>) outs(%f : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  return %0 : tensor<2x3x3x5xf32>
}

func.func private @whole(%x: tensor<2x3x4x4xf32> {piper.role = "input"}) -> (tensor<2x3x1x1xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x1x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
  %w = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.pooling_nchw_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[4, 4]> : tensor<2xi64>} ins(%x, %w : tensor<2x3x4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
  return %0 : tensor<2x3x1x1xf32>
}
