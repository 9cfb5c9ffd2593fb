// RUN: piper-opt %s -split-input-file -o /dev/null --piper-evaluate="precision=f32" | FileCheck %s --check-prefixes=CHECK,F32
// RUN: piper-opt %s -split-input-file -o /dev/null --piper-evaluate="precision=f64" | FileCheck %s --check-prefixes=CHECK,F64

// CHECK: result 0 : tensor<3xi64> = [-3, 2, -2]
// CHECK-NEXT: result 1 : tensor<3xi64> = [-4, 2, -3]
// CHECK-NEXT: result 2 : tensor<3xi64> = [-3, 3, -2]
// CHECK-NEXT: result 3 : tensor<3xi64> = [-1, 1, -1]
// CHECK-NEXT: result 4 : tensor<3xi64> = [2, 2, 2]
// CHECK-NEXT: result 5 : tensor<2xi8> = [-126, 4]
// CHECK-NEXT: result 6 : tensor<2xi8> = [65, 2]
// CHECK-NEXT: result 7 : tensor<2xi1> = [0, 1]
// CHECK-NEXT: result 8 : tensor<2xi1> = [1, 0]
// CHECK-NEXT: result 9 : tensor<2xi64> = [129, 2]
// CHECK-NEXT: result 10 : tensor<2xi64> = [-127, 2]
func.func @integers() -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<2xi8>, tensor<2xi8>, tensor<2xi1>, tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) {
  %x = arith.constant dense<[-7, 5, -5]> : tensor<3xi64>
  %y = arith.constant dense<2> : tensor<3xi64>
  %div = arith.divsi %x, %y : tensor<3xi64>
  %floor = arith.floordivsi %x, %y : tensor<3xi64>
  %ceil = arith.ceildivsi %x, %y : tensor<3xi64>
  %rem = arith.remsi %x, %y : tensor<3xi64>
  %minu = arith.minui %x, %y : tensor<3xi64>
  %a = arith.constant dense<[-127, 2]> : tensor<2xi8>
  %b = arith.constant dense<[65, 2]> : tensor<2xi8>
  %double = arith.addi %b, %b : tensor<2xi8>
  %one = arith.constant dense<1> : tensor<2xi8>
  %shr = arith.shrui %double, %one : tensor<2xi8>
  %c = arith.cmpi ugt, %b, %a : tensor<2xi8>
  %d = arith.cmpi slt, %a, %one : tensor<2xi8>
  %zext = arith.extui %a : tensor<2xi8> to tensor<2xi64>
  %sext = arith.extsi %a : tensor<2xi8> to tensor<2xi64>
  %e = arith.trunci %b : tensor<2xi8> to tensor<2xi1>
  %true = arith.constant dense<true> : tensor<2xi1>
  %f = arith.xori %e, %true : tensor<2xi1>
  return %div, %floor, %ceil, %rem, %minu, %double, %shr, %f, %d, %zext, %sext : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<2xi8>, tensor<2xi8>, tensor<2xi1>, tensor<2xi1>, tensor<2xi64>, tensor<2xi64>
}

// -----

// CHECK: result 0 : tensor<2xf64> = [0.36787944117144233, 2.7182818284590451]
// CHECK-NEXT: result 1 : tensor<2xf64> = [-0.76159415595576485, 0.76159415595576485]
// CHECK-NEXT: result 2 : tensor<2xf64> = [-0.84270079294971489, 0.84270079294971489]
// CHECK-NEXT: result 3 : tensor<2xf64> = [1, 9]
// CHECK-NEXT: result 4 : tensor<2xf64> = [-1, 27]
// CHECK-NEXT: result 5 : tensor<2xf64> = [nan, 1.7320508075688772]
// CHECK-NEXT: result 6 : tensor<2xf64> = [1, 8.9999999999999999e-10]
func.func @math() -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %x = arith.constant dense<[-1.0, 1.0]> : tensor<2xf64>
  %y = arith.constant dense<[-1.0, 3.0]> : tensor<2xf64>
  %two = arith.constant dense<2> : tensor<2xi64>
  %three = arith.constant dense<3.0> : tensor<2xf64>
  %exp = math.exp %x : tensor<2xf64>
  %tanh = math.tanh %x : tensor<2xf64>
  %erf = math.erf %x : tensor<2xf64>
  %sq = math.fpowi %y, %two : tensor<2xf64>, tensor<2xi64>
  %cube = math.powf %y, %three : tensor<2xf64>
  %sqrt = math.sqrt %y : tensor<2xf64>
  %t = arith.constant dense<[1.0, 9.0e-10]> : tensor<2xf64>
  %abs = math.absf %t : tensor<2xf64>
  return %exp, %tanh, %erf, %sq, %cube, %sqrt, %abs : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}

