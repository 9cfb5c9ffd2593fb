"""Integers and masks that cross from stage to stage change no bit.

usage: crossing.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json

import numpy as np
from piper import RUN, Report, Result, call, save, work_file

# Module a makes ids and a mask of its input, module b the activation, module c
# reads all three: the ids and the mask pass stage b when there are three.
MODEL = """
#e = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#s = affine_map<(i, j) -> ()>
func.func @main(%wa: tensor<4xf32> {piper.param = "a.weight"}, %wb: tensor<8x4xf32> {piper.param = "b.weight"},
                %wc: tensor<6x4xf32> {piper.param = "c.weight"}, %x: tensor<8x4xf32> {piper.input = "x"},
                %n: tensor<8xi64> {piper.input = "n"}) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6 : i64
  %en = tensor.empty() : tensor<8xi64> loc(#la)
  %ids = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%n : tensor<8xi64>) outs(%en : tensor<8xi64>) {
  ^bb0(%a: i64, %o: i64):
    %r = arith.remsi %a, %six : i64 loc(#la)
    linalg.yield %r : i64 loc(#la)
  } -> tensor<8xi64> loc(#la)
  %em = tensor.empty() : tensor<8x4xi1> loc(#la)
  %mask = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%em : tensor<8x4xi1>) {
  ^bb0(%a: f32, %o: i1):
    %r = arith.cmpf ogt, %a, %zero : f32 loc(#la)
    linalg.yield %r : i1 loc(#la)
  } -> tensor<8x4xi1> loc(#la)
  %e0 = tensor.empty() : tensor<8x4xf32> loc(#la)
  %h = linalg.generic {indexing_maps = [#e, affine_map<(i, j) -> (j)>, #e], iterator_types = ["parallel", "parallel"]} ins(%x, %wa : tensor<8x4xf32>, tensor<4xf32>) outs(%e0 : tensor<8x4xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %r = arith.mulf %a, %w : f32 loc(#la)
    linalg.yield %r : f32 loc(#la)
  } -> tensor<8x4xf32> loc(#la)
  %e1 = tensor.empty() : tensor<8x4xf32> loc(#lb)
  %g = linalg.generic {indexing_maps = [#e, #e, #e], iterator_types = ["parallel", "parallel"]} ins(%h, %wb : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e1 : tensor<8x4xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %r = arith.mulf %a, %w : f32 loc(#lb)
    linalg.yield %r : f32 loc(#lb)
  } -> tensor<8x4xf32> loc(#lb)
  %e2 = tensor.empty() : tensor<8x4xf32> loc(#lc)
  %y = linalg.generic {indexing_maps = [#e, #e, #i, #e], iterator_types = ["parallel", "parallel"]} ins(%g, %mask, %ids : tensor<8x4xf32>, tensor<8x4xi1>, tensor<8xi64>) outs(%e2 : tensor<8x4xf32>) {
  ^bb0(%a: f32, %m: i1, %id: i64, %o: f32):
    %row = arith.index_cast %id : i64 to index loc(#lc)
    %j = linalg.index 1 : index loc(#lc)
    %w = tensor.extract %wc[%row, %j] : tensor<6x4xf32> loc(#lc)
    %k = arith.select %m, %a, %zero : f32 loc(#lc)
    %p = arith.mulf %k, %w : f32 loc(#lc)
    %r = arith.addf %p, %w : f32 loc(#lc)
    linalg.yield %r : f32 loc(#lc)
  } -> tensor<8x4xf32> loc(#lc)
  %es = tensor.empty() : tensor<f32> loc(#lc)
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32> loc(#lc)
  %loss = linalg.generic {indexing_maps = [#e, #s], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%is : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32 loc(#lc)
    %r = arith.addf %o, %q : f32 loc(#lc)
    linalg.yield %r : f32 loc(#lc)
  } -> tensor<f32> loc(#lc)
  return %loss : tensor<f32>
}
#la = loc("a")
#lb = loc("b")
#lc = loc("c")
"""
STEPS, MICROBATCHES = 2, 4


def strategy(groups):
    split = {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": MICROBATCHES}
    if len(groups) == 1:
        return [split]
    stages = range(len(groups))
    return [{"op": "annotate", "tag": "pp", "groups": groups},
            {"op": "mesh", "axes": [["pp", len(groups)]]},
            *({"op": "place", "filter": {"pp": i}, "at": {"pp": i}} for i in stages),
            split, {"op": "schedule", "kind": "1f1b"}]


def run(groups):
    out = [work_file(name) for name in ("m.jsonl", "w.safetensors", "g.safetensors")]
    call([RUN, work_file("model.mlir", MODEL), "--quiet", "--steps", str(STEPS),
          "--strategy", work_file("s.json", json.dumps(strategy(groups))),
          "--training", work_file("t.json", '{"optimizer": "sgd", "lr": 0.01}'),
          "--weights", WEIGHTS, "--data", DATA, "--metrics", out[0],
          "--save-weights", out[1], "--save-grads", out[2]])
    return Result(*out)


random = np.random.default_rng(3)
WEIGHTS = save("weights.safetensors", {
    name: random.standard_normal(shape).astype(np.float32)
    for name, shape in (("a.weight", (4,)), ("b.weight", (8, 4)), ("c.weight", (6, 4)))})
X = random.standard_normal((STEPS, MICROBATCHES, 8, 4)).astype(np.float32)
N = random.integers(0, 100, (STEPS, MICROBATCHES, 8))
DATA = save("data.safetensors", {"x": X, "n": N})
report = Report()
one = run([["a", "b", "c"]])
for groups in [["a"], ["b", "c"]], [["a", "b"], ["c"]], [["a"], ["b"], ["c"]]:
    report.check(str(groups), run(groups).difference(one))
grads = one.grads["c.weight"]
report.check("a gradient", not np.abs(grads).sum() > 1)
report.finish()
