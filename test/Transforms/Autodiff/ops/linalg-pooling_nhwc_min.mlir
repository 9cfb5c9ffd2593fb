// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// CHECK: @pool argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @pool(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.collapse_shape %{{[a-z0-9_]+}} {{\[\[}}0, 1], [2], [3]]
// CHECK: %[[V2:.*]] = arith.constant 9223372036854775807 : i64
// CHECK: %[[V3:.*]] = tensor.empty() : tensor<2x2x3xi64>
// CHECK: %[[V4:.*]] = linalg.fill ins(%[[V2]]
// CHECK: %[[V5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0 * 2 + d3, d1 * 2 + d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<4x4x3xf32>, tensor<2x2xf32>, tensor<2x2x3xf32>) outs(%[[V4]] : tensor<2x2x3xi64>)
// CHECK: ^bb0(%[[V6:.*]]: f32, %[[V7:.*]]: f32, %[[V8:.*]]: f32, %[[V9:.*]]: i64):
// CHECK: %[[V10:.*]] = arith.cmpf oeq, %[[V6]], %[[V8]]
// CHECK: %[[V11:.*]] = arith.cmpf uno, %[[V6]], %[[V6]]
// CHECK: %[[V12:.*]] = arith.ori %[[V10]], %[[V11]]
// CHECK: %[[V13:.*]] = linalg.index 3
// CHECK: %[[V14:.*]] = linalg.index 4
// CHECK: %[[V15:.*]] = arith.constant 2 : index
// CHECK: %[[V16:.*]] = arith.muli %[[V13]], %[[V15]]
// CHECK: %[[V17:.*]] = arith.addi %[[V16]], %[[V14]]
// CHECK: %[[V18:.*]] = arith.index_cast %[[V17]]
// CHECK: %[[V19:.*]] = arith.select %[[V12]], %[[V18]], %[[V2]]
// CHECK: %[[V20:.*]] = arith.minsi %[[V9]], %[[V19]]
// CHECK: linalg.yield %[[V20]]
// CHECK: %[[V21:.*]] = tensor.empty() : tensor<2x2x2x2x3xf32>
// CHECK: %[[V22:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%[[V1]], %[[V5]] : tensor<2x2x3xf32>, tensor<2x2x3xi64>) outs(%[[V21]] : tensor<2x2x2x2x3xf32>)
// CHECK: ^bb0(%[[V23:.*]]: f32, %[[V24:.*]]: i64, %[[V25:.*]]: f32):
// CHECK: %[[V26:.*]] = linalg.index 3
// CHECK: %[[V27:.*]] = linalg.index 4
// CHECK: %[[V28:.*]] = arith.constant 2 : index
// CHECK: %[[V29:.*]] = arith.muli %[[V26]], %[[V28]]
// CHECK: %[[V30:.*]] = arith.addi %[[V29]], %[[V27]]
// CHECK: %[[V31:.*]] = arith.index_cast %[[V30]]
// CHECK: %[[V32:.*]] = arith.cmpi eq, %[[V31]], %[[V24]]
// CHECK: %[[V33:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V34:.*]] = arith.select %[[V32]], %[[V23]], %[[V33]]
// CHECK: linalg.yield %[[V34]]
// CHECK: %[[V35:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V36:.*]] = tensor.empty() : tensor<4x4x3xf32>
// CHECK: %[[V37:.*]] = linalg.fill ins(%[[V35]]
// CHECK: %[[V38:.*]] = arith.constant 2 : index
// CHECK: %[[V39:.*]] = arith.constant 2 : index
// CHECK: %[[V40:.*]] = arith.constant 0 : index
// CHECK: %[[V41:.*]] = arith.constant 1 : index
// CHECK: %[[V44:.*]] = scf.for %[[V42:.*]] = %[[V40]] to %[[V38]] step %[[V41]] iter_args(%[[V43:.*]] = %[[V37]])
// CHECK: %[[V47:.*]] = scf.for %[[V45:.*]] = %[[V40]] to %[[V39]] step %[[V41]] iter_args(%[[V46:.*]] = %[[V43]])
// CHECK: %[[V48:.*]] = tensor.extract_slice %[[V46]][%[[V42]], %[[V45]], 0] [2, 2, 3] [2, 2, 1]
// CHECK: %[[V49:.*]] = tensor.extract_slice %[[V22]][%[[V42]], %[[V45]], 0, 0, 0] [1, 1, 2, 2, 3] [1, 1, 1, 1, 1]
// CHECK: %[[V50:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V49]] : tensor<2x2x3xf32>) outs(%[[V48]] : tensor<2x2x3xf32>)
// CHECK: ^bb0(%[[V51:.*]]: f32, %[[V52:.*]]: f32):
// CHECK: %[[V53:.*]] = arith.addf %[[V52]], %[[V51]]
// CHECK: linalg.yield %[[V53]]
// CHECK: %[[V54:.*]] = tensor.insert_slice %[[V50]] into %[[V46]][%[[V42]], %[[V45]], 0] [2, 2, 3] [2, 2, 1]
// CHECK: %[[V55:.*]] = tensor.expand_shape %[[V44]] {{\[\[}}0, 1], [2], [3]] output_shape [1, 4, 4, 3]
// CHECK: return %{{[a-z0-9_]+}}, %[[V55]]
func.func private @pool(%x: tensor<1x4x4x3xf32> {piper.role = "input"}) -> (tensor<1x2x2x3xf32>) {
  %fc = arith.constant 0x7F800000 : f32
  %fe = tensor.empty() : tensor<1x2x2x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.pooling_nhwc_min {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%x, %w : tensor<1x4x4x3xf32>, tensor<2x2xf32>) outs(%f : tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %0 : tensor<1x2x2x3xf32>
}
