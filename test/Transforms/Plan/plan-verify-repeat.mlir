// What is wrong with a repeated action is said of the first time it is wrong.
// RUN: piper-opt --plan-verify -split-input-file -verify-diagnostics %s

module attributes {plan.step = {microbatches = 8 : i64}} {
  plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
  plan.program @good at <pp = 0> streams(@compute, @comm) arena(192) events(@c, @s) {
    plan.buffer @h : tensor<4xf32> x 2 at 0 residual
    plan.repeat 2 {
      plan.load "x" mb i -> @h[i mod 2] on @compute signals(@c)
      plan.send @h[i mod 2] channel(@act) on @comm after(@c:i + 1) signals(@s) {mb = #plan.each<i>}
    }
    plan.repeat 6 {
      plan.load "x" mb i + 2 -> @h[i mod 2] on @compute after(@s:i + 1) signals(@c)
      plan.send @h[i mod 2] channel(@act) on @comm after(@c:i + 3) signals(@s) {mb = #plan.each<i + 2>}
    }
  }
  plan.program @peer at <pp = 1> streams(@comm) arena(128) events() {
    plan.buffer @h : tensor<4xf32> x 2 at 0 residual
    plan.repeat 8 {
      plan.recv @h[i mod 2] channel(@act) on @comm {mb = #plan.each<i>}
    }
  }
}

// -----

// A slot too few.
plan.program @p at <> streams(@compute, @other) arena(192) events(@c) {
  plan.buffer @h : tensor<4xf32> x 3 at 0 residual
  plan.repeat 8 {
    // expected-error @below {{may overwrite live data in @h[0]: load, microbatch 3, iteration 3, in @p}}
    plan.load "x" mb i -> @h[i mod 3] on @compute signals(@c)
    // expected-note @below {{nothing orders it after: launch of @f, microbatch 0, iteration 0, in @p}}
    plan.launch @f ins(@h[i mod 3]) on @other after(@c:i + 1) {mb = #plan.each<i>}
  }
}

// -----

plan.program @p at <> streams(@compute) arena(192) events() {
  plan.buffer @h : tensor<4xf32> x 3 at 0 residual
  plan.repeat 8 {
    // expected-note @below {{last written by: load, microbatch 1, iteration 1, in @p}}
    plan.load "x" mb i -> @h[i mod 3] on @compute
    // expected-error @below {{reads another microbatch's data from @h[1]: launch of @f, microbatch 2, iteration 1, in @p}}
    plan.launch @f ins(@h[i mod 3]) on @compute {mb = #plan.each<2i>}
  }
}

// -----

plan.program @p at <> streams(@compute) arena(0) events(@e) {
  plan.repeat 8 {
    // expected-error @below {{waits for signal 9 of @e, which is given 8 times: launch of @f, microbatch 4, iteration 4, in @p}}
    plan.launch @f on @compute after(@e:2i + 1) signals(@e) {mb = #plan.each<i>}
  }
}

// -----

plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.program @p at <pp = 0> streams(@comm) arena(64) events() {
  plan.buffer @h : tensor<4xf32> at 0 param("w")
  plan.repeat 8 {
    // expected-note @below {{send 2 is: send on channel @act, microbatch 1, iteration 1, in @p}}
    plan.send @h channel(@act) on @comm {mb = #plan.each<i>}
  }
}
plan.program @q at <pp = 1> streams(@comm) arena(128) events() {
  plan.buffer @h : tensor<4xf32> x 2 at 0 residual
  plan.repeat 8 {
    // expected-error @below {{receive 2 of channel @act gets another microbatch: recv on channel @act, microbatch 2, iteration 1, in @q}}
    plan.recv @h[i mod 2] channel(@act) on @comm {mb = #plan.each<2i>}
  }
}

// -----

// A cycle: each iteration sends before it receives, on one stream.
plan.channel @act <pp = 0> to <pp = 1> : tensor<4xf32>
plan.channel @grad <pp = 1> to <pp = 0> : tensor<4xf32>
plan.program @p at <pp = 0> streams(@comm) arena(128) events() {
  plan.buffer @h : tensor<4xf32> at 0 param("w")
  plan.buffer @g : tensor<4xf32> at 64 comm
  plan.repeat 3 {
    // expected-error @below {{the plan hangs: send on channel @act, microbatch 0, iteration 0, in @p}}
    // expected-note @below {{is behind, on the same stream, send on channel @act, microbatch 0, iteration 0, in @p}}
    plan.send @h channel(@act) on @comm {mb = #plan.each<i>}
    // expected-note @below {{meets recv on channel @grad, microbatch 0, iteration 0, in @p}}
    plan.recv @g channel(@grad) on @comm {mb = #plan.each<i>}
  }
}
plan.program @q at <pp = 1> streams(@comm) arena(128) events() {
  plan.buffer @h : tensor<4xf32> at 0 param("w")
  plan.buffer @g : tensor<4xf32> at 64 comm
  plan.repeat 3 {
    // expected-note @below {{is behind, on the same stream, send on channel @grad, microbatch 0, iteration 0, in @q}}
    plan.send @h channel(@grad) on @comm {mb = #plan.each<i>}
    // expected-note @below {{meets recv on channel @act, microbatch 0, iteration 0, in @q}}
    plan.recv @g channel(@act) on @comm {mb = #plan.each<i>}
  }
}

// -----

module attributes {plan.step = {microbatches = 8 : i64}} {
  plan.program @p at <> streams(@compute) arena(0) events() {
    plan.repeat 4 {
      // expected-error @below {{@p never does F of stage 0, microbatch 1, but has others of the stage}}
      plan.launch @f on @compute {mb = #plan.each<2i>, pass = "F", stage = 0 : i64}
    }
  }
}

// -----

plan.program @p at <> streams(@compute) arena(0) events() {
  plan.repeat 4 {
    // expected-note @below {{first here}}
    plan.launch @f on @compute {mb = #plan.each<i>, pass = "F", stage = 0 : i64}
  }
  // expected-error @below {{done twice: launch of @f, stage 0, microbatch 3, in @p}}
  plan.launch @f on @compute {mb = 3 : i64, pass = "F", stage = 0 : i64}
}
