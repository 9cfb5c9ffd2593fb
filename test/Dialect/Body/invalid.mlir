// RUN: piper-opt %s -split-input-file -verify-diagnostics

// Constraint A1.
func.func @one_type(%q: tensor<3x4xf32>, %k: tensor<5x4xf64>, %r: tensor<3xf32>) {
  // expected-error @below {{needs q, k and v of one rank, at least 2, and one float type, not 'tensor<3x4xf32>', 'tensor<5x4xf64>', 'tensor<5x4xf64>'}}
  %0:3 = body.attention %q, %k, %k scale 1.0 : (tensor<3x4xf32>, tensor<5x4xf64>, tensor<5x4xf64>) -> (tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// Constraint A2.
func.func @extents(%q: tensor<3x4xf32>, %k: tensor<5x6xf32>) {
  // expected-error @below {{has shapes that do not fit: q 'tensor<3x4xf32>', k 'tensor<5x6xf32>'}}
  %0:3 = body.attention %q, %k, %k scale 1.0 : (tensor<3x4xf32>, tensor<5x6xf32>, tensor<5x6xf32>) -> (tensor<3x6xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// Constraint A3.
func.func @mask(%q: tensor<3x4xf32>, %k: tensor<5x4xf32>, %m: tensor<3x5xi64>) {
  // expected-error @below {{has the mask 'tensor<3x5xi64>' for scores 'tensor<3x5xf32>'}}
  %0:3 = body.attention %q, %k, %k mask %m scale 1.0 : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<3x5xi64>) -> (tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// Constraint A4.
func.func @results(%q: tensor<3x4xf32>, %k: tensor<5x4xf32>) {
  // expected-error @below {{has the maximum 'tensor<5xf32>', which should be 'tensor<3xf32>'}}
  %0:3 = body.attention %q, %k, %k scale 1.0 : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<3x4xf32>, tensor<5xf32>, tensor<3xf32>)
  return
}

// -----

// Constraint G1.
func.func @gradient(%q: tensor<3x4xf32>, %k: tensor<5x4xf32>, %r: tensor<3xf32>) {
  // expected-error @below {{has the gradient of k 'tensor<3x4xf32>', which should be 'tensor<5x4xf32>'}}
  %0:3 = body.attention_grad %q of %q, %k, %k saved %q, %r, %r scale 1.0 : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<5x4xf32>)
  return
}

// -----

// Constraint G2.
func.func @no_mask(%q: tensor<3x4xf32>, %k: tensor<5x4xf32>, %r: tensor<3xf32>) {
  // expected-error @below {{has a gradient of a mask, but no mask of floats}}
  %0:4 = body.attention_grad %q of %q, %k, %k saved %q, %r, %r scale 1.0 : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<3x5xf32>)
  return
}

// -----

// Constraint S1.
func.func @element(%u: tensor<6x4xf32>, %i: tensor<6x1xi64>, %d: tensor<9x4xf64>) {
  // expected-error @below {{writes 'tensor<6x4xf32>' into 'tensor<9x4xf64>'}}
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf64>) -> tensor<9x4xf64>
  return
}

// -----

// Constraint S2.
func.func @columns(%u: tensor<6x4xf32>, %i: tensor<6x2xi64>, %d: tensor<9x4xf32>) {
  // expected-error @below {{has the indices 'tensor<6x2xi64>', which should be integers, 6 x 1}}
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<6x4xf32>, tensor<6x2xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return
}

// -----

// Constraint S3.
func.func @along(%u: tensor<6xf32>, %i: tensor<6x2xi64>, %d: tensor<9x4xf32>) {
  // expected-error @below {{lists dimension 0 twice, or 'tensor<9x4xf32>' has none such}}
  %0 = body.scatter set %u at %i into %d along [0, 0] : (tensor<6xf32>, tensor<6x2xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return
}

// -----

// Constraint S4.
func.func @window(%u: tensor<6x5xf32>, %i: tensor<6x1xi64>, %d: tensor<9x4xf32>) {
  // expected-error @below {{has a window that does not fit dimension 1 of 'tensor<9x4xf32>'}}
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<6x5xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return
}

// -----

// Constraint S5.
func.func @result(%u: tensor<6x4xf32>, %i: tensor<6x1xi64>, %d: tensor<9x4xf32>) {
  // expected-error @below {{has a result of another type than 'tensor<9x4xf32>'}}
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<6x4xf32>, tensor<6x1xi64>, tensor<9x4xf32>) -> tensor<9x5xf32>
  return
}
