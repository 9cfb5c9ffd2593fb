// RUN: piper-opt %s --piper-differentiate -split-input-file -verify-diagnostics -o /dev/null

func.func private @named(%x: tensor<4x4xf32> {piper.role = "input"}) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{cannot differentiate 'linalg.transpose': the op has no gradient rule}}
  // expected-note @below {{run piper-normalize first}}
  %0 = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %0 : tensor<4x4xf32>
}

// -----

#in = affine_map<(d0, d1) -> (d0 floordiv 2 + d1)>
func.func private @window(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<4x3xf32> {
  %e = tensor.empty() : tensor<4x3xf32>
  // expected-error @below {{cannot differentiate this linalg.generic: indexing map 0, affine_map<(d0, d1) -> (d0 floordiv 2 + d1)>, is not linear in the loops}}
  %0 = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func private @scatter(%x: tensor<3xf32> {piper.role = "input"}, %y: tensor<5xf32> {piper.role = "input"}) -> tensor<5xf32> {
  // expected-error @below {{cannot differentiate this linalg.generic: indexing map 1, of a result, is not a projected permutation}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (2 * d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%y : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func private @difference(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<f32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  // expected-error @below {{result 0 of this linalg.generic: it is accumulated by something other than addition, multiplication, maximum or minimum}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<6xf32>) outs(%one : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @start(%x: tensor<6xf32> {piper.role = "input"}, %y: tensor<f32> {piper.role = "input"}) -> tensor<f32> {
  // expected-error @below {{cannot differentiate for the initial value of a maximum, minimum or product}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<6xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func private @tensors(%x: tensor<6xf32> {piper.role = "input"}) -> tensor<6xf32> {
  // expected-error @below {{cannot differentiate 'arith.mulf' on tensors}}
  %0 = arith.mulf %x, %x : tensor<6xf32>
  return %0 : tensor<6xf32>
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
