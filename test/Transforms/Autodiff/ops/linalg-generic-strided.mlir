// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Maps that are linear in the loops, with none of the named forms: strides, repeated loops,
// constants, a loop counted down.
//
// CHECK: @strided argument 0 (input): max error {{[0-9.e+-]+}} over 9 samples
// CHECK: @diagonal argument 0 (param x): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @column argument 0 (input): max error {{[0-9.e+-]+}} over 12 samples
// CHECK: @reversed argument 0 (input): max error {{[0-9.e+-]+}} over 4 samples

// CHECK-LABEL: func.func private @strided(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 2 + 1)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<4xf32>, tensor<9xf32>) outs(%[[V1]] : tensor<4xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = math.cos %[[V4]]
// CHECK: %[[V7:.*]] = arith.mulf %[[V3]], %[[V6]]
// CHECK: linalg.yield %[[V7]]
// CHECK: %[[V8:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V9:.*]] = tensor.empty() : tensor<9xf32>
// CHECK: %[[V10:.*]] = linalg.fill ins(%[[V8]]
// CHECK: %[[V11:.*]] = tensor.extract_slice %[[V10]][1] [4] [2]
// CHECK: %[[V12:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V2]] : tensor<4xf32>) outs(%[[V11]] : tensor<4xf32>)
// CHECK: ^bb0(%[[V13:.*]]: f32, %[[V14:.*]]: f32):
// CHECK: %[[V15:.*]] = arith.addf %[[V14]], %[[V13]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = tensor.insert_slice %[[V12]] into %[[V10]][1] [4] [2]
// CHECK: return %{{[a-z0-9_]+}}, %[[V16]]
func.func private @strided(%x: tensor<9xf32> {piper.role = "input"}) -> (tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (2 * i + 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sin %a : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @diagonal(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<4xf32>, tensor<4x4xf32>) outs(%[[V1]] : tensor<4xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = math.cos %[[V4]]
// CHECK: %[[V7:.*]] = arith.mulf %[[V3]], %[[V6]]
// CHECK: linalg.yield %[[V7]]
// CHECK: %[[V8:.*]] = arith.constant 4 : index
// CHECK: %[[V9:.*]] = arith.constant 0 : index
// CHECK: %[[V10:.*]] = arith.constant 1 : index
// CHECK: %[[V13:.*]] = scf.for %[[V11:.*]] = %[[V9]] to %[[V8]] step %[[V10]] iter_args(%[[V12:.*]] = %{{[a-z0-9_]+}})
// CHECK: %[[V14:.*]] = tensor.extract_slice %[[V12]][%[[V11]], %[[V11]]] [1, 1] [1, 1]
// CHECK: %[[V15:.*]] = tensor.extract_slice %[[V2]][%[[V11]]] [1] [1]
// CHECK: %[[V16:.*]] = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%[[V15]] : tensor<f32>) outs(%[[V14]] : tensor<f32>)
// CHECK: ^bb0(%[[V17:.*]]: f32, %[[V18:.*]]: f32):
// CHECK: %[[V19:.*]] = arith.addf %[[V18]], %[[V17]]
// CHECK: linalg.yield %[[V19]]
// CHECK: %[[V20:.*]] = tensor.insert_slice %[[V16]] into %[[V12]][%[[V11]], %[[V11]]] [1, 1] [1, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V13]]
func.func private @diagonal(%x: tensor<4x4xf32> {piper.role = "param", piper.param = "x"}) -> (tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sin %a : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @column(%x: tensor<4x3xf32> {piper.role = "input"}) -> (tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4x3xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sin %a : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @reversed(%x: tensor<4xf32> {piper.role = "input"}) -> (tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sin %a : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
