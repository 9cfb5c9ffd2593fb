// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// CHECK: @depthwise argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @depthwise argument 1 (param w): max error {{[0-9.e+-]+}} over 9 samples

// CHECK-LABEL: func.func private @depthwise(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<2x3x3x5xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x5xf32>, tensor<3x3xf32>) outs(%[[V1]] : tensor<2x3x3x5xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.mulf %[[V3]], %[[V4]]
// CHECK: linalg.yield %[[V6]]
// CHECK: %[[V7:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V8:.*]] = tensor.empty() : tensor<2x3x7xf32>
// CHECK: %[[V9:.*]] = linalg.fill ins(%[[V7]]
// CHECK: %[[V10:.*]] = arith.constant 3 : index
// CHECK: %[[V11:.*]] = arith.constant 0 : index
// CHECK: %[[V12:.*]] = arith.constant 1 : index
// CHECK: %[[V15:.*]] = scf.for %[[V13:.*]] = %[[V11]] to %[[V10]] step %[[V12]] iter_args(%[[V14:.*]] = %[[V9]])
// CHECK: %[[V16:.*]] = tensor.extract_slice %[[V14]][0, 0, %[[V13]]] [2, 3, 5] [1, 1, 1]
// CHECK: %[[V17:.*]] = tensor.extract_slice %[[V2]][0, 0, %[[V13]], 0] [2, 3, 1, 5] [1, 1, 1, 1]
// CHECK: %[[V18:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V17]] : tensor<2x3x5xf32>) outs(%[[V16]] : tensor<2x3x5xf32>)
// CHECK: ^bb0(%[[V19:.*]]: f32, %[[V20:.*]]: f32):
// CHECK: %[[V21:.*]] = arith.addf %[[V20]], %[[V19]]
// CHECK: linalg.yield %[[V21]]
// CHECK: %[[V22:.*]] = tensor.insert_slice %[[V18]] into %[[V14]][0, 0, %[[V13]]] [2, 3, 5] [1, 1, 1]
// CHECK: %[[V23:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d0, d1 + d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x7xf32>, tensor<2x3x5xf32>) outs(%{{[a-z0-9_]+}} : tensor<3x3xf32>)
// CHECK: ^bb0(%[[V24:.*]]: f32, %[[V25:.*]]: f32, %[[V26:.*]]: f32):
// CHECK: %[[V27:.*]] = arith.mulf %[[V24]], %[[V25]]
// CHECK: %[[V28:.*]] = arith.addf %[[V26]], %[[V27]]
// CHECK: linalg.yield %[[V28]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V15]], %[[V23]]
func.func private @depthwise(%x: tensor<2x3x7xf32> {piper.role = "input"}, %w: tensor<3x3xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x3x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %0 = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%x, %w : tensor<2x3x7xf32>, tensor<3x3xf32>) outs(%f : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}
