// RUN: piper-opt %s -split-input-file -o /dev/null -verify-diagnostics --piper-evaluate

piper.mesh @cluster <["tp"=1]>
plan.program @p at <> streams(@s) arena(0) events() {
  // expected-error @below {{names the body @gone, which is not here as a function}}
  plan.launch @gone on @s
}

// -----

func.func private @two() -> (tensor<f32>, tensor<f32>) {
  %x = arith.constant dense<0.0> : tensor<f32>
  return %x, %x : tensor<f32>, tensor<f32>
}
piper.mesh @cluster <["tp"=1]>
plan.program @p at <> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<f32> comm
  // expected-error @below {{has 1 outs and inouts, its body gives 2}}
  plan.launch @two outs(@x) on @s
}

// -----

func.func private @one() -> tensor<f32> {
  %x = arith.constant dense<0.0> : tensor<f32>
  return %x : tensor<f32>
}
piper.mesh @cluster <["tp"=1]>
plan.program @p at <> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<2xf32> comm
  // expected-error @below {{result 0 is 'tensor<f32>', its buffer is 'tensor<2xf32>'}}
  plan.launch @one outs(@x) on @s
}

// -----

piper.mesh @cluster <["tp"=2]>
plan.comm @two <["tp"]> {order = 0 : i64}
plan.program @p at <> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<3xf32> comm
  // expected-error @below {{divides 3 elements over 2 members}}
  plan.collective all_gather sum @x comm(@two) on @s
}

// -----

piper.mesh @cluster <["tp"=2]>
plan.comm @two <["tp"]> {order = 0 : i64}
plan.program @p at <tp = 0> streams(@s) arena(0) events() {
  plan.buffer @x : tensor<4xf32> comm
  // expected-error @below {{has a member that no program plays}}
  plan.collective all_gather sum @x comm(@two) on @s
}

// -----

// expected-error @below {{a plan is evaluated on exactly one piper.mesh, found 0}}
module {
  plan.program @p at <> streams(@s) arena(0) events() {
  }
}
