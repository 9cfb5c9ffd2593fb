// RUN: piper-opt -split-input-file -verify-diagnostics %s

func.func @stays(%x: !piper.value<tensor<4x8xf32>, @c, {ep = shard(0)}>) {
  // expected-error @below {{keeps axis 'ep' on dimension 0}}
  %y = piper.all_to_all %x over ["ep"] : !piper.value<tensor<4x8xf32>, @c, {ep = shard(0)}> -> !piper.value<tensor<4x8xf32>, @c, {ep = shard(0)}>
  return
}

// -----

func.func @nothing_to_expose(%x: !piper.value<tensor<8xf32>, @c>) {
  // expected-error @below {{needs a replica axis}}
  %y = piper.expose_replicas %x : !piper.value<tensor<8xf32>, @c> -> !piper.value<tensor<4x8xf32>, @c, {ep = shard(0)}>
  return
}

// -----

func.func @wrong_dimension(%x: !piper.value<tensor<8xf32>, @c, {ep = replica}>) {
  // expected-error @below {{axis 'ep' shards dimension 0 once exposed}}
  %y = piper.expose_replicas %x : !piper.value<tensor<8xf32>, @c, {ep = replica}> -> !piper.value<tensor<4x8xf32>, @c, {ep = shard(1)}>
  return
}

// -----

func.func @no_leading_dimension(%x: !piper.value<tensor<8xf32>, @c, {ep = replica}>) {
  // expected-error @below {{adds one leading dimension}}
  %y = piper.expose_replicas %x : !piper.value<tensor<8xf32>, @c, {ep = replica}> -> !piper.value<tensor<8xf32>, @c, {ep = shard(0)}>
  return
}
