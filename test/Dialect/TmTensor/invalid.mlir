// RUN: piper-opt %s -split-input-file -verify-diagnostics

func.func @two(%q: tensor<1x2x4xf32>) {
  // expected-error @below {{needs q, k, v, an optional mask, and one out}}
  %0 = tm_tensor.attention ins(%q, %q : tensor<1x2x4xf32>, tensor<1x2x4xf32>) outs(%q : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @shapes(%q: tensor<1x2x4xf32>, %k: tensor<1x2x8xf32>) {
  // expected-error @below {{has shapes that do not fit: q 'tensor<1x2x4xf32>', k 'tensor<1x2x8xf32>'}}
  %0 = tm_tensor.attention ins(%q, %k, %q : tensor<1x2x4xf32>, tensor<1x2x8xf32>, tensor<1x2x4xf32>) outs(%q : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @mask(%q: tensor<1x2x4xf32>) {
  // expected-error @below {{has the mask 'tensor<1x2x4xf32>' for scores of 2 x 2}}
  %0 = tm_tensor.attention ins(%q, %q, %q, %q : tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) outs(%q : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @dimension(%x: tensor<2xf32>) {
  // expected-error @below {{has dimension 1 of a tensor of rank 1}}
  %0 = tm_tensor.sort dimension(1) outs(%x : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>
  return
}

// -----

func.func @region(%x: tensor<2xf32>) {
  // expected-error @below {{needs a region that yields 'i1'}}
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<2xf32>
  return
}

// -----

func.func @total(%x: tensor<2x3xf32>) {
  // expected-error @below {{has outs whose shapes do not fit 'tensor<2x3xf32>'}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<2x3xf32>) outs(%x, %x : tensor<2x3xf32>, tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<2x3xf32>, tensor<2x3xf32>
  return
}
