// RUN: piper-opt %s -split-input-file --piper-import=loss=mse | FileCheck %s --check-prefixes=CHECK,MSE
// RUN: piper-opt %s -split-input-file --piper-import=loss=cross_entropy | FileCheck %s --check-prefixes=CHECK,CE
// RUN: piper-opt %s -split-input-file --piper-import=loss=cross_entropy | piper-opt -split-input-file --piper-import | FileCheck %s --check-prefixes=CHECK,CE
// RUN: piper-opt %s -split-input-file --piper-import=loss=cross_entropy | piper-opt -split-input-file --piper-normalize | FileCheck %s --check-prefix=SHIFT

// Weights become parameters that keep their values, in the order of their uses;
// the splat stays.
// CHECK: module attributes {piper.init = {param0 = dense<{{.*}}> : tensor<2x3xf32>, param1 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}}
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<2x3xf32> {piper.param = "param0"}
// CHECK-SAME: %arg1: tensor<2xf32> {piper.param = "param1"}
// CHECK-SAME: %arg2: tensor<4x3xf32> {piper.input = "input0"}
// MSE-SAME: %arg3: tensor<4x2xf32> {piper.input = "targets"}) -> tensor<f32>
// CE-SAME: %arg3: tensor<4xi64> {piper.input = "targets", piper.range = #piper.range<0 to 2 or -100>}) -> (tensor<f32>, tensor<i64>)
// CHECK: linalg.transpose ins(%arg0 : tensor<2x3xf32>)
// MSE: arith.constant 8.000000e+00 : f32
// SHIFT: piper.no_grad
// The loss of an ignored target is chosen to be 0, whatever its score; the
// targets that count are counted.
// CE: %[[PICKED:.*]] = linalg.generic {{.*}} ins(%arg3 : tensor<4xi64>) outs(%{{.*}} : tensor<4xf32>)
// CE: tensor.extract
// CE: %[[LOSSES:.*]] = linalg.generic {{.*}} ins(%[[PICKED]], %arg3 :
// CE: arith.negf
// CE-NEXT: arith.cmpi ne
// CE-NEXT: arith.select
// CE: %[[COUNTED:.*]] = linalg.generic {{.*}} ins(%arg3 : tensor<4xi64>) outs(%{{.*}} : tensor<4xi64>)
// CE: arith.extui %{{.*}} : i1 to i64
// CE: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[LOSSES]] : tensor<4xf32>)
// CE: %[[COUNT:.*]] = linalg.generic {{.*}} ins(%[[COUNTED]] : tensor<4xi64>)
// CE: return %[[SUM]], %[[COUNT]] : tensor<f32>, tensor<i64>
func.func @main(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %y = linalg.matmul ins(%x, %t : tensor<4x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  %o = tensor.empty() : tensor<4x2xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x2xf32>, tensor<2xf32>) outs(%o : tensor<4x2xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x2xf32>
  return %z : tensor<4x2xf32>
}
