// RUN: not piper-opt %s --piper-import -o /dev/null 2>&1 | FileCheck %s

// CHECK: models.py:26:0: error: 'tosa.exp' at h.0.attn (models.py:26) is not an op that Piper takes
#call = loc(callsite("models.py":26:0 at "models.py":47:0))
func.func @main(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {
  %2 = tosa.exp %s : (tensor<f32>) -> tensor<f32> loc("h.0.attn"(#call))
  return %s : tensor<f32>
}
