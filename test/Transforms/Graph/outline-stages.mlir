// RUN: piper-opt %S/Inputs/three-stages.mlir --piper-outline-stages > %t.once
// RUN: FileCheck %s < %t.once
// RUN: piper-opt %t.once --piper-outline-stages | diff %t.once -

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
