// RUN: piper-opt %s --piper-import -verify-diagnostics -split-input-file

// expected-error @below {{argument #0 of @argument has the type tensor<4194304x4194305xf32>, which takes more than 64 TiB; no device holds it}}
func.func @argument(%x: tensor<4194304x4194305xf32> {piper.input = "x"}, %s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  return %s : tensor<f32>
}

// -----

// The largest that is taken.
func.func @largest(%x: tensor<4194304x4194304xf32> {piper.input = "x"}, %s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  return %s : tensor<f32>
}

// -----

// 2^64 elements, which are 0 in 64 bits, and none at all.
func.func @wraps(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'arith.constant' at {{.*}} has the type tensor<4294967296x4294967296xf32>, which takes more than 64 TiB}}
  %c = arith.constant dense<1.0> : tensor<4294967296x4294967296xf32>
  // expected-error-re @below {{'tensor.empty' at {{.*}} has the type tensor<0x4294967296x4294967296xf32>, which takes more than 64 TiB}}
  %e = tensor.empty() : tensor<0x4294967296x4294967296xf32>
  return %s : tensor<f32>
}

// -----

func.func @index(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'arith.constant' at {{.*}} needs 16 bytes, but the resource 'r' has 8}}
  %c = arith.constant dense_resource<r> : tensor<2xindex>
  return %s : tensor<f32>
}
{-#
  dialect_resources: { builtin: { r: "0x040000000000803f00000040" } }
#-}

// -----

func.func @elementwise(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-error-re @below {{'math.exp' at {{.*}} computes with whole tensors, outside of a linalg op; rewrite the file first: piper-opt --convert-elementwise-to-linalg}}
  %e = math.exp %s : tensor<f32>
  return %e : tensor<f32>
}
