"""Cuts a small model into stages, prints its plan and compares its bits.

usage: boundary.py PIPER_OPT PIPER_RUN FIXTURES WORK STAGES DEVICES KIND MODEL

MODEL: statements `module: name = operand op operand`, op + or *, and last
`module: loss name`, the sum of squares. All are tensors of 4 x 8; an operand
`module.w` is a parameter, one that nothing computes an input. STAGES:
`a=0 b=1 c,d=0`, modules and the rank of their stage, DEVICES the device of each
rank. Prints the plan without its bodies, shortened to what goes where; then
trains two steps with random delays, and the plain loop, and says so where all
weights, gradients and losses are the same bits.
"""
import json
import re
import sys

import numpy as np
from piper import OPT, RUN, Report, Result, call, save, work_file

STAGES, DEVICES, KIND, MODEL = sys.argv[5:9]
STEPS, MICROBATCHES = 2, 3
OPS = {"*": "arith.mulf", "+": "arith.addf"}


def parse(text):
    """[(module, result or None, [operands], op)] of the statements."""
    statements = []
    for line in filter(None, map(str.strip, text.split(";"))):
        module, rest = line.split(":")
        words = rest.split()
        if words[0] == "loss":
            statements.append((module, None, words[1:], None))
        else:
            name, equals, left, op, right = words
            statements.append((module, name, [left, right], OPS[op]))
    return statements


def model(statements):
    """The model as MLIR, and its inputs and parameters."""
    made = {name for _, name, _, _ in statements}
    free = [o for _, _, operands, _ in statements for o in operands if o not in made]
    free = list(dict.fromkeys(free))
    params = [name for name in free if "." in name]
    inputs = [name for name in free if "." not in name]
    value = lambda name: "%v_" + name.replace(".", "_")
    args = [f'{value(p)}: tensor<4x8xf32> {{piper.param = "{p}"}}' for p in params]
    args += [f'{value(i)}: tensor<4x8xf32> {{piper.input = "{i}"}}' for i in inputs]
    lines = ["#e = affine_map<(i, j) -> (i, j)>", "#s = affine_map<(i, j) -> ()>",
             f"func.func @main({', '.join(args)}) -> tensor<f32> {{"]
    for k, (module, name, operands, op) in enumerate(statements):
        loc = f" loc(#l{module})"
        values = ", ".join(map(value, operands))
        types = ", ".join(["tensor<4x8xf32>"] * len(operands))
        if name:
            lines += [
                f"  %e{k} = tensor.empty() : tensor<4x8xf32>{loc}",
                f"  {value(name)} = linalg.generic {{indexing_maps = [#e, #e, #e], iterator_types = [\"parallel\", \"parallel\"]}} ins({values} : {types}) outs(%e{k} : tensor<4x8xf32>) {{",
                "  ^bb0(%a: f32, %b: f32, %o: f32):",
                f"    %r = {op} %a, %b : f32{loc}",
                f"    linalg.yield %r : f32{loc}", f"  }} -> tensor<4x8xf32>{loc}"]
        else:
            lines += [
                f"  %zero = arith.constant 0.0 : f32{loc}", f"  %es = tensor.empty() : tensor<f32>{loc}",
                f"  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>{loc}",
                f"  %loss = linalg.generic {{indexing_maps = [#e, #s], iterator_types = [\"reduction\", \"reduction\"]}} ins({values} : {types}) outs(%is : tensor<f32>) {{",
                "  ^bb0(%a: f32, %o: f32):", f"    %q = arith.mulf %a, %a : f32{loc}",
                f"    %r = arith.addf %o, %q : f32{loc}", f"    linalg.yield %r : f32{loc}",
                f"  }} -> tensor<f32>{loc}", "  return %loss : tensor<f32>", "}"]
    lines += [f'#l{m} = loc("{m}")' for m in dict.fromkeys(s[0] for s in statements)]
    return "\n".join(lines) + "\n", inputs, params


def strategy():
    stages = [entry.split("=") for entry in STAGES.split()]
    devices = [int(d) for d in DEVICES.split(",")]
    return [{"op": "annotate", "tag": "pp", "groups": [m.split(",") for m, _ in stages]},
            {"op": "mesh", "axes": [["pp", len(devices)]], "devices": devices},
            {"op": "place", "filter": {"pp": "*"}, "at": {"pp": [int(r) for _, r in stages]}},
            {"op": "split", "num_microbatches": MICROBATCHES},
            {"op": "schedule", "kind": KIND}]


def show(plan):
    """Channels, programs and actions; each once, whatever its microbatch."""
    seen = set()
    for line in plan.split("\n"):
        line = line.strip()
        if re.match(r"plan\.(channel|program)", line):
            seen = set()
            print(re.sub(r" streams.*", "", line))
        elif re.match(r"plan\.(load|send|recv|launch @s)", line):
            line = re.sub(r"\bmb \d+ |\[\d+\]|mb = \d+ : i64,? ?|after\([^)]*\)|signals\([^)]*\)| : i64", "", line)
            line = re.sub(r" +", " ", line)
            if line not in seen:
                seen.add(line)
                print("  " + line)


def run(path, *flags):
    out = [work_file(name) for name in ("m.jsonl", "w.safetensors", "g.safetensors")]
    call([RUN, path, *flags, "--quiet", "--steps", str(STEPS), "--init", "1", "--data", DATA,
          "--metrics", out[0], "--save-weights", out[1], "--save-grads", out[2]])
    return Result(*out)


text, inputs, params = model(parse(MODEL))
random = np.random.default_rng(5)
DATA = save("data.safetensors", {
    name: random.standard_normal((STEPS, MICROBATCHES, 4, 8)).astype(np.float32) for name in inputs})
source, training = work_file("model.mlir", text), work_file("t.json", '{"optimizer": "sgd", "lr": 0.01}')
plan = work_file("plan.mlir")
call([OPT, source, "-o", plan,
      f"--piper-compile=training={training} strategy={work_file('s.json', json.dumps(strategy()))}"])
with open(plan) as file:
    show(file.read())
one = run(source, "--training", training, "--microbatches", str(MICROBATCHES))
report = Report()
report.check("bits", run(plan, "--jitter", "9").difference(one))
report.check("all gradients", any(not np.abs(one.grads[name]).sum() > 0 for name in params))
report.finish()
