// RUN: piper-opt %s --piper-normalize --mlir-print-local-scope -o %t.once && FileCheck %s < %t.once
// RUN: piper-opt %t.once --piper-normalize --mlir-print-local-scope | diff - %t.once

// A convolution is a product of its kernel with the view of its input.
// CHECK-LABEL: func.func @conv
// CHECK: %[[VIEW:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4 * 2 + d2, d3 + d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>]{{.*}} outs(%{{.*}} : tensor<2x3x3x2x3x5xf32>)
// CHECK: linalg.yield %in
// CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d5, d6, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>]{{.*}} ins(%[[VIEW]], %arg1 :
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @conv(%x: tensor<2x3x7x6xf32>, %w: tensor<4x3x3x2xf32>) -> tensor<2x4x3x5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x3x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x7x6xf32>, tensor<4x3x3x2xf32>) outs(%f : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

// A pointwise one is a product without a view.
// CHECK-LABEL: func.func @pointwise
// CHECK-NOT: linalg.yield %in
// CHECK: return
func.func @pointwise(%x: tensor<2x3x7x6xf32>, %w: tensor<4x3x1x1xf32>) -> tensor<2x4x7x6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x7x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x7x6xf32>) -> tensor<2x4x7x6xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x7x6xf32>, tensor<4x3x1x1xf32>) outs(%f : tensor<2x4x7x6xf32>) -> tensor<2x4x7x6xf32>
  return %0 : tensor<2x4x7x6xf32>
}

// A depthwise one has no rows and columns: it keeps its map.
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: linalg.yield %in
// CHECK: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 + d4, d3 + d5)>
// CHECK: return
func.func @depthwise(%x: tensor<2x3x7x6xf32>, %w: tensor<3x3x2xf32>) -> tensor<2x3x5x5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x5x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x5x5xf32>) -> tensor<2x3x5x5xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x7x6xf32>, tensor<3x3x2xf32>) outs(%f : tensor<2x3x5x5xf32>) -> tensor<2x3x5x5xf32>
  return %0 : tensor<2x3x5x5xf32>
}

// One window, which does not reach the end of its input: the rest is cut off, so
// that the extents fit once the loop over windows is gone.
// CHECK-LABEL: func.func @one_window
// CHECK: tensor.extract_slice %arg0[0, 0, 0] [1, 2, 4] [1, 1, 1]
func.func @one_window(%x: tensor<1x2x7xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x3x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x1xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<3> : tensor<1xi64>, strides = dense<9> : tensor<1xi64>}
      ins(%x, %w : tensor<1x2x7xf32>, tensor<3x2x2xf32>) outs(%f : tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

// The two sides of leaky_relu: the lower one takes the derivative at 0.
// CHECK-LABEL: func.func @leaky
// CHECK: arith.cmpf ogt
// CHECK: arith.select %{{.*}}, %in, %{{.*}} : f32
// CHECK: arith.cmpf olt
// CHECK: arith.select %{{.*}} {piper.takes_tie} : f32
func.func @leaky(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf ogt, %a, %z : f32
    %s = arith.select %c, %a, %z : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf olt, %a, %z : f32
    %s = arith.select %c, %a, %z : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