// -----

// Rounding: each type in f32 mode, none in f64 mode.
// F32: result 0 : tensor<f32> = 16777216
// F64: result 0 : tensor<f32> = 16777217
// F32-NEXT: result 1 : tensor<bf16> = 256
// F64-NEXT: result 1 : tensor<bf16> = 257
// F32-NEXT: result 2 : tensor<f32> = 9.9999997473787516e-06
// F64-NEXT: result 2 : tensor<f32> = 1.0000000000000001e-05
// F32-NEXT: result 3 : tensor<f16> = inf
// F64-NEXT: result 3 : tensor<f16> = 131008
// CHECK-NEXT: result 4 : tensor<i32> = 1065353216
// CHECK-NEXT: result 5 : tensor<f32> = 1
// CHECK-NEXT: result 6 : tensor<i32> = -3
func.func @rounding() -> (tensor<f32>, tensor<bf16>, tensor<f32>, tensor<f16>, tensor<i32>, tensor<f32>, tensor<i32>) {
  %big = arith.constant dense<16777216.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %a = arith.addf %big, %one : tensor<f32>
  %b256 = arith.constant dense<256.0> : tensor<bf16>
  %b1 = arith.constant dense<1.0> : tensor<bf16>
  %b = arith.addf %b256, %b1 : tensor<bf16>
  %eps = arith.constant dense<1.0e-5> : tensor<f64>
  %c = arith.truncf %eps : tensor<f64> to tensor<f32>
  %h = arith.constant dense<65504.0> : tensor<f16>
  %d = arith.addf %h, %h : tensor<f16>
  %bits = arith.bitcast %one : tensor<f32> to tensor<i32>
  %back = arith.bitcast %bits : tensor<i32> to tensor<f32>
  %m = arith.constant dense<-3.7> : tensor<f32>
  %i = arith.fptosi %m : tensor<f32> to tensor<i32>
  return %a, %b, %c, %d, %bits, %back, %i : tensor<f32>, tensor<bf16>, tensor<f32>, tensor<f16>, tensor<i32>, tensor<f32>, tensor<i32>
}

// -----

// NaN and signed zeros; a select between whole tensors; a resource.
// CHECK: result 0 : tensor<2xf32> = [nan, 0]
// CHECK-NEXT: result 1 : tensor<2xf32> = [1, -0]
// CHECK-NEXT: result 2 : tensor<2xi1> = [1, 0]
// CHECK-NEXT: result 3 : tensor<2xf32> = [1, -0]
// CHECK-NEXT: result 4 : tensor<2xf32> = [1, -2.5]
func.func @special() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<[0x7FC00000, 0.0]> : tensor<2xf32>
  %y = arith.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %max = arith.maximumf %x, %y : tensor<2xf32>
  %min = arith.minimumf %y, %y : tensor<2xf32>
  %c = arith.cmpf uno, %x, %y : tensor<2xf32>
  %false = arith.constant false
  %s = arith.select %false, %x, %y : tensor<2xf32>
  %r = arith.constant dense_resource<blob> : tensor<2xf32>
  return %max, %min, %c, %s, %r : tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F000020C0"
    }
  }
#-}
