"""Ids outside of tables, on the host.

usage: index_bounds.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json

import numpy as np
from piper import RUN, Report, call, save, work_file

# The sum of squares of a vector, returned.
LOSS = """
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(VALUE) outs(%zero : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %y = arith.mulf %i, %i : f32
    %s = arith.addf %y, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
"""
# A table of 5 rows, read at what `index` makes of %i; or written there.
GATHER = """
#id = affine_map<(i) -> (i)>
func.func @main(%v: tensor<5xf32> {piper.param = "v"}, %a: tensor<4xi64> {piper.input = "a"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %none = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: i64, %out: f32):
INDEX
    %n = arith.index_cast %k : i64 to index
    %y = tensor.extract %v[%n] : tensor<5xf32>
    linalg.yield %y : f32
  } -> tensor<4xf32>
""" + LOSS.replace("VALUE", "%x : tensor<4xf32>")
SCATTER = """
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%v: tensor<4xf32> {piper.param = "v"}, %a: tensor<4x1xi64> {piper.input = "a"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<5xf32>
  %one = arith.constant 1 : i64
  %e = tensor.empty() : tensor<4x1xi64>
  %at = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x1xi64>) outs(%e : tensor<4x1xi64>) {
  ^bb0(%i: i64, %o: i64):
INDEX
    linalg.yield %k : i64
  } -> tensor<4x1xi64>
  %w = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%v, %at : tensor<4xf32>, tensor<4x1xi64>) outs(%zeros : tensor<5xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = arith.addf %x, %old : f32
    tm_tensor.yield %y : f32
  } -> tensor<5xf32>
""" + LOSS.replace("VALUE", "%w : tensor<5xf32>")
SQUARE = "    %k = arith.muli %i, %i : i64"
SHIFT = "    %k = arith.addi %i, %one : i64"
CLAMP = """    %low = arith.maxsi %i, %none : i64
    %k = arith.minsi %low, %four : i64"""
report = Report()
FAR = 2 ** 40


def run(text, index, ids, status=0):
    """Losses of a run of two steps, or what it says."""
    size = 4 if text is SCATTER else 5
    model = work_file("model.mlir", text.replace("INDEX", index))
    shape = (2, 1, 4, 1) if text is SCATTER else (2, 1, 4)
    metrics = work_file("m.jsonl")
    said = call(
        [RUN, model, "--quiet", "--steps", "2", "--metrics", metrics,
         "--training", work_file("t.json", '{"optimizer": "sgd", "lr": 0.25}'),
         "--weights", save("w.safetensors", {
             "v": np.arange(1, size + 1, dtype=np.float32)}),
         "--data", save("d.safetensors", {"a": np.array(ids).reshape(shape)})],
        status)
    if status:
        return said
    with open(metrics) as file:
        return [json.loads(line)["loss"] for line in file]


def losses(read, ids, size):
    """The same two steps in numpy."""
    v, result = np.arange(1.0, size + 1), []
    for row in np.array(ids):
        value, gradient = read(v, row)
        result.append(value)
        v = v - 0.25 * gradient
    return result


def gather(v, at):
    gradient = np.zeros_like(v)
    np.add.at(gradient, at, 2 * v[at])
    return (v[at] ** 2).sum(), gradient


def scatter(v, at):
    w = np.zeros(5)
    np.add.at(w, at, v)
    return (w ** 2).sum(), 2 * w[at]


IDS = [[0, 1, 2, 2], [2, 0, 0, 1]]
for name, text, read, size in (("gather", GATHER, gather, 5),
                               ("scatter", SCATTER, scatter, 4)):
    for index, of in ((SQUARE, lambda i: i * i), (SHIFT, lambda i: i + 1)):
        want = losses(lambda v, row: read(v, of(row)), IDS, size)
        got = run(text, index, IDS)
        report.check(f"{name} in range", None if np.allclose(got, want, rtol=1e-6)
                     else f"{got}, expected {want}")
    # In the second step: computed ones end in a loss that is NaN, those that
    # bound their input before the step.
    for far in 3, -3, 2 ** 31:
        said = run(text, SQUARE, [IDS[0], [0, 1, far, 1]], 3)
        report.check(f"{name} at {far}^2",
                     None if "step 1: loss is nan" in said.lower() else said)
    for far in 4, -2, FAR, -FAR:
        said = run(text, SHIFT, [IDS[0], [0, 1, far, 1]], 1)
        report.check(f"{name} at {far}+1", None if "'a'" in said and
                     "from -1 to 3" in said else said)

# A table of places that is a buffer is checked when it is loaded.
buffer = GATHER.replace('piper.input = "a"', 'piper.buffer = "a"').replace(
    '%v: tensor<5xf32>', '%x0: tensor<1xf32> {piper.input = "x"}, %v: tensor<5xf32>')
for ids, status in ([0, 3, 1, 1], 0), ([0, 4, 1, 1], 1), ([0, -2, 1, 1], 1):
    said = call(
        [RUN, work_file("model.mlir", buffer.replace("INDEX", SHIFT)), "--quiet",
         "--steps", "1", "--training", work_file("t.json"),
         "--weights", save("w.safetensors", {
             "v": np.ones(5, np.float32), "a": np.array(ids)}),
         "--data", save("d.safetensors", {"x": np.zeros((1, 1, 1), np.float32)})],
        status)
    report.check(f"buffer {ids}", None if ("warning" not in said if status == 0 else
                 f"buffer 'a' holds {ids[1]} at [1]; the model takes integers from -1 to 3"
                 in said) else said)
want = losses(lambda v, row: gather(v, np.clip(row, 0, 4)),
              [[-FAR, 9, 1, FAR], IDS[1]], 5)
got = run(GATHER, CLAMP, [[-FAR, 9, 1, FAR], IDS[1]])
report.check("clamped", None if np.allclose(got, want, rtol=1e-6)
             else f"{got}, expected {want}")
report.finish()
