// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// A matrix product with the view [n, c, kw, ow]; the input collects its slices.
//
// CHECK: @conv argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @conv argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @dilated argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @dilated argument 1 (param w): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one_by_one argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one_by_one argument 1 (param w): max error {{[0-9.e+-]+}} over 12 samples
// CHECK: @one_window argument 0 (input): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @one_window argument 1 (param w): max error {{[0-9.e+-]+}} over 2 samples
// CHECK: @strided_points argument 0 (input): max error {{[0-9.e+-]+}} over 14 samples
// CHECK: @strided_points argument 1 (param w): max error {{[0-9.e+-]+}} over 4 samples

// CHECK-LABEL: func.func private @conv(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x3x3x4xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x4x4xf32>, tensor<4x3x3xf32>) outs(%[[V3]] : tensor<2x3x3x4xf32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.mulf %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = arith.addf %[[V7]], %[[V8]]
// CHECK: linalg.yield %[[V9]]
// CHECK: %[[V10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x3x4xf32>, tensor<2x4x4xf32>) outs(%{{[a-z0-9_]+}} : tensor<4x3x3xf32>)
// CHECK: ^bb0(%[[V11:.*]]: f32, %[[V12:.*]]: f32, %[[V13:.*]]: f32):
// CHECK: %[[V14:.*]] = arith.mulf %[[V11]], %[[V12]]
// CHECK: %[[V15:.*]] = arith.addf %[[V13]], %[[V14]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V17:.*]] = tensor.empty() : tensor<2x3x9xf32>
// CHECK: %[[V18:.*]] = linalg.fill ins(%[[V16]]
// CHECK: %[[V19:.*]] = arith.constant 3 : index
// CHECK: %[[V20:.*]] = arith.constant 0 : index
// CHECK: %[[V21:.*]] = arith.constant 1 : index
// CHECK: %[[V24:.*]] = scf.for %[[V22:.*]] = %[[V20]] to %[[V19]] step %[[V21]] iter_args(%[[V23:.*]] = %[[V18]])
// CHECK: %[[V25:.*]] = tensor.extract_slice %[[V23]][0, 0, %[[V22]]] [2, 3, 4] [1, 1, 2]
// CHECK: %[[V26:.*]] = tensor.extract_slice %[[V4]][0, 0, %[[V22]], 0] [2, 3, 1, 4] [1, 1, 1, 1]
// CHECK: %[[V27:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V26]] : tensor<2x3x4xf32>) outs(%[[V25]] : tensor<2x3x4xf32>)
// CHECK: ^bb0(%[[V28:.*]]: f32, %[[V29:.*]]: f32):
// CHECK: %[[V30:.*]] = arith.addf %[[V29]], %[[V28]]
// CHECK: linalg.yield %[[V30]]
// CHECK: %[[V31:.*]] = tensor.insert_slice %[[V27]] into %[[V23]][0, 0, %[[V22]]] [2, 3, 4] [1, 1, 2]
// CHECK: return %{{[a-z0-9_]+}}, %[[V24]], %[[V10]]
func.func private @conv(%x: tensor<2x3x9xf32> {piper.role = "input"}, %w: tensor<4x3x3xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x4x4xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x4x4xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%x, %w : tensor<2x3x9xf32>, tensor<4x3x3xf32>) outs(%f : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

func.func private @dilated(%x: tensor<1x2x9xf32> {piper.role = "input"}, %w: tensor<3x2x3xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x3x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x3x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%x, %w : tensor<1x2x9xf32>, tensor<3x2x3xf32>) outs(%f : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  return %0 : tensor<1x3x5xf32>
}

func.func private @one_by_one(%x: tensor<2x3x5xf32> {piper.role = "input"}, %w: tensor<4x3x1xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<2x4x5xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x4x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%x, %w : tensor<2x3x5xf32>, tensor<4x3x1xf32>) outs(%f : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

func.func private @one_window(%x: tensor<1x1x7xf32> {piper.role = "input"}, %w: tensor<1x1x2xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x1x1xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x1x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[9]> : tensor<1xi64>} ins(%x, %w : tensor<1x1x7xf32>, tensor<1x1x2xf32>) outs(%f : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}

func.func private @strided_points(%x: tensor<1x2x7xf32> {piper.role = "input"}, %w: tensor<2x2x1xf32> {piper.role = "param", piper.param = "w"}) -> (tensor<1x2x3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<1x2x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[3]> : tensor<1xi64>} ins(%x, %w : tensor<1x2x7xf32>, tensor<2x2x1xf32>) outs(%f : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}
