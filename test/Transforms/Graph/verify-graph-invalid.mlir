// RUN: piper-opt %s --piper-verify-graph --verify-diagnostics --split-input-file

!w = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["dp"=2]>
piper.graph @v2 attributes {microbatches = 1 : i64} {
  %w = piper.param "w" frozen : !w
  // expected-error @below {{names the body @none, which does not exist}}
  %a = piper.task @none U(%w) : (!w) -> !w
  piper.return names []
}

// -----

!w = !piper.value<tensor<4xf32>, @cluster, {dp = shard(0)}>
piper.mesh @cluster <["dp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
piper.graph @v2_types attributes {microbatches = 1 : i64} {
  %w = piper.param "w" frozen : !w
  // expected-error @below {{operand 0 is 'tensor<2xf32>' on each device, in the body 'tensor<4xf32>'}}
  %a = piper.task @f U(%w) : (!w) -> !w
  piper.return names []
}

// -----

!w = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["dp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
piper.graph @v2_count attributes {microbatches = 1 : i64} {
  %w = piper.param "w" frozen : !w
  // expected-error @below {{has 2 operands, its body 1}}
  %a = piper.task @f U(%w, %w) : (!w, !w) -> !w
  piper.return names []
}

// -----

!w = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["dp"=2]>
piper.graph @v3_never attributes {microbatches = 1 : i64} {
  // expected-error @below {{"w" is trained and updated 0 times at this place}}
  %w = piper.param "w" : !w
  piper.return names []
}

// -----

!w = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["dp"=2]>
func.func private @u(%g: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {piper.inouts = 1 : i64} {
  return %w : tensor<4xf32>
}
piper.graph @v3_lost attributes {microbatches = 1 : i64} {
  %w = piper.param "w" : !w
  // expected-error @below {{gives a new value that the step does not return}}
  %n = piper.update @u ins(%w : !w) inouts(%w : !w) -> !w
  piper.return names []
}

// -----

!w = !piper.value<tensor<4xf32>, @cluster>
piper.mesh @cluster <["dp"=2]>
func.func private @u(%g: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> attributes {piper.inouts = 1 : i64} {
  return %w : tensor<4xf32>
}
piper.graph @v3_frozen attributes {microbatches = 1 : i64} {
  // expected-error @below {{"w" is frozen and updated 1 times at this place}}
  %w = piper.param "w" frozen : !w
  %n = piper.update @u ins(%w : !w) inouts(%w : !w) -> !w
  piper.return params(%n : !w) names []
}

// -----

!part = !piper.value<tensor<4xf32>, @cluster, {dp = partial<sum>}>
piper.mesh @cluster <["dp"=2]>
func.func private @f() -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}
piper.graph @v4 attributes {microbatches = 1 : i64} {
  %p = piper.task @f U() : () -> !part
  // expected-error @below {{takes a value that is partial over axis 'dp'; a relayout is missing}}
  %s = piper.scale_once %p divided by 2 : !part
  piper.return names []
}

// -----

!w0 = !piper.value<tensor<4xf32>, @cluster[pp=0]>
!w1 = !piper.value<tensor<4xf32>, @cluster[pp=1]>
piper.mesh @cluster <["pp"=2]>
func.func private @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  return
}
piper.graph @v5 attributes {microbatches = 1 : i64} {
  %a = piper.param "a" frozen : !w0
  %b = piper.param "b" frozen : !w1
  // expected-error @below {{a transfer is missing}}
  piper.task @f U(%a, %b) : (!w0, !w1) -> ()
  piper.return names []
}

// -----

!w = !piper.value<tensor<4xf32>, @cluster, {tp = shard(0)}>
piper.mesh @cluster <["dp"=2]>
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
piper.graph @axis attributes {microbatches = 1 : i64} {
  %w = piper.param "w" frozen : !w
  // expected-error @below {{but mesh @cluster has no axis 'tp'}}
  %a = piper.task @f U(%w) : (!w) -> !w
  piper.return names []
}

// -----

!w0 = !piper.value<tensor<4xf32>, @cluster[pp=0]>
!w1 = !piper.value<tensor<4xf32>, @cluster[pp=1]>
piper.mesh @cluster <["pp"=2]>
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
piper.graph @v5 attributes {microbatches = 1 : i64} {
  %w = piper.param "w" frozen : !w0
  // expected-error @below {{works on values at}}
  %a = piper.task @f U(%w) : (!w0) -> !w1
  piper.return names []
}
