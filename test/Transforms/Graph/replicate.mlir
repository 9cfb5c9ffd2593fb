// RUN: echo '{"optimizer": "sgd"}' > %t.json
// RUN: piper-opt %S/Inputs/three-stages.mlir --piper-outline-stages --piper-normalize --piper-differentiate --piper-build-training-graph="training=%t.json" --piper-mesh="axes=pp,dp sizes=2,2 devices=0,1,2,3" --piper-place="axis=pp at=0,1,1" --piper-replicate=axis=dp --piper-split=microbatches=4 > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: piper-opt %t.mlir --piper-replicate=axis=dp --piper-split=microbatches=4 | diff %t.mlir -
// RUN: piper-opt %t.mlir --piper-plan-relayouts --piper-verify-graph > %t.planned.mlir
// RUN: FileCheck %s --check-prefix=PLANNED < %t.planned.mlir
// RUN: piper-opt %t.planned.mlir --piper-plan-relayouts | diff %t.planned.mlir -
// RUN: not piper-opt %t.mlir --piper-verify-graph 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not piper-opt %t.mlir --piper-replicate=axis=tp 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not piper-opt %t.mlir --piper-split=microbatches=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not piper-opt %t.mlir --piper-mesh="axes=pp,dp sizes=2" 2>&1 | FileCheck %s --check-prefix=SIZES

// CHECK:      piper.mesh @cluster <["pp"=2, "dp"=2]> devices [0, 1, 2, 3]
// CHECK:      microbatches = 4
// CHECK:      piper.param "w" : !piper.value<tensor<2x4xf32>, @cluster[pp=0]>
// CHECK:      %[[ACC:.*]]:5 = piper.foreach_microbatch ({{.*}}[pp=0], {dp = partial<sum>}>
// CHECK:        piper.input "x" : {{.*}}[pp=0], {dp = replica}>
// CHECK:        piper.task @s0 F{{.*}} -> ({{.*}}{dp = replica}>, {{.*}}{dp = replica}>, !piper.residual<@s0>)
// CHECK:        %[[H:.*]] = piper.transfer {{.*}} -> !piper.value<tensor<8xf32>, @cluster[pp=1], {dp = replica}>
// Stages 1 and 2 share a place: one transfer each for what stage 0 sends, none between them.
// CHECK:        piper.task @s2 F{{.*}} -> (!piper.value<tensor<f64>, @cluster[pp=1], {dp = partial<sum>}>,
// CHECK:        piper.task @s0 B{{.*}} -> !piper.value<tensor<2x4xf32>, @cluster[pp=0], {dp = partial<sum>}>
// Last stage first, the loss at the end.
// CHECK:      %[[R1:.*]] = piper.relayout %[[ACC]]#1 : {{.*}}[pp=1], {dp = partial<sum>}> -> {{.*}}[pp=1]>
// CHECK:      piper.relayout %[[ACC]]#2
// CHECK:      piper.relayout %[[ACC]]#3
// CHECK:      %[[R0:.*]] = piper.relayout %[[ACC]]#0
// CHECK:      %[[RL:.*]] = piper.relayout %[[ACC]]#4 : !piper.value<tensor<f64>
// CHECK-DAG:  piper.transfer %[[R0]] : {{.*}}[pp=0]> -> {{.*}}[pp=1]>
// CHECK-DAG:  piper.transfer %[[R1]] : {{.*}}[pp=1]> -> {{.*}}[pp=0]>
// CHECK:      piper.scale_once {{.*}} divided by 8
// CHECK:      piper.scale_once %[[RL]] divided by 8

// PLANNED-NOT: piper.relayout
// PLANNED:     piper.all_reduce %{{.*}}#1 over ["dp"] {bucket = [[B:[0-9]]] : i64}
// PLANNED:     piper.all_reduce %{{.*}}#2 over ["dp"] {bucket = [[B]] : i64}
// PLANNED:     piper.all_reduce %{{.*}}#3 over ["dp"] {bucket = [[B]] : i64}
// PLANNED:     piper.all_reduce %{{.*}}#0 over ["dp"] {bucket = 1 : i64}
// PLANNED:     piper.all_reduce %{{.*}}#4 over ["dp"] {bucket = 2 : i64}

// LEFT:  error: 'piper.relayout' op is left; run piper-plan-relayouts first
// AXIS:  error: the mesh has no axis 'tp' to replicate over
// ZERO:  error: is split into 0 microbatches; at least one is needed
// SIZES: error: piper-mesh: 2 axes and 1 sizes
