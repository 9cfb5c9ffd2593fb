// RUN: piper-opt %s -split-input-file -verify-diagnostics --piper-explain

func.func @f(%x: tensor<4xf32> {piper.input = "x"}) -> tensor<4xf32> {
  %a = math.sin %x {piper.tags = {pp = 0 : i64}} : tensor<4xf32>
  // expected-error @+1 {{has no index of tag 'pp'; run piper-annotate first}}
  %b = math.cos %a : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// expected-error @+1 {{has 0 public functions; expected one, the model}}
module {
  func.func private @s0()
}
