// RUN: piper-opt -split-input-file -verify-diagnostics %s

// expected-error @below {{range from 4 to 4 has no integer}}
module attributes {test.range = #piper.range<4 to 4>} {}

// -----

// M1
// expected-error @below {{axis 'pp' has size 0; sizes are 1 or more}}
piper.mesh @cluster <["pp"=0]>

// -----

// expected-error @below {{axis 'pp' occurs twice}}
piper.mesh @cluster <["pp"=2, "pp"=2]>

// -----

// M2
// expected-error @below {{lists 3 devices for 4 coordinates}}
piper.mesh @cluster <["pp"=4]> devices [0, 1, 2]

// -----

// M3
// expected-error @below {{names the negative device -1}}
piper.mesh @cluster <["pp"=2]> devices [0, -1]

// -----

// expected-error @below {{has no microbatches}}
piper.graph @g attributes {microbatches = 0 : i64} {
  piper.return names []
}

// -----

// expected-error @below {{ends with piper.return}}
piper.graph @g attributes {microbatches = 1 : i64} {
  %s = piper.step_index : !piper.value<tensor<i64>, @c>
}

// -----

piper.graph @g attributes {microbatches = 1 : i64} {
  // expected-error @below {{is only legal inside piper.foreach_microbatch}}
  %x = piper.input "x" : !piper.value<tensor<4xf32>, @c>
  piper.return names []
}

// -----

piper.graph @g attributes {microbatches = 1 : i64} {
  %r = piper.foreach_microbatch (%a : !piper.value<tensor<4xf32>, @c>) {
    %x = piper.input "x" : !piper.value<tensor<8xf32>, @c>
    // expected-error @below {{yields other types than the accumulators have}}
    piper.yield %x : !piper.value<tensor<8xf32>, @c>
  }
  piper.return names []
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c[pp=0]>) {
  // T4
  // expected-error @below {{both ends fix the same axes}}
  %y = piper.transfer %x : !piper.value<tensor<4xf32>, @c[pp=0]> -> !piper.value<tensor<4xf32>, @c>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c[pp=0]>) {
  // T1
  // expected-error @below {{changes the tensor}}
  %y = piper.transfer %x : !piper.value<tensor<4xf32>, @c[pp=0]> -> !piper.value<tensor<8xf32>, @c[pp=1]>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c[pp=0], {dp = replica}>) {
  // T2
  // expected-error @below {{changes the layout}}
  %y = piper.transfer %x : !piper.value<tensor<4xf32>, @c[pp=0], {dp = replica}> -> !piper.value<tensor<4xf32>, @c[pp=1]>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c>) {
  // expected-error @below {{of pass B takes exactly one residual, got 0}}
  %y = piper.task @s B(%x) : (!piper.value<tensor<4xf32>, @c>) -> !piper.value<tensor<4xf32>, @c>
  return
}

// -----

func.func @t(%r: !piper.residual<@s>) {
  // expected-error @below {{of pass F takes no residual}}
  %y = piper.task @s F(%r) : (!piper.residual<@s>) -> !piper.value<tensor<4xf32>, @c>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c>) {
  // expected-error @below {{takes either a divisor or a weight}}
  %y = piper.scale_once %x : !piper.value<tensor<4xf32>, @c>
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c>) {
  // expected-error @below {{has a weight of 'tensor<4xf32>'; it is tensor<f64>}}
  %y = piper.scale_once %x weighted by %x : !piper.value<tensor<4xf32>, @c> : !piper.value<tensor<4xf32>, @c>
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c>) {
  // expected-error @below {{divides by zero}}
  %y = piper.scale_once %x divided by 0 : !piper.value<tensor<4xf32>, @c>
  return
}

// -----

// expected-error @below {{has no rows}}
piper.schedule @s for @g <"gpipe"> along "pp" {
}

// -----

// expected-error @below {{the mesh has more coordinates than 64 bits count}}
piper.mesh @cluster <["pp"=4611686018427387904, "dp"=4]>

// -----

// expected-error @below {{position -1 on axis 'pp' is negative}}
func.func private @f(!piper.value<tensor<4xf32>, @c[pp=-1]>)

// -----

// expected-error @below {{axis 'dp' shards the negative dimension -1}}
func.func private @f(!piper.value<tensor<4xf32>, @c, {dp = shard(-1)}>)

// -----

// expected-error @below {{unknown reduction 'mean'}}
func.func private @f(!piper.value<tensor<4xf32>, @c, {dp = partial<mean>}>)

// -----

piper.graph @g attributes {microbatches = 1 : i64} {
  // expected-error @below {{block arguments and results differ in type}}
  %r = "piper.foreach_microbatch"() ({
  ^bb0(%a: !piper.value<tensor<8xf32>, @c>):
    piper.yield %a : !piper.value<tensor<8xf32>, @c>
  }) : () -> !piper.value<tensor<4xf32>, @c>
  piper.return names []
}

// -----

piper.graph @g attributes {microbatches = 1 : i64} {
  %step = piper.step_index : !piper.value<tensor<i64>, @c>
  // expected-error @below {{has 1 metrics but 2 names}}
  piper.return metrics(%step : !piper.value<tensor<i64>, @c>) names ["loss", "lr"]
}

// -----

func.func @t(%x: tensor<4xf32>) {
  // expected-error @below {{operates on piper.value and piper.residual, got 'tensor<4xf32>'}}
  %y = "piper.task"(%x) <{body = @s, pass = #piper<pass F>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c[pp=0]>) {
  // T3
  // expected-error @below {{crosses from mesh @c to @d}}
  %y = piper.transfer %x : !piper.value<tensor<4xf32>, @c[pp=0]> -> !piper.value<tensor<4xf32>, @d[pp=1]>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c, {dp = partial<sum>}>) {
  // L1
  // expected-error @below {{changes the tensor from 'tensor<4xf32>' to 'tensor<8xf32>'}}
  %y = piper.relayout %x : !piper.value<tensor<4xf32>, @c, {dp = partial<sum>}> -> !piper.value<tensor<8xf32>, @c>
  return
}

// -----

func.func @t(%x: !piper.value<tensor<4xf32>, @c, {dp = partial<sum>}>) {
  // expected-error @below {{names no axis}}
  %y = piper.all_reduce %x over [] : !piper.value<tensor<4xf32>, @c, {dp = partial<sum>}> -> !piper.value<tensor<4xf32>, @c>
  return
}

// -----

// expected-error @below {{piper.init is not a dictionary of weights}}
module attributes {piper.init = 3 : i64} {}

// -----

// expected-error @below {{piper.init has no f32 tensor, or not all of it, as the value of "w"}}
module attributes {piper.init = {w = dense<1> : tensor<2xi64>}} {}

// -----

// expected-error @below {{piper.init has no f32 tensor, or not all of it, as the value of "w"}}
module attributes {piper.init = {w = dense_resource<gone> : tensor<2xf32>}} {}
