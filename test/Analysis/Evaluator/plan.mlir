// The graph of graph.mlir as a plan: two pipeline ranks, two replicas, loss =
// sum(w * x), x = 1,2 3,4 5,6 7,8; the mean gradient is 4,5. One program per
// pipeline rank serves both replicas.
// RUN: %python %S/Inputs/tensors.py %t.w w=2:2,3
// RUN: %python %S/Inputs/tensors.py %t.x x=2x4x2:1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8
// RUN: piper-opt %s -o /dev/null --piper-evaluate="weights=%t.w data=%t.x steps=2 print-params" | FileCheck %s
// CHECK: step 0 loss = 23 norm = 6.4031242374328485
// CHECK-NEXT: step 1 loss = 2.5 norm = 6.4031242374328485
// CHECK-NEXT: param "w" : tensor<2xf32> = [-2, -2]

// A receive before its send can be: the streams stop, and each says where.
// RUN: sed -e 's/after(@f:1)/after(@f:3)/' %s > %t.stall.mlir
// RUN: not piper-opt %t.stall.mlir -o /dev/null --piper-evaluate="weights=%t.w data=%t.x" 2>&1 | FileCheck %s --check-prefix=STALL
// STALL: error: the plan stalls
// STALL: note: @p0 is stuck at action 0 of a stream: plan.send
// STALL: note: @p1 is stuck at action 0 of a stream: plan.recv

// What is not zeroed is undefined.
// RUN: sed -e 's/plan.zero @g, @sc/plan.zero @sc/' %s > %t.zero.mlir
// RUN: piper-opt %t.zero.mlir -o /dev/null --piper-evaluate="weights=%t.w data=%t.x" | FileCheck %s --check-prefix=UNDEF
// UNDEF: step 0 loss = 23 norm = {{-?}}nan

module attributes {plan.step = {microbatches = 2 : i64, replicas = 2 : i64, params = [],
    inputs = [{name = "x", type = tensor<2xf32>, replica_axes = ["dp"]}]}} {

func.func private @s0.F(%x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %y = arith.mulf %x, %w : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @s0.B(%x: tensor<2xf32>, %dy: tensor<2xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %dw = arith.mulf %x, %dy : tensor<2xf32>
  %b = arith.addf %a, %dw : tensor<2xf32>
  return %b : tensor<2xf32>
}
// Mean over 4, the square of the norm into field 0.
func.func private @s0.finish(%a: tensor<2xf32>, %sc: tensor<2xf64>) -> (tensor<2xf32>, tensor<2xf64>) {
  %quarter = arith.constant dense<0.25> : tensor<2xf32>
  %g = arith.mulf %a, %quarter : tensor<2xf32>
  %sq = arith.mulf %g, %g : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.extract %sq[%c0] : tensor<2xf32>
  %q = tensor.extract %sq[%c1] : tensor<2xf32>
  %s = arith.addf %p, %q : f32
  %d = arith.extf %s : f32 to f64
  %r = tensor.insert %d into %sc[%c0] : tensor<2xf64>
  return %g, %r : tensor<2xf32>, tensor<2xf64>
}
func.func private @s0.U(%g: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %d = arith.mulf %half, %g : tensor<2xf32>
  %r = arith.subf %w, %d : tensor<2xf32>
  return %r : tensor<2xf32>
}
// Adds a quarter of the loss to field 1 and yields the cotangent.
func.func private @s1(%y: tensor<2xf32>, %sc: tensor<2xf64>) -> (tensor<2xf32>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %y[%c0] : tensor<2xf32>
  %b = tensor.extract %y[%c1] : tensor<2xf32>
  %s = arith.addf %a, %b : f32
  %d = arith.extf %s : f32 to f64
  %quarter = arith.constant 0.25 : f64
  %m = arith.mulf %d, %quarter : f64
  %old = tensor.extract %sc[%c1] : tensor<2xf64>
  %new = arith.addf %old, %m : f64
  %r = tensor.insert %new into %sc[%c1] : tensor<2xf64>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  return %one, %r : tensor<2xf32>, tensor<2xf64>
}

piper.mesh @cluster <["pp"=2, "dp"=2]>
plan.comm @dp <["dp"]> {order = 0 : i64}
plan.comm @pp <["pp"]> {order = 1 : i64}
plan.channel @act <pp = 0> to <pp = 1> : tensor<2xf32>
plan.channel @grad <pp = 1> to <pp = 0> : tensor<2xf32>
plan.program @p0 at <pp = 0> streams(@compute, @comm) arena(0) events(@f, @r, @n, @g) {
  plan.buffer @w : tensor<2xf32> param("w")
  plan.buffer @g : tensor<2xf32> grad("w")
  plan.buffer @x : tensor<2xf32> x 2 residual
  plan.buffer @y : tensor<2xf32> x 2 comm
  plan.buffer @dy : tensor<2xf32> comm
  plan.buffer @sc : tensor<2xf64> metric {fields = {loss = 1 : i64, norm = [0, 1]}}
  plan.zero @g, @sc on @compute
  plan.load "x" mb 0 -> @x[0] on @compute
  plan.launch @s0.F ins(@x[0], @w) outs(@y[0]) on @compute signals(@f)
  plan.send @y[0] channel(@act) on @comm after(@f:1)
  plan.load "x" mb 1 -> @x[1] on @compute
  plan.launch @s0.F ins(@x[1], @w) outs(@y[1]) on @compute signals(@f)
  plan.send @y[1] channel(@act) on @comm after(@f:2)
  plan.recv @dy channel(@grad) on @comm signals(@r)
  plan.launch @s0.B ins(@x[0], @dy) inouts(@g) on @compute after(@r:1) signals(@n)
  plan.recv @dy channel(@grad) on @comm after(@n:1) signals(@r)
  plan.launch @s0.B ins(@x[1], @dy) inouts(@g) on @compute after(@r:2) signals(@n)
  plan.collective all_reduce sum @g comm(@dp) on @comm after(@n:2) signals(@g)
  plan.launch @s0.finish inouts(@g, @sc) on @compute after(@g:1) signals(@n)
  plan.collective all_reduce sum @sc comm(@pp) on @comm after(@n:3) signals(@g)
  plan.launch @s0.U ins(@g) inouts(@w) on @compute after(@g:2)
}
plan.program @p1 at <pp = 1> streams(@compute, @comm) arena(0) events(@r, @b, @g) {
  plan.buffer @y : tensor<2xf32> x 2 comm
  plan.buffer @dy : tensor<2xf32> x 2 comm
  plan.buffer @sc : tensor<2xf64> metric {fields = {loss = 1 : i64, norm = [0, 1]}}
  plan.zero @sc on @compute
  plan.recv @y[0] channel(@act) on @comm signals(@r)
  plan.recv @y[1] channel(@act) on @comm signals(@r)
  plan.launch @s1 ins(@y[0]) outs(@dy[0]) inouts(@sc) on @compute after(@r:1) signals(@b)
  plan.launch @s1 ins(@y[1]) outs(@dy[1]) inouts(@sc) on @compute after(@r:2) signals(@b)
  plan.send @dy[0] channel(@grad) on @comm after(@b:1)
  plan.send @dy[1] channel(@grad) on @comm after(@b:2)
  plan.collective all_reduce sum @sc comm(@dp) on @comm after(@b:2)
  plan.collective all_reduce sum @sc comm(@pp) on @comm signals(@g)
}
}
