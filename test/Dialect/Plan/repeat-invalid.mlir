// The numbered constraints of plan.repeat, and the syntax of its numbers.
// RUN: piper-opt -split-input-file -verify-diagnostics %s

// 1. at least two iterations
plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has 1 iterations; at least 2 are needed}}
  plan.repeat 1 {
    plan.load "x" mb i -> @x on @s
  }
}

// -----

// 1. at least one action
plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has no action}}
  plan.repeat 2 {
  }
}

// -----

// 1. actions only, so no repeat in a repeat
plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 2 {
    // expected-error @below {{expects parent op 'plan.program'}}
    plan.repeat 2 {
      plan.load "x" mb i -> @x on @s
    }
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 2 {
    // expected-error @below {{is no action; a plan.repeat has only those}}
    %c = arith.constant 0 : i32
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<4xf32> x 2 input
  // expected-error @below {{makes more than 1048576 actions of @p}}
  plan.repeat 1048577 {
    plan.load "x" mb i -> @x[0] on @s
  }
}

// -----

// 2. slots
plan.program @p at <> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<4xf32> x 2 input
  plan.repeat 4 {
    // expected-error @below {{turns over 3 slots of @x, which has 2}}
    plan.load "x" mb i -> @x[i mod 3] on @s
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 4 {
    // expected-error @below {{a slot is (a i + b) mod k with 0 < a < k and 0 <= b < k}}
    plan.load "x" mb i -> @x[(i + 2) mod 2] on @s
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 4 {
    // expected-error @below {{a slot is (a i + b) mod k with 0 < a < k and 0 <= b < k}}
    plan.load "x" mb i -> @x[2i mod 2] on @s
  }
}

// -----

// 3. microbatches and ordinals
plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 4 {
    // expected-error @below {{has the microbatch 2 + -1 i, out of range in 4 iterations}}
    plan.load "x" mb -1i + 2 -> @x on @s
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 4 {
    // expected-error @below {{has the microbatch 0 + 4611686018427387904 i, out of range in 4 iterations}}
    plan.launch @f on @s {mb = #plan.each<4611686018427387904i>}
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events(@e) {
  plan.repeat 2 {
    // expected-error @below {{waits for the signal -1 + 2 i of @e, out of range in 2 iterations}}
    plan.launch @f on @s after(@e:2i - 1)
  }
}

// -----

// What follows from the iteration stands in a repeat.
plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has a number that follows from an iteration, but is in no plan.repeat}}
  plan.load "x" mb i -> @x on @s
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has a number that follows from an iteration, but is in no plan.repeat}}
  plan.zero @x[i mod 2] on @s
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has a number that follows from an iteration, but is in no plan.repeat}}
  plan.zero @x on @s after(@e:i)
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{has a microbatch that is no number: "first"}}
  plan.zero @x on @s {mb = "first"}
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 2 {
    // expected-error @below {{expected '+' or '-' after 'i'}}
    plan.load "x" mb i 3 -> @x on @s
  }
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  plan.repeat 2 {
    // expected-error @below {{expected 'i'}}
    plan.load "x" mb j -> @x on @s
  }
}
