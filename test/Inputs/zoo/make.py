"""Writes the models of models.py with PyTorch's numbers beside them.

usage: make.py [NAME...]        needs torch and torch-mlir, and piper-run on the PATH

For each: model.mlir, weights.safetensors, batches.safetensors [steps, microbatches, ...],
reference.json (losses and norms of SGD at 0.1, in f64) and grads_step0_f64.safetensors.
"""
import json
import os
import sys

import torch
from safetensors.torch import save_file

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../tools/piper-export")]
import models  # noqa: E402
from piper.export import export  # noqa: E402

STEPS, MICROBATCHES = 2, 4


def to_f64(tensors):
    return {name: value.double() if value.is_floating_point() else value
            for name, value in tensors.items()}


def train(module, batches):
    """Losses, norms and first gradients of SGD in f64."""
    torch.set_default_dtype(torch.float64)
    model = type(module)().double()
    model.load_state_dict(to_f64(module.state_dict()))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses, norms, first = [], [], None
    for step in range(STEPS):
        optimizer.zero_grad()
        total = 0.0
        for i in range(MICROBATCHES):
            loss = model(**to_f64({n: b[step, i] for n, b in batches.items()}))
            (loss / MICROBATCHES).backward()
            total += loss.item() / MICROBATCHES
        grads = {name: p.grad.clone() for name, p in model.named_parameters()}
        first = first or grads
        losses.append(total)
        norms.append(sum(float(g.square().sum()) for g in grads.values()) ** 0.5)
        optimizer.step()
    torch.set_default_dtype(torch.float32)
    return losses, norms, first


def make(cls):
    torch.manual_seed(len(cls.__name__))
    module = cls()
    folder = os.path.join(HERE, cls.__name__.lower())
    export(module, module.example(), folder)
    examples = [[module.example() for _ in range(MICROBATCHES)] for _ in range(STEPS)]
    batches = {name: torch.stack([torch.stack([e[name] for e in step])
                                  for step in examples]) for name in examples[0][0]}
    save_file(batches, os.path.join(folder, "batches.safetensors"))
    losses, norms, grads = train(module, batches)
    save_file(grads, os.path.join(folder, "grads_step0_f64.safetensors"))
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump({"stages": module.stages, "runs": {"sgd": {"f64": {
            "loss": losses, "grad_norm": norms}}}}, file, indent=1)
        file.write("\n")


for cls in models.ZOO:
    if len(sys.argv) == 1 or cls.__name__ in sys.argv[1:]:
        make(cls)
