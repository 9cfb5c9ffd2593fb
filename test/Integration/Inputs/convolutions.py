"""A convolutional model against PyTorch's numbers in f64.

Strided, grouped, dilated depthwise, pointwise and 1-D convolutions, group
normalization, max and average pooling, and activations with kinks; one device,
two stages, two replicas.

usage: convolutions.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json

import numpy as np
from piper import Report, fixture, load, run_model

BOUND = 2e-6
STEPS = 3
REFERENCE = json.load(open(fixture("cnn", "reference.json")))["runs"]
GRADS = load(fixture("cnn", "grads_step0_f64.safetensors"))


def split(count):
    return {"op": "split", "filter": {}, "dim_name": "mb",
            "num_microbatches": count}


STAGES = [["conv1", "grouped", "depthwise", "norm"], ["point", "conv1d", "fc"]]
PLANS = {
    "one device": [split(4)],
    "two stages": [{"op": "annotate", "tag": "pp", "groups": STAGES},
                   {"op": "mesh", "axes": [["pp", 2]]},
                   {"op": "place", "filter": {"pp": 0}, "at": {"pp": 0}},
                   {"op": "place", "filter": {"pp": 1}, "at": {"pp": 1}},
                   split(4), {"op": "schedule", "kind": "1f1b"}],
    "two replicas": [{"op": "mesh", "axes": [["dp", 2]]},
                     {"op": "replicate", "filter": {}, "axis": "dp"}, split(2)],
}


def wrong(result, expected):
    """What is out of bounds in a run."""
    for name in "loss", "grad_norm":
        for step, (got, want) in enumerate(
                zip(getattr(result, name), expected[name], strict=True)):
            if not abs(got - want) <= BOUND * abs(want):
                return f"step {step}: {name} {got}, PyTorch has {want}"
    if result.grads.keys() != GRADS.keys():
        return f"gradients of {sorted(result.grads)}, not {sorted(GRADS)}"
    for name, want in GRADS.items():
        error = np.linalg.norm(result.grads[name].astype(np.float64) - want)
        if not error <= BOUND * np.linalg.norm(want) + 1e-9:
            return f"gradient of {name} is off by {error}"
    return None


report = Report()
for optimizer, runs in REFERENCE.items():
    for name, plan in PLANS.items():
        result = run_model("cnn", plan, optimizer, steps=STEPS)
        report.check(f"{optimizer}, {name}", wrong(result, runs["f64"]))
report.finish()
