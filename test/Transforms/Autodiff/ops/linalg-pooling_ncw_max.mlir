// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// CHECK: @pool argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @pool(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 9223372036854775807 : i64
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<2x3x3xi64>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 * 2 + d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<2x3x7xf32>, tensor<3xf32>, tensor<2x3x3xf32>) outs(%[[V3]] : tensor<2x3x3xi64>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32, %[[V8:.*]]: i64):
// CHECK: %[[V9:.*]] = arith.cmpf oeq, %[[V5]], %[[V7]]
// CHECK: %[[V10:.*]] = arith.cmpf uno, %[[V5]], %[[V5]]
// CHECK: %[[V11:.*]] = arith.ori %[[V9]], %[[V10]]
// CHECK: %[[V12:.*]] = linalg.index 3
// CHECK: %[[V13:.*]] = arith.index_cast %[[V12]]
// CHECK: %[[V14:.*]] = arith.select %[[V11]], %[[V13]], %[[V1]]
// CHECK: %[[V15:.*]] = arith.minsi %[[V8]], %[[V14]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = tensor.empty() : tensor<2x3x3x3xf32>
// CHECK: %[[V17:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %[[V4]] : tensor<2x3x3xf32>, tensor<2x3x3xi64>) outs(%[[V16]] : tensor<2x3x3x3xf32>)
// CHECK: ^bb0(%[[V18:.*]]: f32, %[[V19:.*]]: i64, %[[V20:.*]]: f32):
// CHECK: %[[V21:.*]] = linalg.index 3
// CHECK: %[[V22:.*]] = arith.index_cast %[[V21]]
// CHECK: %[[V23:.*]] = arith.cmpi eq, %[[V22]], %[[V19]]
// CHECK: %[[V24:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V25:.*]] = arith.select %[[V23]], %[[V18]], %[[V24]]
// CHECK: linalg.yield %[[V25]]
// CHECK: %[[V26:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V27:.*]] = tensor.empty() : tensor<2x3x7xf32>
// CHECK: %[[V28:.*]] = linalg.fill ins(%[[V26]]
// CHECK: %[[V29:.*]] = arith.constant 3 : index
// CHECK: %[[V30:.*]] = arith.constant 0 : index
// CHECK: %[[V31:.*]] = arith.constant 1 : index
// CHECK: %[[V34:.*]] = scf.for %[[V32:.*]] = %[[V30]] to %[[V29]] step %[[V31]] iter_args(%[[V33:.*]] = %[[V28]])
// CHECK: %[[V35:.*]] = tensor.extract_slice %[[V33]][0, 0, %[[V32]]] [2, 3, 3] [1, 1, 2]
// CHECK: %[[V36:.*]] = tensor.extract_slice %[[V17]][0, 0, %[[V32]], 0] [2, 3, 1, 3] [1, 1, 1, 1]
// CHECK: %[[V37:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V36]] : tensor<2x3x3xf32>) outs(%[[V35]] : tensor<2x3x3xf32>)
// CHECK: ^bb0(%[[V38:.*]]: f32, %[[V39:.*]]: f32):
// CHECK: %[[V40:.*]] = arith.addf %[[V39]], %[[V38]]
// CHECK: linalg.yield %[[V40]]
// CHECK: %[[V41:.*]] = tensor.insert_slice %[[V37]] into %[[V33]][0, 0, %[[V32]]] [2, 3, 3] [1, 1, 2]
// CHECK: return %{{[a-z0-9_]+}}, %[[V34]]
func.func private @pool(%x: tensor<2x3x7xf32> {piper.role = "input"}) -> (tensor<2x3x3xf32>) {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<2x3x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %w = tensor.empty() : tensor<3xf32>
  %0 = linalg.pooling_ncw_max {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%x, %w : tensor<2x3x7xf32>, tensor<3xf32>) outs(%f : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
