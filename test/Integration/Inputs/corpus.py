"""Every schedule, many layouts and counts: proved, run with delays, same bits.

usage: corpus.py PIPER_OPT PIPER_RUN FIXTURES WORK PIPER_CORPUS MODEL

All plans of a model run in one process. Each is compared with the microbatch
loop of one stage over the same replica groups. Tables in which the backwards of
a stage are out of ascending order add in another order: they agree within 2e-6,
and bit for bit between two runs with different delays. Models other than mlp and
gpt have one plan of each kind, on the batches of reference.json, and PyTorch's
losses, norms and gradients.
"""
import functools
import random
import re
import subprocess
import sys

import numpy as np
from piper import (BLOCKS, OPTIMIZERS, Report, Result, fixture, json, load,
                   off_reference, regroup, strategy, work_file)

CORPUS, MODEL = sys.argv[5:7]
MLP = MODEL == "mlp"
FEW = MODEL not in ("mlp", "gpt")
TOLERANCE = 2e-6
LOOPED, V = [0, 1, 0, 1], [0, 1, 1, 0]
report = Report()


def module_groups(stages):
    """Modules of each stage; the GPT may be cut before and behind its blocks."""
    first, block, last = BLOCKS[MODEL]
    blocks = [[f"{block}.{i}"] for i in range(4)]
    if stages == 6:
        return [first, *blocks, last]
    size = {1: [4], 2: [2, 2], 3: [1, 1, 2], 4: [1, 1, 1, 1]}[stages]
    groups, at = [], 0
    for count in size:
        groups.append(sum(blocks[at:at + count], []))
        at += count
    groups[0] = first + groups[0]
    groups[-1] = groups[-1] + last
    return groups


def directives(ranks, dp, m, schedule, devices=None):
    """Stage k on rank ranks[k], `dp` replicas of m microbatches."""
    pp = max(ranks) + 1
    axes = [["pp", pp]] + ([["dp", dp]] if dp > 1 else [])
    if "replica" in schedule:  # DualPipe: mirrored devices, replicas first
        schedule = {k: v for k, v in schedule.items() if k != "replica"}
        axes.reverse()
        devices = [*range(pp), *reversed(range(pp))]
    mesh = {"op": "mesh", "axes": axes}
    if devices:
        mesh["devices"] = devices
    result = [{"op": "annotate", "tag": "pp", "groups": module_groups(len(ranks))},
              mesh, {"op": "place", "filter": {"pp": "*"}, "at": {"pp": ranks}}]
    if dp > 1:
        result.append({"op": "replicate", "filter": {}, "axis": "dp"})
    return result + [{"op": "split", "filter": {}, "dim_name": "mb",
                      "num_microbatches": m}, {"op": "schedule", **schedule}]


def random_rows(ranks, m, seed, descending=False):
    """A table no one has named: any action that can run is next, backwards
    whole or in two parts; per stage and pass in ascending microbatches."""
    choose = random.Random(seed)
    stages, rows = len(ranks), [[] for _ in range(max(ranks) + 1)]
    split = {(s, mb): choose.random() < 0.5 for s in range(stages) for mb in range(m)}
    done, order = set(), {"F": [0] * stages, "B": [0] * stages, "W": [0] * stages}
    turn = (lambda k: m - 1 - k) if descending else (lambda k: k)
    total = sum(2 + split[s, mb] for s in range(stages) for mb in range(m))
    while sum(map(len, rows)) < total:
        ready = []
        for s in range(stages):
            k = order["F"][s]
            if k < m and (s == 0 or ("F", s - 1, k) in done):
                ready.append(("F", s, k))
            k = turn(order["B"][s])
            if (order["B"][s] < m and ("F", s, k) in done and
                    (not descending or order["F"][s] == m) and
                    (s + 1 == stages or ("B", s + 1, k) in done)):
                # Sums are in ascending order over whole and divided backwards.
                if split[s, k] or order["W"][s] == order["B"][s]:
                    ready.append(("B", s, k))
            k = turn(order["W"][s])
            if order["W"][s] < order["B"][s] and split[s, k]:
                ready.append(("W", s, k))
        kind, s, k = choose.choice(ready)
        done.add((kind, s, k))
        order[kind][s] += 1
        if kind == "B" and not split[s, k]:
            order["W"][s] += 1
        letter = "I" if kind == "B" and split[s, k] else kind
        rows[ranks[s]].append(f"{s}{letter}{k}")
    return rows


