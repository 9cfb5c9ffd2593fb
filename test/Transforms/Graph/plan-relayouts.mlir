// RUN: piper-opt %s --piper-plan-relayouts="bucket-size=1" --verify-diagnostics --split-input-file | FileCheck %s

!rep = !piper.value<tensor<8x4xf32>, @cluster>
!part = !piper.value<tensor<8x4xf32>, @cluster, {dp = partial<sum>}>
!s0 = !piper.value<tensor<8x4xf32>, @cluster, {dp = shard(0)}>
!s1 = !piper.value<tensor<8x4xf32>, @cluster, {dp = shard(1)}>
!both = !piper.value<tensor<8x4xf32>, @cluster, {dp = partial<sum>, tp = shard(1)}>
piper.mesh @cluster <["dp"=2, "tp"=2]>

// CHECK-LABEL: piper.graph @all
piper.graph @all attributes {microbatches = 1 : i64} {
  %part, %s0, %both = piper.task @f U() : () -> (!part, !s0, !both)
  // CHECK: piper.reduce_scatter %{{.*}} over ["dp"] : {{.*}}{dp = partial<sum>}> -> {{.*}}{dp = shard(0)}>
  %a = piper.relayout %part : !part -> !s0
  // CHECK: piper.all_to_all %{{.*}} over ["dp"] : {{.*}}{dp = shard(0)}> -> {{.*}}{dp = shard(1)}>
  %b = piper.relayout %s0 : !s0 -> !s1
  // CHECK: piper.all_gather %{{.*}} over ["dp"] : {{.*}}{dp = shard(0)}> ->
  %c = piper.relayout %s0 : !s0 -> !rep
  // CHECK: %[[SUM:.*]] = piper.all_reduce %{{.*}} over ["dp"] {bucket = 0 : i64} : {{.*}} -> {{.*}}{tp = shard(1)}>
  // CHECK: piper.all_gather %[[SUM]] over ["tp"]
  %d = piper.relayout %both : !both -> !rep
  piper.return params(%a, %b, %c, %d : !s0, !s1, !rep, !rep) names []
}

// -----

// Three times 600 KB into buckets of 1 MB.
!rep = !piper.value<tensor<150000xf32>, @cluster>
!part = !piper.value<tensor<150000xf32>, @cluster, {dp = partial<sum>}>
piper.mesh @cluster <["dp"=2]>
// CHECK-LABEL: piper.graph @buckets
piper.graph @buckets attributes {microbatches = 1 : i64} {
  %p = piper.task @f U() : () -> !part
  // CHECK: bucket = 0
  %a = piper.relayout %p : !part -> !rep
  // CHECK: bucket = 1
  %b = piper.relayout %p : !part -> !rep
  // Its directive allows a larger one.
  // CHECK: bucket = 1
  %c = piper.relayout %p {bucket_bytes = 1200000 : i64} : !part -> !rep
  piper.return params(%a, %b, %c : !rep, !rep, !rep) names []
}

// -----

!rep = !piper.value<tensor<8x4xf32>, @cluster>
!s0 = !piper.value<tensor<8x4xf32>, @cluster, {dp = shard(0)}>
piper.mesh @cluster <["dp"=2]>
piper.graph @slice attributes {microbatches = 1 : i64} {
  %r = piper.task @f U() : () -> !rep
  // expected-error @below {{over axis 'dp' from}}
  %a = piper.relayout %r : !rep -> !s0
  piper.return params(%a : !s0) names []
}
