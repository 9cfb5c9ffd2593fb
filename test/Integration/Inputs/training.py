"""Every key of the training file against f64, and its bits under strategies.

usage: training.py PIPER_OPT PIPER_RUN FIXTURES WORK options|losses|weighted
"""
import json
import re
import sys

import numpy as np
from optimizers import Reference
from piper import (OPT, RUN, Report, call, fixture, load, run_module, save,
                   strategy, work_file)

WEIGHTS = load(fixture("mlp", "weights.safetensors"))
BATCHES = load(fixture("mlp", "batches.safetensors"))
MODEL = fixture("mlp", "model.mlir")
STEPS = 6
PLANS = {"pp2": ((2, 2), 1), "dp2": ((4,), 2), "pp2 dp2": ((1, 3), 2)}
report = Report()


def train(training, cut=(4,), dp=1, model=MODEL, data=None, kind="1f1b",
          name="mlp", steps=STEPS):
    """Compiles and runs; also keeps the plan's text."""
    plan = work_file("s.json", json.dumps(strategy(name, cut, dp, kind, 8 // dp)))
    config = work_file("t.json", json.dumps(training))
    result = run_module(name, model, "--strategy", plan, "--training", config,
                        steps=steps, data=data)
    with open(work_file("m.jsonl")) as file:
        result.lr = [json.loads(line)["lr"] for line in file]
    return result


def wrong(result, reference, masks=None, bound=2e-5):
    """What of a run is out of bounds of the reference."""
    shape = BATCHES["x"].shape[:3]
    masks = np.ones(shape) if masks is None else masks
    for step in range(STEPS):
        loss, norm, lr = reference.step(step, list(zip(
            BATCHES["x"][step], BATCHES["y"][step], masks[step])))
        for what, got, want, limit in (
                ("loss", result.loss[step], loss, bound),
                ("norm", result.grad_norm[step], norm, bound),
                ("lr", result.lr[step], lr, 1e-14)):
            if not abs(got - want) <= limit * abs(want):
                return f"step {step}: {what} {got}, expected {want}"
        if step == 0:
            grads = {n: g.copy() for n, g in reference.grads.items()}
    if result.grads.keys() != grads.keys():
        return f"gradients of {sorted(result.grads)}"
    for name, want in grads.items():
        if not (np.linalg.norm(result.grads[name] - want)
                <= 2e-6 * np.linalg.norm(want)):
            return f"gradient of {name}"
    for name, want in reference.weights.items():
        error = np.abs(result.weights[name] - want).max()
        if not error <= bound * np.abs(want).max():
            return f"weight {name} is off by {error}"
        if name in reference.frozen and (
                result.weights[name].tobytes() != WEIGHTS[name].tobytes()):
            return f"frozen {name} moved"
    return None


def check(name, training, frozen=(), values=None, plans=PLANS, **keywords):
    """One device against f64; other cuts bit by bit; replicas against f64."""
    masks = keywords.pop("masks", None)
    base = {}
    for dp in {dp for _, dp in plans.values()} | {1}:
        base[dp] = train(training, dp=dp, **keywords)
        report.check(f"{name} dp={dp}", wrong(
            base[dp], Reference(WEIGHTS, training, frozen, values), masks))
    for plan, (cut, dp) in plans.items():
        if len(cut) > 1:
            report.check(f"{name} {plan}", train(
                training, cut, dp, **keywords).difference(base[dp]))
    return base[1]


ADAMW = {"optimizer": "adamw", "lr": 3e-3, "betas": [0.9, 0.95],
         "weight_decay": 0.1}
SGD = {"optimizer": "sgd", "lr": 0.05}


def plan_text(training, cut):
    path = work_file("plan.mlir")
    plan = work_file("s.json", json.dumps(strategy("mlp", cut, 1, "1f1b", 8)))
    config = work_file("t.json", json.dumps(training))
    call([OPT, MODEL, "-o", path,
          f"--piper-compile=strategy={plan} training={config}"])
    with open(path) as file:
        return file.read()


def options():
    check("nesterov", {**SGD, "momentum": 0.9, "nesterov": True,
                       "weight_decay": 0.01})
    check("adam", {"optimizer": "adam", "lr": 2e-3, "weight_decay": 0.05},
          plans={"pp2": ((2, 2), 1)})
    check("adamw defaults", {"optimizer": "adamw", "lr": 1e-3}, plans={})
    check("clip", {**ADAMW, "clip_norm": 0.05})
    for kind, extra in (("constant", {}), ("linear", {"total_steps": 5}),
                        ("cosine", {"total_steps": 5, "min_lr": 4e-4})):
        check(f"{kind} schedule", {**ADAMW, "lr_schedule": {
            "kind": kind, "warmup_steps": 2, **extra}},
            plans={"pp2": ((2, 2), 1)} if kind == "cosine" else {})
    biases = [f"layers.{i}.bias" for i in range(4)]
    check("groups", {
        **ADAMW, "lr_schedule": {"kind": "linear", "total_steps": 8},
        "no_weight_decay": ["**.bias"],
        "groups": [{"match": ["layers.1"], "lr": 1e-3},
                   {"match": ["layers.{2-3}"], "weight_decay": 0.3},
                   {"match": ["layers.3.bias"], "weight_decay": 0.2}]},
          values={**{name: {"weight_decay": 0.0} for name in biases},
                  "layers.1.weight": {"lr": 1e-3},
                  "layers.1.bias": {"lr": 1e-3, "weight_decay": 0.0},
                  "layers.2.weight": {"weight_decay": 0.3},
                  "layers.2.bias": {"weight_decay": 0.3},
                  "layers.3.weight": {"weight_decay": 0.3},
                  "layers.3.bias": {"weight_decay": 0.2}})
    frozen_checks()


def frozen_checks():
    """Frozen parameters: no gradient, state or accumulator in the plan."""
    first = {**ADAMW, "frozen": ["layers.{0-1}"]}
    names = [f"layers.{i}.{k}" for i in (0, 1) for k in ("weight", "bias")]
    check("frozen stage", first, names)
    mixed = {**ADAMW, "frozen": ["layers"], "trainable": ["layers.*.weight"],
             "clip_norm": 0.1}
    biases = [f"layers.{i}.bias" for i in range(4)]
    check("frozen biases", mixed, biases)
    only = {**SGD, "trainable": ["layers.2.weight"]}
    rest = [n for n in WEIGHTS if n != "layers.2.weight"]
    check("trainable alone", only, rest, plans={"pp2": ((3, 1), 1)})
    # Buffers and channels of gradients between stages have numbers.
    sent = set(re.findall(r"@[\w.]*grad\d+", plan_text(first, (2, 2))))
    report.check("gradients for a frozen stage",
                 f"{sent} in the plan" if sent else None)
    for training, frozen in ((first, names), (mixed, biases), (only, rest)):
        text = plan_text(training, (2, 2))
        for name in WEIGHTS:
            buffers = set(re.findall(
                rf'@"?{re.escape(name)}(\.grad|\.exp_avg|\.exp_avg_sq)?\b', text))
            has = bool(buffers - {""})
            report.check(f"buffers of {name}", None if has != (name in frozen)
                         else f"{buffers} in the plan of {training}")


def losses():
    """A model that returns its output, the loss from the training file."""
    with open(MODEL) as file:
        text = file.read()
    text = text.replace('%arg9: tensor<4x8xf32> {piper.input = "y"} loc(unknown)) '
                        "-> tensor<f32>", ") -> tensor<4x8xf32>")
    text = text.replace("loc(unknown), ) ->", "loc(unknown)) ->")
    start, end = text.index("    %18 ="), text.index("    return %23")
    text = (text[:start] + text[end:]).replace(
        "return %23 : tensor<f32>", "return %17 : tensor<4x8xf32>")
    output = work_file("output.mlir", text)
    data = save("targets.safetensors", {"x": BATCHES["x"],
                                        "targets": BATCHES["y"]})
    training = {**ADAMW, "loss": "mse"}
    check("mse", training, model=output, data=data)
    # Where the model returns its loss, a second one is not used.
    report.check("own loss", train(training).difference(train(ADAMW)))
    classes = np.random.default_rng(5).integers(0, 8, BATCHES["x"].shape[:3])
    classes[0, 3, 1] = classes[2, 0, :2] = -100
    data = save("classes.safetensors", {"x": BATCHES["x"], "targets": classes})
    base = train({**ADAMW, "loss": "cross_entropy"}, model=output, data=data)
    report.check("cross entropy", None if abs(base.loss[0] - cross_entropy(
        BATCHES["x"][0], classes[0])) < 1e-6 else f"loss {base.loss[0]}")
    other = train({**ADAMW, "loss": "cross_entropy"}, (2, 2), model=output,
                  data=data)
    report.check("cross entropy pp2", other.difference(base))


def cross_entropy(x, classes):
    """Mean over all targets of a step that count."""
    reference, picked = Reference(WEIGHTS, SGD), []
    for inputs, targets in zip(x.astype(np.float64), classes):
        h = inputs
        for i in range(4):
            h = (h @ reference.weights[f"layers.{i}.weight"].T
                 + reference.weights[f"layers.{i}.bias"])
            h = h if i == 3 else np.maximum(h, 0)
        logs = h - np.log(np.exp(h).sum(1, keepdims=True))
        picked += [logs[i, t] for i, t in enumerate(targets) if t != -100]
    return -np.mean(picked)


WEIGHTED = """
    %s = linalg.generic {indexing_maps = [#map, #rows, #map2], iterator_types = ["reduction", "reduction"]} ins(%19, %arg10 : tensor<4x8xf32>, tensor<4xf32>) outs(%21 : tensor<f32>) {
    ^bb0(%in: f32, %m: f32, %out: f32):
      %p = arith.mulf %in, %m : f32
      %q = arith.addf %p, %out : f32
      linalg.yield %q : f32
    } -> tensor<f32> loc(#loc1)
    %mean = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%s : tensor<f32>) outs(%20 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %c = arith.constant 0.125 : f32
      %p = arith.mulf %in, %c : f32
      linalg.yield %p : f32
    } -> tensor<f32> loc(#loc1)
    %w = linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]} ins(%arg10 : tensor<4xf32>) outs(%21 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %q = arith.addf %in, %out : f32
      linalg.yield %q : f32
    } -> tensor<f32> loc(#loc1)
    return %mean, %w : tensor<f32>, tensor<f32> loc(#loc)
"""
MAPS = """#rows = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
module {"""


def weighted_mlp():
    """The MLP that returns (sum of losses of rows, sum of the rows' weights)."""
    with open(MODEL) as file:
        text = file.read()
    text = text.replace('{piper.input = "y"} loc(unknown)) -> tensor<f32>',
                        '{piper.input = "y"} loc(unknown), %arg10: tensor<4xf32>'
                        ' {piper.input = "mask"}) -> (tensor<f32>, tensor<f32>)')
    text = text.replace("\nmodule {", "\n" + MAPS)
    start, end = text.index("    %22 ="), text.index("  } loc(#loc)\n}")
    return work_file("weighted.mlir", text[:start] + WEIGHTED + text[end:])


def weighted_gpt():
    """The GPT that returns what its mean is the quotient of."""
    with open(fixture("gpt", "model.mlir")) as file:
        text = file.read()
    at = text.index("    %309 = linalg.generic")
    end = text.index("    return %309")
    text = text[:at] + text[end:]
    text = text.replace("return %309 : tensor<f32>",
                        "return %307, %308 : tensor<f32>, tensor<f32>")
    head = text.index("func.func @main")
    arrow = text.index("-> tensor<f32>", head)
    return work_file("gpt.mlir", text[:arrow]
                     + "-> (tensor<f32>, tensor<f32>)"
                     + text[arrow + len("-> tensor<f32>"):])


def weighted():
    model = weighted_mlp()
    masks = np.random.default_rng(7).integers(
        0, 3, BATCHES["x"].shape[:3]).astype(np.float32)
    masks[:, 7] = 0       # the last microbatch is padding
    masks[:, 6, 1:] = 0   # that before mostly
    data = save("masked.safetensors", {**BATCHES, "mask": masks})
    check("weighted", {**ADAMW, "clip_norm": 0.1}, model=model, data=data,
          masks=masks, plans={**PLANS, "pp4": ((1, 1, 1, 1), 1)})
    check("weighted sgd", {**SGD, "momentum": 0.9}, model=model, data=data,
          masks=masks, plans={"pp2 dp2": ((2, 2), 2)})
    # Tokens of equal weight: the mean is the quotient, PyTorch's numbers.
    gpt = weighted_gpt()
    with open(fixture("gpt", "reference.json")) as file:
        expected = json.load(file)["runs"]["adamw_clip"]["f64"]
    training = {**ADAMW, "eps": 1e-8, "clip_norm": 0.25}
    one = train(training, model=gpt, name="gpt")
    for what in "loss", "grad_norm":
        for got, want in zip(getattr(one, what), expected[what]):
            report.check(f"gpt {what}", None if abs(got - want) <= 2e-6 * want
                         else f"{got}, PyTorch has {want}")
    report.check("gpt pp2", train(training, (2, 2), model=gpt,
                                  name="gpt").difference(one))
    two = train(training, dp=2, model=gpt, name="gpt")
    report.check("gpt pp4 dp2", train(training, (1, 1, 1, 1), 2, model=gpt,
                                      name="gpt").difference(two))
    # Nothing counts in a step: reported, exit status 3.
    empty = masks.copy()
    empty[1] = 0
    text = call([RUN, model, "--quiet", "--steps", "3",
                 "--weights", fixture("mlp", "weights.safetensors"),
                 "--data", save("empty.safetensors", {**BATCHES, "mask": empty}),
                 "--strategy", work_file("s.json", json.dumps(
                     strategy("mlp", (2, 2), 1, "1f1b", 8))),
                 "--training", work_file("t.json", json.dumps(SGD))], 3)
    report.check("no weight", None if "step 1: loss is" in text else text)


{"options": options, "losses": losses, "weighted": weighted}[sys.argv[5]]()
report.finish()
