"""Compile time and memory at the scale of thousands of devices.

usage: scale.py MODEL [--build DIR] [--layers 128] [--dp 128] [--microbatches 256,512,1024]
                [--schedules 1f1b,zb_h1] [--check]

MODEL is a Llama export with modules `embed`, `layers.0` ... `norm`, `head`. Places one layer on
each rank of a pipeline, replicates over --dp, and compiles up to the verified plan, with one
thread, for each number of microbatches, and for the last of them with twice the replicas. Prints
CPU seconds, peak memory, the size of the plan and of its largest role (without bodies and
locations), and how many bodies the forwards and backwards of all stages share.

--check fails where a run takes 10 s or 1 GiB, twice the microbatches twice the time, twice the
replicas more than a tenth on top, a role 100 kB, or stages alike have bodies of their own.
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


def sizes(path):
    """Bytes of the plan and of its largest program, without locations; numbers of bodies of
    forwards and backwards."""
    with open(path) as file:
        text = re.sub(r" loc\([^\n]*\)$", "", file.read(), flags=re.M)
    programs = re.findall(r"^  plan\.program .*?^  \}$", text, re.M | re.S)
    return (len(text), max(map(len, programs), default=0),
            len(re.findall(r"^  func\.func private @s\d+\.F\(", text, re.M)),
            len(re.findall(r"^  func\.func private @s\d+\.B[IW]?\(", text, re.M)))


class Bench:
    def __init__(self, args, folder):
        self.args, self.folder, self.problems = args, folder, []
        self.opt = [f"{args.build}/bin/piper-opt", args.model, "--mlir-disable-threading"]
        with open(self.path("training.json"), "w") as file:
            json.dump({"optimizer": "adamw", "lr": 1e-3}, file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def import_only(self):
        return measure([*self.opt, f"--piper-to-graph=training={self.path('training.json')}",
                        "-o", os.devnull])

    def compile(self, schedule, microbatches, dp):
        """Prints a line; returns the CPU seconds."""
        with open(self.path("strategy.json"), "w") as file:
            json.dump(strategy(self.args.layers, dp, microbatches, schedule), file)
        seconds, mib = measure(
            [*self.opt, f"--piper-compile=training={self.path('training.json')} "
             f"strategy={self.path('strategy.json')}", "-o", self.path("plan.mlir")])
        plan, role, forwards, backwards = sizes(self.path("plan.mlir"))
        print(f"{schedule:>18} {microbatches:5} {dp:5} {seconds:8.2f} {mib:6.0f} {plan / 1e6:8.1f} "
              f"{role / 1e3:8.1f} {forwards:3} + {backwards}", flush=True)
        name = f"{schedule}, {microbatches} microbatches, {dp} replicas"
        self.expect(seconds < 10, f"{name}: {seconds:.1f} s, bound 10 s")
        self.expect(mib < 1024, f"{name}: {mib:.0f} MiB, bound 1024 MiB")
        self.expect(role < 100e3, f"{name}: a role of {role / 1e3:.0f} kB, bound 100 kB")
        # The first stage has the embedding, the last the head and the loss.
        self.expect(forwards <= 3 and backwards <= 6,
                    f"{name}: {forwards} + {backwards} bodies, expected at most 3 + 6")
        return seconds

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def run(self):
        seconds, mib = self.import_only()
        print(f"import and training graph: {seconds:.2f} s, {mib:.0f} MiB")
        print(f"{'schedule':>18} {'m':>5} {'dp':>5} {'seconds':>8} {'MiB':>6} {'plan MB':>8} "
              f"{'role kB':>8} bodies")
        counts = [int(count) for count in self.args.microbatches.split(",")]
        for schedule in self.args.schedules.split(","):
            took = {count: self.compile(schedule, count, self.args.dp) for count in counts}
            for count in counts:
                self.expect(took.get(2 * count, 0) < 2 * took[count],
                            f"{schedule}: {took.get(2 * count)} s for {2 * count} microbatches, "
                            f"{took[count]} s for {count}")
            wide = self.compile(schedule, counts[-1], 2 * self.args.dp)
            self.expect(wide < 1.1 * took[counts[-1]] + 0.1,
                        f"{schedule}: {wide} s with twice the replicas, {took[counts[-1]]} s without")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    parser.add_argument("--layers", type=int, default=128)
    parser.add_argument("--dp", type=int, default=128)
    parser.add_argument("--microbatches", default="256,512,1024")
    parser.add_argument("--schedules", default="1f1b,zb_h1")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, folder)
        bench.run()
    if args.check and bench.problems:
        sys.exit("\n".join(bench.problems))


if __name__ == "__main__":
    main()