def cases():
    """(name, ranks of stages, dp, m, schedule, devices, exact)."""
    counts = (1, 2, 3, 4, 5, 7, 8) if MLP else (1, 3, 4)
    for dp in 1, 2:
        for m in counts if dp == 1 else counts[:-2]:
            chains = (2, 3, 4) if MLP else (3,)
            for p in chains:
                for kind in "gpipe", "1f1b", "zb_h1", "zb_h2":
                    yield kind, list(range(p)), dp, m, {"kind": kind}, None, True
            loops = [LOOPED] if MLP else [[0, 1, 2, 0, 1, 2], [0, 1] * 3]
            for ranks in loops:
                for kind in "interleaved_1f1b", "breadth_first":
                    yield kind, ranks, dp, m, {"kind": kind}, None, True
            yield "zb_v", V, dp, m, {"kind": "zb_v"}, None, True
            if m >= 4:
                yield "dualpipev", V, dp, m, {"kind": "dualpipev"}, None, True
            yield "loop", [0] * 4, dp, m, {"kind": "loop"}, None, True
            if dp == 2:
                for p in (2, 4) if MLP else (2,):
                    if m >= p:
                        yield ("dualpipe", list(range(p)), dp, m,
                               {"kind": "dualpipe", "replica": True}, None, True)
            layouts = [LOOPED, V, [0, 0, 1, 0], [2, 0, 1, 0]]
            for seed, ranks in enumerate(layouts if MLP else layouts[2:]):
                rows = random_rows(ranks, m, seed * 100 + m)
                yield "random", ranks, dp, m, {"rows": rows}, None, True
        ranks, m = [0, 1, 2, 3] if MLP else [0, 1, 2], 4
        yield ("descending", ranks, dp, m,
               {"rows": random_rows(ranks, m, 5, descending=True)}, None, False)
    # Several roles on one device.
    for devices in [0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0], [0, 0, 0, 0]:
        yield "zb_h1", [0, 1], 2, 3, {"kind": "zb_h1"}, devices, True
        yield ("random", V, 2, 3, {"rows": random_rows(V, 3, 7)}, devices, True)
    yield "gpipe", [0, 1, 2], 1, 3, {"kind": "gpipe"}, [0, 1, 0], True


def one_of_each():
    """As cases(), on the eight microbatches of the fixtures."""
    for kind in "zb_h1", "zb_h2":
        yield kind, [0, 1, 2], 1, 8, {"kind": kind}, None, True
    for kind in "interleaved_1f1b", "breadth_first":
        yield kind, LOOPED, 1, 8, {"kind": kind}, None, True
    for kind in "zb_v", "dualpipev":
        yield kind, V, 1, 8, {"kind": kind}, None, True
    yield "dualpipe", [0, 1], 2, 4, {"kind": "dualpipe", "replica": True}, None, True
    yield "random", V, 2, 4, {"rows": random_rows(V, 4, 7)}, [0, 1, 1, 0], True


def compare_with_torch(case, ours):
    with open(fixture(MODEL, "reference.json")) as file:
        run = json.load(file)["runs"]["adamw_clip"]["f64"]
    steps = len(ours.loss)
    report.check(f"{case['name']}: PyTorch", off_reference(
        ours, {name: run[name][:steps] for name in ("loss", "grad_norm")},
        load(fixture(MODEL, "grads_step0_f64.safetensors"))))


def compare(case, ours, reference):
    if case["exact"]:
        report.check(case["name"], ours.difference(reference))
        return
    for name in ours.grads:
        gap = np.abs(ours.grads[name] - reference.grads[name]).max()
        report.check(f"{case['name']}: {name}", gap > TOLERANCE and f"off by {gap}")


