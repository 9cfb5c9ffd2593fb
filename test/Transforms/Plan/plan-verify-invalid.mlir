// RUN: piper-opt --plan-verify -split-input-file -verify-diagnostics %s

// A cycle of waits is printed from one end to the other.
piper.mesh @cluster <["pp"=2]>
plan.channel @down <pp = 0> to <pp = 1> : tensor<4xf32>
plan.channel @up <pp = 1> to <pp = 0> : tensor<4xf32>
plan.program @a at <pp = 0> streams(@comm) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  plan.buffer @y : tensor<4xf32> at 64 comm
  // expected-note @below {{is behind, on the same stream, send on channel @down, stage 0}}
  // expected-error @below {{the plan hangs: send on channel @down, stage 0, microbatch 1, in @a on stream @comm, from}}
  plan.send @x channel(@down) on @comm {stage = 0 : i64, mb = 1 : i64}
  // expected-note @below {{meets recv on channel @up, microbatch 1, in @a}}
  plan.recv @y channel(@up) on @comm {mb = 1 : i64}
}
plan.program @b at <pp = 1> streams(@comm) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  plan.buffer @y : tensor<4xf32> at 64 comm
  // expected-note @below {{is behind, on the same stream, send on channel @up}}
  plan.send @x channel(@up) on @comm {mb = 1 : i64}
  // expected-note @below {{meets recv on channel @down, microbatch 1, in @b}}
  plan.recv @y channel(@down) on @comm {mb = 1 : i64}
}

// -----

// The k-th send is the k-th receive.
piper.mesh @cluster <["pp"=2]>
plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.program @a at <pp = 0> streams(@comm) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  // expected-note @below {{send 1 is: send on channel @act, microbatch 0, in @a}}
  plan.send @x channel(@act) on @comm {mb = 0 : i64}
  plan.send @x channel(@act) on @comm {mb = 1 : i64}
}
plan.program @b at <pp = 1> streams(@comm) arena(128) events() {
  plan.buffer @y : tensor<4xf32> x 2 at 0 comm
  // expected-error @below {{receive 1 of channel @act gets another microbatch: recv on channel @act, microbatch 1, in @b}}
  plan.recv @y[1] channel(@act) on @comm {mb = 1 : i64}
  plan.recv @y[0] channel(@act) on @comm {mb = 0 : i64}
}

// -----

piper.mesh @cluster <["pp"=2]>
plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.program @a at <pp = 0> streams(@comm) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  // expected-error @below {{channel @act has 1 sends but 0 receives}}
  plan.send @x channel(@act) on @comm
}
plan.program @b at <pp = 1> streams(@comm) arena(128) events() {}

// -----

plan.program @a at <> streams(@compute, @comm) arena(64) events(@e) {
  plan.buffer @x : tensor<4xf32> at 0 residual
  // expected-error @below {{waits for signal 1 of @e, which is given 0 times}}
  plan.zero @x on @compute after(@e:1)
}

// -----

plan.program @a at <> streams(@compute) arena(64) events() {
  plan.buffer @x : tensor<4xf32> x 2 at 0 residual
  // expected-error @below {{names slot 2 of @x, which has 2}}
  plan.zero @x[2] on @compute
}

// -----

plan.program @a at <> streams(@compute, @other) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 input
  // expected-note @below {{nothing orders it after: zero, in @a on stream @compute}}
  plan.zero @x on @compute
  // expected-error @below {{may be written twice at once: @x[0]}}
  plan.load "x" mb 0 -> @x on @other
}

// -----

// Bytes are shared only one after the other.
plan.program @a at <> streams(@compute, @other) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 input
  // expected-error @below {{@y shares bytes with @x while both are in use}}
  plan.buffer @y : tensor<4xf32> at 0 input
  plan.zero @x on @compute
  plan.zero @y on @other
}

// -----

plan.program @a at <> streams(@compute) arena(32) events() {
  // expected-error @below {{ends at byte 64 of an arena of 32}}
  plan.buffer @x : tensor<4xf32> at 0 input
}

// -----

