"""Compiles and runs the fixture models from Python.

Scripts that use it are called as: script.py PIPER_OPT PIPER_RUN FIXTURES WORK.
"""
import json
import os
import shutil
import struct
import subprocess
import sys

import numpy as np

OPT, RUN, FIXTURES, WORK = sys.argv[1:5]
shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)

ADAMW = {"optimizer": "adamw", "lr": 3e-3, "betas": [0.9, 0.95], "eps": 1e-8,
         "weight_decay": 0.1}
# The runs of reference.json.
OPTIMIZERS = {
    "sgd": {"optimizer": "sgd", "lr": 0.1},
    "sgd_momentum": {"optimizer": "sgd", "lr": 0.05, "momentum": 0.9,
                     "weight_decay": 0.01},
    "adamw": ADAMW,
    "adamw_clip": {**ADAMW, "clip_norm": 0.25},
}
# Module patterns before, of, and after the four blocks of a model.
BLOCKS = {"mlp": ([], "layers", []),
          "gpt": (["wte", "wpe"], "h", ["ln_f", "lm_head"]),
          "llama": (["embed"], "layers", ["norm", "head"]),
          "moe": (["embed"], "layers", ["norm", "head"])}
BLOCK_COUNT = 4
# Of losses, norms and gradients to PyTorch's in f64, relative.
BOUND = 2e-6
EVEN = {1: (4,), 2: (2, 2), 3: (1, 1, 2), 4: (1, 1, 1, 1)}


def fixture(model, name):
    return os.path.join(FIXTURES, model, name)


def work_file(name, text=None):
    path = os.path.join(WORK, name)
    if text is not None:
        with open(path, "w") as file:
            file.write(text)
    return path


DTYPES = {"F32": "<f4", "F64": "<f8", "I64": "<i8", "I32": "<i4"}


def load(path):
    """The tensors of a safetensors file, by name."""
    with open(path, "rb") as file:
        raw = file.read()
    start = 8 + struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:start])
    header.pop("__metadata__", None)
    return {name: np.frombuffer(
        raw[start + info["data_offsets"][0]:start + info["data_offsets"][1]],
        DTYPES[info["dtype"]]).reshape(info["shape"])
        for name, info in header.items()}


def raw_file(name, header, data, length=None):
    """Writes a safetensors file of which nothing needs to be right."""
    text = json.dumps(header).encode() if isinstance(header, dict) else header
    path = work_file(name)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text) if length is None else length))
        file.write(text + data)
    return path


def save(name, tensors):
    """Writes a safetensors file of these tensors."""
    header, data = {}, b""
    for key, tensor in tensors.items():
        dtype = {v: k for k, v in DTYPES.items()}[tensor.dtype.newbyteorder("<").str]
        header[key] = {"dtype": dtype, "shape": list(tensor.shape),
                       "data_offsets": [len(data), len(data) + tensor.nbytes]}
        data += tensor.tobytes()
    return raw_file(name, header, data)


def regroup(model, microbatches):
    """The batches of a model as steps of another number of microbatches."""
    tensors = {}
    for name, value in load(fixture(model, "batches.safetensors")).items():
        flat = value.reshape((-1,) + value.shape[2:])
        steps = len(flat) // microbatches
        tensors[name] = flat[:steps * microbatches].reshape(
            (steps, microbatches) + value.shape[2:])
    return save(f"{model}-by-{microbatches}.safetensors", tensors)


def strategy(model, cut=(4,), dp=1, kind="1f1b", m=8, devices=None):
    """The strategy of len(cut) stages, cut[i] blocks in stage i, dp replicas."""
    first, block, last = BLOCKS[model]
    pp, groups, at = len(cut), [], 0
    for count in cut:
        groups.append([f"{block}.{{{at}-{at + count - 1}}}"])
        at += count
    assert at == BLOCK_COUNT
    groups[0] = first + groups[0]
    groups[-1] = groups[-1] + last
    axes = [[a, n] for a, n in (("pp", pp), ("dp", dp)) if n > 1]
    result = []
    if pp > 1:
        result.append({"op": "annotate", "tag": "pp", "groups": groups})
    if axes:
        mesh = {"op": "mesh", "axes": axes}
        result.append({**mesh, "devices": list(devices)} if devices else mesh)
    if pp > 1:
        result += [{"op": "place", "filter": {"pp": i}, "at": {"pp": i}}
                   for i in range(pp)]
    if dp > 1:
        result.append({"op": "replicate", "filter": {}, "axis": "dp"})
    result.append({"op": "split", "filter": {}, "dim_name": "mb",
                   "num_microbatches": m})
    if pp > 1:
        result.append({"op": "schedule", "kind": kind})
    return result


