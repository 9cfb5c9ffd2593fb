"""Step time, memory and compile time of Piper beside PyTorch eager.

usage: bench.py [--build DIR] [--steps N] [--models demo,bench]

Run by a Python that has torch and numpy. See README.md in this folder.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
MICROBATCHES = 8
MODELS = {  # vocabulary, width, heads, layers, sequence, batch
    "demo": ("scripts/demo/model.mlir", (128, 64, 4, 4, 64, 4)),
    "bench": ("utils/bench/gpt_8l_256.mlir", (4096, 256, 8, 8, 128, 4)),
}
TRAINING = {"optimizer": "adamw", "lr": 1e-3, "betas": [0.9, 0.95], "weight_decay": 0.1}


def measure(command, **kwargs):
    """Runs a command; returns (seconds, peak MiB, its standard output)."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **kwargs)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {command[0]} ({os.waitstatus_to_exitcode(status)})")
    return time.perf_counter() - start, usage.ru_maxrss / 1024, output


def strategy(layers, stages):
    if stages == 1:
        return None
    half = layers // 2
    return [
        {"op": "annotate", "tag": "pp",
         "groups": [["wte", "wpe", f"h.{{0-{half - 1}}}"],
                    [f"h.{{{half}-{layers - 1}}}", "ln_f", "lm_head"]]},
        {"op": "mesh", "axes": [["pp", 2]]},
        {"op": "place", "filter": {"pp": 0}, "at": {"pp": 0}},
        {"op": "place", "filter": {"pp": 1}, "at": {"pp": 1}},
        {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": MICROBATCHES},
        {"op": "schedule", "kind": "1f1b"},
    ]


def write(folder, name, value):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        json.dump(value, file)
    return path


def piper(build, folder, model, layers, stages, tokens, steps):
    """(compile seconds, shortest step in ms, peak MiB)."""
    training = write(folder, "training.json", TRAINING)
    plan = os.path.join(folder, "plan.mlir")
    options = f"training={training} microbatches={MICROBATCHES}"
    if directives := strategy(layers, stages):
        options += f" strategy={write(folder, 'strategy.json', directives)}"
    compile_s, _, _ = measure([f"{build}/bin/piper-opt", f"{ROOT}/{model}",
                               f"--piper-compile={options}", "-o", plan])
    metrics = os.path.join(folder, "metrics.jsonl")
    run_s, peak, _ = measure([f"{build}/bin/piper-run", plan, "--no-cache", "--init", "1",
                              "--data", tokens, "--steps", str(steps), "--metrics", metrics,
                              "--quiet"])
    with open(metrics) as file:
        times = [json.loads(line)["step_ms"] for line in file]
    return compile_s + run_s - sum(times) / 1e3, min(times[1:]), peak


def per_action(build, folder):
    """Microseconds per action of a tiny model on one device."""
    fixture = f"{ROOT}/test/Inputs/mlp"
    training = write(folder, "tiny.json", {"optimizer": "sgd", "lr": 0.1})
    plan = os.path.join(folder, "tiny.mlir")
    measure([f"{build}/bin/piper-opt", f"{fixture}/model.mlir", "-o", plan,
             f"--piper-compile=training={training} microbatches=8"])
    unrolled = os.path.join(folder, "unrolled.mlir")
    measure([f"{build}/bin/piper-opt", plan, "--plan-unroll", "-o", unrolled])
    with open(unrolled) as file:
        text = file.read()
    actions = sum(text.count(f"plan.{op} ") for op in
                  ("launch", "load", "zero", "send", "recv", "collective"))
    metrics = os.path.join(folder, "tiny.jsonl")
    measure([f"{build}/bin/piper-run", plan, "--no-cache", "--weights", f"{fixture}/weights.safetensors",
             "--data", f"{fixture}/batches.safetensors", "--steps", "6", "--metrics", metrics,
             "--quiet"])
    with open(metrics) as file:
        times = [json.loads(line)["step_ms"] for line in file]
    return min(times) * 1e3 / actions, actions


TORCH = r'''
import sys, time, json
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

vocab, width, heads, layers, seq, batch, threads, steps, microbatches = map(int, sys.argv[1:10])
torch.set_num_threads(threads)
torch.manual_seed(1)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (z.view(b, t, heads, -1).transpose(1, 2)
                   for z in self.qkv(self.norm1(x)).split(width, 2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(y.transpose(1, 2).reshape(b, t, width))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocab, width), nn.Embedding(seq, width)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.norm = nn.LayerNorm(width)

    def forward(self, tokens, targets):
        x = self.tokens(tokens) + self.places(torch.arange(seq))
        for block in self.blocks:
            x = block(x)
        logits = self.norm(x) @ self.tokens.weight.T
        return F.cross_entropy(logits.view(-1, vocab), targets.reshape(-1))


model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1,
                              fused=True)
rng = np.random.default_rng(1)
times = []
for step in range(steps):
    data = torch.from_numpy(rng.integers(0, vocab, (microbatches, batch, seq + 1)))
    start = time.perf_counter()
    optimizer.zero_grad(set_to_none=True)
    for rows in data:
        (model(rows[:, :-1], rows[:, 1:]) / microbatches).backward()
    nn.utils.clip_grad_norm_(model.parameters(), float("inf"))  # the norm that Piper reports
    optimizer.step()
    times.append((time.perf_counter() - start) * 1e3)
print(json.dumps(min(times[1:])))
'''


def torch_eager(shape, threads, steps):
    """(shortest step in ms, peak MiB)."""
    arguments = [str(x) for x in (*shape, threads, steps, MICROBATCHES)]
    _, peak, output = measure([sys.executable, "-c", TORCH, *arguments],
                              env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    return json.loads(output), peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--models", default="demo,bench")
    args = parser.parse_args()
    import numpy as np
    print(f"{'model':8} {'devices':>7} {'piper ms':>9} {'torch ms':>9} {'ratio':>6} "
          f"{'piper MiB':>9} {'torch MiB':>9} {'compile s':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.models.split(","):
            model, shape = MODELS[name]
            vocab, layers, seq, batch = shape[0], shape[3], shape[4], shape[5]
            tokens = os.path.join(folder, "tokens.bin")
            windows = args.steps * MICROBATCHES * batch
            np.random.default_rng(1).integers(0, vocab, windows * seq + 1).astype("<u2").tofile(tokens)
            for stages in (1, 2):
                compile_s, ms, mib = piper(args.build, folder, model, layers, stages, tokens,
                                           args.steps)
                torch_ms, torch_mib = torch_eager(shape, stages, args.steps)
                print(f"{name:8} {stages:7} {ms:9.1f} {torch_ms:9.1f} {ms / torch_ms:6.2f} "
                      f"{mib:9.0f} {torch_mib:9.0f} {compile_s:9.2f}", flush=True)
        us, actions = per_action(args.build, folder)
        print(f"tiny model: {us:.1f} us per action ({actions} actions a step)")


if __name__ == "__main__":
    main()
