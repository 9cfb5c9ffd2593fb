"""Models of many architectures against PyTorch's numbers in f64.

One device, two or three stages (the same bits), and two replicas for `cnn`, which
has strided, grouped, dilated depthwise, pointwise and 1-D convolutions, group normalization,
pooling and activations with kinks; the others are in test/Inputs/zoo/models.py.

usage: architectures.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json
import os

from piper import FIXTURES, Report, fixture, load, off_reference, run_model


def split(count):
    return {"op": "split", "filter": {}, "dim_name": "mb",
            "num_microbatches": count}


def pipeline(ranks, **annotation):
    return [{"op": "annotate", "tag": "pp", **annotation},
            {"op": "mesh", "axes": [["pp", ranks]]},
            {"op": "place", "filter": {"pp": "*"}, "at": {"pp": list(range(ranks))}},
            split(4), {"op": "schedule", "kind": "1f1b"}]


def plans(stages):
    return {
        "one device": [split(4)],
        "two stages": pipeline(2, groups=stages),
        "three stages": pipeline(3, auto=3),
        "two replicas": [{"op": "mesh", "axes": [["dp", 2]]},
                         {"op": "replicate", "filter": {}, "axis": "dp"}, split(2)],
    }


def compare(report, model, names):
    with open(fixture(model, "reference.json")) as file:
        reference = json.load(file)
    grads = load(fixture(model, "grads_step0_f64.safetensors"))
    for optimizer, runs in reference["runs"].items():
        results = {}
        for name in names:
            results[name] = run_model(
                model, plans(reference["stages"])[name], optimizer,
                steps=len(runs["f64"]["loss"]))
            report.check(f"{model}, {optimizer}, {name}",
                         off_reference(results[name], runs["f64"], grads))
        for name in "two stages", "three stages":
            if name in results:
                report.check(f"{model}, {optimizer}: {name} change bits",
                             results["one device"].difference(results[name]))


report = Report()
compare(report, "cnn", ("one device", "two stages", "two replicas"))
zoo = os.path.join(FIXTURES, "zoo")
for name in sorted(os.listdir(zoo)):
    if os.path.exists(os.path.join(zoo, name, "model.mlir")):
        # Cut anywhere: no value is used in several stages beyond its own.
        anywhere = ("three stages",) if name in ("unet", "graphattention") else ()
        compare(report, f"zoo/{name}", ("one device", "two stages") + anywhere)
report.finish()
