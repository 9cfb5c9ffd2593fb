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
// CHECK-DAG: arith.constant 0.79788456080286541 : f64
// CHECK-DAG: arith.constant 7.977240e-01 : f32
func.func @gelu(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  // expected-warning @below {{is sqrt(2/pi) = 0.79788456 cut short by torch-mlir's gelu; it is corrected (keep-gelu-constant leaves it)}}
  %c = arith.constant 7.977240e-01 : f64
  // Not before a tanh.
  %other = arith.constant 7.977240e-01 : f32
  %e = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.truncf %c : f64 to f32
    %p = arith.mulf %x, %n : f32
    %t = math.tanh %p : f32
    %q = arith.addf %t, %other : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
