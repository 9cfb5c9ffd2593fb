"""Predicted against measured bubble of the demo on two pipeline stages.

usage: bubble.py [--build DIR] [--steps N] [--repeat N] [--tolerance 0.1] [--no-realtime]

Runs scripts/demo with pp = 2 and `--measure-costs`, predicts a step from the
measured task times with `plan-report`, and prints both bubbles (mean share of
a step in which a device computes nothing) and their ratio. Exits with 1 where
the median ratio is further from 1 than the tolerance. The run has real-time
priority where the user may give it.
"""
import argparse
import json
import os
import statistics
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


def at_realtime():
    """Other programs do not run while this one does, if the user may say so."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(20))
    except PermissionError:
        pass


def measure(args, path):
    """(predicted, measured) bubble of one run; prints them."""
    subprocess.run(
        [f"{args.build}/bin/piper-run", path("plan.mlir"), "--quiet",
         "--weights", f"{DEMO}/weights.safetensors", "--data", f"{DEMO}/text.bin",
         "--steps", str(args.steps), "--measure-costs", path("costs.json")],
        check=True, preexec_fn=at_realtime if args.realtime else None)
    report = f"--plan-report=what=schedule json=true costs={path('costs.json')} output={path('report.json')}"
    subprocess.run([f"{args.build}/bin/piper-opt", path("plan.mlir"), report, "-o", os.devnull],
                   check=True)
    with open(path("report.json")) as file:
        report = json.load(file)
    step = report["measured_step_us"]
    bubbles = report["bubbles"]
    predicted = sum(entry["bubble"] for entry in bubbles) / len(bubbles)
    measured = sum(1 - entry["measured_busy_us"] / step for entry in bubbles) / len(bubbles)
    print(f"step: predicted {report['makespan_us'] / 1e3:.2f} ms, measured {step / 1e3:.2f} ms; "
          f"bubble: predicted {100 * predicted:.1f} %, measured {100 * measured:.1f} %, "
          f"ratio {predicted / measured:.3f}", flush=True)
    return predicted / measured


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--tolerance", type=float, default=0.1)
    parser.add_argument("--no-realtime", dest="realtime", action="store_false")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("strategy.json"), "w") as file:
            json.dump(STRATEGY, file)
        subprocess.run([f"{args.build}/bin/piper-opt", f"{DEMO}/model.mlir", "-o", path("plan.mlir"),
                        f"--piper-compile=training={DEMO}/training.json strategy={path('strategy.json')}"],
                       check=True)
        ratio = statistics.median(measure(args, path) for _ in range(args.repeat))
    print(f"median ratio {ratio:.3f}")
    return abs(ratio - 1) > args.tolerance


if __name__ == "__main__":
    sys.exit(main())
