// RUN: piper-opt %s --piper-differentiate | FileCheck %s
// RUN: piper-opt %s --piper-differentiate -o %t.once
// RUN: piper-opt %t.once --piper-differentiate -o %t.twice
// RUN: diff %t.once %t.twice

// A stage in the middle: contraction with a transposed weight, bias, activation
// out. The weight's gradient is a contraction into its accumulator, the bias's
// a sum of columns into its own.

// CHECK-DAG: #[[$N:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$K:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-LABEL: func.func private @s0(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {piper.role = "input"},
// CHECK-SAME: %[[W:.*]]: tensor<16x8xf32> {piper.param = "w", piper.role = "param"},
// CHECK-SAME: %{{.*}}: tensor<16xf32> {piper.param = "b", piper.role = "param"},
// CHECK-SAME: %[[DY:.*]]: tensor<4x16xf32> {piper.role = "cotangent"},
// CHECK-SAME: %[[DW:.*]]: tensor<16x8xf32> {piper.param = "w", piper.role = "acc"},
// CHECK-SAME: %[[DB:.*]]: tensor<16xf32> {piper.param = "b", piper.role = "acc"})
// CHECK-SAME: -> (tensor<4x16xf32>, tensor<4x8xf32> {piper.role = "dinput"},
// CHECK-SAME: tensor<16x8xf32> {piper.param = "w", piper.role = "acc"},
// CHECK-SAME: tensor<16xf32> {piper.param = "b", piper.role = "acc"})
// CHECK-SAME: attributes {piper.joint}
// CHECK: piper.cut %[[Y:.*]] : tensor<4x16xf32>
// CHECK: %[[DB1:.*]] = linalg.generic {{.*}}["reduction", "parallel"]{{.*}} ins(%[[DY]] : {{.*}}) outs(%[[DB]] :
// CHECK: arith.addf
// CHECK: linalg.fill
// CHECK: %[[DX:.*]] = linalg.generic {indexing_maps = [#[[$N]], #[[$K]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[DY]], %[[W]] :
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}}
// CHECK: %[[S:.*]] = arith.addf %{{.*}}, %[[P]]
// CHECK: linalg.yield %[[S]]
// CHECK: %[[DW1:.*]] = linalg.generic {indexing_maps = [#[[$K]], #[[$KM]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[DY]] : {{.*}}) outs(%[[DW]] :
// CHECK: return %[[Y]], %[[DX]], %[[DW1]], %[[DB1]]

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func private @s0(%x: tensor<4x8xf32> {piper.role = "input"},
                      %w: tensor<16x8xf32> {piper.role = "param", piper.param = "w"},
                      %b: tensor<16xf32> {piper.role = "param", piper.param = "b"})
    -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %h = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x8xf32>, tensor<16x8xf32>) outs(%f : tensor<4x16xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}
