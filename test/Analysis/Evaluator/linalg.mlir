// RUN: piper-opt %s -split-input-file -o /dev/null --piper-evaluate | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#none = affine_map<(d0, d1) -> ()>

// Two results, a reduction into a constant-0 column, linalg.index, a captured scalar.
// CHECK: result 0 : tensor<2x1xf32> = [6, 15]
// CHECK-NEXT: result 1 : tensor<2x3xi64> = [10, 11, 12, 20, 21, 22]
func.func @several() -> (tensor<2x1xf32>, tensor<2x3xi64>) {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %c10 = arith.constant 10 : i64
  %e = tensor.empty() : tensor<2x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1xf32>) -> tensor<2x1xf32>
  %n = tensor.empty() : tensor<2x3xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%f, %n : tensor<2x1xf32>, tensor<2x3xi64>) {
  ^bb0(%a: f32, %s: f32, %o: i64):
    %t = arith.addf %s, %a : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %j64 = arith.index_cast %j : index to i64
    %one = arith.constant 1 : i64
    %i1 = arith.addi %i64, %one : i64
    %m = arith.muli %i1, %c10 : i64
    %k = arith.addi %m, %j64 : i64
    linalg.yield %t, %k : f32, i64
  } -> (tensor<2x1xf32>, tensor<2x3xi64>)
  return %r#0, %r#1 : tensor<2x1xf32>, tensor<2x3xi64>
}

// -----

// Gather through tensor.extract with a checked index, and scf.if in the body.
// CHECK: result 0 : tensor<3xf32> = [30, -1, 10]
func.func @gather() -> tensor<3xf32> {
  %table = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %ids = arith.constant dense<[2, -5, 0]> : tensor<3xi64>
  %c0 = arith.constant 0 : index
  %none = arith.constant -1.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %ok = arith.cmpi sge, %i, %c0 : index
    %v = scf.if %ok -> f32 {
      %t = tensor.extract %table[%i] : tensor<3xf32>
      scf.yield %t : f32
    } else {
      scf.yield %none : f32
    }
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// Named operations: matmul with an accumulator, transpose, reduce, broadcast, map.
// CHECK: result 0 : tensor<2x2xf32> = [104, 107, 111, 118]
// CHECK-NEXT: result 1 : tensor<3x2xf32> = [1, 4, 2, 5, 3, 6]
// CHECK-NEXT: result 2 : tensor<2xf32> = [3, 6]
// CHECK-NEXT: result 3 : tensor<2x2xf32> = [3, 3, 6, 6]
// CHECK-NEXT: result 4 : tensor<2xf32> = [9, 36]
func.func @named() -> (tensor<2x2xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %w = arith.constant dense<[[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %acc = arith.constant dense<[[100.0, 100.0], [101.0, 102.0]]> : tensor<2x2xf32>
  %mm = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>) outs(%acc : tensor<2x2xf32>) -> tensor<2x2xf32>
  %et = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%et : tensor<3x2xf32>) permutation = [1, 0]
  %low = arith.constant dense<0xFF800000> : tensor<2xf32>
  %max = linalg.reduce ins(%x : tensor<2x3xf32>) outs(%low : tensor<2xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %m = arith.maximumf %a, %b : f32
      linalg.yield %m : f32
    }
  %eb = tensor.empty() : tensor<2x2xf32>
  %b = linalg.broadcast ins(%max : tensor<2xf32>) outs(%eb : tensor<2x2xf32>) dimensions = [1]
  %em = tensor.empty() : tensor<2xf32>
  %sq = linalg.map { arith.mulf } ins(%max, %max : tensor<2xf32>, tensor<2xf32>) outs(%em : tensor<2xf32>)
  return %mm, %t, %max, %b, %sq : tensor<2x2xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>
}

// -----

// Maps with sums (convolution) and with a division.
// CHECK: result 0 : tensor<1x3x1xf32> = [8, 11, 14]
// CHECK-NEXT: result 1 : tensor<4xf32> = [7, 7, 9, 9]
func.func @maps() -> (tensor<1x3x1xf32>, tensor<4xf32>) {
  %x = arith.constant dense<[[[1.0], [2.0], [3.0], [4.0], [5.0]]]> : tensor<1x5x1xf32>
  %k = arith.constant dense<[[[1.0]], [[-1.0]], [[3.0]]]> : tensor<3x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x3x1xf32>
  %conv = linalg.conv_1d_nwc_wcf ins(%x, %k : tensor<1x5x1xf32>, tensor<3x1x1xf32>) outs(%zero : tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %pair = arith.constant dense<[7.0, 9.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%pair : tensor<2xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %conv, %r : tensor<1x3x1xf32>, tensor<4xf32>
}
