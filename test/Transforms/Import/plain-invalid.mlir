// RUN: piper-opt %s -split-input-file -verify-diagnostics --piper-import=loss=mse

// expected-error @below {{@two does not return one tensor of f32, so a loss cannot be added; write the model with piper-export and return its loss}}
func.func @two(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @below {{@ids does not return one tensor of f32}}
func.func @ids(%x: tensor<4xi64>) -> tensor<4xi64> {
  return %x : tensor<4xi64>
}