// Signals of two streams have no common order.
plan.program @a at <> streams(@compute, @other) arena(128) events(@e) {
  plan.buffer @x : tensor<4xf32> at 0 input
  plan.buffer @y : tensor<4xf32> at 64 input
  plan.zero @x on @compute signals(@e)
  // expected-error @below {{event @e is signalled on several streams}}
  plan.zero @y on @other signals(@e)
}

// -----

// An action is for a role that the program plays and that owns what it writes.
plan.program @a at <pp = 0>, <pp = 1> streams(@compute) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 input
  // expected-error @below {{is for role 2, but @a plays 2: load, microbatch 0, in @a}}
  plan.load "x" mb 0 -> @x role 2 on @compute
}

// -----

plan.program @a at <pp = 0>, <pp = 1> streams(@compute) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 input
  // expected-error @below {{is for role 1, but writes @x of role 0: load, microbatch 0, in @a}}
  plan.load "x" mb 0 -> @x role 1 on @compute
}

// -----

// A sender stands where its channel starts.
piper.mesh @cluster <["pp"=2]>
plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.program @a at <pp = 0>, <pp = 1> streams(@comm) arena(128) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x") role 1
  // expected-error @below {{is at #piper.coord<pp = 1>, but its channel ends at #piper.coord<pp = 0>: send on channel @act}}
  plan.send @x channel(@act) role 1 on @comm
}

// -----

// The k-th collectives of a group's members are alike.
piper.mesh @cluster <["pp"=2]>
plan.comm @all <["pp"]> {order = 0 : i64}
plan.program @a at <pp = 0> streams(@comm) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 grad("x")
  // expected-note @below {{another does: collective on communicator @all, in @a}}
  plan.collective all_reduce sum @x comm(@all) on @comm
}
plan.program @b at <pp = 1> streams(@comm) arena(64) events() {
  plan.buffer @x : tensor<8xf32> at 0 grad("x")
  // expected-error @below {{collective 1 of communicator @all differs between its members: collective on communicator @all, in @b}}
  plan.collective all_reduce sum @x comm(@all) on @comm
}

// -----

// The host reads metrics after the step, so nothing shares their bytes.
plan.program @a at <> streams(@compute) arena(64) events() {
  plan.buffer @m : tensor<4xf64> at 0 metric
  // expected-error @below {{@r shares bytes with @m while both are in use}}
  plan.buffer @r : tensor<4xf32> at 0 residual
  plan.zero @m on @compute
  plan.zero @r on @compute
}

// -----

plan.program @a at <> streams(@compute) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 residual
  // expected-error @below {{stream @comm is not one of @a}}
  plan.zero @x on @comm
}

// -----

plan.program @a at <> streams(@compute) arena(64) events(@e) {
  plan.buffer @x : tensor<4xf32> at 0 residual
  // expected-error @below {{event @f is not one of @a}}
  plan.zero @x on @compute signals(@f)
}

// -----

// A stage does a pass of a microbatch once.
func.func private @f() -> tensor<4xf32> {
  %x = arith.constant dense<0.0> : tensor<4xf32>
  return %x : tensor<4xf32>
}
plan.program @a at <> streams(@compute) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 comm
  // expected-note @below {{first here}}
  plan.launch @f outs(@x) on @compute {stage = 0 : i64, mb = 1 : i64}
  // expected-error @below {{done twice: }}
  plan.launch @f outs(@x) on @compute {stage = 0 : i64, mb = 1 : i64}
}

// -----

piper.mesh @cluster <["pp"=2]>
plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.program @a at <pp = 0> streams(@comm) arena(64) events() {
  plan.buffer @x : tensor<4xf32> at 0 param("x")
  plan.send @x channel(@act) on @comm
}
plan.program @b at <pp = 1> streams(@comm) arena(128) events() {
  plan.buffer @y : tensor<8xf32> at 0 comm
  // expected-error @below {{moves 'tensor<8xf32>' over @act, which carries 'tensor<4xf32>'}}
  plan.recv @y channel(@act) on @comm
}
