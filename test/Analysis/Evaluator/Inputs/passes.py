"""Evaluates the MLP, and the GPT at some points, between all passes, in f64.

usage: passes.py PIPER_OPT FIXTURES WORK

One run of piper-opt holds a pipeline with an evaluation after each pass. With
SGD at a rate of 1, the parameters after a step are their old values minus the
gradients, so that equal parameters mean equal gradients.
"""
import json
import math
import os
import re
import subprocess
import sys

OPT, FIXTURES, WORK = sys.argv[1:4]
os.makedirs(WORK, exist_ok=True)
problems, checks = [], 0


def check(name, holds):
    global checks
    checks += 1
    if not holds:
        problems.append(name)


def write(name, value):
    path = os.path.join(WORK, name)
    with open(path, "w") as file:
        json.dump(value, file)
    return path


TRAINING = "training=" + write("t.json", {"optimizer": "sgd", "lr": 1.0})


def strategy(block, first, last, dp):
    """Two stages of two blocks, each replicated dp times."""
    return write(f"{block}{dp}.json", [
        {"op": "annotate", "tag": "pp",
         "groups": [first + [f"{block}.{{0-1}}"], [f"{block}.{{2-3}}"] + last]},
        {"op": "mesh", "axes": [["pp", 2], ["dp", dp]]},
        {"op": "place", "filter": {"pp": "*"}, "at": {"pp": [0, 1]}},
        {"op": "replicate", "filter": {}, "axis": "dp"},
        {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": 8 // dp},
        {"op": "schedule", "kind": "1f1b"}])


def data(model):
    files = (os.path.join(FIXTURES, model, f"{name}.safetensors")
             for name in ("weights", "batches"))
    return "weights={} data={}".format(*files)


def evaluate(model, passes, evaluation, wanted):
    """What the model gives after each of the passes named in `wanted`.

    Returns, by pass, the numbers of the lines that begin with a name.
    """
    names = ["the export"] if wanted[0] == "the export" else []
    pipeline = [f"piper-evaluate{{{data(model)} {evaluation}}}"] if names else []
    for name in passes:
        pipeline.append(name)
        bare = re.sub(r"{[^}]*}", "", name)
        if bare in wanted:
            names.append(bare)
            pipeline.append(f"piper-evaluate{{{data(model)} {evaluation}}}")
    check(f"all of {wanted}", names == list(wanted))
    done = subprocess.run(
        [OPT, os.path.join(FIXTURES, model, "model.mlir"), "-o", os.devnull,
         f"--pass-pipeline=builtin.module({','.join(pipeline)})"],
        capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(passes)}:\n{done.stderr[-3000:]}")
    starts = r"(?m)^(?=step|microbatch 0)"
    blocks = [dict(line.split(" = ", 1) if "=" in line and not line.startswith("step")
                   else ("step", line) for line in block.strip().split("\n"))
              for block in re.split(starts, done.stdout) if block.strip()]
    check(f"{len(blocks)} evaluations of {len(names)}", len(blocks) == len(names))
    return dict(zip(names, blocks))


def metrics(block):
    """Loss and norm of a step; plans list them in another order."""
    numbers = dict(re.findall(r"(\w+) = (\S+)", block["step"]))
    return float(numbers["loss"]), float(numbers.get("norm") or numbers["grad_norm"])


def same(results):
    """Each block has the very numbers of the first."""
    first, *rest = results.items()
    for name, block in rest:
        if "step" in block:
            check(f"{name}: {metrics(block)}, {first[0]}: {metrics(first[1])}",
                  metrics(block) == metrics(first[1]))
            block, other = ({key: value for key, value in one.items() if key != "step"}
                            for one in (block, first[1]))
        else:
            other = first[1]
        differing = [key for key in other if block.get(key) != other[key]]
        check(f"{name} differs from {first[0]} in {differing}", not differing)
        check(f"{name} has other names", block.keys() == other.keys())


def near(name, a, b, tolerance=1e-13):
    """Metrics that may differ by the order of a sum in f64."""
    for x, y in zip(metrics(a), metrics(b)):
        check(f"{name}: {x} and {y}", math.isclose(x, y, rel_tol=tolerance))


def functions(load):
    """The model as a function: per microbatch, and the mean."""
    results = evaluate("mlp", ["piper-import", load, "piper-annotate"],
                       "microbatch=-1",
                       ("the export", "piper-import", "piper-load-strategy", "piper-annotate"))
    same(results)
    stage = evaluate("mlp", ["piper-import", f"piper-outline-stages{{{TRAINING}}}",
                             "func.func(piper-normalize)"],
                     "function=s0 microbatch=-1",
                     ("piper-outline-stages", "func.func(piper-normalize)"))
    # The order of a sum is the exporter's before, ours after.
    same({"the export": results["the export"],
          "piper-outline-stages": stage["piper-outline-stages"]})
    numbers = [[float(value) for value in block.values()] for block in
               (results["the export"], stage["func.func(piper-normalize)"])]
    check(f"piper-normalize: {numbers}", len(numbers[0]) == 9 and all(
        math.isclose(a, b, rel_tol=1e-13) for a, b in zip(*numbers)))
    return numbers[0]


TO_GRAPH = ["piper-import", "LOAD", "piper-annotate", f"piper-outline-stages{{{TRAINING}}}",
            "func.func(piper-normalize)", "piper-differentiate",
            f"piper-build-training-graph{{{TRAINING} microbatches=8}}"]
DIRECTIVES = ["piper-mesh{axes=pp,dp sizes=2,DP}", "piper-place{axis=pp at=0,1}",
              "piper-replicate{axis=dp}", "piper-split{microbatches=MB}"]
TO_PLAN = ["piper-plan-relayouts", "piper-verify-graph", "piper-schedule",
           "piper-cut-backward", "piper-split-by-device", "plan-insert-events",
           "plan-assign-memory", "plan-verify"]
# The tensor phase of piper-lower-bodies-to-host; what follows works on buffers.
BODIES = ["func.func(linalg-generalize-named-ops,canonicalize,cse)",
          "func.func(piper-round-bodies)", "func.func(cse,piper-fuse-bodies)",
          "func.func(canonicalize,cse)"]


def names_of(passes):
    return [re.sub(r"{[^}]*}", "", name) for name in passes]


def with_load(load):
    return [load if name == "LOAD" else name for name in TO_GRAPH]


def steps(load, losses):
    """Two pipeline stages on two devices."""
    directives = [name.replace("DP", "1").replace("MB", "8") for name in DIRECTIVES]
    wanted = ["piper-build-training-graph", *names_of(directives), *TO_PLAN, *BODIES]
    results = evaluate("mlp", with_load(load) + directives + TO_PLAN + BODIES,
                       "print-params", wanted)
    # Without events nothing waits; the evaluator runs streams as they come.
    unordered = results.pop("piper-split-by-device")
    check("piper-split-by-device without events", math.isnan(metrics(unordered)[1]))
    same(results)
    loss, norm = metrics(results["plan-verify"])
    check("parameters", len(results["plan-verify"]) == 9)
    check(f"loss {loss}, forward {losses[-1]}", math.isclose(loss, losses[-1], rel_tol=1e-13))
    with open(os.path.join(FIXTURES, "mlp", "reference.json")) as file:
        text = file.read()
    check(f"PyTorch's loss {loss} and norm {norm}",
          f"{loss:.13g}" in text and f"{norm:.11g}" in text)

    # Joint bodies alone: the loss of the first microbatch.
    joint = evaluate("mlp", with_load(load)[:-1], "", ("piper-differentiate",))
    loss = float(re.search(r"loss = (\S+)", joint["piper-differentiate"]["step"])[1])
    check(f"piper-differentiate: {loss}, forward {losses[0]}",
          math.isclose(loss, losses[0], rel_tol=1e-13))
    return results["plan-verify"]


def replicated(load, alone):
    """Two stages, each on two replicas of four microbatches."""
    directives = [name.replace("DP", "2").replace("MB", "4") for name in DIRECTIVES]
    wanted = ["piper-split", *TO_PLAN, *BODIES]
    results = evaluate("mlp", with_load(load) + directives + TO_PLAN + BODIES,
                       "print-params", wanted)
    results.pop("piper-split-by-device")
    same(results)
    near("two replicas", results["plan-verify"], alone)
    # All directives at once.
    applied = evaluate("mlp", with_load(load) + ["piper-apply-strategy"], "print-params",
                       ("piper-apply-strategy",))
    same({"piper-split": results["piper-split"], **applied})


def gpt():
    load = "piper-load-strategy{strategy=%s}" % strategy(
        "h", ["wte", "wpe"], ["ln_f", "lm_head"], 2)
    wanted = ["piper-apply-strategy", "plan-verify", BODIES[-1]]
    results = evaluate("gpt", with_load(load) + ["piper-apply-strategy"] + TO_PLAN + BODIES,
                       "print-params", wanted)
    # Rounded bodies have exp and tanh as polynomials of f32's precision.
    rounded = results.pop(BODIES[-1])
    same(results)
    near("rounded bodies", rounded, results["plan-verify"], 1e-7)
    # PyTorch's numbers; constants of the model are f32 here.
    near("reference", results["plan-verify"],
         {"step": "step 0 loss = 4.9072386512049 norm = 2.0753127704084946"}, 1e-8)


LOAD = "piper-load-strategy{strategy=%s}" % strategy("layers", [], [], 1)
LOAD2 = "piper-load-strategy{strategy=%s}" % strategy("layers", [], [], 2)
alone = steps(LOAD, functions(LOAD))
replicated(LOAD2, alone)
gpt()
print("\n".join(problems))
print(f"{checks - len(problems)} of {checks} as expected")
sys.exit(1 if problems else 0)
