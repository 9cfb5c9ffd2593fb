// A repeat is a loop; what the runtime is told lists every action.
// RUN: piper-opt --convert-plan-to-host %s | FileCheck %s
// RUN: piper-opt --plan-unroll --convert-plan-to-host %s -o %t.long
// RUN: piper-opt --convert-plan-to-host %s -o %t.short
// RUN: grep piper_setup %t.long > %t.long.setup && grep piper_setup %t.short | diff - %t.long.setup

// CHECK: \22mb\22:0,\22name\22:\22load x\22
// CHECK-SAME: \22mb\22:5,\22name\22:\22body\22
// CHECK: llvm.func @p0(%[[DEV:.*]]: !llvm.ptr)
// CHECK: %[[ARENA:.*]] = llvm.call @piper_rt_arena(%[[DEV]])
// CHECK: llvm.call @piper_rt_zero(%[[DEV]], %[[ZERO:[a-z0-9]+]],
// CHECK: llvm.br ^bb1(%{{.*}} : i64)
// CHECK: ^bb1(%[[I:.*]]: i64):
// The load is action 2 i + 1 and brings microbatch i to slot i mod 2.
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: %[[SCALED:.*]] = llvm.mul %[[I]], %[[TWO]]
// CHECK: %[[SUM:.*]] = llvm.add %[[SCALED]], %{{.*}} : i64
// CHECK: %[[INDEX:.*]] = llvm.trunc %[[SUM]] : i64 to i32
// CHECK: llvm.urem
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[ARENA]][
// CHECK: llvm.call @piper_rt_load(%[[DEV]], %[[INDEX]], {{.*}}, %[[PLACE]])
// CHECK: llvm.call @piper_rt_launch(
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} : i64
// CHECK: %[[SIX:.*]] = llvm.mlir.constant(6 : i64) : i64
// CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[NEXT]], %[[SIX]] : i64
// CHECK: llvm.cond_br %[[MORE]], ^bb1(%[[NEXT]] : i64), ^bb2
// CHECK: ^bb2:
// Action 13 comes after them.
// CHECK: %[[LAST:.*]] = llvm.mlir.constant(13 : i32) : i32
// CHECK: llvm.call @piper_rt_zero(%[[DEV]], %[[LAST]],
// CHECK: llvm.return
module attributes {plan.step = {microbatches = 6 : i64, replicas = 1 : i64,
    params = [], inputs = [{name = "x", type = tensor<4xf32>, replica_axes = []}]}} {
  piper.mesh @cluster <[]>
  llvm.func @body(!llvm.ptr)
  plan.program @p0 at <> streams(@compute, @other) arena(256) events(@l) {
    plan.buffer @x : tensor<4xf32> x 2 at 0 input
    plan.buffer @y : tensor<4xf32> at 128 residual
    plan.zero @y on @compute
    plan.repeat 6 {
      plan.load "x" mb i -> @x[i mod 2] on @compute signals(@l)
      plan.launch @body ins(@x[i mod 2]) inouts(@y) on @other after(@l:i + 1) {mb = #plan.each<i>}
    }
    plan.zero @y on @compute
  }
}
