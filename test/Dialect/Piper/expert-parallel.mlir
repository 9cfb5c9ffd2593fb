// An expert layer over four members, by hand. The dispatched tokens of every
// replica, [e, c, d], get their replica dimension made explicit; experts take the
// place of replicas in an all-to-all, and the exit is the reverse.
// RUN: piper-opt %s | piper-opt | FileCheck %s
// RUN: piper-opt %s -o %t.once && piper-opt %t.once -o %t.twice && diff %t.once %t.twice

piper.mesh @cluster <["ep"=4]>

// Two of the eight experts, tokens of four replicas.
func.func private @experts(tensor<4x2x16x32xf32>, tensor<2x32x64xf32>) -> tensor<4x2x16x32xf32>

piper.graph @layer attributes {microbatches = 1 : i64} {
  // Experts really are divided: each member holds two.
  %w = piper.param "experts.w1" : !piper.value<tensor<8x32x64xf32>, @cluster, {ep = shard(0)}>
  %none = piper.foreach_microbatch (%l : !piper.value<tensor<f64>, @cluster, {ep = partial<sum>}>) {
    %x = piper.input "dispatched" : !piper.value<tensor<8x16x32xf32>, @cluster, {ep = replica}>
    // CHECK: piper.expose_replicas %{{.*}} : !piper.value<tensor<8x16x32xf32>, @cluster, {ep = replica}> -> !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(0)}>
    %r = piper.expose_replicas %x : !piper.value<tensor<8x16x32xf32>, @cluster, {ep = replica}> -> !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(0)}>
    // CHECK: piper.all_to_all %{{.*}} over ["ep"] : {{.*}}{ep = shard(0)}> -> {{.*}}{ep = shard(1)}>
    %e = piper.all_to_all %r over ["ep"] : !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(0)}> -> !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(1)}>
    %y = piper.task @experts F(%e, %w) {stage = 0 : i64, tags = {EP = 0 : i64}} : (!piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(1)}>, !piper.value<tensor<8x32x64xf32>, @cluster, {ep = shard(0)}>) -> !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(1)}>
    // CHECK: piper.all_to_all %{{.*}} over ["ep"] : {{.*}}{ep = shard(1)}> -> {{.*}}{ep = shard(0)}>
    %b = piper.all_to_all %y over ["ep"] : !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(1)}> -> !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(0)}>
    // CHECK: piper.hide_replicas
    %h = piper.hide_replicas %b : !piper.value<tensor<4x8x16x32xf32>, @cluster, {ep = shard(0)}> -> !piper.value<tensor<8x16x32xf32>, @cluster, {ep = replica}>
    piper.yield %l : !piper.value<tensor<f64>, @cluster, {ep = partial<sum>}>
  }
  piper.return params(%w : !piper.value<tensor<8x32x64xf32>, @cluster, {ep = shard(0)}>) names []
}
