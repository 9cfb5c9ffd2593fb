"""Compile time and memory at the scale of thousands of devices.

usage: scale.py MODEL [--build DIR] [--layers 128] [--dp 128] [--microbatches 4,8,16] [--schedules 1f1b]

MODEL is a Llama export with modules `embed`, `layers.0` ... `norm`, `head`. Places one layer on
each rank of a pipeline, replicates over --dp, and compiles up to the verified plan for each number
of microbatches. Prints CPU seconds, peak memory and the size of the plan, also of one role of it
without bodies.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def strategy(layers, dp, microbatches, schedule):
    groups = [[f"layers.{i}"] for i in range(layers)]
    groups[0].insert(0, "embed")
    groups[-1] += ["norm", "head"]
    return [
        {"op": "annotate", "tag": "pp", "groups": groups},
        {"op": "mesh", "axes": [["pp", layers], ["dp", dp]]},
        {"op": "place", "filter": {"pp": "*"}, "at": {"pp": list(range(layers))}},
        {"op": "replicate", "axis": "dp"},
        {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": microbatches},
        {"op": "schedule", "kind": schedule},
    ]


def measure(command):
    """Runs a command; (CPU seconds, peak MiB)."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def largest_role(path):
    """Bytes of the largest program of a plan, without locations."""
    with open(path) as file:
        text = re.sub(r" loc\([^\n]*\)$", "", file.read(), flags=re.M)
    return max((len(program) for program in re.findall(
        r"^  plan\.program .*?^  \}$", text, re.M | re.S)), default=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    parser.add_argument("--layers", type=int, default=128)
    parser.add_argument("--dp", type=int, default=128)
    parser.add_argument("--microbatches", default="4,8,16")
    parser.add_argument("--schedules", default="1f1b")
    args = parser.parse_args()
    opt = [f"{args.build}/bin/piper-opt", args.model, "--mlir-disable-threading"]
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("training.json"), "w") as file:
            json.dump({"optimizer": "adamw", "lr": 1e-3}, file)
        seconds, mib = measure(
            [*opt, f"--piper-to-graph=training={path('training.json')}", "-o", os.devnull])
        print(f"import and training graph: {seconds:.1f} s, {mib:.0f} MiB")
        print(f"{'schedule':>18} {'m':>5} {'seconds':>8} {'MiB':>6} {'plan MB':>8} {'role kB':>8}")
        for schedule in args.schedules.split(","):
            for microbatches in map(int, args.microbatches.split(",")):
                with open(path("strategy.json"), "w") as file:
                    json.dump(strategy(args.layers, args.dp, microbatches, schedule), file)
                seconds, mib = measure(
                    [*opt, f"--piper-compile=training={path('training.json')} "
                     f"strategy={path('strategy.json')}", "-o", path("plan.mlir")])
                print(f"{schedule:>18} {microbatches:5} {seconds:8.1f} {mib:6.0f} "
                      f"{os.path.getsize(path('plan.mlir')) / 1e6:8.1f} "
                      f"{largest_role(path('plan.mlir')) / 1e3:8.1f}", flush=True)


if __name__ == "__main__":
    main()
