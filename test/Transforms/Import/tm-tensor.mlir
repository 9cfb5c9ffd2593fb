// RUN: piper-opt %s -split-input-file --piper-import -o %t
// RUN: FileCheck %s --check-prefix=IR < %t
// RUN: piper-opt %t -split-input-file -o /dev/null --piper-evaluate="precision=f32" | FileCheck %s
// RUN: piper-opt %t -split-input-file --piper-normalize | piper-opt -split-input-file -o /dev/null --piper-evaluate="precision=f32" | FileCheck %s

// IR-NOT: tm_tensor

// Ties keep their order; the loss is 1000 a + 100 b + 10 c + d of the sorted ids.
// Of [2, 5, 5, 3] the descending order is 1, 2, 3, 0.
// CHECK: result 0 : tensor<f32> = 1230
func.func @sort(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  %x = arith.constant dense<[[2.0, 5.0, 5.0, 3.0]]> : tensor<1x4xf32>
  %i = arith.constant dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>
  %sorted:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<1x4xf32>, tensor<1x4xi64>) {
  ^bb0(%a: f32, %b: f32, %ia: i64, %ib: i64):
    %first = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %first : i1
  } -> tensor<1x4xf32>, tensor<1x4xi64>
  %w = arith.constant dense<[[1000.0, 100.0, 10.0, 1.0]]> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%sorted#1, %w : tensor<1x4xi64>, tensor<1x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%id: i64, %f: f32, %acc: f32):
    %v = arith.sitofp %id : i64 to f32
    %p = arith.mulf %v, %f : f32
    %n = arith.addf %acc, %p : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Prefix sums of [1, 2, 3] before each, 0 1 3, weighted 100, 10, 1; the last, 3, adds
// 3000 for each of the three rows.
// CHECK: result 0 : tensor<f32> = 9013
func.func @scan(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  %x = arith.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %o = arith.constant dense<0.0> : tensor<3x1xf32>
  %a = arith.constant dense<0.0> : tensor<1xf32>
  %p:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<3x1xf32>) outs(%o, %a : tensor<3x1xf32>, tensor<1xf32>) {
  ^bb0(%l: f32, %r: f32):
    %sum = arith.addf %l, %r : f32
    tm_tensor.yield %sum : f32
  } -> tensor<3x1xf32>, tensor<1xf32>
  %w = arith.constant dense<[[100.0], [10.0], [1.0]]> : tensor<3x1xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%p#0, %w, %p#1 : tensor<3x1xf32>, tensor<3x1xf32>, tensor<1xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %f: f32, %t: f32, %acc: f32):
    %c = arith.constant 1.0e3 : f32
    %m = arith.mulf %v, %f : f32
    %u = arith.mulf %t, %c : f32
    %e = arith.addf %m, %u : f32
    %n = arith.addf %acc, %e : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Equal scores average v = 1, 3 to 2; the mask then leaves only the second, 3.
// IR: func.func @attention
// IR: body.attention %{{.*}}, %{{.*}}, %{{.*}} scale 5.000000e-01 :
// IR: body.attention %{{.*}}, %{{.*}}, %{{.*}} mask %{{.*}} scale 2.000000e+00 :
// CHECK: result 0 : tensor<f32> = 2
// CHECK: result 1 : tensor<f32> = 3
func.func @attention(%s: tensor<f32> {piper.param = "s"}) -> (tensor<f32>, tensor<f32>) {
  %q = arith.constant dense<0.0> : tensor<1x1x4xf32>
  %k = arith.constant dense<1.0> : tensor<1x2x4xf32>
  %v = arith.constant dense<[[[1.0], [3.0]]]> : tensor<1x2x1xf32>
  %mask = arith.constant dense<[[[0xFF800000, 0.0]]]> : tensor<1x1x2xf32>
  %o = arith.constant dense<0.0> : tensor<1x1x1xf32>
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<1x1x4xf32>, tensor<1x2x4xf32>, tensor<1x2x1xf32>) outs(%o : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %1 = tm_tensor.attention {scale = 2.0 : f64} ins(%q, %k, %v, %mask : tensor<1x1x4xf32>, tensor<1x2x4xf32>, tensor<1x2x1xf32>, tensor<1x1x2xf32>) outs(%o : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %2 = tensor.collapse_shape %0 [] : tensor<1x1x1xf32> into tensor<f32>
  %3 = tensor.collapse_shape %1 [] : tensor<1x1x1xf32> into tensor<f32>
  return %2, %3 : tensor<f32>, tensor<f32>
}

// -----

// The scale: exp(4 * 0.5 * ln2) = 4 for one column, 1 for the other.
// CHECK: result 0 : tensor<f32> = {{4.19999|4.2}}
func.func @scale(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  %q = arith.constant dense<[[[0.69314718, 0.69314718, 0.69314718, 0.69314718]]]> : tensor<1x1x4xf32>
  %k = arith.constant dense<[[[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<1x2x4xf32>
  %v = arith.constant dense<[[[5.0], [1.0]]]> : tensor<1x2x1xf32>
  %o = arith.constant dense<0.0> : tensor<1x1x1xf32>
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<1x1x4xf32>, tensor<1x2x4xf32>, tensor<1x2x1xf32>) outs(%o : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %2 = tensor.collapse_shape %0 [] : tensor<1x1x1xf32> into tensor<f32>
  return %2 : tensor<f32>
}
