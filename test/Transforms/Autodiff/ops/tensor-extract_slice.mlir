// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Slices of one value are put side by side into zeros; where they overlap they are added.
//
// CHECK: @slices argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @overlap argument 0 (input): max error {{[0-9.e+-]+}} over 9 samples
// CHECK: @dropped argument 0 (param x): max error {{[0-9.e+-]+}} over 15 samples

// CHECK-LABEL: func.func private @slices(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<4x9xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = tensor.insert_slice %{{[a-z0-9_]+}} into %[[V3]][0, 6] [4, 3] [1, 1]
// CHECK: %[[V5:.*]] = tensor.insert_slice %{{[a-z0-9_]+}} into %[[V4]][0, 3] [4, 3] [1, 1]
// CHECK: %[[V6:.*]] = tensor.insert_slice %{{[a-z0-9_]+}} into %[[V5]][0, 0] [4, 3] [1, 1]
// CHECK: return %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %[[V6]]
func.func private @slices(%x: tensor<4x9xf32> {piper.role = "input"}) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) {
  %0 = tensor.extract_slice %x[0, 0] [4, 3] [1, 1] : tensor<4x9xf32> to tensor<4x3xf32>
  %1 = tensor.extract_slice %x[0, 3] [4, 3] [1, 1] : tensor<4x9xf32> to tensor<4x3xf32>
  %2 = tensor.extract_slice %x[0, 6] [4, 3] [1, 1] : tensor<4x9xf32> to tensor<4x3xf32>
  return %0, %1, %2 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// CHECK-LABEL: func.func private @overlap(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<9xf32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = tensor.insert_slice %{{[a-z0-9_]+}} into %[[V3]][3] [4] [1]
// CHECK: %[[V5:.*]] = tensor.extract_slice %[[V4]][0] [5] [2]
// CHECK: %[[V6:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%{{[a-z0-9_]+}} : tensor<5xf32>) outs(%[[V5]] : tensor<5xf32>)
// CHECK: ^bb0(%[[V7:.*]]: f32, %[[V8:.*]]: f32):
// CHECK: %[[V9:.*]] = arith.addf %[[V8]], %[[V7]]
// CHECK: linalg.yield %[[V9]]
// CHECK: %[[V10:.*]] = tensor.insert_slice %[[V6]] into %[[V4]][0] [5] [2]
// CHECK: return %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %[[V10]]
func.func private @overlap(%x: tensor<9xf32> {piper.role = "input"}) -> (tensor<5xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %x[0] [5] [2] : tensor<9xf32> to tensor<5xf32>
  %1 = tensor.extract_slice %x[3] [4] [1] : tensor<9xf32> to tensor<4xf32>
  return %0, %1 : tensor<5xf32>, tensor<4xf32>
}

func.func private @dropped(%x: tensor<3x5xf32> {piper.role = "param", piper.param = "x"}) -> (tensor<5xf32>) {
  %0 = tensor.extract_slice %x[1, 0] [1, 5] [1, 1] : tensor<3x5xf32> to tensor<5xf32>
  return %0 : tensor<5xf32>
}
