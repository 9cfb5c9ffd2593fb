// RUN: echo '{"optimizer": "sgd", "momentum": 0.9}' > %t.json
// RUN: piper-opt %S/Inputs/three-stages.mlir --piper-outline-stages --piper-normalize --piper-differentiate --piper-build-training-graph="training=%t.json microbatches=4" --piper-mesh="axes=pp sizes=3" --piper-place="axis=pp at=0,1,2" > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: piper-opt %t.mlir --piper-verify-graph --piper-place="axis=pp at=0,1,2" | diff %t.mlir -
// RUN: not piper-opt %t.mlir --piper-place="axis=dp at=0" 2>&1 | FileCheck %s --check-prefix=SHORT

// CHECK:      piper.mesh @cluster <["pp"=3]>
// CHECK:      %[[W0:.*]] = piper.param "w" : !piper.value<tensor<2x4xf32>, @cluster[pp=0]>
// CHECK:      %[[W2:.*]] = piper.param "w" : !piper.value<tensor<2x4xf32>, @cluster[pp=2]>
// CHECK:      piper.param "u" : !piper.value<tensor<8xf32>, @cluster[pp=1]>
// CHECK:      %[[S0:.*]] = piper.state "momentum_buffer" of "w" : {{.*}}[pp=0]>
// CHECK:      %[[S2:.*]] = piper.state "momentum_buffer" of "w" : {{.*}}[pp=2]>
// CHECK:      %[[ACC:.*]]:5 = piper.foreach_microbatch
// CHECK:        %[[F0:.*]]:3 = piper.task @s0 F(%{{.*}}, %[[W0]])
// Stage 0 sends to stage 2 itself, not through stage 1.
// CHECK:        %[[T2:.*]] = piper.transfer %[[F0]]#0 : {{.*}}[pp=0]> -> {{.*}}[pp=2]>
// CHECK:        %[[T1:.*]] = piper.transfer %[[F0]]#1 : {{.*}}[pp=0]> -> {{.*}}[pp=1]>
// CHECK:        piper.task @s1 F(%[[T1]],
// CHECK:        piper.task @s2 F(%[[T2]], %{{.*}}, %{{.*}}, %[[W2]],
// Every holder of the tied weight gets both sums, in the order of its uses.
// CHECK-DAG:  %[[A0AT2:.*]] = piper.transfer %[[ACC]]#0 : {{.*}}[pp=0]> -> {{.*}}[pp=2]>
// CHECK-DAG:  %[[A1AT0:.*]] = piper.transfer %[[ACC]]#1 : {{.*}}[pp=2]> -> {{.*}}[pp=0]>
// CHECK-NOT:  piper.transfer
// CHECK:      %[[SUM0:.*]] = piper.sum_uses %[[ACC]]#0, %[[A1AT0]] : {{.*}}[pp=0]>
// CHECK:      %[[SUM2:.*]] = piper.sum_uses %[[A0AT2]], %[[ACC]]#1 : {{.*}}[pp=2]>
// CHECK:      %[[G0:.*]] = piper.scale_once %[[SUM0]] divided by 4
// CHECK:      %[[G2:.*]] = piper.scale_once %[[SUM2]] divided by 4
// The norm counts the owner's gradient.
// CHECK:      piper.global_norm(%[[G0]], %{{[0-9]+}}) :
// CHECK:      %[[U0:.*]]:2 = piper.update @sgd_2x4 ins(%[[G0]], {{.*}} inouts(%[[W0]], %[[S0]] :
// CHECK:      %[[U2:.*]]:2 = piper.update @sgd_2x4 ins(%[[G2]], {{.*}} inouts(%[[W2]], %[[S2]] :
// CHECK:      piper.return params(%[[U0]]#0, %[[U2]]#0, {{.*}} states(%[[U0]]#1, %[[U2]]#1,

// SHORT: error: stage 1 ({{.*}}) has no place on axis 'dp'; 1 stages have one
