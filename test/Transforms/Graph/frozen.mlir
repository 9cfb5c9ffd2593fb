// RUN: echo '{"optimizer": "sgd", "lr": 0.1, "frozen": ["a", "c"]}' > %t.json
// RUN: piper-opt %s --piper-outline-stages=training=%t.json --piper-normalize > %t.stages
// RUN: FileCheck %s --check-prefix=STAGES < %t.stages
// RUN: piper-opt %t.stages --piper-differentiate --piper-build-training-graph="training=%t.json" --piper-verify-graph > %t.graph
// RUN: FileCheck %s < %t.graph
// RUN: piper-opt %t.graph --piper-differentiate --piper-build-training-graph="training=%t.json" | diff %t.graph -

// Stage 0 is frozen: what it gives to stages 1 and 3 is data there, and nothing
// gives a gradient for it. Stage 2 is frozen, too, but hands the gradient on to
// stage 1. Stage 3 reads data and an activation that needs a gradient.

// STAGES:      func.func private @s0(
// STAGES-SAME: -> (tensor<8xf32> {piper.role = "data"}, tensor<8xf32> {piper.role = "data"})
// STAGES:      func.func private @s1(%{{.*}}: tensor<8xf32> {piper.role = "data"}, %{{.*}} {piper.param = "b", piper.role = "param"}) -> tensor<8xf32> {
// STAGES:      func.func private @s2(%{{.*}}: tensor<8xf32> {piper.role = "input"}, %{{.*}} {piper.param = "c", piper.role = "frozen"}) -> tensor<8xf32> {
// STAGES:      func.func private @s3(%{{.*}}: tensor<8xf32> {piper.role = "data"}, %{{.*}}: tensor<8xf32> {piper.role = "input"}, %{{.*}} {piper.param = "d", piper.role = "param"}) -> (tensor<f32> {piper.role = "loss"})

// The joint bodies: no cotangent of data, no gradient for it.
// CHECK:      func.func private @s0(
// CHECK-NOT:  cotangent
// CHECK:      func.func private @s1(%{{.*}}: tensor<8xf32> {piper.role = "data"}, %{{.*}}: tensor<8xf32> {piper.role = "param"}, %{{.*}}: tensor<8xf32> {piper.role = "cotangent"}, %{{.*}}: tensor<8xf32> {piper.role = "acc"}) -> (tensor<8xf32>, tensor<8xf32> {piper.role = "acc"})
// CHECK:      func.func private @s3(
// CHECK-SAME: -> (tensor<f64> {piper.role = "loss_acc"}, tensor<8xf32> {piper.role = "dinput"}, tensor<8xf32> {piper.role = "acc"})

// CHECK:      piper.graph @train
// CHECK:        %[[H:.*]]:2 = piper.task @s0 F(
// CHECK-SAME:     -> (!piper.value<tensor<8xf32>, @cluster>, !piper.value<tensor<8xf32>, @cluster>)
// CHECK:        %[[F1:.*]]:2 = piper.task @s1 F(%[[H]]#1,
// CHECK:        %[[F2:.*]]:2 = piper.task @s2 F(%[[F1]]#0,
// CHECK:        %[[F3:.*]]:2 = piper.task @s3 F(%[[H]]#0, %[[F2]]#0,
// CHECK:        %[[B3:.*]]:2 = piper.task @s3 B(%[[F3]]#1,
// CHECK:        %[[B2:.*]] = piper.task @s2 B(%[[F2]]#1, %[[B3]]#0)
// CHECK:        %[[B1:.*]] = piper.task @s1 B(%[[F1]]#1, %[[B2]], %{{.*}}) {stage = 1 : i64} : {{.*}} -> !piper.value<tensor<8xf32>, @cluster>
// CHECK-NOT:    piper.task @s0 B
// CHECK:        piper.yield
func.func @main(%a: tensor<8xf32> {piper.param = "a"}, %b: tensor<8xf32> {piper.param = "b"},
                %c: tensor<8xf32> {piper.param = "c"}, %d: tensor<8xf32> {piper.param = "d"},
                %x: tensor<8xf32> {piper.input = "x"}) -> tensor<f32> {
  %e = tensor.empty() : tensor<8xf32>
  %h = linalg.mul {piper.tags = {pp = 0 : i64}} ins(%x, %a : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %i = linalg.mul {piper.tags = {pp = 1 : i64}} ins(%h, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %j = linalg.mul {piper.tags = {pp = 2 : i64}} ins(%i, %c : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %k = linalg.add {piper.tags = {pp = 3 : i64}} ins(%j, %h : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.dot {piper.tags = {pp = 3 : i64}} ins(%k, %d : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}
