"""The experts that every token of moe chooses, against the model in numpy.

usage: experts.py PIPER_OPT PIPER_RUN FIXTURES WORK

The model of the fixture is written out here in f64. Its losses are PyTorch's,
so its choices are, too; the evaluator must make the same ones.
"""
import json
import re

import numpy as np
from piper import OPT, Report, call, fixture, load, work_file

HEADS, KV_HEADS, EXPERTS, TOP = 4, 2, 4, 2
STEPS, MICROBATCHES = (0, 5), (0, 7)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def silu(x):
    return x / (1 + np.exp(-x))


class Moe:
    def __init__(self, weights):
        self.w = {name: value.astype(np.float64) for name, value in weights.items()}
        self.layers = 1 + max(int(name.split(".")[1]) for name in weights
                              if name.startswith("layers."))

    def norm(self, x, name):
        return self.w[name] * x / np.sqrt((x ** 2).mean(-1, keepdims=True) + 1e-6)

    def attention(self, x, at, cos, sin):
        b, t, d = x.shape

        def heads(name, count):
            y = (x @ self.w[f"{at}.{name}.weight"].T).reshape(b, t, count, -1)
            return y.transpose(0, 2, 1, 3)

        def rotate(y):
            first, second = np.split(y, 2, -1)
            return y * cos + np.concatenate((-second, first), -1) * sin

        q, k, v = rotate(heads("wq", HEADS)), rotate(heads("wk", KV_HEADS)), heads("wv", KV_HEADS)
        k, v = (np.repeat(y, HEADS // KV_HEADS, 1) for y in (k, v))
        scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
        scores = np.where(np.tril(np.ones((t, t), bool)), scores, -np.inf)
        y = (softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(b, t, d)
        return y @ self.w[f"{at}.wo.weight"].T

    def dense(self, x, at):
        gate, up = (x @ self.w[f"{at}.{name}.weight"].T for name in ("gate", "up"))
        return silu(gate) * up @ self.w[f"{at}.down.weight"].T

    def experts(self, x, at):
        """The output and, for each token, its experts, the best first."""
        tokens = x.reshape(-1, x.shape[-1])
        n = len(tokens)
        capacity = int(np.ceil(2.0 * TOP * n / EXPERTS))
        p = softmax(tokens @ self.w[f"{at}.router.weight"].T)
        chosen = np.argsort(-p, -1, kind="stable")[:, :TOP]
        weight = np.take_along_axis(p, chosen, -1)
        weight /= weight.sum(-1, keepdims=True)
        out, filled = np.zeros_like(tokens), np.zeros(EXPERTS, int)
        for k in range(TOP):  # Every first choice has its slot before any second.
            for token in range(n):
                e = chosen[token, k]
                filled[e] += 1
                if filled[e] > capacity:
                    continue
                y = silu(tokens[token] @ self.w[f"{at}.w1"][e]) @ self.w[f"{at}.w2"][e]
                out[token] += weight[token, k] * y
        return out.reshape(x.shape), chosen

    def run(self, tokens, targets):
        """The loss, and the choices of each layer that has experts."""
        angle = np.outer(np.arange(tokens.shape[1]), self.w["inv_freq"])
        angle = np.concatenate((angle, angle), -1)
        x, choices = self.w["embed.weight"][tokens], []
        for i in range(self.layers):
            at = f"layers.{i}"
            x = x + self.attention(self.norm(x, f"{at}.attn_norm.weight"),
                                   f"{at}.attn", np.cos(angle), np.sin(angle))
            y = self.norm(x, f"{at}.mlp_norm.weight")
            if f"{at}.mlp.router.weight" in self.w:
                y, chosen = self.experts(y, f"{at}.mlp")
                choices.append(chosen)
            else:
                y = self.dense(y, f"{at}.mlp")
            x = x + y
        logits = self.norm(x, "norm.weight") @ self.w["head.weight"].T
        p = softmax(logits.reshape(-1, logits.shape[-1]))
        return -np.log(p[np.arange(len(p)), targets.reshape(-1)]).mean(), choices


def show_choices():
    """A function that returns the loss and all choices, in pieces that print
    whole."""
    path = work_file("moe.mlir")
    call([OPT, fixture("moe", "model.mlir"), "--piper-import", "-o", path,
          "--mlir-print-debuginfo=false"])
    with open(path) as file:
        text = file.read()
    pieces = 0

    def slices(match):
        nonlocal pieces
        lines = [match.group(0)]
        for row in range(0, 32, 8):
            lines.append(f"    %piece{pieces} = tensor.extract_slice {match.group(1)}[{row}, 0] "
                         "[8, 2] [1, 1] : tensor<32x2xi64> to tensor<8x2xi64>")
            pieces += 1
        return "\n".join(lines)

    text = re.sub(r"^ *(%\S+) = tensor\.extract_slice \S+\[0, 0\] \[32, 2\] \[1, 1\] : "
                  r"tensor<32x4xi64> to tensor<32x2xi64>.*$", slices, text, flags=re.M)
    types = ", tensor<8x2xi64>" * pieces
    values = "".join(f", %piece{i}" for i in range(pieces))
    text = re.sub(r"-> tensor<f32> \{", f"-> (tensor<f32>{types}) {{", text, count=1)
    text = re.sub(r"return (%\S+) : tensor<f32>", rf"return \1{values} : tensor<f32>{types}", text)
    return work_file("choices.mlir", text), pieces // 4


def evaluated(path, step, microbatch):
    out = work_file("results.txt")
    options = (f"step={step} microbatch={microbatch} "
               f"weights={fixture('moe', 'weights.safetensors')} "
               f"data={fixture('moe', 'batches.safetensors')}")
    text = call([OPT, path, "-o", out, f"--piper-evaluate={options}"], output=True)
    results = [json.loads(line.split(" = ")[1]) for line in text.splitlines()
               if line.startswith("result ")]
    return results[0], np.array(results[1:]).reshape(-1, 32, TOP)


report = Report()
model = Moe(load(fixture("moe", "weights.safetensors")))
batches = load(fixture("moe", "batches.safetensors"))
losses = [model.run(batches["tokens"][0, m], batches["targets"][0, m])[0] for m in range(8)]
with open(fixture("moe", "reference.json")) as file:
    want = json.load(file)["runs"]["sgd"]["f64"]["loss"][0]
report.check("loss of numpy", abs(np.mean(losses) - want) > 1e-9 * want and
             f"{np.mean(losses)}, PyTorch has {want}")
path, layers = show_choices()
report.check("layers", layers != 2 and f"{layers} layers with experts")
for step in STEPS:
    for microbatch in MICROBATCHES:
        loss, choices = model.run(batches["tokens"][step, microbatch],
                                  batches["targets"][step, microbatch])
        got, ids = evaluated(path, step, microbatch)
        name = f"step {step} microbatch {microbatch}"
        report.check(f"{name} loss", abs(got - loss) > 1e-9 * loss and f"{got}, not {loss}")
        for layer, (mine, theirs) in enumerate(zip(ids, choices, strict=True)):
            report.check(f"{name} layer {layer}", not np.array_equal(mine, theirs)
                         and f"{(mine != theirs).sum()} choices differ")
report.finish()
