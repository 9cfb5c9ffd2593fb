// A graph by hand on two pipeline ranks and two replicas: loss = sum(w * x).
// The four microbatches have x = 1,2 3,4 5,6 7,8, so the mean gradient is 4,5.
// RUN: %python %S/Inputs/tensors.py %t.w w=2:2,3
// RUN: %python %S/Inputs/tensors.py %t.x x=2x4x2:1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8
// RUN: piper-opt %s -o /dev/null --piper-evaluate="weights=%t.w data=%t.x steps=2 print-params" | FileCheck %s
// RUN: piper-opt %s -o /dev/null --piper-evaluate="weights=%t.w data=%t.x steps=2 print-params precision=f32" | FileCheck %s
// CHECK: step 0 loss = 23 grad_norm = 6.4031242374328485
// CHECK-NEXT: step 1 loss = 2.5 grad_norm = 6.4031242374328485
// CHECK-NEXT: param "w" : tensor<2xf32> = [-2, -2]

piper.mesh @cluster <["pp"=2, "dp"=2]>

!w = !piper.value<tensor<2xf32>, @cluster[pp=0]>
!wp = !piper.value<tensor<2xf32>, @cluster[pp=0], {dp = partial<sum>}>
!x = !piper.value<tensor<2xf32>, @cluster[pp=0], {dp = replica}>
!y = !piper.value<tensor<2xf32>, @cluster[pp=1], {dp = replica}>
!lp = !piper.value<tensor<f64>, @cluster[pp=1], {dp = partial<sum>}>
!l = !piper.value<tensor<f64>, @cluster[pp=1]>
!n = !piper.value<tensor<f64>, @cluster>

func.func private @s0(%x: tensor<2xf32>, %w: tensor<2xf32>, %dy: tensor<2xf32>, %a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) attributes {piper.joint} {
  %y = arith.mulf %x, %w : tensor<2xf32>
  piper.cut %y : tensor<2xf32>
  %dw = arith.mulf %x, %dy : tensor<2xf32>
  %b = arith.addf %a, %dw : tensor<2xf32>
  return %y, %b : tensor<2xf32>, tensor<2xf32>
}
func.func private @s1(%y: tensor<2xf32>, %l: tensor<f64>) -> (tensor<f64>, tensor<2xf32>) attributes {piper.joint} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %y[%c0] : tensor<2xf32>
  %b = tensor.extract %y[%c1] : tensor<2xf32>
  %s = arith.addf %a, %b : f32
  %d = arith.extf %s : f32 to f64
  %old = tensor.extract %l[] : tensor<f64>
  %new = arith.addf %old, %d : f64
  %l1 = tensor.from_elements %new : tensor<f64>
  piper.cut %l1 : tensor<f64>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  return %l1, %one : tensor<f64>, tensor<2xf32>
}
// w - 0.5 g
func.func private @sgd(%g: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %d = arith.mulf %half, %g : tensor<2xf32>
  %r = arith.subf %w, %d : tensor<2xf32>
  return %r : tensor<2xf32>
}

piper.graph @train attributes {microbatches = 2 : i64} {
  %w = piper.param "w" : !w
  %acc, %loss = piper.foreach_microbatch (%a : !wp, %l : !lp) {
    %x = piper.input "x" : !x
    %h, %r = piper.task @s0 F(%x, %w) {stage = 0 : i64} : (!x, !w) -> (!x, !piper.residual<@s0>)
    %t = piper.transfer %h : !x -> !y
    %l1, %r1 = piper.task @s1 F(%t, %l) {stage = 1 : i64} : (!y, !lp) -> (!lp, !piper.residual<@s1>)
    %dt = piper.task @s1 B(%r1) {stage = 1 : i64} : (!piper.residual<@s1>) -> !y
    %dh = piper.transfer %dt : !y -> !x
    %a1 = piper.task @s0 B(%r, %dh, %a) {stage = 0 : i64} : (!piper.residual<@s0>, !x, !wp) -> !wp
    piper.yield %a1, %l1 : !wp, !lp
  }
  %total = piper.all_reduce %acc over ["dp"] : !wp -> !w
  %ltotal = piper.all_reduce %loss over ["dp"] : !lp -> !l
  %g = piper.scale_once %total divided by 4 : !w
  %lmean = piper.scale_once %ltotal divided by 4 : !l
  %norm = piper.global_norm(%g) : (!w) -> !n
  %w1 = piper.update @sgd ins(%g : !w) inouts(%w : !w) -> !w
  piper.return params(%w1 : !w) metrics(%lmean, %norm : !l, !n) names ["loss", "grad_norm"]
}
