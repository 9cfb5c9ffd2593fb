// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// A causal mask: the position is a number like others, without derivative.
//
// CHECK: @mask argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @mask(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<5x5xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<5x5xf32>, tensor<5x5xf32>) outs(%[[V1]] : tensor<5x5xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = linalg.index 1
// CHECK: %[[V7:.*]] = linalg.index 0
// CHECK: %[[V8:.*]] = arith.cmpi sle, %[[V6]], %[[V7]]
// CHECK: %[[V9:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V10:.*]] = arith.select %[[V8]], %[[V3]], %[[V9]]
// CHECK: %[[V11:.*]] = arith.mulf %[[V10]], %[[V4]]
// CHECK: %[[V12:.*]] = arith.mulf %[[V4]], %[[V10]]
// CHECK: %[[V13:.*]] = arith.addf %[[V11]], %[[V12]]
// CHECK: linalg.yield %[[V13]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]]
func.func private @mask(%x: tensor<5x5xf32> {piper.role = "input"}) -> (tensor<5x5xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sle, %j, %i : index
    %s = arith.mulf %a, %a : f32
    %r = arith.select %c, %s, %z : f32
    linalg.yield %r : f32
  } -> tensor<5x5xf32>
  return %0 : tensor<5x5xf32>
}
