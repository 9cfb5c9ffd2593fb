// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// No matrix product: the op keeps sums of loops in its maps, and so has the kernel's gradient.
//
// CHECK: @depthwise argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @depthwise argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @ones argument 0 (input): max error {{[0-9.e+-]+}} over 9 samples
// CHECK: @ones argument 1 (param w): max error {{[0-9.e+-]+}} over 9 samples

// CHECK-LABEL: func.func private @depthwise(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<2x3x2x2x3x5xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5, d4, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x2x5xf32>, tensor<3x3x2xf32>) outs(%[[V1]] : tensor<2x3x2x2x3x5xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.mulf %[[V3]], %[[V4]]
// CHECK: linalg.yield %[[V6]]
// CHECK: %[[V7:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V8:.*]] = tensor.empty() : tensor<2x3x7x6xf32>
// CHECK: %[[V9:.*]] = linalg.fill ins(%[[V7]]
// CHECK: %[[V10:.*]] = arith.constant 2 : index
// CHECK: %[[V11:.*]] = arith.constant 2 : index
// CHECK: %[[V12:.*]] = arith.constant 0 : index
// CHECK: %[[V13:.*]] = arith.constant 1 : index
// CHECK: %[[V16:.*]] = scf.for %[[V14:.*]] = %[[V12]] to %[[V10]] step %[[V13]] iter_args(%[[V15:.*]] = %[[V9]])
// CHECK: %[[V19:.*]] = scf.for %[[V17:.*]] = %[[V12]] to %[[V11]] step %[[V13]] iter_args(%[[V18:.*]] = %[[V15]])
// CHECK: %[[V20:.*]] = arith.constant 2 : index
// CHECK: %[[V21:.*]] = arith.muli %[[V14]], %[[V20]]
// CHECK: %[[V22:.*]] = tensor.extract_slice %[[V18]][0, 0, %[[V21]], %[[V17]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: %[[V23:.*]] = tensor.extract_slice %[[V2]][0, 0, %[[V14]], %[[V17]], 0, 0] [2, 3, 1, 1, 3, 5] [1, 1, 1, 1, 1, 1]
// CHECK: %[[V24:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[V23]] : tensor<2x3x3x5xf32>) outs(%[[V22]] : tensor<2x3x3x5xf32>)
// CHECK: ^bb0(%[[V25:.*]]: f32, %[[V26:.*]]: f32):
// CHECK: %[[V27:.*]] = arith.addf %[[V26]], %[[V25]]
// CHECK: linalg.yield %[[V27]]
// CHECK: %[[V28:.*]] = tensor.insert_slice %[[V24]] into %[[V18]][0, 0, %[[V21]], %[[V17]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: %[[V29:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d4 * 2 + d1 * 2, d2 + d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x7x6xf32>, tensor<2x3x2x5xf32>) outs(%{{[a-z0-9_]+}} : tensor<3x3x2xf32>)
// CHECK: ^bb0(%[[V30:.*]]: f32, %[[V31:.*]]: f32, %[[V32:.*]]: f32):
// CHECK: %[[V33:.*]] = arith.mulf %[[V30]], %[[V31]]
// CHECK: %[[V34:.*]] = arith.addf %[[V32]], %[[V33]]
// CHECK: linalg.yield %[[V34]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V16]], %[[V29]]
func.func private @depthwise(%x: tensor<2x3x7x6xf32> {piper.role = "input"}, %w: tensor<3x3x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x3x2x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x2x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x2x5xf32>) -> tensor<2x3x2x5xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x3x7x6xf32>, tensor<3x3x2xf32>) outs(%f : tensor<2x3x2x5xf32>) -> tensor<2x3x2x5xf32>
  return %0 : tensor<2x3x2x5xf32>
}

func.func private @ones(%x: tensor<1x1x3x3xf32> {piper.role = "input"}, %w: tensor<1x3x3xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x1x1x1xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x1x1x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x1x3x3xf32>, tensor<1x3x3xf32>) outs(%f : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}
