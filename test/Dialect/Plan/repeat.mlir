// Numbers of the actions of a plan.repeat, in each form and with each sign.
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s --mlir-print-op-generic | piper-opt | FileCheck %s
// RUN: piper-opt %s --plan-unroll | FileCheck %s --check-prefix=UNROLLED

plan.program @p at <pp = 0>, <pp = 1> streams(@s) arena(0) events(@e) {
  plan.buffer @x : tensor<4xf32> x 4 input
  plan.buffer @h : tensor<4xf32> x 3 residual
  plan.buffer @w : tensor<4xf32> param("w")
  // CHECK: plan.repeat 3 {
  // CHECK-NEXT: plan.load "x" mb i + 3 -> @x[i mod 4] on @s
  // CHECK-NEXT: plan.load "x" mb 2i -> @x[(2i + 1) mod 4] role 1 on @s
  // CHECK-NEXT: plan.launch @f ins(@x[(i + 1) mod 4], @x[0], @w) outs(@h[2i mod 3]) on @s after(@e:2i + 5, @e:3) signals(@e) {mb = #plan.each<-1i + 4>, stage = 0 : i64}
  // CHECK-NEXT: plan.launch @g ins(@h[2]) on @s after(@e:3i + 1) {mb = 1 : i64}
  // CHECK-NEXT: }
  // CHECK-NEXT: plan.zero @w on @s
  plan.repeat 3 {
    plan.load "x" mb i + 3 -> @x[(i + 0) mod 4] on @s
    plan.load "x" mb 2i -> @x[(2i + 1) mod 4] role 1 on @s
    plan.launch @f ins(@x[(i + 1) mod 4], @x[0], @w) outs(@h[2i mod 3]) on @s after(@e:2i + 5, @e:3) signals(@e) {mb = #plan.each<-1i + 4>, stage = 0 : i64}
    plan.launch @g ins(@h[2]) on @s after(@e:3i + 1) {mb = 1 : i64}
  }
  plan.zero @w on @s
}
// UNROLLED:      plan.load "x" mb 3 -> @x[0] on @s
// UNROLLED-NEXT: plan.load "x" mb 0 -> @x[1] role 1 on @s
// UNROLLED-NEXT: plan.launch @f ins(@x[1], @x[0], @w) outs(@h[0]) on @s after(@e:5, @e:3) signals(@e) {mb = 4 : i64, stage = 0 : i64}
// UNROLLED-NEXT: plan.launch @g ins(@h[2]) on @s after(@e:1) {mb = 1 : i64}
// UNROLLED-NEXT: plan.load "x" mb 4 -> @x[1] on @s
// UNROLLED-NEXT: plan.load "x" mb 2 -> @x[3] role 1 on @s
// UNROLLED-NEXT: plan.launch @f ins(@x[2], @x[0], @w) outs(@h[2]) on @s after(@e:7, @e:3) signals(@e) {mb = 3 : i64, stage = 0 : i64}
// UNROLLED-NEXT: plan.launch @g ins(@h[2]) on @s after(@e:4) {mb = 1 : i64}
// UNROLLED-NEXT: plan.load "x" mb 5 -> @x[2] on @s
// UNROLLED-NEXT: plan.load "x" mb 4 -> @x[1] role 1 on @s
// UNROLLED-NEXT: plan.launch @f ins(@x[3], @x[0], @w) outs(@h[1]) on @s after(@e:9, @e:3) signals(@e) {mb = 2 : i64, stage = 0 : i64}
// UNROLLED-NEXT: plan.launch @g ins(@h[2]) on @s after(@e:7) {mb = 1 : i64}
// UNROLLED-NEXT: plan.zero @w on @s
