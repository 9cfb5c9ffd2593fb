// Every layout change keeps the tensor; three rows over two members are padded.
// The body of `@rows` sees its local shape and its coordinate.
// RUN: %python %S/Inputs/tensors.py %t.w m=2x4:1,2,3,4,5,6,7,8 u=3:1,2,3
// RUN: piper-opt %s -o /dev/null --piper-evaluate="weights=%t.w print-params" | FileCheck %s
// CHECK: step 0 total = 216 norm = 14.282856857085701
// CHECK-NEXT: param "m" : tensor<2x4xf32> = [1, 2, 3, 4, 5, 6, 7, 8]
// CHECK-NEXT: param "u" : tensor<3xf32> = [2, 4, 6]

piper.mesh @cluster <["tp"=2]>

!rows = !piper.value<tensor<2x4xf32>, @cluster, {tp = shard(0)}>
!cols = !piper.value<tensor<2x4xf32>, @cluster, {tp = shard(1)}>
!full = !piper.value<tensor<2x4xf32>, @cluster>
!us = !piper.value<tensor<3xf32>, @cluster, {tp = shard(0)}>
!uf = !piper.value<tensor<3xf32>, @cluster>
!p = !piper.value<tensor<4xf32>, @cluster, {tp = partial<sum>}>
!ps = !piper.value<tensor<4xf32>, @cluster, {tp = shard(0)}>
!l = !piper.value<tensor<f64>, @cluster>
!lp = !piper.value<tensor<f64>, @cluster, {tp = partial<sum>}>

// (coordinate + 1) times the only row of the member: 11, 14, 17, 20 in sum.
func.func private @rows(%m: tensor<1x4xf32>, %c: index) -> tensor<4xf32> {
  %one = arith.constant 1 : index
  %n = arith.addi %c, %one : index
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f32
  %r = tensor.collapse_shape %m [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %s = tensor.splat %f : tensor<4xf32>
  %p = arith.mulf %r, %s : tensor<4xf32>
  return %p : tensor<4xf32>
}
// The weighted sum of the member's half after the reduce_scatter.
func.func private @weigh(%h: tensor<2xf32>, %c: index) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %two = arith.constant 2 : index
  %base = arith.muli %c, %two : index
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%h : tensor<2xf32>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f32, %o: f64):
    %i = linalg.index 0 : index
    %k = arith.addi %i, %base : index
    %ki = arith.index_cast %k : index to i64
    %w = arith.sitofp %ki : i64 to f64
    %e = arith.extf %a : f32 to f64
    %m = arith.mulf %e, %w : f64
    %two64 = arith.constant 2.0 : f64
    %m2 = arith.mulf %m, %two64 : f64
    %s = arith.addf %o, %m2 : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
func.func private @twice(%g: tensor<2xf32>, %u: tensor<2xf32>) -> tensor<2xf32> {
  %r = arith.addf %g, %u : tensor<2xf32>
  return %r : tensor<2xf32>
}

piper.graph @layouts attributes {microbatches = 1 : i64} {
  %m = piper.param "m" : !rows
  %u = piper.param "u" : !uf
  %cols = piper.all_to_all %m over ["tp"] : !rows -> !cols
  %full = piper.all_gather %cols over ["tp"] : !cols -> !full
  %norm = piper.global_norm(%full) : (!full) -> !l
  %back = piper.relayout %full : !full -> !rows
  %part = piper.task @rows F(%back) coords ["tp"] : (!rows) -> !p
  %half = piper.reduce_scatter %part over ["tp"] : !p -> !ps
  %sum = piper.task @weigh F(%half) coords ["tp"] : (!ps) -> !lp
  %total = piper.all_reduce %sum over ["tp"] : !lp -> !l
  %us = piper.relayout %u : !uf -> !us
  %us2 = piper.update @twice ins(%us : !us) inouts(%us : !us) -> !us
  %u2 = piper.all_gather %us2 over ["tp"] : !us -> !uf
  piper.return params(%back, %u2 : !rows, !uf) metrics(%total, %norm : !l, !l) names ["total", "norm"]
}
