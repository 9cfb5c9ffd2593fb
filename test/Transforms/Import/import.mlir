// RUN: piper-opt %fixtures/mlp/model.mlir --piper-import -o %t.mlp
// RUN: piper-opt %fixtures/mlp/model.mlir | cmp - %t.mlp
// RUN: piper-opt %fixtures/gpt/model.mlir --piper-import -o %t.gpt
// RUN: piper-opt %fixtures/gpt/model.mlir > %t.gpt.in
// RUN: sed 's/, piper.range = #piper.range<[^>]*>//g' %t.gpt | cmp - %t.gpt.in
// RUN: piper-opt %s --piper-import -verify-diagnostics -split-input-file | FileCheck %s

// A sum and its weight, a buffer of integers, complete constants.
// CHECK-LABEL: func.func @pair
func.func @pair(%x: tensor<2xf32> {piper.input = "x"}, %m: tensor<2xi64> {piper.buffer = "m"},
                %s: tensor<f32> {piper.param = "s"}) -> (tensor<f32>, tensor<f32>) {
  %c = arith.constant dense_resource<two> : tensor<2xf32>
  return %s, %s : tensor<f32>, tensor<f32>
}
{-#
  dialect_resources: { builtin: { two: "0x040000000000803f00000040" } }
#-}

// -----

// torch-mlir's own lowering of gelu's tanh form.
// CHECK-LABEL: func.func @gelu
func.func @gelu(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-warning @below {{is sqrt(2/pi) = 0.79788456 cut short by torch-mlir's gelu; gradients differ}}
  %c = arith.constant 7.977240e-01 : f32
  return %s : tensor<f32>
}
