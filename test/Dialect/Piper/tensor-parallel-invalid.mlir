// RUN: piper-opt -split-input-file -verify-diagnostics %s

func.func @gathers_a_partial(%y: !piper.value<tensor<4x8xf32>, @c, {tp = partial<sum>}>) {
  // expected-error @below {{takes axis 'tp' from shard to replicated; here it goes from partial to replicated}}
  %z = piper.all_gather %y over ["tp"] : !piper.value<tensor<4x8xf32>, @c, {tp = partial<sum>}> -> !piper.value<tensor<4x8xf32>, @c>
  return
}

// -----

func.func @makes_partial(%y: !piper.value<tensor<4x8xf32>, @c>) {
  // L4
  // expected-error @below {{makes the value partial over 'tp'}}
  %z = piper.relayout %y : !piper.value<tensor<4x8xf32>, @c> -> !piper.value<tensor<4x8xf32>, @c, {tp = partial<sum>}>
  return
}

// -----

func.func @drops_replicas(%y: !piper.value<tensor<4x8xf32>, @c, {dp = replica}>) {
  // L3
  // expected-error @below {{changes a replica axis; use piper.expose_replicas}}
  %z = piper.relayout %y : !piper.value<tensor<4x8xf32>, @c, {dp = replica}> -> !piper.value<tensor<4x8xf32>, @c>
  return
}

// -----

func.func @changes_another_axis(%y: !piper.value<tensor<4x8xf32>, @c, {tp = partial<sum>}>) {
  // expected-error @below {{changes an axis it does not name}}
  %z = piper.all_reduce %y over ["tp"] : !piper.value<tensor<4x8xf32>, @c, {tp = partial<sum>}> -> !piper.value<tensor<4x8xf32>, @c, {dp = shard(0)}>
  return
}

// -----

// expected-error @below {{axis 'tp' shards dimension 2 of a tensor of rank 2}}
func.func private @no_such_dimension(!piper.value<tensor<4x8xf32>, @c, {tp = shard(2)}>)

// -----

// expected-error @below {{axis 'tp' is both placed and laid out}}
func.func private @placed_and_sharded(!piper.value<tensor<4x8xf32>, @c[tp=0], {tp = shard(1)}>)

// -----

// expected-error @below {{extents are static}}
func.func private @dynamic(!piper.value<tensor<?x8xf32>, @c>)

// -----

// expected-error @below {{expected shard(d), partial<sum|max> or replica, got 'split'}}
func.func private @unknown_state(!piper.value<tensor<4x8xf32>, @c, {tp = split(1)}>)
