// A feed-forward block under tensor, sequence and data parallelism, by hand: the
// graph's types hold it without a new state or operation.
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s -o %t.once && piper-opt %t.once -o %t.twice && diff %t.once %t.twice

piper.mesh @cluster <["dp"=2, "tp"=4]> links {tp = {gbps = 300.0 : f64, latency_us = 2.0 : f64}}

// Bodies have local shapes: 512 hidden units over 4 members.
func.func private @up(tensor<4x128xf32>, tensor<128x128xf32>) -> tensor<4x128xf32>
func.func private @down(tensor<4x128xf32>, tensor<128x128xf32>) -> tensor<4x128xf32>

// CHECK: piper.graph @block attributes {microbatches = 2 : i64}
piper.graph @block attributes {microbatches = 2 : i64} {
  // Column-parallel, then row-parallel: dimension 0 of w1, dimension 1 of w2.
  // CHECK: piper.param "w1" : !piper.value<tensor<512x128xf32>, @cluster, {tp = shard(0)}>
  %w1 = piper.param "w1" : !piper.value<tensor<512x128xf32>, @cluster, {tp = shard(0)}>
  %w2 = piper.param "w2" : !piper.value<tensor<128x512xf32>, @cluster, {tp = shard(1)}>
  %loss = piper.foreach_microbatch (%l : !piper.value<tensor<f64>, @cluster, {dp = partial<sum>}>) {
    // Sequence parallelism outside the block: rows over tp.
    %x = piper.input "x" : !piper.value<tensor<4x128xf32>, @cluster, {dp = replica, tp = shard(0)}>
    // CHECK: piper.all_gather %{{.*}} over ["tp"]
    %xg = piper.all_gather %x over ["tp"] : !piper.value<tensor<4x128xf32>, @cluster, {dp = replica, tp = shard(0)}> -> !piper.value<tensor<4x128xf32>, @cluster, {dp = replica}>
    // CHECK: piper.task @up F(%{{.*}}, %{{.*}}) {stage = 0 : i64}
    %h = piper.task @up F(%xg, %w1) {stage = 0 : i64} : (!piper.value<tensor<4x128xf32>, @cluster, {dp = replica}>, !piper.value<tensor<512x128xf32>, @cluster, {tp = shard(0)}>) -> !piper.value<tensor<4x512xf32>, @cluster, {dp = replica, tp = shard(1)}>
    %y = piper.task @down F(%h, %w2) {stage = 0 : i64} : (!piper.value<tensor<4x512xf32>, @cluster, {dp = replica, tp = shard(1)}>, !piper.value<tensor<128x512xf32>, @cluster, {tp = shard(1)}>) -> !piper.value<tensor<4x128xf32>, @cluster, {dp = replica, tp = partial<sum>}>
    // CHECK: piper.reduce_scatter %{{.*}} over ["tp"]
    %z = piper.reduce_scatter %y over ["tp"] : !piper.value<tensor<4x128xf32>, @cluster, {dp = replica, tp = partial<sum>}> -> !piper.value<tensor<4x128xf32>, @cluster, {dp = replica, tp = shard(0)}>
    %zg = piper.relayout %z : !piper.value<tensor<4x128xf32>, @cluster, {dp = replica, tp = shard(0)}> -> !piper.value<tensor<4x128xf32>, @cluster, {dp = replica}>
    piper.yield %l : !piper.value<tensor<f64>, @cluster, {dp = partial<sum>}>
  }
  %total = piper.all_reduce %loss over ["dp"] : !piper.value<tensor<f64>, @cluster, {dp = partial<sum>}> -> !piper.value<tensor<f64>, @cluster>
  piper.return params(%w1, %w2 : !piper.value<tensor<512x128xf32>, @cluster, {tp = shard(0)}>, !piper.value<tensor<128x512xf32>, @cluster, {tp = shard(1)}>) metrics(%total : !piper.value<tensor<f64>, @cluster>) names ["loss"]
}
