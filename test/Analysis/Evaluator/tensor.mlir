// RUN: piper-opt %s -split-input-file -o /dev/null --piper-evaluate | FileCheck %s

// CHECK: result 0 : tensor<2x2xi64> = [2, 3, 5, 6]
// CHECK-NEXT: result 1 : tensor<2xi64> = [1, 3]
// CHECK-NEXT: result 2 : tensor<2x3xi64> = [1, 2, 7, 4, 5, 8]
// CHECK-NEXT: result 3 : tensor<3x2xi64> = [1, 2, 3, 4, 5, 6]
// CHECK-NEXT: result 4 : tensor<6xi64> = [1, 2, 3, 4, 5, 6]
// CHECK-NEXT: result 5 : tensor<2x4xi64> = [1, 2, 3, 7, 4, 5, 6, 8]
func.func @shapes() -> (tensor<2x2xi64>, tensor<2xi64>, tensor<2x3xi64>, tensor<3x2xi64>, tensor<6xi64>, tensor<2x4xi64>) {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %x[0, %c1] [2, 2] [1, 1] : tensor<2x3xi64> to tensor<2x2xi64>
  %b = tensor.extract_slice %x[0, 0] [1, 2] [1, 2] : tensor<2x3xi64> to tensor<2xi64>
  %col = arith.constant dense<[[7], [8]]> : tensor<2x1xi64>
  %c = tensor.insert_slice %col into %x[0, 2] [2, 1] [1, 1] : tensor<2x1xi64> into tensor<2x3xi64>
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xi64> into tensor<6xi64>
  %d = tensor.expand_shape %flat [[0, 1]] output_shape [3, 2] : tensor<6xi64> into tensor<3x2xi64>
  %e = tensor.concat dim(1) %x, %col : (tensor<2x3xi64>, tensor<2x1xi64>) -> tensor<2x4xi64>
  return %a, %b, %c, %d, %flat, %e : tensor<2x2xi64>, tensor<2xi64>, tensor<2x3xi64>, tensor<3x2xi64>, tensor<6xi64>, tensor<2x4xi64>
}

// -----

// CHECK: result 0 : tensor<4xf32> = [9, 1, 2, 9]
// CHECK-NEXT: result 1 : tensor<2x2xindex> = [0, 1, 10, 11]
// CHECK-NEXT: result 2 : tensor<2xf32> = [1.5, 2.5]
// CHECK-NEXT: result 3 : tensor<3xf32> = [1.5, 1.5, 1.5]
// CHECK-NEXT: result 4 : index = 2
// CHECK-NEXT: result 5 : tensor<2xf32> = [1, 9]
// CHECK-NEXT: result 6 : f32 = 2
// CHECK-NEXT: result 7 : tensor<2xf32> = [nan, nan]
func.func @makers() -> (tensor<4xf32>, tensor<2x2xindex>, tensor<2xf32>, tensor<3xf32>, index, tensor<2xf32>, f32, tensor<2xf32>) {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %nine = arith.constant 9.0 : f32
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %nine : f32
  } : tensor<2xf32> to tensor<4xf32>
  %c10 = arith.constant 10 : index
  %g = tensor.generate {
  ^bb0(%i: index, %j: index):
    %t = arith.muli %i, %c10 : index
    %s = arith.addi %t, %j : index
    tensor.yield %s : index
  } : tensor<2x2xindex>
  %a = arith.constant 1.5 : f32
  %b = arith.constant 2.5 : f32
  %f = tensor.from_elements %a, %b : tensor<2xf32>
  %sp = tensor.splat %a : tensor<3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dyn = tensor.cast %x : tensor<2xf32> to tensor<2xf32>
  %dim = tensor.dim %dyn, %c0 : tensor<2xf32>
  %ins = tensor.insert %nine into %x[%c1] : tensor<2xf32>
  %ex = tensor.extract %x[%c1] : tensor<2xf32>
  %empty = tensor.empty() : tensor<2xf32>
  return %p, %g, %f, %sp, %dim, %ins, %ex, %empty : tensor<4xf32>, tensor<2x2xindex>, tensor<2xf32>, tensor<3xf32>, index, tensor<2xf32>, f32, tensor<2xf32>
}

// -----

// Loops swap their arguments at once; calls and branches pass values on.
// CHECK: result 0 : tensor<i64> = 55
// CHECK-NEXT: result 1 : tensor<2xi64> = [4, 4]
func.func @main() -> (tensor<i64>, tensor<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %a = arith.constant dense<0> : tensor<i64>
  %b = arith.constant dense<1> : tensor<i64>
  %r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<i64>, tensor<i64>) {
    %s = arith.addi %x, %y : tensor<i64>
    scf.yield %y, %s : tensor<i64>, tensor<i64>
  }
  %two = arith.constant dense<2> : tensor<2xi64>
  %true = arith.constant true
  %c = scf.if %true -> tensor<2xi64> {
    %d = func.call @double(%two) : (tensor<2xi64>) -> tensor<2xi64>
    scf.yield %d : tensor<2xi64>
  } else {
    scf.yield %two : tensor<2xi64>
  }
  return %r#0, %c : tensor<i64>, tensor<2xi64>
}
func.func private @double(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = arith.addi %x, %x : tensor<2xi64>
  return %r : tensor<2xi64>
}
