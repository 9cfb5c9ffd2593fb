// What the ops of torch-mlir compute, as literal values, by the evaluator and on
// the host: @got against @want.
// RUN: piper-opt %s --piper-lower-tm-tensor -o %t.mlir
// RUN: FileCheck %s --check-prefix=IR < %t.mlir
// RUN: piper-opt %t.mlir -o /dev/null --piper-evaluate="function=got precision=f32" > %t.got
// RUN: piper-opt %t.mlir -o /dev/null --piper-evaluate="function=want precision=f32" > %t.want
// RUN: diff %t.got %t.want
// RUN: FileCheck %s < %t.got
// RUN: piper-opt %t.mlir --piper-normalize -o /dev/null --piper-evaluate="function=got precision=f32" | diff - %t.want
// RUN: piper-run-body %t.mlir --function got > %t.got
// RUN: piper-run-body %t.mlir --function want | diff %t.got -
// RUN: FileCheck %s --check-prefix=HOST < %t.got

// IR-NOT: tm_tensor
// IR-COUNT-6: body.scatter
// IR-NOT: tm_tensor

// CHECK: result 25 : tensor<3x1x1xf32> = [2, 3, 0]
// CHECK-NOT: result
// HOST: result 25 : tensor<3x1x1xf32>

func.func @got() -> (tensor<1x4xf32>, tensor<1x4xi64>, tensor<3x2xi64>,
                     tensor<2x3xf32>, tensor<2xf32>, tensor<5xi64>, tensor<i64>,
                     tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<5xf32>,
                     tensor<5xf32>, tensor<1x1xf32>, tensor<1xf32>,
                     tensor<4x2xf32>, tensor<4x2xf32>, tensor<2x3xf32>,
                     tensor<2x3xf32>, tensor<3xi64>, tensor<3x2xf32>,
                     tensor<1x2xf32>, tensor<1x2xi64>, tensor<2x2xf32>,
                     tensor<2x2xi32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>) {
  // Descending; ties keep their order.
  %x0 = arith.constant dense<[[2.0, 5.0, 5.0, 3.0]]> : tensor<1x4xf32>
  %i0 = arith.constant dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>
  %r0:2 = tm_tensor.sort dimension(1) outs(%x0, %i0 : tensor<1x4xf32>, tensor<1x4xi64>) {
  ^bb0(%a: f32, %b: f32, %ia: i64, %ib: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<1x4xf32>, tensor<1x4xi64>

  // Ascending along the first dimension.
  %x1 = arith.constant dense<[[3, 1], [2, 1], [9, 0]]> : tensor<3x2xi64>
  %r1 = tm_tensor.sort dimension(0) outs(%x1 : tensor<3x2xi64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.cmpi sle, %a, %b : i64
    tm_tensor.yield %c : i1
  } -> tensor<3x2xi64>

  // Sums up to each element, and the total.
  %x2 = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %a2 = arith.constant dense<0.0> : tensor<2xf32>
  %r2:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x2 : tensor<2x3xf32>) outs(%x2, %a2 : tensor<2x3xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<2x3xf32>, tensor<2xf32>

  // Sums before each element, from 10 on; the last of them.
  %x3 = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi64>
  %a3 = arith.constant dense<10> : tensor<i64>
  %r3:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x3 : tensor<5xi64>) outs(%x3, %a3 : tensor<5xi64>, tensor<i64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tm_tensor.yield %c : i64
  } -> tensor<5xi64>, tensor<i64>

  // Products.
  %x4 = arith.constant dense<[2.0, 3.0, 0.0, 4.0, 5.0]> : tensor<5xf32>
  %a4 = arith.constant dense<1.0> : tensor<f32>
  %r4:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x4 : tensor<5xf32>) outs(%x4, %a4 : tensor<5xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<5xf32>, tensor<f32>
  %x5 = arith.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
  %r5:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x5 : tensor<3xf32>) outs(%x5, %a4 : tensor<3xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<3xf32>, tensor<f32>

  // Maxima.
  %x6 = arith.constant dense<[1.0, 3.0, 2.0, 3.0, 0.0]> : tensor<5xf32>
  %a6 = arith.constant dense<0xFF800000> : tensor<f32>
  %r6:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x6 : tensor<5xf32>) outs(%x6, %a6 : tensor<5xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<5xf32>, tensor<f32>
  %r7:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x6 : tensor<5xf32>) outs(%x6, %a4 : tensor<5xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<5xf32>, tensor<f32>

  // One element: nothing comes before it.
  %x8 = arith.constant dense<7.0> : tensor<1x1xf32>
  %a8 = arith.constant dense<2.0> : tensor<1xf32>
  %r8:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x8 : tensor<1x1xf32>) outs(%x8, %a8 : tensor<1x1xf32>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<1x1xf32>, tensor<1xf32>

  // Two updates of row 1: the last stays, whatever is claimed; added, both count.
  %u9 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i9 = arith.constant dense<[[1], [3], [1]]> : tensor<3x1xi32>
  %d9 = arith.constant dense<[[1.0, 1.0], [1.0, 2.0], [1.0, 1.0], [1.0, 1.0]]> : tensor<4x2xf32>
  %r9 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u9, %i9 : tensor<3x2xf32>, tensor<3x1xi32>) outs(%d9 : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<4x2xf32>
  %r10 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u9, %i9 : tensor<3x2xf32>, tensor<3x1xi32>) outs(%d9 : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    tm_tensor.yield %c : f32
  } -> tensor<4x2xf32>

  // Two columns of indices, in order and swapped.
  %u11 = arith.constant dense<[10.0, 11.0, 12.0, 13.0]> : tensor<4xf32>
  %i11 = arith.constant dense<[[0, 2], [1, 0], [0, 2], [1, 1]]> : tensor<4x2xi64>
  %i12 = arith.constant dense<[[2, 0], [0, 1], [2, 0], [1, 1]]> : tensor<4x2xi64>
  %d11 = arith.constant dense<0.0> : tensor<2x3xf32>
  %r11 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%u11, %i11 : tensor<4xf32>, tensor<4x2xi64>) outs(%d11 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<2x3xf32>
  %r12 = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(false) ins(%u11, %i12 : tensor<4xf32>, tensor<4x2xi64>) outs(%d11 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tm_tensor.yield %c : f32
  } -> tensor<2x3xf32>

  // Integers.
  %u13 = arith.constant dense<[5, 6, 7]> : tensor<3xi64>
  %i13 = arith.constant dense<[[2], [0], [2]]> : tensor<3x1xi64>
  %d13 = arith.constant dense<1> : tensor<3xi64>
  %r13 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u13, %i13 : tensor<3xi64>, tensor<3x1xi64>) outs(%d13 : tensor<3xi64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tm_tensor.yield %c : i64
  } -> tensor<3xi64>

  // A window that has the indexed dimension, too.
  %u14 = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %i14 = arith.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %d14 = arith.constant dense<[[9.0, 9.0], [9.0, 9.0], [9.0, 8.0]]> : tensor<3x2xf32>
  %r14 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u14, %i14 : tensor<2x1x2xf32>, tensor<2x1xi32>) outs(%d14 : tensor<3x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<3x2xf32>

  // The two largest; of equals the first comes first.
  %x15 = arith.constant dense<[[1.0, 4.0, 2.0, 4.0, 3.0]]> : tensor<1x5xf32>
  %v15 = tensor.empty() : tensor<1x2xf32>
  %o15 = tensor.empty() : tensor<1x2xi64>
  %r15:2 = tm_tensor.topk dimension(1) ins(%x15 : tensor<1x5xf32>) outs(%v15, %o15 : tensor<1x2xf32>, tensor<1x2xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<1x2xf32>, tensor<1x2xi64>

  // The two smallest of each column, with indices of their own.
  %x16 = arith.constant dense<[[5.0, 1.0], [2.0, 3.0], [2.0, 2.0]]> : tensor<3x2xf32>
  %i16 = arith.constant dense<[[10, 11], [20, 21], [30, 31]]> : tensor<3x2xi32>
  %v16 = tensor.empty() : tensor<2x2xf32>
  %o16 = tensor.empty() : tensor<2x2xi32>
  %r16:2 = tm_tensor.topk dimension(0) ins(%x16, %i16 : tensor<3x2xf32>, tensor<3x2xi32>) outs(%v16, %o16 : tensor<2x2xf32>, tensor<2x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x2xf32>, tensor<2x2xi32>

  // Equal scores, mean of the columns that count: both, the second, none.
  %q17 = arith.constant dense<0.0> : tensor<3x1x4xf32>
  %k17 = arith.constant dense<1.0> : tensor<3x2x4xf32>
  %v17 = arith.constant dense<[[[1.0], [3.0]], [[1.0], [3.0]], [[1.0], [3.0]]]> : tensor<3x2x1xf32>
  %m17 = arith.constant dense<[[[0.0, 0.0]], [[0xFF800000, 0.0]], [[0xFF800000, 0xFF800000]]]> : tensor<3x1x2xf32>
  %o17 = arith.constant dense<0.0> : tensor<3x1x1xf32>
  %r17 = tm_tensor.attention ins(%q17, %k17, %v17, %m17 : tensor<3x1x4xf32>, tensor<3x2x4xf32>, tensor<3x2x1xf32>, tensor<3x1x2xf32>) outs(%o17 : tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
  %m18 = arith.constant dense<[[[true, true]], [[false, true]], [[false, false]]]> : tensor<3x1x2xi1>
  %r18 = tm_tensor.attention ins(%q17, %k17, %v17, %m18 : tensor<3x1x4xf32>, tensor<3x2x4xf32>, tensor<3x2x1xf32>, tensor<3x1x2xi1>) outs(%o17 : tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
  return %r0#0, %r0#1, %r1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r5#0, %r5#1, %r6#0, %r7#0, %r8#0, %r8#1,
         %r9, %r10, %r11, %r12, %r13, %r14, %r15#0, %r15#1, %r16#0, %r16#1, %r17, %r18
    : tensor<1x4xf32>, tensor<1x4xi64>, tensor<3x2xi64>, tensor<2x3xf32>, tensor<2xf32>, tensor<5xi64>, tensor<i64>,
      tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<5xf32>, tensor<5xf32>, tensor<1x1xf32>, tensor<1xf32>,
      tensor<4x2xf32>, tensor<4x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xi64>, tensor<3x2xf32>,
      tensor<1x2xf32>, tensor<1x2xi64>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>
}

func.func @want() -> (tensor<1x4xf32>, tensor<1x4xi64>, tensor<3x2xi64>, tensor<2x3xf32>,
                     tensor<2xf32>, tensor<5xi64>, tensor<i64>, tensor<5xf32>, tensor<3xf32>,
                     tensor<f32>, tensor<5xf32>, tensor<5xf32>, tensor<1x1xf32>, tensor<1xf32>,
                     tensor<4x2xf32>, tensor<4x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>,
                     tensor<3xi64>, tensor<3x2xf32>, tensor<1x2xf32>, tensor<1x2xi64>,
                     tensor<2x2xf32>, tensor<2x2xi32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>) {
  %0 = arith.constant dense<[[5.0, 5.0, 3.0, 2.0]]> : tensor<1x4xf32>
  %1 = arith.constant dense<[[1, 2, 3, 0]]> : tensor<1x4xi64>
  %2 = arith.constant dense<[[2, 0], [3, 1], [9, 1]]> : tensor<3x2xi64>
  %3 = arith.constant dense<[[1.0, 3.0, 6.0], [4.0, 9.0, 15.0]]> : tensor<2x3xf32>
  %4 = arith.constant dense<[6.0, 15.0]> : tensor<2xf32>
  %5 = arith.constant dense<[10, 11, 13, 16, 20]> : tensor<5xi64>
  %6 = arith.constant dense<20> : tensor<i64>
  %7 = arith.constant dense<[2.0, 6.0, 0.0, 0.0, 0.0]> : tensor<5xf32>
  %8 = arith.constant dense<[1.0, 2.0, 6.0]> : tensor<3xf32>
  %9 = arith.constant dense<6.0> : tensor<f32>
  %10 = arith.constant dense<[1.0, 3.0, 3.0, 3.0, 3.0]> : tensor<5xf32>
  %11 = arith.constant dense<[1.0, 1.0, 3.0, 3.0, 3.0]> : tensor<5xf32>
  %12 = arith.constant dense<2.0> : tensor<1x1xf32>
  %13 = arith.constant dense<2.0> : tensor<1xf32>
  %14 = arith.constant dense<[[1.0, 1.0], [5.0, 6.0], [1.0, 1.0], [3.0, 4.0]]> : tensor<4x2xf32>
  %15 = arith.constant dense<[[1.0, 1.0], [7.0, 10.0], [1.0, 1.0], [4.0, 5.0]]> : tensor<4x2xf32>
  %16 = arith.constant dense<[[0.0, 0.0, 12.0], [11.0, 13.0, 0.0]]> : tensor<2x3xf32>
  %17 = arith.constant dense<[[0.0, 0.0, 22.0], [11.0, 13.0, 0.0]]> : tensor<2x3xf32>
  %18 = arith.constant dense<[7, 1, 13]> : tensor<3xi64>
  %19 = arith.constant dense<[[3.0, 4.0], [1.0, 2.0], [9.0, 8.0]]> : tensor<3x2xf32>
  %20 = arith.constant dense<4.0> : tensor<1x2xf32>
  %21 = arith.constant dense<[[1, 3]]> : tensor<1x2xi64>
  %22 = arith.constant dense<[[2.0, 1.0], [2.0, 2.0]]> : tensor<2x2xf32>
  %23 = arith.constant dense<[[20, 11], [30, 31]]> : tensor<2x2xi32>
  %24 = arith.constant dense<[[[2.0]], [[3.0]], [[0.0]]]> : tensor<3x1x1xf32>
  %25 = arith.constant dense<[[[2.0]], [[3.0]], [[0.0]]]> : tensor<3x1x1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19,
         %20, %21, %22, %23, %24, %25
    : tensor<1x4xf32>, tensor<1x4xi64>, tensor<3x2xi64>, tensor<2x3xf32>, tensor<2xf32>,
      tensor<5xi64>, tensor<i64>, tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<5xf32>,
      tensor<5xf32>, tensor<1x1xf32>, tensor<1xf32>, tensor<4x2xf32>, tensor<4x2xf32>,
      tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xi64>, tensor<3x2xf32>, tensor<1x2xf32>,
      tensor<1x2xi64>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<3x1x1xf32>, tensor<3x1x1xf32>
}
