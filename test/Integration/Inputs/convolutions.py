"""A convolutional model against PyTorch's numbers in f64.

Strided, grouped, dilated depthwise, pointwise and 1-D convolutions, group
normalization, max and average pooling, and activations with kinks; one device,
two stages, two replicas.

usage: convolutions.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json

from piper import Report, fixture, load, off_reference, run_model

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


report = Report()
for optimizer, runs in REFERENCE.items():
    for name, plan in PLANS.items():
        result = run_model("cnn", plan, optimizer, steps=STEPS)
        report.check(f"{optimizer}, {name}", off_reference(result, runs["f64"], GRADS))
report.finish()
