// RUN: piper-opt -split-input-file -verify-diagnostics %s

// expected-error @below {{leads from #piper.coord<pp = 0> to itself}}
plan.channel @act <pp = 0> to <pp = 0> : tensor<4xf32>

// -----

// expected-error @below {{fixes other axes at}}
plan.channel @act <pp = 0> to <dp = 0> : tensor<4xf32>

// -----

// expected-error @below {{carries tensors of static shape}}
plan.channel @act <pp = 0> to <pp = 1> : tensor<?xf32>

// -----

// expected-error @below {{has no stream}}
plan.program @p at <> streams() arena(0) events() {}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has 0 slots; at least one is needed}}
  plan.buffer @x : tensor<4xf32> x 0 input
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{is at 4; offsets are multiples of 64}}
  plan.buffer @x : tensor<4xf32> at 4 input
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{of kind param says what it is of}}
  plan.buffer @x : tensor<4xf32> param
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{is of role 1, but the program plays 1}}
  plan.buffer @x : tensor<4xf32> input role 1
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{unknown kind of buffer 'weights'}}
  plan.buffer @x : tensor<4xf32> weights
}

// -----

plan.comm @c <["dp"]> {order = 0 : i64}
plan.program @p at <dp = 0>, <dp = 1> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<4xf32> input
  // expected-error @below {{has 1 buffers for 2 local members; each has the same number}}
  plan.collective all_reduce sum @x roles [0, 1] comm(@c) on @s
}
