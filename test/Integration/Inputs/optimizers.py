"""The MLP and PyTorch's optimizers in f64, for what a training file can say."""
import math

import numpy as np


def matches(pattern, name):
    """Whether a pattern names a parameter or a module above it."""
    want, have = pattern.split("."), name.split(".")
    return len(want) <= len(have) and all(
        w in ("*", h) for w, h in zip(want, have))


class Reference:
    """Trains the MLP fixture as a training file says.

    frozen: names that stay. values: name -> {"lr", "weight_decay"} where they
    differ from the file's.
    """

    def __init__(self, weights, training, frozen=(), values=None):
        self.weights = {n: w.astype(np.float64) for n, w in weights.items()}
        self.training, self.frozen = training, set(frozen)
        self.values = values or {}
        self.depth = 1 + max(int(name.split(".")[1]) for name in weights)
        self.state = {}

    def gradients(self, x, y, mask):
        """(sum of losses, weight, gradients of the sum) of one microbatch."""
        inputs, h = [], x
        for i in range(self.depth):
            inputs.append(h)
            h = h @ self.weights[f"layers.{i}.weight"].T
            h = h + self.weights[f"layers.{i}.bias"]
            if i + 1 < self.depth:
                h = np.maximum(h, 0)
        error, grads = h - y, {}
        d = 2 * error * mask[:, None]
        for i in reversed(range(self.depth)):
            grads[f"layers.{i}.weight"] = d.T @ inputs[i]
            grads[f"layers.{i}.bias"] = d.sum(0)
            d = d @ self.weights[f"layers.{i}.weight"]
            d = d * (inputs[i] > 0)
        return (error ** 2 * mask[:, None]).sum(), mask.sum(), grads

    def lr(self, step):
        schedule = self.training.get("lr_schedule", {"kind": "constant"})
        warmup = schedule.get("warmup_steps", 0)
        lr, low = self.training["lr"], schedule.get("min_lr", 0)
        if step < warmup:
            return lr * (step + 1) / warmup
        if schedule["kind"] == "constant":
            return lr
        done = min(1, (step - warmup) / (schedule["total_steps"] - warmup))
        left = (1 - done if schedule["kind"] == "linear"
                else (1 + math.cos(math.pi * done)) / 2)
        return low + (lr - low) * left

    def update(self, name, w, g, factor, step):
        t, own = self.training, self.values.get(name, {})
        lr = own.get("lr", t["lr"]) * factor
        adam = t["optimizer"] != "sgd"
        decay = own.get("weight_decay", t.get(
            "weight_decay", 0.01 if t["optimizer"] == "adamw" else 0))
        state = self.state.setdefault(name, [np.zeros_like(w) for _ in range(2)])
        if t["optimizer"] == "adamw":
            w = w * (1 - lr * decay)
        else:
            g = g + decay * w
        if not adam:
            if momentum := t.get("momentum", 0):
                state[0] = momentum * state[0] + g
                g = g + momentum * state[0] if t.get("nesterov") else state[0]
            return w - lr * g
        b1, b2 = t.get("betas", [0.9, 0.999])
        state[0] = b1 * state[0] + (1 - b1) * g
        state[1] = b2 * state[1] + (1 - b2) * g * g
        m = state[0] / (1 - b1 ** (step + 1))
        v = state[1] / (1 - b2 ** (step + 1))
        return w - lr * m / (np.sqrt(v) + t.get("eps", 1e-8))

    def step(self, number, microbatches):
        """Loss, norm and learning rate of a step over (x, y, mask)s."""
        total, weight, sums = 0.0, 0.0, {}
        for x, y, mask in microbatches:
            loss, count, grads = self.gradients(
                x.astype(np.float64), y.astype(np.float64), mask)
            total, weight = total + loss, weight + count
            for name, g in grads.items():
                sums[name] = sums.get(name, 0) + g
        # The fixture's loss is a mean over columns too.
        weight *= microbatches[0][1].shape[1]
        grads = {n: sums[n] / weight for n in sums if n not in self.frozen}
        norm = math.sqrt(sum((g * g).sum() for g in grads.values()))
        clip = self.training.get("clip_norm")
        scale = min(1, clip / (norm + 1e-6)) if clip else 1
        lr = self.lr(number)
        for name, g in grads.items():
            self.weights[name] = self.update(
                name, self.weights[name], g * scale,
                lr / self.training["lr"], number)
        self.grads = grads
        return total / weight, norm, lr
