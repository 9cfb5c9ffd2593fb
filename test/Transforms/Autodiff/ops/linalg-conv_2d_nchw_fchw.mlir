// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Matrix products with the view [n, c, kh, kw, oh, ow]; the input collects its slices, kh before kw.
//
// CHECK: @conv argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @conv argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @dilated argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @dilated argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one_by_one argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one_by_one argument 1 (param w): max error {{[0-9.e+-]+}} over 12 samples
// CHECK: @ones argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @ones argument 1 (param w): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @empty_batch argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @empty_batch argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @wide argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @wide argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @conv(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x3x3x2x3x5xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x4x3x5xf32>, tensor<4x3x3x2xf32>) outs(%[[V3]] : tensor<2x3x3x2x3x5xf32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.mulf %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.addf %[[V7]], %[[V8]]
// CHECK: linalg.yield %[[V9]]
// CHECK: %[[V10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d1, d2, d3, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d0, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x3x2x3x5xf32>, tensor<2x4x3x5xf32>) outs(%{{[a-z0-9_]+}} : tensor<4x3x3x2xf32>)
// CHECK: ^bb0(%[[V11:.*]]: f32, %[[V12:.*]]: f32, %[[V13:.*]]: f32):
// CHECK: %[[V14:.*]] = arith.mulf %[[V11]], %[[V12]]
// CHECK: %[[V15:.*]] = arith.addf %[[V13]], %[[V14]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V17:.*]] = tensor.empty() : tensor<2x3x7x6xf32>
// CHECK: %[[V18:.*]] = linalg.fill ins(%[[V16]]
// CHECK: %[[V19:.*]] = arith.constant 3 : index
// CHECK: %[[V20:.*]] = arith.constant 2 : index
// CHECK: %[[V21:.*]] = arith.constant 0 : index
// CHECK: %[[V22:.*]] = arith.constant 1 : index
// CHECK: %[[V25:.*]] = scf.for %[[V23:.*]] = %[[V21]] to %[[V19]] step %[[V22]] iter_args(%[[V24:.*]] = %[[V18]])
// CHECK: %[[V28:.*]] = scf.for %[[V26:.*]] = %[[V21]] to %[[V20]] step %[[V22]] iter_args(%[[V27:.*]] = %[[V24]])
// CHECK: %[[V29:.*]] = tensor.extract_slice %[[V27]][0, 0, %[[V23]], %[[V26]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: %[[V30:.*]] = tensor.extract_slice %[[V4]][0, 0, %[[V23]], %[[V26]], 0, 0] [2, 3, 1, 1, 3, 5] [1, 1, 1, 1, 1, 1]
// CHECK: %[[V31:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[V30]] : tensor<2x3x3x5xf32>) outs(%[[V29]] : tensor<2x3x3x5xf32>)
// CHECK: ^bb0(%[[V32:.*]]: f32, %[[V33:.*]]: f32):
// CHECK: %[[V34:.*]] = arith.addf %[[V33]], %[[V32]]
// CHECK: linalg.yield %[[V34]]
// CHECK: %[[V35:.*]] = tensor.insert_slice %[[V31]] into %[[V27]][0, 0, %[[V23]], %[[V26]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V25]], %[[V10]]
func.func private @conv(%x: tensor<2x3x7x6xf32> {piper.role = "input"}, %w: tensor<4x3x3x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x4x3x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x4x3x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x3x7x6xf32>, tensor<4x3x3x2xf32>) outs(%f : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

func.func private @dilated(%x: tensor<1x2x7x5xf32> {piper.role = "input"}, %w: tensor<3x2x3x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x3x3x3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x3x3x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x2x7x5xf32>, tensor<3x2x3x2xf32>) outs(%f : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

func.func private @one_by_one(%x: tensor<2x3x3x5xf32> {piper.role = "input"}, %w: tensor<4x3x1x1xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x4x3x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x4x3x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x3x3x5xf32>, tensor<4x3x1x1xf32>) outs(%f : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

func.func private @ones(%x: tensor<1x1x1x1xf32> {piper.role = "input"}, %w: tensor<1x1x1x1xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x1x1x1xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x1x1x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) outs(%f : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

func.func private @empty_batch(%x: tensor<0x2x4x4xf32> {piper.role = "input"}, %w: tensor<3x2x3x3xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<0x3x2x2xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<0x3x2x2xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<0x3x2x2xf32>) -> tensor<0x3x2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<0x2x4x4xf32>, tensor<3x2x3x3xf32>) outs(%f : tensor<0x3x2x2xf32>) -> tensor<0x3x2x2xf32>
  return %0 : tensor<0x3x2x2xf32>
}

func.func private @wide(%x: tensor<1x2x3x19xf32> {piper.role = "input"}, %w: tensor<2x2x3x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x2x1x18xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x2x1x18xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x2x1x18xf32>) -> tensor<1x2x1x18xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x2x3x19xf32>, tensor<2x2x3x2xf32>) outs(%f : tensor<1x2x1x18xf32>) -> tensor<1x2x1x18xf32>
  return %0 : tensor<1x2x1x18xf32>
}
