// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Each operand takes its slice; one that occurs twice the sum.
//
// CHECK: @concat argument 0 (input): max error {{[0-9.e+-]+}} over 6 samples
// CHECK: @concat argument 1 (param y): max error {{[0-9.e+-]+}} over 15 samples

// CHECK-LABEL: func.func private @concat(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.extract_slice %{{[a-z0-9_]+}}[0, 0] [3, 2] [1, 1]
// CHECK: %[[V2:.*]] = tensor.extract_slice %{{[a-z0-9_]+}}[0, 2] [3, 5] [1, 1]
// CHECK: %[[V3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[V2]] : tensor<3x5xf32>) outs(%{{[a-z0-9_]+}} : tensor<3x5xf32>)
// CHECK: ^bb0(%[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = arith.addf %[[V5]], %[[V4]]
// CHECK: linalg.yield %[[V6]]
// CHECK: %[[V7:.*]] = tensor.extract_slice %{{[a-z0-9_]+}}[0, 7] [3, 2] [1, 1]
// CHECK: %[[V8:.*]] = tensor.empty() : tensor<3x2xf32>
// CHECK: %[[V9:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[V1]], %[[V7]] : tensor<3x2xf32>, tensor<3x2xf32>) outs(%[[V8]] : tensor<3x2xf32>)
// CHECK: ^bb0(%[[V10:.*]]: f32, %[[V11:.*]]: f32, %[[V12:.*]]: f32):
// CHECK: %[[V13:.*]] = arith.addf %[[V10]], %[[V11]]
// CHECK: linalg.yield %[[V13]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V9]], %[[V3]]
func.func private @concat(%x: tensor<3x2xf32> {piper.role = "input"}, %y: tensor<3x5xf32> {piper.role = "param", piper.param = "y"}) -> (tensor<3x9xf32>) {
  %0 = tensor.concat dim(1) %x, %y, %x : (tensor<3x2xf32>, tensor<3x5xf32>, tensor<3x2xf32>) -> tensor<3x9xf32>
  return %0 : tensor<3x9xf32>
}
