// RUN: piper-opt %s --piper-outline-stages --split-input-file | FileCheck %s
// RUN: piper-opt %s --piper-outline-stages --split-input-file > %t.once
// RUN: piper-opt %t.once --piper-outline-stages --split-input-file | diff %t.once -

#id = affine_map<(d0) -> (d0)>

// A weight used in two stages (through a view that belongs to stage 0), a value
// of stage 0 used in stages 1 and 2, a constant used by stage 2 only.
func.func @main(%w: tensor<2x4xf32> {piper.param = "w"}, %u: tensor<8xf32> {piper.param = "u"},
                %x: tensor<8xf32> {piper.input = "x"}, %m: tensor<8xf32> {piper.buffer = "m"}) -> tensor<f32> {
  %v = tensor.collapse_shape %w [[0, 1]] {piper.tags = {pp = 0 : i64}} : tensor<2x4xf32> into tensor<8xf32> loc("emb")
  %e = tensor.empty() : tensor<8xf32>
  %h = linalg.add {piper.tags = {pp = 0 : i64}} ins(%x, %v : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("emb")
  %i = linalg.mul {piper.tags = {pp = 1 : i64}} ins(%h, %u : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("mid")
  %j = linalg.add {piper.tags = {pp = 1 : i64}} ins(%i, %u : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("mid.norm")
  %k = linalg.add {piper.tags = {pp = 2 : i64}} ins(%j, %h : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("head")
  %n = linalg.add {piper.tags = {pp = 2 : i64}} ins(%k, %m : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32> loc("head")
  %z = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.dot {piper.tags = {pp = 2 : i64}} ins(%n, %v : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32> loc("head")
  return %l : tensor<f32>
}

// CHECK-LABEL: func.func private @s0(
// CHECK-SAME:    tensor<8xf32> {piper.input = "x", piper.role = "data"}
// CHECK-SAME:    tensor<2x4xf32> {piper.param = "w", piper.role = "param"}
// CHECK-SAME:    -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NOT:   piper.tags
// CHECK:       %[[H:.*]] = linalg.add
// CHECK:       return %[[H]], %[[H]]

// CHECK-LABEL: func.func private @s1(
// CHECK-SAME:    %[[H:arg[0-9]]]: tensor<8xf32> {piper.role = "input"}
// CHECK-SAME:    %[[U0:arg[0-9]]]: tensor<8xf32> {piper.param = "u", piper.role = "param"}
// CHECK-SAME:    %[[U1:arg[0-9]]]: tensor<8xf32> {piper.param = "u", piper.role = "param"}
// CHECK:       linalg.mul ins(%[[H]], %[[U0]]
// CHECK:       linalg.add ins({{.*}}, %[[U1]]

// CHECK-LABEL: func.func private @s2(
// CHECK-SAME:    tensor<8xf32> {piper.role = "input"}
// CHECK-SAME:    tensor<8xf32> {piper.role = "input"}
// CHECK-SAME:    tensor<8xf32> {piper.buffer = "m", piper.role = "data"}
// CHECK-SAME:    tensor<2x4xf32> {piper.param = "w", piper.role = "param"}
// CHECK-SAME:    -> (tensor<f32> {piper.role = "loss"})
// CHECK:       tensor.collapse_shape

// CHECK-LABEL: piper.graph @train
// CHECK:       %[[W:.*]] = piper.param "w"
// CHECK:       %[[U:.*]] = piper.param "u"
// CHECK:       %[[M:.*]] = piper.model_buffer "m"
// CHECK:       piper.foreach_microbatch (%[[L:.*]]: !piper.value<tensor<f64>, @cluster>)
// CHECK:         %[[X:.*]] = piper.input "x"
// Results of stage 0: for stage 2, then for stage 1.
// CHECK:         %[[HS:.*]]:2 = piper.task @s0 F(%[[X]], %[[W]]) {stage = 0 : i64}
// CHECK:         %[[J:.*]] = piper.task @s1 F(%[[HS]]#1, %[[U]], %[[U]]) {stage = 1 : i64}
// CHECK:         %[[L1:.*]] = piper.task @s2 F(%[[HS]]#0, %[[J]], %[[M]], %[[W]], %[[L]]) {stage = 2 : i64}
// CHECK:         piper.yield %[[L1]]
