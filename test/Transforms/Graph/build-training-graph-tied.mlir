// RUN: echo '{"optimizer": "sgd"}' > %t.json
// RUN: piper-opt %fixtures/gpt/model.mlir --piper-import --piper-outline-stages --piper-normalize --piper-differentiate --piper-build-training-graph=training=%t.json | FileCheck %s

// The embedding and the head accumulate apart, also without a cut.
// CHECK-LABEL: piper.graph @train
// CHECK:      %[[W:.*]] = piper.param "wte.weight"
// CHECK-NOT:  piper.state
// CHECK:      %[[ACC:.*]]:54 = piper.foreach_microbatch
// CHECK:        piper.task @s0 F(%{{.*}}, %{{.*}}, %[[W]], %[[W]],
// CHECK:      %[[SUM:.*]] = piper.sum_uses %[[ACC]]#0, %[[ACC]]#1 : !piper.value<tensor<128x32xf32>, @cluster>
// CHECK:      piper.scale_once %[[SUM]] divided by 1
// CHECK:      piper.update @sgd_128x32 ins({{.*}}) inouts(%[[W]] :
