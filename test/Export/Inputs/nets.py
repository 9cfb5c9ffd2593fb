"""Modules that the exporter is tested on."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Regression(nn.Module):
    """Two inputs of one shape, loss inside."""

    def __init__(self, width=6, tanh=False):
        super().__init__()
        self.first, self.last = nn.Linear(4, width), nn.Linear(width, 4)
        self.form = "tanh" if tanh else "none"

    def forward(self, x, y):
        return F.mse_loss(self.last(F.gelu(self.first(x), approximate=self.form)),
                          y)


class Output(nn.Module):
    """Returns its output."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        return self.layer(x).relu()


class Decoder(nn.Module):
    """Tied weights, a buffer, a constant of forward, attention, ignored
    targets; returns the loss or (loss_sum, weight)."""

    def __init__(self, vocab=11, d=8, weighted=False, smoothing=0.0):
        super().__init__()
        self.embed = nn.Embedding(vocab, d)
        self.norm, self.qkv = nn.LayerNorm(d), nn.Linear(d, 3 * d)
        self.head = nn.Linear(d, vocab, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("scale", torch.full((d,), 1.5))
        self.weighted, self.smoothing = weighted, smoothing

    def forward(self, tokens, targets):
        x = self.embed(tokens) * self.scale
        q, k, v = self.qkv(self.norm(x)).chunk(3, -1)
        x = x + F.scaled_dot_product_attention(
            q[:, None], k[:, None], v[:, None], is_causal=True)[:, 0]
        logits = self.head(x + torch.tensor([0.5] * x.shape[-1]))
        logits, targets = logits.flatten(0, 1), targets.flatten()
        if not self.weighted:
            return F.cross_entropy(logits, targets,
                                   label_smoothing=self.smoothing)
        return (F.cross_entropy(logits, targets, reduction="sum"),
                (targets != -100).sum())


class Normalized(nn.Module):
    """Changes its running statistics."""

    def __init__(self):
        super().__init__()
        self.layer, self.norm = nn.Linear(4, 4), nn.BatchNorm1d(4)

    def forward(self, x):
        return self.norm(self.layer(x)).mean()


class Frozen(Regression):
    """One parameter is not trained."""

    def __init__(self):
        super().__init__()
        self.first.weight.requires_grad_(False)


def build(width=5):
    """A module and its inputs."""
    model = Regression(width)
    x = torch.randn(3, 4)
    return model, (x, x)  # the same tensor twice


def tokens(shape=(2, 5), ignored=True):
    ids = torch.randint(11, shape)
    targets = torch.randint(11, shape)
    if ignored:
        targets[0, 1:3] = -100
    return {"tokens": ids, "targets": targets}


def gelu(x):
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi)
                                    * (x + 0.044715 * x ** 3)))


class Of(nn.Module):
    """The loss of a layer and a function that torch-mlir alone would not take,
    or take wrongly."""

    def __init__(self, function, *parts):
        super().__init__()
        self.layer, self.parts = nn.Linear(4, 6), nn.ModuleList(parts)
        self.function = function

    def forward(self, x):
        return self.function(self.layer(x), *self.parts).square().mean()


def recurrent(x, cell, gate):
    """One step of two recurrent cells for each row."""
    state, hidden = (x.new_zeros(1, 3), x.new_zeros(1, 3)), x.new_zeros(1, 2)
    for row in x:
        state = cell(row[None], state)
        hidden = gate(state[0], hidden)
    return hidden


OF = {
    "cells": (recurrent, nn.LSTMCell(6, 3), nn.GRUCell(3, 2)),
    "lstm": (lambda x, lstm: lstm(x)[0],
             nn.LSTM(6, 2, num_layers=2, bidirectional=True)),
    "huber": (lambda x: F.huber_loss(x, 2 * x),),
    "nll": (lambda x: F.nll_loss(F.log_softmax(x, 1), torch.tensor([1, 0, 5])),),
    "index_add": (lambda x: x.new_zeros(2, 6).index_add(
        0, torch.tensor([1, 0, 1]), x),),
    "scatter from the end": (lambda x: torch.zeros_like(x).scatter(
        -1, x.topk(2, -1)[1], 1.0) * x,),
    "negative padding": (lambda x: F.pad(x, (0, 0, 1, -1)) * x,),
    "slopes": (lambda x, prelu: prelu(x.view(3, 2, 3)), nn.PReLU(2)),
    "logsumexp": (lambda x: torch.logsumexp(x, -1),),
    "roll": (lambda x: torch.roll(x, (1, 2), (0, 1)) * x,),
}
