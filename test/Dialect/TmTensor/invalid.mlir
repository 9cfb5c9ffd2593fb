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

// -----

func.func @columns(%u: tensor<6x4xf32>, %i: tensor<6x1xi32>, %d: tensor<9x4xf32>) {
  // expected-error @below {{needs a row of 2 integers for each update in 'tensor<6x4xf32>', not 'tensor<6x1xi32>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%u, %i : tensor<6x4xf32>, tensor<6x1xi32>) outs(%d : tensor<9x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<9x4xf32>
  return
}

// -----

func.func @mapped(%u: tensor<6xf32>, %i: tensor<6x2xi32>, %d: tensor<9x4xf32>) {
  // expected-error @below {{maps an index to dimension 1, which 'tensor<9x4xf32>' does not have or which is mapped already}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 1, 1>} unique_indices(true) ins(%u, %i : tensor<6xf32>, tensor<6x2xi32>) outs(%d : tensor<9x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<9x4xf32>
  return
}

// -----

func.func @window(%u: tensor<6x5xf32>, %i: tensor<6x1xi32>, %d: tensor<9x4xf32>) {
  // expected-error @below {{has updates 'tensor<6x5xf32>' that do not fit dimension 1 of 'tensor<9x4xf32>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<6x5xf32>, tensor<6x1xi32>) outs(%d : tensor<9x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tm_tensor.yield %a : f32
  } -> tensor<9x4xf32>
  return
}

// -----

func.func @yields(%u: tensor<6x4xf32>, %i: tensor<6x1xi32>, %d: tensor<9x4xf32>) {
  // expected-error @below {{needs a region that yields 'f32'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<6x4xf32>, tensor<6x1xi32>) outs(%d : tensor<9x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<9x4xf32>
  return
}

// -----

func.func @many(%x: tensor<2x5xf32>, %v: tensor<2x6xf32>, %i: tensor<2x6xi64>) {
  // expected-error @below {{has the outs 'tensor<2x6xf32>' and 'tensor<2x6xi64>', which do not fit 'tensor<2x5xf32>'}}
  %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<2x5xf32>) outs(%v, %i : tensor<2x6xf32>, tensor<2x6xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x6xf32>, tensor<2x6xi64>
  return
}

// -----

func.func @ids(%x: tensor<2x5xf32>, %n: tensor<2x5xi32>, %v: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{has the indices 'tensor<2x5xi32>' for 'tensor<2x5xf32>' and 'tensor<2x3xi64>'}}
  %0:2 = tm_tensor.topk dimension(1) ins(%x, %n : tensor<2x5xf32>, tensor<2x5xi32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x3xf32>, tensor<2x3xi64>
  return
}
