"""Trains a plain export and compares with the same steps in numpy.

usage: plain.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json
import os
import re

import numpy as np
from piper import OPT, RUN, Report, call, fixture, load, save, work_file

MODEL = fixture("plain", "frozen_mlp.linalg.mlir")
STEPS, MICROBATCHES, LR = 4, 4, 0.5
# In the order of their first uses.
SHAPES = {"param0": (32, 16), "param1": (32,), "param2": (4, 32), "param3": (4,)}


def initial():
    """The values in the file, by the name that import gives them."""
    blobs = {}
    with open(MODEL) as file:
        for shape, data in re.findall(r'torch_tensor_([0-9_]+)_torch.float32: "0x(\w+)"',
                                      file.read()):
            key = tuple(int(n) for n in shape.split("_"))
            blobs[key] = np.frombuffer(bytes.fromhex(data)[4:], "<f4").reshape(key)
    return {name: blobs[shape] for name, shape in SHAPES.items()}


def loss_and_gradients(p, x, targets, loss):
    h = x @ p["param0"].T + p["param1"]
    r = np.maximum(h, 0)
    y = r @ p["param2"].T + p["param3"]
    if loss == "mse":
        value = np.mean((y - targets) ** 2)
        dy = 2 * (y - targets) / y.size
    else:
        e = np.exp(y - y.max(-1, keepdims=True))
        q = e / e.sum(-1, keepdims=True)
        counted = targets != -100
        rows = np.flatnonzero(counted)
        value = -np.mean(np.log(q[rows, targets[rows]]))
        dy = q.copy()
        dy[rows, targets[rows]] -= 1
        dy *= counted[:, None] / len(rows)
    dh = (dy @ p["param2"]) * (h > 0)
    return value, {"param0": dh.T @ x, "param1": dh.sum(0),
                   "param2": dy.T @ r, "param3": dy.sum(0)}


def expected(weights, data, loss):
    """Losses and norms of plain gradient descent in f64, and the last weights."""
    p = {name: value.astype(np.float64) for name, value in weights.items()}
    losses, norms = [], []
    for step in range(STEPS):
        # All microbatches of all replicas at once: a mean over what counts.
        x, targets = (data[key][step].reshape((-1,) + data[key].shape[3:])
                      for key in ("input0", "targets"))
        value, grads = loss_and_gradients(p, x.astype(np.float64), targets, loss)
        losses.append(value)
        norms.append(np.sqrt(sum((g ** 2).sum() for g in grads.values())))
        p = {name: value - LR * grads[name] for name, value in p.items()}
    return losses, norms, p


def run(data, loss, strategy, *flags, status=0):
    training = work_file("t.json", json.dumps(
        {"optimizer": "sgd", "lr": LR, "loss": loss}))
    files = work_file("s.json", json.dumps(strategy)), work_file("m.jsonl")
    text = call([RUN, MODEL, "--quiet", "--steps", str(STEPS), "--training",
                 training, "--strategy", files[0], "--data", data, "--metrics",
                 files[1], "--save-weights", work_file("after.safetensors"),
                 *flags], status)
    if status:
        return text
    with open(files[1]) as file:
        rows = [json.loads(line) for line in file]
    return ([row["loss"] for row in rows], [row["grad_norm"] for row in rows],
            load(work_file("after.safetensors")))


def evaluated(data, loss, strategy):
    """Losses and norms of the training graph, from the weights in the model, by
    the evaluator in f64."""
    training = work_file("t.json", json.dumps(
        {"optimizer": "sgd", "lr": LR, "loss": loss}))
    file, graph = work_file("s.json", json.dumps(strategy)), work_file("g.mlir")
    call([OPT, MODEL, "-o", graph,
          f"--piper-to-graph=strategy={file} training={training}"])
    text = call([OPT, graph, "-o", os.devnull,
                 f"--piper-evaluate=data={data} steps={STEPS}"], output=True)
    rows = re.findall(r"loss = (\S+) grad_norm = (\S+)", text)
    return [[float(row[i]) for row in rows] for i in (0, 1)]


def wrong(got, want):
    for name, mine, theirs in zip(("loss", "norm"), got, want):
        if not np.allclose(mine, theirs, rtol=2e-6, atol=0):
            return f"{name} {mine}, expected {theirs}"
    for name, theirs in want[2].items():
        if not np.allclose(got[2][name], theirs, rtol=1e-5, atol=1e-7):
            return f"{name} after the last step"
    return None


def strategy(pp, dp):
    """The two layers on `pp` devices, `dp` replicas of them."""
    axes = [[axis, n] for axis, n in (("pp", pp), ("dp", dp)) if n > 1]
    result = [{"op": "mesh", "axes": axes}] if axes else []
    if pp > 1:
        result += [{"op": "annotate", "tag": "pp",
                    "groups": [["param0", "param1"], ["param2", "param3"]]},
                   {"op": "place", "filter": {"pp": 0}, "at": {"pp": 0}},
                   {"op": "place", "filter": {"pp": 1}, "at": {"pp": 1}},
                   {"op": "schedule", "kind": "1f1b"}]
    if dp > 1:
        result.append({"op": "replicate", "filter": {}, "axis": "dp"})
    return result + [{"op": "split", "filter": {}, "dim_name": "mb",
                      "num_microbatches": MICROBATCHES // dp}]


STRATEGIES = {"one": strategy(1, 1), "pp2": strategy(2, 1),
              "dp2": strategy(1, 2), "pp2 dp2": strategy(2, 2)}
ONE = STRATEGIES["one"]

report = Report()
random = np.random.default_rng(5)
weights = initial()
other = {name: random.standard_normal(value.shape).astype(np.float32) / 4
         for name, value in weights.items()}
x = random.standard_normal((STEPS, MICROBATCHES, 8, 16)).astype(np.float32)
classes = random.integers(0, 4, (STEPS, MICROBATCHES, 8))
# Unequal numbers of targets count in the microbatches and replicas of a step,
# none in the second microbatch of the first step; the last one is padded.
classes[..., 2] = -100
classes[0, 1] = classes[2, 3, 1:] = classes[3, :2, :5] = classes[:, 3, 4:] = -100
scores = random.standard_normal((STEPS, MICROBATCHES, 8, 4)).astype(np.float32)
for loss, targets in ("mse", scores), ("cross_entropy", classes):
    arrays = {"input0": x, "targets": targets}
    data = save("data.safetensors", arrays)
    want = expected(weights, arrays, loss)
    for name, plan in STRATEGIES.items():
        report.check(f"{loss} {name}", wrong(run(data, loss, plan), want))
        report.check(f"{loss} {name} evaluated", None if np.allclose(
            evaluated(data, loss, plan), want[:2], rtol=1e-6, atol=0)
                     else "the evaluator has other numbers")
    file = save("weights.safetensors", other)
    report.check(f"{loss} other weights",
                 wrong(run(data, loss, ONE, "--weights", file),
                       expected(other, arrays, loss)))
    report.check(f"{loss} notices", not wrong(run(data, loss, ONE),
                                              expected(other, arrays, loss)))

# PyTorch's numbers: cross_entropy(output, targets, ignore_index=-100) of the 32
# rows of each step, SGD, in f64.
TORCH = ([1.3928832778420916, 1.3928091443374313, 1.4105773652419804, 1.3963248568460727],
         [0.2803297739981833, 0.233880889179543, 0.26012762959324237, 0.2492660052148753])
rows = np.arange(STEPS * MICROBATCHES * 8)
x = np.sin(rows[:, None] * 0.7 + np.arange(16) * 1.3).astype(np.float32)
classes = np.where((rows // 8 % 4 == 1) | (rows % 5 == 0), -100, rows * 7 % 4)
arrays = {"input0": x.reshape(STEPS, MICROBATCHES, 8, 16),
          "targets": classes.reshape(STEPS, MICROBATCHES, 8)}
data = save("data.safetensors", arrays)
for name, plan in STRATEGIES.items():
    losses, norms, _ = run(data, "cross_entropy", plan)
    report.check(f"PyTorch {name}", None if np.allclose(
        [losses, norms], TORCH, rtol=2e-6, atol=0) else f"{losses} {norms}")

report.check("PyTorch evaluated", None if np.allclose(
    evaluated(data, "cross_entropy", STRATEGIES["pp2 dp2"]), TORCH, rtol=1e-9,
    atol=0) else "the evaluator has other numbers")

# No target of a step counts: no loss, which ends the run; gradients of zero.
arrays["targets"][1] = -100
data = save("data.safetensors", arrays)
for name, plan in STRATEGIES.items():
    text = run(data, "cross_entropy", plan, status=3)
    report.check(f"nothing counts {name}",
                 None if re.search("step 1: loss is -?nan", text) else text)
    losses, norms, after = run(data, "cross_entropy", plan, "--on-nan", "warn")
    graph = evaluated(data, "cross_entropy", plan)
    report.check(f"nothing counts {name} evaluated",
                 None if np.isnan(graph[0][1]) and graph[1][1] == 0 else f"{graph}")
    report.check(f"warning {name}", None if losses[1] is None and norms[1] == 0
                 and None not in losses[2:] else f"{losses} {norms}")
report.finish()
