// A report reads plans that nobody has proved.
// RUN: piper-opt --plan-report -split-input-file -verify-diagnostics %s

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{names buffer @x, which @p does not have}}
  plan.load "x" mb 0 -> @x on @s
}

// -----

plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{uses @act, which is no channel}}
  plan.send @x channel(@act) on @s
  plan.buffer @x : tensor<4xf32> param("w")
}

// -----

plan.program @p at <> streams(@s) arena(0) events(@e) {
  plan.buffer @x : tensor<4xf32> input
  // expected-error @below {{the plan gets stuck here; plan-verify says why}}
  plan.load "x" mb 0 -> @x on @s after(@e:0)
}
