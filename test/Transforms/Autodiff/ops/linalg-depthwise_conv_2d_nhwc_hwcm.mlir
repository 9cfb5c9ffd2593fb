// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// With a channel multiplier.
//
// CHECK: @depthwise argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @depthwise argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @depthwise(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.collapse_shape %{{[a-z0-9_]+}} {{\[\[}}0, 1], [2], [3], [4]]
// CHECK: %[[V2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V3:.*]] = tensor.empty() : tensor<3x2x3x3x3xf32>
// CHECK: %[[V4:.*]] = linalg.fill ins(%[[V2]]
// CHECK: %[[V5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%[[V1]], %{{[a-z0-9_]+}} : tensor<3x3x3x2xf32>, tensor<3x2x3x2xf32>) outs(%[[V4]] : tensor<3x2x3x3x3xf32>)
// CHECK: ^bb0(%[[V6:.*]]: f32, %[[V7:.*]]: f32, %[[V8:.*]]: f32):
// CHECK: %[[V9:.*]] = arith.mulf %[[V6]], %[[V7]]
// CHECK: %[[V10:.*]] = arith.addf %[[V8]], %[[V9]]
// CHECK: linalg.yield %[[V10]]
// CHECK: %[[V11:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %[[V1]] : tensor<3x2x3x3x3xf32>, tensor<3x3x3x2xf32>) outs(%{{[a-z0-9_]+}} : tensor<3x2x3x2xf32>)
// CHECK: ^bb0(%[[V12:.*]]: f32, %[[V13:.*]]: f32, %[[V14:.*]]: f32):
// CHECK: %[[V15:.*]] = arith.mulf %[[V12]], %[[V13]]
// CHECK: %[[V16:.*]] = arith.addf %[[V14]], %[[V15]]
// CHECK: linalg.yield %[[V16]]
// CHECK: %[[V17:.*]] = tensor.empty() : tensor<3x2x3x3x3xf32>
// CHECK: %[[V18:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d2, d1, d0, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%[[V5]] : tensor<3x2x3x3x3xf32>) outs(%[[V17]] : tensor<3x2x3x3x3xf32>)
// CHECK: ^bb0(%[[V19:.*]]: f32, %[[V20:.*]]: f32):
// CHECK: linalg.yield %[[V19]]
// CHECK: %[[V21:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V22:.*]] = tensor.empty() : tensor<5x4x3xf32>
// CHECK: %[[V23:.*]] = linalg.fill ins(%[[V21]]
// CHECK: %[[V24:.*]] = arith.constant 3 : index
// CHECK: %[[V25:.*]] = arith.constant 2 : index
// CHECK: %[[V26:.*]] = arith.constant 0 : index
// CHECK: %[[V27:.*]] = arith.constant 1 : index
// CHECK: %[[V30:.*]] = scf.for %[[V28:.*]] = %[[V26]] to %[[V24]] step %[[V27]] iter_args(%[[V29:.*]] = %[[V23]])
// CHECK: %[[V33:.*]] = scf.for %[[V31:.*]] = %[[V26]] to %[[V25]] step %[[V27]] iter_args(%[[V32:.*]] = %[[V29]])
// CHECK: %[[V34:.*]] = tensor.extract_slice %[[V32]][%[[V28]], %[[V31]], 0] [3, 3, 3] [1, 1, 1]
// CHECK: %[[V35:.*]] = tensor.extract_slice %[[V18]][%[[V28]], %[[V31]], 0, 0, 0] [1, 1, 3, 3, 3] [1, 1, 1, 1, 1]
// CHECK: %[[V36:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V35]] : tensor<3x3x3xf32>) outs(%[[V34]] : tensor<3x3x3xf32>)
// CHECK: ^bb0(%[[V37:.*]]: f32, %[[V38:.*]]: f32):
// CHECK: %[[V39:.*]] = arith.addf %[[V38]], %[[V37]]
// CHECK: linalg.yield %[[V39]]
// CHECK: %[[V40:.*]] = tensor.insert_slice %[[V36]] into %[[V32]][%[[V28]], %[[V31]], 0] [3, 3, 3] [1, 1, 1]
// CHECK: %[[V41:.*]] = tensor.expand_shape %[[V30]] {{\[\[}}0, 1], [2], [3]] output_shape [1, 5, 4, 3]
// CHECK: return %{{[a-z0-9_]+}}, %[[V41]], %[[V11]]
func.func private @depthwise(%x: tensor<1x5x4x3xf32> {piper.role = "input"}, %w: tensor<3x2x3x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x3x3x3x2xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x3x3x3x2xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x3x3x3x2xf32>) -> tensor<1x3x3x3x2xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x5x4x3xf32>, tensor<3x2x3x2xf32>) outs(%f : tensor<1x3x3x3x2xf32>) -> tensor<1x3x3x3x2xf32>
  return %0 : tensor<1x3x3x3x2xf32>
}
