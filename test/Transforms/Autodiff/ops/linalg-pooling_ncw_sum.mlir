// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// CHECK: @pool argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @pool(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<2x3x3x3xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%{{[a-z0-9_]+}} : tensor<2x3x3xf32>) outs(%[[V1]] : tensor<2x3x3x3xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32):
// CHECK: linalg.yield %[[V3]]
// CHECK: %[[V5:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V6:.*]] = tensor.empty() : tensor<2x3x7xf32>
// CHECK: %[[V7:.*]] = linalg.fill ins(%[[V5]]
// CHECK: %[[V8:.*]] = arith.constant 3 : index
// CHECK: %[[V9:.*]] = arith.constant 0 : index
// CHECK: %[[V10:.*]] = arith.constant 1 : index
// CHECK: %[[V13:.*]] = scf.for %[[V11:.*]] = %[[V9]] to %[[V8]] step %[[V10]] iter_args(%[[V12:.*]] = %[[V7]])
// CHECK: %[[V14:.*]] = tensor.extract_slice %[[V12]][0, 0, %[[V11]]] [2, 3, 3] [1, 1, 2]
// CHECK: %[[V15:.*]] = tensor.extract_slice %[[V2]][0, 0, %[[V11]], 0] [2, 3, 1, 3] [1, 1, 1, 1]
// CHECK: %[[V16:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V15]] : tensor<2x3x3xf32>) outs(%[[V14]] : tensor<2x3x3xf32>)
// CHECK: ^bb0(%[[V17:.*]]: f32, %[[V18:.*]]: f32):
// CHECK: %[[V19:.*]] = arith.addf %[[V18]], %[[V17]]
// CHECK: linalg.yield %[[V19]]
// CHECK: %[[V20:.*]] = tensor.insert_slice %[[V16]] into %[[V12]][0, 0, %[[V11]]] [2, 3, 3] [1, 1, 2]
// CHECK: return %{{[a-z0-9_]+}}, %[[V13]]
func.func private @pool(%x: tensor<2x3x7xf32> {piper.role = "input"}) -> (tensor<2x3x3xf32>) {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<2x3x3xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %w = tensor.empty() : tensor<3xf32>
  %0 = linalg.pooling_ncw_sum {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%x, %w : tensor<2x3x7xf32>, tensor<3xf32>) outs(%f : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
