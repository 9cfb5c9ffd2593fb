// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// To the first of the largest elements of a window.
//
// CHECK: @pool argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @whole argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @dilated argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @pool(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 9223372036854775807 : i64
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x3x3x5xi64>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 + d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x7x6xf32>, tensor<3x2xf32>, tensor<2x3x3x5xf32>) outs(%[[V3]] : tensor<2x3x3x5xi64>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32, %[[V8:.*]]: i64):
// CHECK: %[[V9:.*]] = arith.cmpf oeq, %[[V5]], %[[V7]]
// CHECK: %[[V10:.*]] = arith.cmpf uno, %[[V5]], %[[V5]]
// CHECK: %[[V11:.*]] = arith.ori %[[V9]], %[[V10]]
// CHECK: %[[V12:.*]] = linalg.index 4
// CHECK: %[[V13:.*]] = linalg.index 5
// CHECK: %[[V14:.*]] = arith.constant 2 : index
// CHECK: %[[V15:.*]] = arith.muli %[[V12]], %[[V14]]
// CHECK: %[[V16:.*]] = arith.addi %[[V15]], %[[V13]]
// CHECK: %[[V17:.*]] = arith.index_cast %[[V16]]
// CHECK: %[[V18:.*]] = arith.select %[[V11]], %[[V17]], %[[V1]]
// CHECK: %[[V19:.*]] = arith.minsi %[[V8]], %[[V18]]
// CHECK: linalg.yield %[[V19]]
// CHECK: %[[V20:.*]] = tensor.empty() : tensor<2x3x3x2x3x5xf32>
// CHECK: %[[V21:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %[[V4]] : tensor<2x3x3x5xf32>, tensor<2x3x3x5xi64>) outs(%[[V20]] : tensor<2x3x3x2x3x5xf32>)
// CHECK: ^bb0(%[[V22:.*]]: f32, %[[V23:.*]]: i64, %[[V24:.*]]: f32):
// CHECK: %[[V25:.*]] = linalg.index 4
// CHECK: %[[V26:.*]] = linalg.index 5
// CHECK: %[[V27:.*]] = arith.constant 2 : index
// CHECK: %[[V28:.*]] = arith.muli %[[V25]], %[[V27]]
// CHECK: %[[V29:.*]] = arith.addi %[[V28]], %[[V26]]
// CHECK: %[[V30:.*]] = arith.index_cast %[[V29]]
// CHECK: %[[V31:.*]] = arith.cmpi eq, %[[V30]], %[[V23]]
// CHECK: %[[V32:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V33:.*]] = arith.select %[[V31]], %[[V22]], %[[V32]]
// CHECK: linalg.yield %[[V33]]
// CHECK: %[[V34:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V35:.*]] = tensor.empty() : tensor<2x3x7x6xf32>
// CHECK: %[[V36:.*]] = linalg.fill ins(%[[V34]]
// CHECK: %[[V37:.*]] = arith.constant 3 : index
// CHECK: %[[V38:.*]] = arith.constant 2 : index
// CHECK: %[[V39:.*]] = arith.constant 0 : index
// CHECK: %[[V40:.*]] = arith.constant 1 : index
// CHECK: %[[V43:.*]] = scf.for %[[V41:.*]] = %[[V39]] to %[[V37]] step %[[V40]] iter_args(%[[V42:.*]] = %[[V36]])
// CHECK: %[[V46:.*]] = scf.for %[[V44:.*]] = %[[V39]] to %[[V38]] step %[[V40]] iter_args(%[[V45:.*]] = %[[V42]])
// CHECK: %[[V47:.*]] = tensor.extract_slice %[[V45]][0, 0, %[[V41]], %[[V44]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: %[[V48:.*]] = tensor.extract_slice %[[V21]][0, 0, %[[V41]], %[[V44]], 0, 0] [2, 3, 1, 1, 3, 5] [1, 1, 1, 1, 1, 1]
// CHECK: %[[V49:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[V48]] : tensor<2x3x3x5xf32>) outs(%[[V47]] : tensor<2x3x3x5xf32>)
// CHECK: ^bb0(%[[V50:.*]]: f32, %[[V51:.*]]: f32):
// CHECK: %[[V52:.*]] = arith.addf %[[V51]], %[[V50]]
// CHECK: linalg.yield %[[V52]]
// CHECK: %[[V53:.*]] = tensor.insert_slice %[[V49]] into %[[V45]][0, 0, %[[V41]], %[[V44]]] [2, 3, 3, 5] [1, 1, 2, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V43]]
func.func private @pool(%x: tensor<2x3x7x6xf32> {piper.role = "input"}) -> (tensor<2x3x3x5xf32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<2x3x3x5xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  %w = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.pooling_nchw_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<2x3x7x6xf32>, tensor<3x2xf32>) outs(%f : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  return %0 : tensor<2x3x3x5xf32>
}

func.func private @whole(%x: tensor<1x2x3x3xf32> {piper.role = "input"}) -> (tensor<1x2x1x1xf32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<1x2x1x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %0 = linalg.pooling_nchw_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[3, 3]> : tensor<2xi64>} ins(%x, %w : tensor<1x2x3x3xf32>, tensor<3x3xf32>) outs(%f : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}

func.func private @dilated(%x: tensor<1x1x7x5xf32> {piper.role = "input"}) -> (tensor<1x1x5x1xf32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<1x1x5x1xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x1x5x1xf32>) -> tensor<1x1x5x1xf32>
  %w = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.pooling_nchw_max {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%x, %w : tensor<1x1x7x5xf32>, tensor<2x3xf32>) outs(%f : tensor<1x1x5x1xf32>) -> tensor<1x1x5x1xf32>
  return %0 : tensor<1x1x5x1xf32>
}
