"""Trains a plain export and compares with the same steps in numpy.

usage: plain.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json
import re

import numpy as np
from piper import RUN, Report, call, fixture, load, save, work_file

MODEL = fixture("plain", "frozen_mlp.linalg.mlir")
STEPS, MICROBATCHES, LR = 4, 3, 0.5
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
        parts = [loss_and_gradients(p, data["input0"][step, m].astype(np.float64),
                                    data["targets"][step, m], loss)
                 for m in range(MICROBATCHES)]
        losses.append(np.mean([value for value, _ in parts]))
        mean = {name: sum(g[name] for _, g in parts) / MICROBATCHES for name in p}
        norms.append(np.sqrt(sum((g ** 2).sum() for g in mean.values())))
        p = {name: value - LR * mean[name] for name, value in p.items()}
    return losses, norms, p


def run(data, loss, strategy, *flags):
    training = work_file("t.json", json.dumps(
        {"optimizer": "sgd", "lr": LR, "loss": loss}))
    files = work_file("s.json", json.dumps(strategy)), work_file("m.jsonl")
    call([RUN, MODEL, "--quiet", "--steps", str(STEPS), "--training", training,
          "--strategy", files[0], "--data", data, "--metrics", files[1],
          "--save-weights", work_file("after.safetensors"), *flags])
    with open(files[1]) as file:
        rows = [json.loads(line) for line in file]
    return ([row["loss"] for row in rows], [row["grad_norm"] for row in rows],
            load(work_file("after.safetensors")))


def wrong(got, want):
    for name, mine, theirs in zip(("loss", "norm"), got, want):
        if not np.allclose(mine, theirs, rtol=2e-6, atol=0):
            return f"{name} {mine}, expected {theirs}"
    for name, theirs in want[2].items():
        if not np.allclose(got[2][name], theirs, rtol=1e-5, atol=1e-7):
            return f"{name} after the last step"
    return None


SPLIT = {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": MICROBATCHES}
ONE = [SPLIT]
TWO = [{"op": "annotate", "tag": "pp",
        "groups": [["param0", "param1"], ["param2", "param3"]]},
       {"op": "mesh", "axes": [["pp", 2]]},
       {"op": "place", "filter": {"pp": 0}, "at": {"pp": 0}},
       {"op": "place", "filter": {"pp": 1}, "at": {"pp": 1}},
       SPLIT, {"op": "schedule", "kind": "1f1b"}]

report = Report()
random = np.random.default_rng(5)
weights = initial()
other = {name: random.standard_normal(value.shape).astype(np.float32) / 4
         for name, value in weights.items()}
x = random.standard_normal((STEPS, MICROBATCHES, 8, 16)).astype(np.float32)
classes = random.integers(0, 4, (STEPS, MICROBATCHES, 8))
classes[..., 2] = -100
for loss, targets in (("mse", random.standard_normal(
        (STEPS, MICROBATCHES, 8, 4)).astype(np.float32)),
        ("cross_entropy", classes)):
    arrays = {"input0": x, "targets": targets}
    data = save("data.safetensors", arrays)
    want = expected(weights, arrays, loss)
    for name, strategy in ("one", ONE), ("two", TWO):
        report.check(f"{loss} {name}", wrong(run(data, loss, strategy), want))
    file = save("weights.safetensors", other)
    report.check(f"{loss} other weights",
                 wrong(run(data, loss, ONE, "--weights", file),
                       expected(other, arrays, loss)))
    report.check(f"{loss} notices", not wrong(run(data, loss, ONE),
                                              expected(other, arrays, loss)))
report.finish()
