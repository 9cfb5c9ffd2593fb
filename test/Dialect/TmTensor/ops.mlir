// RUN: piper-opt %s | FileCheck %s
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s --mlir-print-op-generic | piper-opt | FileCheck %s

// CHECK-LABEL: func.func @attention
// CHECK: tm_tensor.attention ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>) outs(%{{.*}} : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
// CHECK: tm_tensor.attention {scale = 5.000000e-01 : f64} ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>) outs(%{{.*}} : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
func.func @attention(%q: tensor<2x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x6xf32>, %m: tensor<2x3x5xf32>, %o: tensor<2x3x6xf32>) -> (tensor<2x3x6xf32>, tensor<2x3x6xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>) outs(%o : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %1 = tm_tensor.attention {scale = 0.5 : f64} ins(%q, %k, %v, %m : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>) outs(%o : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  return %0, %1 : tensor<2x3x6xf32>, tensor<2x3x6xf32>
}

// CHECK-LABEL: func.func @sort
// CHECK: tm_tensor.sort dimension(1) outs(%{{.*}}, %{{.*}} : tensor<2x4xf32>, tensor<2x4xi64>) {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: i64, %{{.*}}: i64):
// CHECK: tm_tensor.yield %{{.*}} : i1
// CHECK-NEXT: } -> tensor<2x4xf32>, tensor<2x4xi64>
func.func @sort(%x: tensor<2x4xf32>, %i: tensor<2x4xi64>) -> (tensor<2x4xf32>, tensor<2x4xi64>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<2x4xf32>, tensor<2x4xi64>) {
  ^bb0(%a: f32, %b: f32, %ia: i64, %ib: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x4xf32>, tensor<2x4xi64>
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi64>
}

// CHECK-LABEL: func.func @scan
// CHECK: tm_tensor.scan dimension(0) inclusive(true) ins(%{{.*}} : tensor<8x4xi64>) outs(%{{.*}}, %{{.*}} : tensor<8x4xi64>, tensor<4xi64>) {
// CHECK: } -> tensor<8x4xi64>, tensor<4xi64>
func.func @scan(%x: tensor<8x4xi64>, %o: tensor<8x4xi64>, %acc: tensor<4xi64>) -> (tensor<8x4xi64>, tensor<4xi64>) {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<8x4xi64>) outs(%o, %acc : tensor<8x4xi64>, tensor<4xi64>) {
  ^bb0(%a: i64, %b: i64):
    %c = arith.addi %a, %b : i64
    tm_tensor.yield %c : i64
  } -> tensor<8x4xi64>, tensor<4xi64>
  return %0#0, %0#1 : tensor<8x4xi64>, tensor<4xi64>
}

// CHECK-LABEL: func.func @scatter
// CHECK: tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%{{.*}}, %{{.*}} : tensor<6xf32>, tensor<6x2xi32>) outs(%{{.*}} : tensor<9x4xf32>) {
// CHECK: } -> tensor<9x4xf32>
func.func @scatter(%u: tensor<6xf32>, %i: tensor<6x2xi32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%u, %i : tensor<6xf32>, tensor<6x2xi32>) outs(%d : tensor<9x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}

// CHECK-LABEL: func.func @topk
// CHECK: tm_tensor.topk dimension(1) ins(%{{.*}} : tensor<2x5xf32>) outs(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xi64>) {
// CHECK: } -> tensor<2x3xf32>, tensor<2x3xi64>
func.func @topk(%x: tensor<2x5xf32>, %v: tensor<2x3xf32>, %i: tensor<2x3xi64>) -> (tensor<2x3xf32>, tensor<2x3xi64>) {
  %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<2x5xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x3xf32>, tensor<2x3xi64>
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi64>
}
