// RUN: piper-opt %s --piper-bodies-to-buffers -verify-diagnostics -split-input-file

// expected-error @+1 {{a body takes and returns tensors of static shape, got 'tensor<?xf32>'}}
func.func private @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// expected-error @+1 {{updates 2 values in place but has 1 arguments and 1 results}}
func.func private @inouts(%x: tensor<4xf32>) -> tensor<4xf32> attributes {piper.inouts = 2 : i64} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{a body takes and returns tensors of static shape, got 'index'}}
func.func private @scalar(%x: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{a body on the host takes and returns tensors without elements only where the first extent is 0, got 'tensor<2x0xf32>'}}
func.func private @empty_rows(%x: tensor<2x0xf32>) -> tensor<2x0xf32> {
  return %x : tensor<2x0xf32>
}
