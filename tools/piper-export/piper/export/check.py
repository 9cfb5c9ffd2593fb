"""Reads written files again and runs them."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

from .capture import ExportError

# Between the f32 sums of PyTorch and of Piper, in another order.
TOLERANCE = 1e-5


@dataclass
class CheckResult:
    """Piper's loss on the example, or why it was not computed."""
    loss: "float | None"
    reason: str = ""


_ARGUMENT = re.compile(r'tensor<([^>]*)>\s*\{piper\.(\w+) = "([^"]*)"\}')
_ELEMENT = {"F32": "f32", "F64": "f64", "F16": "f16", "BF16": "bf16",
            "I64": "i64", "I32": "i32", "I16": "i16", "I8": "i8", "U8": "i8",
            "BOOL": "i1"}


def _header(path):
    """Types and shapes of a safetensors file, as MLIR spells them."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    header.pop("__metadata__", None)
    return {name: "x".join([*map(str, info["shape"]), _ELEMENT[info["dtype"]]])
            for name, info in header.items()}


def reread(captured, model, weights):
    """The files as written name the arguments and tensors they should, with
    equal types."""
    with open(model, encoding="utf-8") as file:
        text = file.read()
    signature = next((line for line in text.splitlines()
                      if line.lstrip().startswith("func.func")), "")
    found = {"param": {}, "buffer": {}, "input": {}}
    for kind, role, name in _ARGUMENT.findall(signature):
        found[role][name] = kind
    header = _header(weights)
    for role, wanted in (("param", captured.parameters),
                         ("buffer", captured.buffers),
                         ("input", captured.inputs)):
        if set(found[role]) != set(wanted):
            raise ExportError(f"{model}: {role}s are {sorted(found[role])}, "
                              f"expected {sorted(wanted)}")
        for name, kind in found[role].items():
            if role != "input" and header.get(name) != kind:
                raise ExportError(f"'{name}' is tensor<{kind}> in {model} and "
                                  f"{header.get(name, 'absent')} in {weights}")
    if "dense_resource" in text:
        raise ExportError(f"{model}: values are left in the text of the model; "
                          "register them as parameters or buffers")


def _run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ExportError(f"{command[0]} fails on what was written:\n"
                          f"{done.stderr.strip()}")


def check(captured, model, weights, expected, loss, targets, run=None):
    """One step of learning rate 0 by piper-run gives the example's loss."""
    from safetensors.torch import save_file
    found = shutil.which(run or "piper-run")
    if not found:
        if run:
            raise ExportError(f"there is no {run}")
        return CheckResult(None, "piper-run is not on PATH")
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "batch.safetensors")
        training = os.path.join(folder, "training.json")
        metrics = os.path.join(folder, "metrics.jsonl")
        batch = dict(captured.inputs)
        config = {"optimizer": "sgd", "lr": 0.0}
        if not captured.returns_loss:
            batch["targets"] = targets
            config["loss"] = loss
        save_file({name: value[None, None].contiguous()
                   for name, value in batch.items()}, data)
        with open(training, "w", encoding="utf-8") as file:
            json.dump(config, file)
        _run([found, model, "--weights", weights, "--data", data, "--training",
              training, "--steps", "1", "--metrics", metrics, "--quiet"])
        with open(metrics, encoding="utf-8") as file:
            got = json.loads(file.readline())["loss"]
    if not abs(got - expected) <= TOLERANCE * max(abs(expected), 0.1):
        raise ExportError(f"Piper's loss on the example is {got}, PyTorch's "
                          f"{expected}: the files in "
                          f"{os.path.dirname(model) or '.'} are not the model")
    return CheckResult(got)
