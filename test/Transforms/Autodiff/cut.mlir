// RUN: piper-opt %s --piper-cut-backward -o %t.cut && FileCheck %s < %t.cut
// RUN: piper-opt %t.cut --piper-cut-backward | diff - %t.cut
// RUN: piper-opt %s --piper-cut-backward=split-backward=true | FileCheck %s --check-prefix=SPLIT

// h = x * w (a contraction), a = relu(h + b), y = a * v. B reads x, w, h and a;
// a is cheap to have from h, so h alone crosses. A constant is in both parts.

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>

// CHECK-LABEL: func.func private @s0.F(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {piper.role = "input"}
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<4x8xf32>) attributes {piper.residuals = 1 : i64}
// CHECK: %[[H:.*]] = linalg.generic {{.*}} ins(%[[X]],
// CHECK: %[[Y:.*]] = linalg.generic {{.*}}"reduction"
// CHECK: return %[[Y]], %[[H]]

// CHECK-LABEL: func.func private @s0.B(
// CHECK-SAME: %{{.*}}: tensor<4x8xf32> {piper.role = "input", piper.source = "arg:0"}
// CHECK-SAME: %{{.*}}: tensor<8x8xf32> {piper.param = "w", piper.role = "param", piper.source = "arg:1"}
// CHECK-SAME: %{{.*}}: tensor<8xf32> {piper.param = "b", piper.role = "frozen", piper.source = "arg:2"}
// CHECK-SAME: %[[R:.*]]: tensor<4x8xf32> {piper.source = "residual:0"}
// CHECK-SAME: %[[DY:.*]]: tensor<4x8xf32> {piper.role = "cotangent", piper.source = "cotangent:0"}
// CHECK-SAME: %[[AW:.*]]: tensor<8x8xf32> {piper.param = "w", piper.role = "acc", piper.source = "acc:0"}
// CHECK-SAME: -> (tensor<4x8xf32> {piper.role = "dinput"}, tensor<8x8xf32> {piper.role = "acc"})
// CHECK-SAME: attributes {piper.inouts = 1 : i64}
// CHECK: arith.constant 0.0
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%[[R]],
// CHECK: arith.maximumf
// CHECK: %[[DH:.*]] = linalg.generic {{.*}} ins(%[[DY]], %[[R]], %[[A]]
// CHECK: return
// CHECK-NOT: func.func

// SPLIT: func.func private @s0.F(
// SPLIT-SAME: piper.residuals = 1
// SPLIT: func.func private @s0.B(
// SPLIT-SAME: piper.source = "residual:0"
// SPLIT: func.func private @s0.BI(
// SPLIT-SAME: -> (tensor<4x8xf32> {piper.role = "dinput"}, tensor<4x8xf32>) attributes {piper.residuals = 1 : i64}
// SPLIT-NOT: func.func
// SPLIT: %[[DH:.*]] = linalg.generic {{.*}} ins(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}} :
// SPLIT: arith.select
// SPLIT: %[[DX:.*]] = linalg.generic
// SPLIT: return %[[DX]], %[[DH]]
// SPLIT: func.func private @s0.BW(
// SPLIT-SAME: %[[X:.*]]: tensor<4x8xf32> {piper.role = "input", piper.source = "arg:0"}, %[[DH:.*]]: tensor<4x8xf32> {piper.source = "bi:0"},
// SPLIT-SAME: %[[AW:.*]]: tensor<8x8xf32> {piper.param = "w", piper.role = "acc", piper.source = "acc:0"}) -> (tensor<8x8xf32> {piper.role = "acc"}) attributes {piper.inouts = 1 : i64}
// SPLIT-NEXT: %[[DW:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[DH]] : {{.*}}) outs(%[[AW]] :
// SPLIT: return %[[DW]]
func.func private @s0(%x: tensor<4x8xf32> {piper.role = "input"},
                      %w: tensor<8x8xf32> {piper.role = "param", piper.param = "w"},
                      %b: tensor<8xf32> {piper.role = "frozen", piper.param = "b"},
                      %v: tensor<8x8xf32> {piper.role = "frozen", piper.param = "v"},
                      %dy: tensor<4x8xf32> {piper.role = "cotangent"},
                      %aw: tensor<8x8xf32> {piper.role = "acc", piper.param = "w"})
    -> (tensor<4x8xf32>, tensor<4x8xf32> {piper.role = "dinput"}, tensor<8x8xf32> {piper.role = "acc"})
    attributes {piper.joint} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %h = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %v : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  piper.cut %y : tensor<4x8xf32>
  %dh = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%dy, %h, %a : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%g: f32, %i: f32, %j: f32, %o: f32):
    %c = arith.cmpf ogt, %i, %zero : f32
    %m = arith.mulf %g, %j : f32
    %s = arith.select %c, %m, %zero : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %dw = linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %dh : tensor<4x8xf32>, tensor<4x8xf32>) outs(%aw : tensor<8x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %dx = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dh, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %y, %dx, %dw : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x8xf32>
}
