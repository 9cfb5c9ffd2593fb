// RUN: piper-opt %s --piper-bodies-to-buffers | FileCheck %s

// Ops that share an undefined tensor get one each: with one for all, deciding
// what is computed in place takes cubic time in their number.

// CHECK-LABEL: func.func private @chain(
// CHECK:       linalg.generic {{.*}} outs(%[[E0:.*]] : tensor<4xf32>)
// CHECK:       %[[E1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %{{.*}} = linalg.generic {{.*}} outs(%[[E1]] :
// CHECK:       %[[E2:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %{{.*}} = linalg.generic {{.*}} outs(%[[E2]] :
#id = affine_map<(d0) -> (d0)>
func.func private @chain(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = arith.negf %i : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = math.exp %i : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %c = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    linalg.yield %one : f32
  } -> tensor<4xf32>
  return %b, %c : tensor<4xf32>, tensor<4xf32>
}
