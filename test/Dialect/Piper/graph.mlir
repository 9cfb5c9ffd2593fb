// Print, parse, print of what a pipeline graph is made of.
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s -o %t.once && piper-opt %t.once -o %t.twice && diff %t.once %t.twice

// CHECK: piper.mesh @cluster <["pp"=2]> devices [1, 0]
piper.mesh @cluster <["pp"=2]> devices [1, 0]

!w = !piper.value<tensor<4x4xf32>, @cluster[pp=0]>
!x0 = !piper.value<tensor<2x4xf32>, @cluster[pp=0]>
!x1 = !piper.value<tensor<2x4xf32>, @cluster[pp=1]>
!l = !piper.value<tensor<f64>, @cluster[pp=1]>
!n = !piper.value<tensor<f64>, @cluster>

// CHECK: piper.cut %{{.*}} : tensor<2x4xf32>
func.func private @s0(%x: tensor<2x4xf32>, %w: tensor<4x4xf32>, %dy: tensor<2x4xf32>, %a: tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>) {
  piper.cut %x : tensor<2x4xf32>
  return %x, %a : tensor<2x4xf32>, tensor<4x4xf32>
}

piper.graph @train attributes {microbatches = 2 : i64} {
  %w = piper.param "w" : !w
  // CHECK: piper.param "frozen" frozen : !piper.value<tensor<4x4xf32>, @cluster[pp=0]>
  %f = piper.param "frozen" frozen : !w
  // CHECK: piper.state "exp_avg" of "w"
  %m = piper.state "exp_avg" of "w" : !w
  %mask = piper.model_buffer "mask" : !w
  // CHECK: piper.step_index : !piper.value<tensor<i64>, @cluster>
  %step = piper.step_index : !piper.value<tensor<i64>, @cluster>
  // CHECK: piper.foreach_microbatch (%{{.*}}: !piper.value<tensor<f64>, @cluster[pp=1]>) {
  %acc, %loss = piper.foreach_microbatch (%a : !w, %l : !l) {
    %x = piper.input "x" : !x0
    // CHECK: piper.input "ids" range <-8 to 8 or -100> {note} : !piper.value
    %ids = piper.input "ids" range <-8 to 8 or -100> {note} : !x0
    %h, %r = piper.task @s0 F(%x, %w) {stage = 0 : i64} : (!x0, !w) -> (!x0, !piper.residual<@s0>)
    // CHECK: piper.transfer %{{.*}} : !piper.value<tensor<2x4xf32>, @cluster[pp=0]> -> !piper.value<tensor<2x4xf32>, @cluster[pp=1]>
    %t = piper.transfer %h : !x0 -> !x1
    %b = piper.transfer %t : !x1 -> !x0
    %a1 = piper.task @s0 B(%r, %b, %a) {stage = 0 : i64} : (!piper.residual<@s0>, !x0, !w) -> !w
    // CHECK: piper.yield
    piper.yield %a1, %l : !w, !l
  }
  // CHECK: piper.sum_uses %{{.*}}, %{{.*}} : !piper.value
  %s = piper.sum_uses %acc, %acc : !w
  // CHECK: piper.scale_once %{{.*}} divided by 8 :
  %g = piper.scale_once %s divided by 8 : !w
  // CHECK: piper.global_norm(%{{.*}})
  %norm = piper.global_norm(%g) : (!w) -> !n
  // CHECK: piper.update @adamw ins(%{{.*}}, %{{.*}} : {{.*}}) inouts(%{{.*}}, %{{.*}} : {{.*}}) ->
  %w1, %m1 = piper.update @adamw ins(%g, %norm : !w, !n) inouts(%w, %m : !w, !w) -> !w, !w
  piper.return params(%w1 : !w) states(%m1 : !w) metrics(%loss, %norm : !l, !n) names ["loss", "grad_norm"]
}

// CHECK: piper.schedule @sched for @train <"gpipe"> along "pp" {
// CHECK-NEXT: "0F0 0F1 0B0 0B1 0U",
// CHECK-NEXT: "1F0 1F1 1B0 1B1 1U"
// CHECK-NEXT: }
piper.schedule @sched for @train <"gpipe"> along "pp" {
  "0F0 0F1 0B0 0B1 0U",
  "1F0 1F1 1B0 1B1 1U"
}
