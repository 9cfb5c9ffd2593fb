// RUN: piper-opt %s --piper-differentiate -split-input-file -verify-diagnostics -o /dev/null

func.func private @named(%x: tensor<4x4xf32> {piper.role = "input"}) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{cannot differentiate 'linalg.transpose': the op has no gradient rule}}
  // expected-note @below {{run piper-normalize first}}
  %0 = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %0 : tensor<4x4xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0 + d1)>
#out = affine_map<(d0, d1) -> (d0)>
func.func private @window(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %w = arith.constant dense<1.0> : tensor<3xf32>
  // expected-error @below {{indexing map 0 is not a projected permutation}}
  %0 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<6xf32>, tensor<3xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @product(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<f32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  // expected-error @below {{result 0 of this linalg.generic: it is accumulated by something other than addition or maximum}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<6xf32>) outs(%one : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{argument 1 of @roles has no role}}
func.func private @roles(%x: tensor<6xf32> {piper.role = "input"}, %y: tensor<6xf32>) -> tensor<6xf32> {
  return %x : tensor<6xf32>
}

// -----

// expected-error @below {{result 0 of @loss, of type 'tensor<6xf32>', cannot be the loss}}
func.func private @loss(%x: tensor<6xf32> {piper.role = "input"}) -> (tensor<6xf32> {piper.role = "loss"}) {
  return %x : tensor<6xf32>
}

// -----

// A parameter without effect keeps its accumulator; a frozen one has none.
// expected-warning @below {{parameter "unused" of @s has no gradient}}
func.func private @s(%x: tensor<6xf32> {piper.role = "input"},
                     %u: tensor<6xf32> {piper.role = "param", piper.param = "unused"},
                     %f: tensor<6xf32> {piper.role = "frozen", piper.param = "frozen"}) -> tensor<6xf32> {
  return %x : tensor<6xf32>
}
