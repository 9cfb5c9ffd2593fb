// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Channels last.
//
// CHECK: @conv argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @conv argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @conv(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x3x2x3x3x3xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d4, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d2, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x3x4xf32>, tensor<3x2x3x4xf32>) outs(%[[V3]] : tensor<2x3x2x3x3x3xf32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.mulf %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.addf %[[V7]], %[[V8]]
// CHECK: linalg.yield %[[V9]]
// CHECK: %[[V10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d0, d1, d5, d6, d2)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x2x3x3x3xf32>, tensor<2x3x3x4xf32>) outs(%{{[a-z0-9_]+}} : tensor<3x2x3x4xf32>)
// CHECK: ^bb0(%[[V11:.*]]: f32, %[[V12:.*]]: f32, %[[V13:.*]]: f32):
// CHECK: %[[V14:.*]] = arith.mulf %[[V11]], %[[V12]]
// CHECK: %[[V15:.*]] = arith.addf %[[V13]], %[[V14]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = tensor.empty() : tensor<2x3x2x3x3x3xf32>
// CHECK: %[[V17:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d2, d1, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%[[V4]] : tensor<2x3x2x3x3x3xf32>) outs(%[[V16]] : tensor<2x3x2x3x3x3xf32>)
// CHECK: ^bb0(%[[V18:.*]]: f32, %[[V19:.*]]: f32):
// CHECK: linalg.yield %[[V18]]
// CHECK: %[[V20:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V21:.*]] = tensor.empty() : tensor<2x5x4x3xf32>
// CHECK: %[[V22:.*]] = linalg.fill ins(%[[V20]]
// CHECK: %[[V23:.*]] = arith.constant 3 : index
// CHECK: %[[V24:.*]] = arith.constant 2 : index
// CHECK: %[[V25:.*]] = arith.constant 0 : index
// CHECK: %[[V26:.*]] = arith.constant 1 : index
// CHECK: %[[V29:.*]] = scf.for %[[V27:.*]] = %[[V25]] to %[[V23]] step %[[V26]] iter_args(%[[V28:.*]] = %[[V22]])
// CHECK: %[[V32:.*]] = scf.for %[[V30:.*]] = %[[V25]] to %[[V24]] step %[[V26]] iter_args(%[[V31:.*]] = %[[V28]])
// CHECK: %[[V33:.*]] = tensor.extract_slice %[[V31]][0, %[[V27]], %[[V30]], 0] [2, 3, 3, 3] [1, 1, 1, 1]
// CHECK: %[[V34:.*]] = tensor.extract_slice %[[V17]][0, %[[V27]], %[[V30]], 0, 0, 0] [2, 1, 1, 3, 3, 3] [1, 1, 1, 1, 1, 1]
// CHECK: %[[V35:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[V34]] : tensor<2x3x3x3xf32>) outs(%[[V33]] : tensor<2x3x3x3xf32>)
// CHECK: ^bb0(%[[V36:.*]]: f32, %[[V37:.*]]: f32):
// CHECK: %[[V38:.*]] = arith.addf %[[V37]], %[[V36]]
// CHECK: linalg.yield %[[V38]]
// CHECK: %[[V39:.*]] = tensor.insert_slice %[[V35]] into %[[V31]][0, %[[V27]], %[[V30]], 0] [2, 3, 3, 3] [1, 1, 1, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V29]], %[[V10]]
func.func private @conv(%x: tensor<2x5x4x3xf32> {piper.role = "input"}, %w: tensor<3x2x3x4xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x3x3x4xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x3x4xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x5x4x3xf32>, tensor<3x2x3x4xf32>) outs(%f : tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
  return %0 : tensor<2x3x3x4xf32>
}