def result_of(case, seed):
    return Result(*(f"{case['out']}.{seed}{end}"
                    for end in (".jsonl", ".weights", ".grads")))


def plan_streams(path):
    """Per program and stream the actions of a plan: (op, body, microbatch)."""
    streams, program = {}, None
    with open(path) as file:
        for line in file:
            if m := re.match(r"\s*plan\.program @(\w+)", line):
                program = m[1]
            elif m := re.match(r"\s*plan\.(launch|zero|load|send|recv|collective) "
                               r"(?:@(\S+))?", line):
                mb = re.search(r"\bmb (?:= )?(\d+)", line)
                streams.setdefault((program, re.search(r" on @(\w+)", line)[1]),
                                   []).append(
                    (m[1], m[2] if m[1] == "launch" else "", mb and mb[1]))
    return streams


def traced_streams(path):
    """The same of the first step of a run where device k runs program pk."""
    with open(path) as file:
        events = json.load(file)["traceEvents"]
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events
             if e["name"] == "thread_name"}
    streams = {}
    for e in events:
        if e["ph"] == "X" and e["args"]["step"] == 0:
            mb = re.search(r" mb (\d+)$", e["name"])
            body = e["name"].split(" mb ")[0] if e["cat"] == "launch" else ""
            streams.setdefault((f"p{e['pid']}", names[e["pid"], e["tid"]]),
                               []).append((e["cat"], body, mb and mb[1]))
    return streams


def check_trace(case):
    planned, traced = (plan_streams(case["plan"]), traced_streams(case["trace"]))
    for key in planned.keys() | traced.keys():
        report.check(f"trace of {case['name']}, {key}",
                     planned.get(key) != traced.get(key) and
                     f"{traced.get(key)}\nbut the plan has\n{planned.get(key)}")


@functools.cache
def data(microbatches):
    return regroup(MODEL, microbatches)


def main():
    references, entries = {}, []

    def add(name, plan, dp, m, seeds, exact=True):
        index = len(entries)
        entries.append({
            "name": name, "strategy": work_file(f"{index}.json", json.dumps(plan)),
            "data": data(m * dp), "out": work_file(str(index)),
            "seeds": seeds, "key": (dp, m), "exact": exact})
        return entries[-1]

    for name, ranks, dp, m, schedule, devices, exact in one_of_each() if FEW else cases():
        if (dp, m) not in references:
            one = strategy(MODEL, dp=dp, m=m)
            references[dp, m] = add(f"reference dp={dp} m={m}", one, dp, m, [0])
        title = f"{name} stages on {ranks}, dp={dp}, m={m}, devices {devices}"
        seeds = [len(entries)] if exact else [1, 2]
        case = add(title, directives(ranks, dp, m, schedule, devices), dp, m,
                   seeds, exact)
        if dp == 1 and m == 4 and not devices:
            case["plan"] = case["out"] + ".plan.mlir"
            case["trace"] = case["out"] + ".trace.json"
    training = work_file("t.json", json.dumps(OPTIMIZERS["adamw_clip"]))
    done = subprocess.run(
        [CORPUS, work_file("cases.json", json.dumps(entries)), "--steps", "2",
         "--model", fixture(MODEL, "model.mlir"), "--training", training,
         "--weights", fixture(MODEL, "weights.safetensors")],
        capture_output=True, text=True)
    print(done.stdout, end="")
    if done.returncode:
        sys.exit(done.stderr[-4000:])
    for case in entries:
        results = [result_of(case, seed) for seed in case["seeds"]]
        compare(case, results[0], result_of(references[case["key"]], 0))
        if FEW:
            compare_with_torch(case, results[0])
        if "trace" in case:
            check_trace(case)
        for other in results[1:]:
            report.check(case["name"] + ", delays", other.difference(results[0]))
    print(f"{len(entries)} plans")
    report.finish()


main()
