// RUN: piper-opt --plan-verify %S/../../Dialect/Plan/golden-mlp.mlir -o %t.1
// RUN: piper-opt %S/../../Dialect/Plan/golden-mlp.mlir -o %t.2 && diff %t.1 %t.2
// RUN: piper-opt --plan-verify="strict=true" %S/../../Dialect/Plan/golden-mlp.mlir -o /dev/null
// RUN: piper-opt --plan-verify %s -o /dev/null
// RUN: not piper-opt --plan-verify="strict=true" %s -o /dev/null 2>&1 | FileCheck %s

// Two messages that cross are safe on streams of their own and hang when the
// device has one queue.
// CHECK: error: the plan hangs: send on channel @down, in @a on stream @out
// CHECK: note: meets recv on channel @down, in @b on stream @in
// CHECK: note: is behind, in issue order, send on channel @up, in @b on stream @out
piper.mesh @cluster <["pp"=2]>
plan.channel @down <pp = 0> to <pp = 1> : tensor<4xf32>
plan.channel @up <pp = 1> to <pp = 0> : tensor<4xf32>
plan.program @a at <pp = 0> streams(@out, @in) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  plan.buffer @y : tensor<4xf32> at 64 comm
  plan.send @x channel(@down) on @out
  plan.recv @y channel(@up) on @in
}
plan.program @b at <pp = 1> streams(@out, @in) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  plan.buffer @y : tensor<4xf32> at 64 comm
  plan.send @x channel(@up) on @out
  plan.recv @y channel(@down) on @in
}
