"""Predicted against measured bubble of the demo on two pipeline stages.

usage: bubble.py [--build DIR] [--steps N] [--tolerance 0.1]

Runs scripts/demo with pp = 2 and `--measure-costs`, predicts a step from the
measured task times with `plan-report`, and prints both bubbles (mean share of
a step in which a device computes nothing) and their ratio. Exits with 1 where
the ratio is further from 1 than the tolerance.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
DEMO = f"{ROOT}/scripts/demo"
STRATEGY = [
    {"op": "annotate", "tag": "pp",
     "groups": [["wte", "wpe", "h.{0-1}"], ["h.{2-3}", "ln_f", "lm_head"]]},
    {"op": "mesh", "axes": [["pp", 2]]},
    {"op": "place", "filter": {"pp": "*"}, "at": {"pp": [0, 1]}},
    {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": 8},
    {"op": "schedule", "kind": "1f1b"},
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--tolerance", type=float, default=0.1)
    args = parser.parse_args()
    run = lambda *command: subprocess.run(command, check=True)
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("strategy.json"), "w") as file:
            json.dump(STRATEGY, file)
        run(f"{args.build}/bin/piper-opt", f"{DEMO}/model.mlir", "-o", path("plan.mlir"),
            f"--piper-compile=training={DEMO}/training.json strategy={path('strategy.json')}")
        run(f"{args.build}/bin/piper-run", path("plan.mlir"), "--quiet",
            "--weights", f"{DEMO}/weights.safetensors", "--data", f"{DEMO}/text.bin",
            "--steps", str(args.steps), "--measure-costs", path("costs.json"))
        report = f"--plan-report=what=schedule json=true costs={path('costs.json')} output={path('report.json')}"
        run(f"{args.build}/bin/piper-opt", path("plan.mlir"), report, "-o", os.devnull)
        with open(path("report.json")) as file:
            report = json.load(file)
    step = report["measured_step_us"]
    bubbles = report["bubbles"]
    predicted = sum(entry["bubble"] for entry in bubbles) / len(bubbles)
    measured = sum(1 - entry["measured_busy_us"] / step for entry in bubbles) / len(bubbles)
    ratio = predicted / measured
    print(f"step: predicted {report['makespan_us'] / 1e3:.2f} ms, measured {step / 1e3:.2f} ms")
    print(f"bubble: predicted {100 * predicted:.1f} %, measured {100 * measured:.1f} %, "
          f"ratio {ratio:.3f}")
    return abs(ratio - 1) > args.tolerance


if __name__ == "__main__":
    sys.exit(main())
