// RUN: piper-opt --plan-verify -split-input-file -verify-diagnostics %s

// Every pass of every microbatch, once and in order, where `plan.step` says how
// many microbatches there are.

module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    // expected-error @below {{works on microbatch 2 of 2: launch of @s0.F, stage 0, microbatch 2, in @a}}
    plan.launch @s0.F on @compute {mb = 2 : i64, pass = "F", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(64) events() {
    plan.buffer @x : tensor<4xf32> at 0 input
    // expected-error @below {{works on microbatch -1 of 2: load, microbatch -1, in @a}}
    plan.load "x" mb -1 -> @x on @compute
  }
}

// -----

// Two bodies of one pass.
module attributes {plan.step = {microbatches = 1 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    // expected-note @below {{first here}}
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    // expected-error @below {{done twice: launch of @other.F, stage 0, microbatch 0, in @a}}
    plan.launch @other.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
  }
}

// -----

// A whole backward and a half of it.
module attributes {plan.step = {microbatches = 1 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    // expected-error @below {{done twice: launch of @s0.B, stage 0, microbatch 0, in @a}}
    plan.launch @s0.B on @compute {mb = 0 : i64, pass = "B", stage = 0 : i64}
    // expected-note @below {{first here}}
    plan.launch @s0.BW on @compute {mb = 0 : i64, pass = "W", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    // expected-error @below {{@a never does F of stage 0, microbatch 1, but has others of the stage}}
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.F on @compute {mb = 1 : i64, pass = "F", stage = 0 : i64}
    // expected-error @below {{@a never does B of stage 0, microbatch 0, but has others of the stage}}
    plan.launch @s0.B on @compute {mb = 1 : i64, pass = "B", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.F on @compute {mb = 1 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.BI on @compute {mb = 0 : i64, pass = "I", stage = 0 : i64}
    plan.launch @s0.BI on @compute {mb = 1 : i64, pass = "I", stage = 0 : i64}
    // expected-error @below {{@a never does W of stage 0, microbatch 1, but has others of the stage}}
    plan.launch @s0.BW on @compute {mb = 0 : i64, pass = "W", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.F on @compute {mb = 1 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.BI on @compute {mb = 1 : i64, pass = "I", stage = 0 : i64}
    plan.launch @s0.BW on @compute {mb = 0 : i64, pass = "W", stage = 0 : i64}
    // expected-error @below {{@a never does I of stage 0, microbatch 0, but has others of the stage}}
    plan.launch @s0.BW on @compute {mb = 1 : i64, pass = "W", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 1 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    // expected-error @below {{comes too early: launch of @s0.BW, stage 0, microbatch 0, in @a}}
    plan.launch @s0.BW on @compute {mb = 0 : i64, pass = "W", stage = 0 : i64}
    // expected-note @below {{it needs launch of @s0.BI, stage 0, microbatch 0, in @a}}
    plan.launch @s0.BI on @compute {mb = 0 : i64, pass = "I", stage = 0 : i64}
  }
}

// -----

module attributes {plan.step = {microbatches = 1 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    // expected-error @below {{comes too early: launch of @s0.B, stage 0, microbatch 0, in @a}}
    plan.launch @s0.B on @compute {mb = 0 : i64, pass = "B", stage = 0 : i64}
    // expected-note @below {{it needs launch of @s0.F, stage 0, microbatch 0, in @a}}
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
  }
}

// -----

// The stage has no backward left: its gradient would be zero.
module attributes {plan.step = {microbatches = 1 : i64}} {
  plan.program @a at <> streams(@compute) arena(64) events() {
    plan.buffer @w.grad : tensor<4xf32> at 0 grad("w")
    plan.zero @w.grad on @compute
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    // expected-error @below {{uses @w.grad, to which microbatch 0 of 1 adds nothing: launch of @finish, in @a}}
    plan.launch @finish inouts(@w.grad) on @compute {pass = "U"}
  }
}

// -----

// The gradient is used before it is complete.
module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(64) events() {
    plan.buffer @sum : tensor<4xf32> at 0 accumulator
    plan.zero @sum on @compute
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.F on @compute {mb = 1 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.B inouts(@sum) on @compute {mb = 0 : i64, pass = "B", stage = 0 : i64}
    // expected-error @below {{uses @sum, to which microbatch 1 of 2 adds nothing: launch of @finish, in @a}}
    plan.launch @finish inouts(@sum) on @compute {pass = "U"}
    plan.launch @s0.B inouts(@sum) on @compute {mb = 1 : i64, pass = "B", stage = 0 : i64}
  }
}

// -----

// The loss of a microbatch goes into another sum.
module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(128) events() {
    plan.buffer @loss : tensor<f64> at 0 accumulator
    plan.buffer @other : tensor<f64> at 64 accumulator
    plan.zero @loss, @other on @compute
    plan.launch @s0.F inouts(@other) on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.F inouts(@loss) on @compute {mb = 1 : i64, pass = "F", stage = 0 : i64}
    // expected-error @below {{uses @loss, to which microbatch 0 of 2 adds nothing: launch of @finish, in @a}}
    plan.launch @finish ins(@loss) on @compute {pass = "U"}
  }
}

// -----

// Complete: what follows the sum reads what was made of it, and a stage with
// nothing to differentiate has F only.
module attributes {plan.step = {microbatches = 2 : i64}} {
  plan.program @a at <> streams(@compute) arena(128) events() {
    plan.buffer @sum : tensor<4xf32> at 0 accumulator
    plan.buffer @w.grad : tensor<4xf32> at 64 grad("w")
    plan.zero @sum on @compute
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s0.F on @compute {mb = 1 : i64, pass = "F", stage = 0 : i64}
    plan.launch @s1.F on @compute {mb = 0 : i64, pass = "F", stage = 1 : i64}
    plan.launch @s1.B inouts(@sum) on @compute {mb = 0 : i64, pass = "B", stage = 1 : i64}
    plan.launch @s1.F on @compute {mb = 1 : i64, pass = "F", stage = 1 : i64}
    plan.launch @s1.BI on @compute {mb = 1 : i64, pass = "I", stage = 1 : i64}
    plan.launch @s1.BW inouts(@sum) on @compute {mb = 1 : i64, pass = "W", stage = 1 : i64}
    plan.launch @finish ins(@sum) outs(@w.grad) on @compute {pass = "U"}
    plan.launch @update ins(@w.grad) on @compute {pass = "U"}
  }
}

// -----

// expected-error @below {{plan.step says 1000000000000 microbatches; there are 0 to 1048576}}
module attributes {plan.step = {microbatches = 1000000000000 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {
    plan.launch @s0.F on @compute {mb = 0 : i64, pass = "F", stage = 0 : i64}
  }
}

// -----

// expected-error @below {{plan.step says -1 microbatches}}
module attributes {plan.step = {microbatches = -1 : i64}} {
  plan.program @a at <> streams(@compute) arena(0) events() {}
}
