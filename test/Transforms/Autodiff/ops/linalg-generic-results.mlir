// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Several results: the cotangents of all of them in one body.
//
// CHECK: @two argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @two argument 1 (param y): max error {{[0-9.e+-]+}} over 7 samples

// CHECK-LABEL: func.func private @two(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<7xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32, %[[V6:.*]]: f32, %[[V7:.*]]: f32):
// CHECK: %[[V8:.*]] = arith.mulf %[[V5]], %[[V6]]
// CHECK: %[[V9:.*]] = math.cos %[[V8]]
// CHECK: %[[V10:.*]] = arith.mulf %[[V4]], %[[V9]]
// CHECK: %[[V11:.*]] = arith.addf %[[V3]], %[[V10]]
// CHECK: %[[V12:.*]] = arith.mulf %[[V11]], %[[V6]]
// CHECK: linalg.yield %[[V12]]
// CHECK: %[[V13:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<7xf32>) outs(%{{[a-z0-9_]+}} : tensor<7xf32>)
// CHECK: ^bb0(%[[V14:.*]]: f32, %[[V15:.*]]: f32, %[[V16:.*]]: f32, %[[V17:.*]]: f32, %[[V18:.*]]: f32):
// CHECK: %[[V19:.*]] = arith.mulf %[[V14]], %[[V17]]
// CHECK: %[[V20:.*]] = math.cos %[[V19]]
// CHECK: %[[V21:.*]] = arith.mulf %[[V16]], %[[V20]]
// CHECK: %[[V22:.*]] = arith.addf %[[V15]], %[[V21]]
// CHECK: %[[V23:.*]] = arith.mulf %[[V14]], %[[V22]]
// CHECK: %[[V24:.*]] = arith.addf %[[V18]], %[[V23]]
// CHECK: linalg.yield %[[V24]]
// CHECK: return %{{[a-z0-9_]+}}{{#[0-9]}}, %{{[a-z0-9_]+}}{{#[0-9]}}, %[[V2]], %[[V13]]
func.func private @two(%x: tensor<3x7xf32> {piper.role = "input"}, %y: tensor<7xf32> {piper.role = "param", piper.param = "y"}) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %e = tensor.empty() : tensor<3x7xf32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<3x7xf32>, tensor<7xf32>) outs(%e, %e : tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %q: f32):
    %m = arith.mulf %a, %b : f32
    %s = math.sin %m : f32
    linalg.yield %m, %s : f32, f32
  } -> (tensor<3x7xf32>, tensor<3x7xf32>)
  return %0#0, %0#1 : tensor<3x7xf32>, tensor<3x7xf32>
}
