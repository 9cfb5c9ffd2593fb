// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Groups are a batch dimension of the products.
//
// CHECK: @grouped argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @grouped argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @strided argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @strided argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @grouped(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x2x3x3x2x3x3xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d7, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d7, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4, d5, d6)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x2x4x3x3xf32>, tensor<2x4x3x3x2xf32>) outs(%[[V3]] : tensor<2x2x3x3x2x3x3xf32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.mulf %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.addf %[[V7]], %[[V8]]
// CHECK: linalg.yield %[[V9]]
// CHECK: %[[V10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d0, d2, d3, d4, d6, d7)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d0, d1, d6, d7)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x2x3x3x2x3x3xf32>, tensor<2x2x4x3x3xf32>) outs(%{{[a-z0-9_]+}} : tensor<2x4x3x3x2xf32>)
// CHECK: ^bb0(%[[V11:.*]]: f32, %[[V12:.*]]: f32, %[[V13:.*]]: f32):
// CHECK: %[[V14:.*]] = arith.mulf %[[V11]], %[[V12]]
// CHECK: %[[V15:.*]] = arith.addf %[[V13]], %[[V14]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = tensor.empty() : tensor<2x2x3x3x2x3x3xf32>
// CHECK: %[[V17:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d5, d4, d3, d6)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%[[V4]] : tensor<2x2x3x3x2x3x3xf32>) outs(%[[V16]] : tensor<2x2x3x3x2x3x3xf32>)
// CHECK: ^bb0(%[[V18:.*]]: f32, %[[V19:.*]]: f32):
// CHECK: linalg.yield %[[V18]]
// CHECK: %[[V20:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V21:.*]] = tensor.empty() : tensor<2x2x3x5x4xf32>
// CHECK: %[[V22:.*]] = linalg.fill ins(%[[V20]]
// CHECK: %[[V23:.*]] = arith.constant 3 : index
// CHECK: %[[V24:.*]] = arith.constant 2 : index
// CHECK: %[[V25:.*]] = arith.constant 0 : index
// CHECK: %[[V26:.*]] = arith.constant 1 : index
// CHECK: %[[V29:.*]] = scf.for %[[V27:.*]] = %[[V25]] to %[[V23]] step %[[V26]] iter_args(%[[V28:.*]] = %[[V22]])
// CHECK: %[[V32:.*]] = scf.for %[[V30:.*]] = %[[V25]] to %[[V24]] step %[[V26]] iter_args(%[[V31:.*]] = %[[V28]])
// CHECK: %[[V33:.*]] = tensor.extract_slice %[[V31]][0, 0, 0, %[[V27]], %[[V30]]] [2, 2, 3, 3, 3] [1, 1, 1, 1, 1]
// CHECK: %[[V34:.*]] = tensor.extract_slice %[[V17]][0, 0, 0, %[[V27]], %[[V30]], 0, 0] [2, 2, 3, 1, 1, 3, 3] [1, 1, 1, 1, 1, 1, 1]
// CHECK: %[[V35:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%[[V34]] : tensor<2x2x3x3x3xf32>) outs(%[[V33]] : tensor<2x2x3x3x3xf32>)
// CHECK: ^bb0(%[[V36:.*]]: f32, %[[V37:.*]]: f32):
// CHECK: %[[V38:.*]] = arith.addf %[[V37]], %[[V36]]
// CHECK: linalg.yield %[[V38]]
// CHECK: %[[V39:.*]] = tensor.insert_slice %[[V35]] into %[[V31]][0, 0, 0, %[[V27]], %[[V30]]] [2, 2, 3, 3, 3] [1, 1, 1, 1, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V29]], %[[V10]]
func.func private @grouped(%x: tensor<2x2x3x5x4xf32> {piper.role = "input"}, %w: tensor<2x4x3x3x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x2x4x3x3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x2x4x3x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x2x4x3x3xf32>) -> tensor<2x2x4x3x3xf32>
  %0 = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x2x3x5x4xf32>, tensor<2x4x3x3x2xf32>) outs(%f : tensor<2x2x4x3x3xf32>) -> tensor<2x2x4x3x3xf32>
  return %0 : tensor<2x2x4x3x3xf32>
}

func.func private @strided(%x: tensor<1x2x1x6x6xf32> {piper.role = "input"}, %w: tensor<2x3x1x2x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x2x3x3x2xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x2x3x3x2xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x2x3x3x2xf32>) -> tensor<1x2x3x3x2xf32>
  %0 = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%x, %w : tensor<1x2x1x6x6xf32>, tensor<2x3x1x2x2xf32>) outs(%f : tensor<1x2x3x3x2xf32>) -> tensor<1x2x3x3x2xf32>
  return %0 : tensor<1x2x3x3x2xf32>
}
