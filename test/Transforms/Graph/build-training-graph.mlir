// RUN: echo '{"optimizer": "adamw", "lr": 3e-3, "clip_norm": 0.25, "frozen": ["layers.1"]}' > %t.json
// RUN: piper-opt %fixtures/mlp/model.mlir --piper-import --piper-outline-stages=training=%t.json --piper-normalize --piper-differentiate --piper-build-training-graph="training=%t.json microbatches=4" > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: piper-opt %t.mlir --piper-build-training-graph="training=%t.json" | diff %t.mlir -

// CHECK:      func.func private @hyper(%{{.*}}: tensor<i64>) -> tensor<4xf64>
// One body per shape.
// CHECK:      func.func private @adamw_64x32({{.*}}tensor<4xf64>, {{.*}}tensor<f64>, {{.*}} attributes {piper.inouts = 3 : i64}
// CHECK:      func.func private @adamw_64(
// CHECK:      func.func private @adamw_64x64(
// CHECK-NOT:  @adamw_64_
// CHECK-LABEL: piper.graph @train
// CHECK-SAME:  microbatches = 4
// CHECK:      %[[W0:.*]] = piper.param "layers.0.weight" :
// CHECK:      %[[W1:.*]] = piper.param "layers.1.weight" frozen :
// CHECK:      %[[M0:.*]] = piper.state "exp_avg" of "layers.0.weight"
// CHECK:      %[[V0:.*]] = piper.state "exp_avg_sq" of "layers.0.weight"
// CHECK-NOT:  piper.state {{.*}} of "layers.1.weight"
// CHECK:      %[[STEP:.*]] = piper.step_index
// CHECK:      %[[HYPER:.*]] = piper.task @hyper U(%[[STEP]])
// Six trained parameters and the loss.
// CHECK:      %[[ACC:.*]]:7 = piper.foreach_microbatch (%[[A0:[a-z0-9]*]]: {{.*}}, %[[L:[a-z0-9]*]]: !piper.value<tensor<f64>, @cluster>)
// CHECK:        %[[F:.*]]:2 = piper.task @s0 F({{.*}}, %[[L]]) {stage = 0 : i64} : {{.*}} -> (!piper.value<tensor<f64>, @cluster>, !piper.residual<@s0>)
// CHECK:        %[[B:.*]]:6 = piper.task @s0 B(%[[F]]#1, %[[A0]], {{.*}}) {stage = 0 : i64}
// CHECK:        piper.yield %[[B]]#0, {{.*}} %[[B]]#5, %[[F]]#0
// CHECK:      %[[G0:.*]] = piper.scale_once %[[ACC]]#0 divided by 4
// CHECK:      %[[N:.*]] = piper.global_norm(%[[G0]],
// CHECK:      %[[U0:.*]]:3 = piper.update @adamw_64x32 ins(%[[G0]], %[[HYPER]], %[[N]] : {{.*}}) inouts(%[[W0]], %[[M0]], %[[V0]]
// CHECK:      %[[LOSS:.*]] = piper.scale_once %[[ACC]]#6 divided by 4
// CHECK:      piper.return params(%[[U0]]#0, {{.*}} states(%[[U0]]#1, %[[U0]]#2, {{.*}} metrics(%[[LOSS]], %[[N]], %[[HYPER]] : {{.*}} names ["loss", "grad_norm", "lr"]