def call(arguments, status=0, output=False):
    """Runs a tool that must end with this status; what it wrote to stderr, or
    its output."""
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"{' '.join(arguments)}\nended with {done.returncode}, "
                 f"expected {status}:\n{done.stdout}{done.stderr}")
    return done.stdout if output else done.stderr


def files_of(plan, optimizer):
    return (work_file("s.json", json.dumps(plan)),
            work_file("t.json", json.dumps(OPTIMIZERS[optimizer])))


def compile_plan(model, plan, optimizer="adamw_clip", lower=True):
    """Path of the plan, or of the lowered module, of a strategy."""
    strategy_file, training = files_of(plan, optimizer)
    path = work_file("plan.mlir")
    call([OPT, fixture(model, "model.mlir"), "-o", path,
          f"--piper-compile=strategy={strategy_file} training={training}"])
    if lower:
        path = work_file("lowered.mlir")
        call([OPT, work_file("plan.mlir"), "--piper-to-host", "-o", path])
    return path


class Result:
    """What one run computed."""

    def __init__(self, metrics, weights, grads):
        with open(metrics) as file:
            rows = [json.loads(line) for line in file]
        self.loss = [row["loss"] for row in rows]
        self.grad_norm = [row["grad_norm"] for row in rows]
        self.grads = load(grads)
        self.weights = load(weights)

    def difference(self, other):
        """The first thing in which two runs differ in a bit, or None."""
        for name in "loss", "grad_norm":
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                return f"{name} {mine} != {theirs}"
        for what in "grads", "weights":
            mine, theirs = getattr(self, what), getattr(other, what)
            if mine.keys() != theirs.keys():
                return f"{what} have other names"
            for name in mine:
                if mine[name].tobytes() != theirs[name].tobytes():
                    return f"{what} of {name}"
        return None


def run_module(model, module, *flags, steps=6, data=None, weights=None):
    """Runs a model, plan or lowered module and returns what it computed."""
    out = [work_file(name) for name in ("m.jsonl", "w.safetensors", "g.safetensors")]
    for path in out:
        if os.path.exists(path):
            os.remove(path)
    call([RUN, module, "--quiet", "--steps", str(steps),
          "--weights", weights or fixture(model, "weights.safetensors"),
          "--data", data or fixture(model, "batches.safetensors"),
          "--metrics", out[0], "--save-weights", out[1], "--save-grads", out[2],
          *flags])
    result = Result(*out)
    assert len(result.loss) == steps, f"{len(result.loss)} of {steps} steps"
    return result


def run_model(model, plan, optimizer="adamw_clip", **keywords):
    """Compiles and runs a model in one call."""
    strategy_file, training = files_of(plan, optimizer)
    return run_module(model, fixture(model, "model.mlir"), "--strategy",
                      strategy_file, "--training", training, **keywords)


def off_reference(result, expected, grads):
    """What is out of bounds in a run, None if nothing is. `expected`: losses
    and norms of a run of reference.json; `grads`: the first step's, in f64."""
    for name in "loss", "grad_norm":
        for step, (got, want) in enumerate(
                zip(getattr(result, name), expected[name], strict=True)):
            if not abs(got - want) <= BOUND * abs(want):
                return f"step {step}: {name} {got}, PyTorch has {want}"
    if result.grads.keys() != grads.keys():
        return f"gradients of {sorted(result.grads)}, not {sorted(grads)}"
    for name, want in grads.items():
        error = np.linalg.norm(result.grads[name].astype(np.float64) - want)
        if not error <= BOUND * np.linalg.norm(want) + 1e-9:
            return f"gradient of {name} is off by {error}"
    return None


class Report:
    """Collects what is wrong; the script ends with `finish`."""

    def __init__(self):
        self.checks, self.problems = 0, []

    def check(self, name, problem):
        self.checks += 1
        if problem:
            self.problems.append(f"{name}: {problem}")

    def finish(self):
        for problem in self.problems:
            print(problem)
        print(f"{self.checks - len(self.problems)} of {self.checks} as expected")
        sys.exit(1 if self.problems or not self.checks else 0)
