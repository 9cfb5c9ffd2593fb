// RUN: piper-opt --plan-roll %s | FileCheck %s
// RUN: piper-opt --plan-roll %s | piper-opt --plan-roll | FileCheck %s
// RUN: piper-opt %s -o %t.plain && piper-opt --plan-roll --plan-unroll %s | diff - %t.plain
// RUN: piper-opt --plan-roll=min=2 %s | FileCheck %s --check-prefix=MIN2
// RUN: piper-opt --plan-roll=min=7 %s | diff - %t.plain
// RUN: not piper-opt --plan-roll=min=1 %s 2>&1 | FileCheck %s --check-prefix=MIN1
// MIN1: error: min is 2 or more: got 1

// Two before the run, six times two, and three that go on otherwise: a
// microbatch twice, another slot, another event.
// CHECK:      plan.zero @w on @s
// CHECK-NEXT: plan.load "x" mb 9 -> @x[2] on @s
// CHECK-NEXT: plan.repeat 6 {
// CHECK-NEXT:   plan.load "x" mb i -> @x[i mod 3] on @s
// CHECK-NEXT:   plan.launch @f ins(@x[i mod 3]) on @s after(@e:2i + 1) signals(@e) {mb = #plan.each<i>}
// CHECK-NEXT: }
// CHECK-NEXT: plan.load "x" mb 6 -> @x[1] on @s
// CHECK-NEXT: plan.launch @f ins(@x[0]) on @s after(@e:13) signals(@e) {mb = 6 : i64}
// CHECK-NEXT: plan.load "x" mb 6 -> @x[0] on @s
// MIN2:      plan.zero @w on @s
// MIN2-NEXT: plan.repeat 2 {
// MIN2-NEXT:   plan.load "x" mb -9i + 9 -> @x[(i + 2) mod 3] on @s
// MIN2-NEXT: }
// MIN2-NEXT: plan.repeat 5 {
plan.program @p at <> streams(@s) arena(0) events(@e) {
  plan.buffer @x : tensor<4xf32> x 3 input
  plan.buffer @w : tensor<4xf32> param("w")
  plan.zero @w on @s
  plan.load "x" mb 9 -> @x[2] on @s
  plan.load "x" mb 0 -> @x[0] on @s
  plan.launch @f ins(@x[0]) on @s after(@e:1) signals(@e) {mb = 0 : i64}
  plan.load "x" mb 1 -> @x[1] on @s
  plan.launch @f ins(@x[1]) on @s after(@e:3) signals(@e) {mb = 1 : i64}
  plan.load "x" mb 2 -> @x[2] on @s
  plan.launch @f ins(@x[2]) on @s after(@e:5) signals(@e) {mb = 2 : i64}
  plan.load "x" mb 3 -> @x[0] on @s
  plan.launch @f ins(@x[0]) on @s after(@e:7) signals(@e) {mb = 3 : i64}
  plan.load "x" mb 4 -> @x[1] on @s
  plan.launch @f ins(@x[1]) on @s after(@e:9) signals(@e) {mb = 4 : i64}
  plan.load "x" mb 5 -> @x[2] on @s
  plan.launch @f ins(@x[2]) on @s after(@e:11) signals(@e) {mb = 5 : i64}
  plan.load "x" mb 6 -> @x[1] on @s
  plan.launch @f ins(@x[0]) on @s after(@e:13) signals(@e) {mb = 6 : i64}
  plan.load "x" mb 6 -> @x[0] on @s
}

// A slot that does not exist is left to whoever proves the plan.
// CHECK:      plan.program @q
// CHECK-NEXT:   plan.buffer
// CHECK-NEXT:   plan.repeat 4 {
// CHECK-NEXT:     plan.load "x" mb i -> @x[5] on @s
// CHECK-NEXT:   }
// CHECK-NEXT:   plan.load "x" mb -1 -> @x[5] on @s
plan.program @q at <> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<4xf32> x 3 input
  plan.load "x" mb 0 -> @x[5] on @s
  plan.load "x" mb 1 -> @x[5] on @s
  plan.load "x" mb 2 -> @x[5] on @s
  plan.load "x" mb 3 -> @x[5] on @s
  plan.load "x" mb -1 -> @x[5] on @s
}
