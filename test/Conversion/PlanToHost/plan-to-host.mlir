// RUN: piper-opt --convert-plan-to-host -split-input-file -verify-diagnostics %s | FileCheck %s

// CHECK: llvm.mlir.global external constant @piper_setup("{
// CHECK-SAME: \22replica_axes\22:{{\[}}\22dp\22]
// CHECK-SAME: \22devices\22:[0,1]}
// CHECK-SAME: \22actions\22:{{\[}}{\22loc\22:\22h.0 (models.py:7)\22,\22mb\22:0,\22name\22:\22load x\22,\22op\22:\22load\22,\22stream\22:0}
// CHECK-SAME: \00")
// CHECK: llvm.func @p0(%[[DEV:[a-z0-9]+]]: !llvm.ptr)
// CHECK: %[[ARENA:.*]] = llvm.call @piper_rt_arena(%[[DEV]])
// CHECK: llvm.call @piper_rt_load(
// CHECK: llvm.mlir.addressof @body
// CHECK: llvm.call @piper_rt_launch(
// CHECK: llvm.call @piper_rt_send(
// CHECK: llvm.call @piper_rt_zero(
// CHECK: llvm.call @piper_rt_collective(
// CHECK: llvm.func @p1
// CHECK: llvm.call @piper_rt_recv(
// CHECK-NOT: plan.
module attributes {plan.step = {microbatches = 1 : i64, replicas = 1 : i64,
    params = [{name = "w", type = tensor<4xf32>, trainable = true}],
    inputs = [{name = "x", type = tensor<4xf32>, replica_axes = ["dp"]}]}} {
  piper.mesh @cluster <["pp"=2]>
  plan.comm @all <["pp"]> {order = 0 : i64}
  plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
  llvm.func @body(!llvm.ptr)
  plan.program @p0 at <pp = 0> streams(@compute, @comm) arena(256) events(@f, @n) {
    plan.buffer @w : tensor<4xf32> at 0 param("w")
    plan.buffer @x : tensor<4xf32> at 64 input
    plan.buffer @y : tensor<4xf32> at 128 residual
    plan.load "x" mb 0 -> @x on @compute loc("h.0"("models.py":7:0))
    plan.launch @body ins(@x, @w) outs(@y) on @compute signals(@f) {mb = 0 : i64}
    plan.send @y channel(@act) on @comm after(@f:1) {mb = 0 : i64}
    plan.zero @x on @compute signals(@n)
    plan.collective all_reduce sum @x comm(@all) on @comm after(@n:1)
  }
  plan.program @p1 at <pp = 1> streams(@comm) arena(64) events() {
    plan.buffer @y : tensor<4xf32> at 0 residual
    plan.recv @y channel(@act) on @comm {mb = 0 : i64}
    plan.zero @y on @comm
    plan.collective all_reduce sum @y comm(@all) on @comm
  }
}

// -----

// expected-error @below {{a plan needs its piper.mesh}}
module {}

// -----

// expected-error @below {{a plan needs the module attribute plan.step}}
module {
  piper.mesh @cluster <[]>
}

// -----

module attributes {plan.step = {microbatches = 1 : i64, replicas = 1 : i64}} {
  piper.mesh @cluster <[]>
  plan.program @p at <> streams(@compute) arena(0) events() {
    // expected-error @below {{has no place in the arena; run plan-assign-memory first}}
    plan.buffer @w : tensor<4xf32> param("w")
  }
}

// -----

module attributes {plan.step = {microbatches = 1 : i64, replicas = 1 : i64}} {
  piper.mesh @cluster <[]>
  func.func private @body(tensor<4xf32>) -> tensor<4xf32>
  plan.program @p at <> streams(@compute) arena(64) events() {
    plan.buffer @w : tensor<4xf32> at 0 param("w")
    // expected-error @below {{launches @body, which is not lowered for the host}}
    plan.launch @body ins(@w) on @compute
  }
}

// -----

module attributes {plan.step = {microbatches = 1 : i64, replicas = 1 : i64}} {
  piper.mesh @cluster <[]>
  plan.program @p at <> streams(@compute) arena(64) events() {
    plan.buffer @x : tensor<4xf32> at 0 input
    // expected-error @below {{loads "x", which plan.step does not list}}
    plan.load "x" mb 0 -> @x on @compute
  }
}

// -----

// expected-error @below {{piper.init has 'tensor<3xf32>' for the parameter 'w', which is 'tensor<4xf32>'}}
module attributes {piper.init = {w = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
    plan.step = {microbatches = 1 : i64, replicas = 1 : i64,
    params = [{name = "w", type = tensor<4xf32>, trainable = true}], inputs = []}} {
  piper.mesh @cluster <["pp"=1]>
}
