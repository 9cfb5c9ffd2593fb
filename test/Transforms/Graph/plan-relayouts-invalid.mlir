// A change of layout that no collective makes.
// RUN: piper-opt %s --piper-plan-relayouts -verify-diagnostics

!rep = !piper.value<tensor<8x4xf32>, @cluster>
!shard = !piper.value<tensor<8x4xf32>, @cluster, {dp = shard(0)}>
piper.mesh @cluster <["dp"=2]>
piper.graph @g attributes {microbatches = 1 : i64} {
  %rep = piper.task @f U() : () -> !rep
  // expected-error @below {{over axis 'dp' from}}
  %a = piper.relayout %rep : !rep -> !shard
  piper.return names []
}
