// A model that returns (loss_sum, weight): the weight is summed beside the loss
// and divides every sum once, wherever it is held.
// RUN: piper-opt %s --piper-outline-stages | FileCheck %s --check-prefix=OUTLINE
// RUN: echo '{"optimizer": "sgd"}' > %t.json
// RUN: piper-opt %s --piper-outline-stages --piper-differentiate --piper-build-training-graph=training=%t.json > %t.built
// RUN: FileCheck %s --check-prefix=BUILT < %t.built
// RUN: piper-opt %t.built --piper-mesh="axes=pp,dp sizes=2,2" --piper-place=at=0,1 --piper-replicate --piper-split=microbatches=4 | FileCheck %s --check-prefix=PLACED

// The count of the weight needs no parameter; the last stage computes it.
// OUTLINE-LABEL: func.func private @s0(
// OUTLINE-SAME:    -> tensor<4xf32>
// OUTLINE-LABEL: func.func private @s1(
// OUTLINE-SAME:    -> (tensor<f32> {piper.role = "loss"}, tensor<i64> {piper.role = "weight"})
// OUTLINE: %[[SUMS:[0-9]+]]:2 = piper.foreach_microbatch (%[[L:arg[0-9]+]]: {{.*}}tensor<f64>{{.*}}, %[[W:arg[0-9]+]]: {{.*}}tensor<f64>
// OUTLINE:   %[[T:[0-9]+]]:2 = piper.task @s1 F({{.*}}, %[[L]], %[[W]])
// OUTLINE:   piper.yield %[[T]]#0, %[[T]]#1
// OUTLINE: piper.return metrics(%[[SUMS]]#0, %[[SUMS]]#1 {{.*}} names ["loss", "weight"]

// BUILT-LABEL: func.func private @s1(
// BUILT-SAME:    %[[LACC:arg[0-9]+]]: tensor<f64> {piper.role = "loss_acc"}, %[[WACC:arg[0-9]+]]: tensor<f64> {piper.role = "weight_acc"}
// BUILT:         arith.extf
// BUILT:         arith.sitofp %{{.*}} : i64 to f64
// BUILT:         piper.cut %{{.*}}, %{{.*}} : tensor<f64>, tensor<f64>
// BUILT: %[[ACC:[0-9]+]]:4 = piper.foreach_microbatch
// BUILT: piper.scale_once %[[ACC]]#0 weighted by %[[ACC]]#3 :
// BUILT: piper.scale_once %[[ACC]]#1 weighted by %[[ACC]]#3 :
// BUILT: piper.scale_once %[[ACC]]#2 weighted by %[[ACC]]#3 :

// PLACED: %[[ACC:[0-9]+]]:4 = piper.foreach_microbatch
// PLACED-DAG: %[[W:[0-9]+]] = piper.relayout %[[ACC]]#3 : {{.*}}@cluster[pp=1], {dp = partial<sum>}> -> {{.*}}@cluster[pp=1]>
// PLACED-DAG: %[[W0:[0-9]+]] = piper.transfer %[[W]] : {{.*}}[pp=1]> -> {{.*}}[pp=0]>
// PLACED: piper.scale_once %{{.*}} weighted by %[[W0]] :
// PLACED: piper.scale_once %{{.*}} weighted by %[[W]] :
// PLACED: piper.scale_once %{{.*}} weighted by %[[W]] :
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @main(%u: tensor<4xf32> {piper.param = "u"}, %v: tensor<4xf32> {piper.param = "v"},
                %x: tensor<4xf32> {piper.input = "x"}, %t: tensor<4xi64> {piper.input = "t"}) -> (tensor<f32>, tensor<i64>) {
  %e = tensor.empty() : tensor<4xf32>
  %h = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %u : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) attrs = {piper.tags = {pp = 0 : i64}} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]} ins(%h, %v : tensor<4xf32>, tensor<4xf32>) outs(%z : tensor<f32>) attrs = {piper.tags = {pp = 1 : i64}} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %n = arith.addf %m, %o : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  %zi = arith.constant dense<0> : tensor<i64>
  %w = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%t : tensor<4xi64>) outs(%zi : tensor<i64>) attrs = {piper.tags = {pp = 1 : i64}} {
  ^bb0(%a: i64, %o: i64):
    %n = arith.addi %a, %o : i64
    linalg.yield %n : i64
  } -> tensor<i64>
  return %s, %w : tensor<f32>, tensor<i64>
}
