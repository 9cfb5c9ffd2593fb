// RUN: not piper-opt %s --piper-differentiate -o /dev/null 2>&1 | FileCheck %s

#v = affine_map<(d0) -> (d0)>

// The message names the op, the module and the Python line.
// CHECK: models.py:13:0: error: cannot differentiate 'math.clampf' in the body of a linalg.generic; it comes from layers.0 (models.py:13)
func.func private @no_scalar_rule(%x: tensor<4xf32> {piper.role = "input"}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.clampf %a to [%a, %a] : f32 loc("layers.0"(callsite("models.py":13:0 at "train.py":1:0)))
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
