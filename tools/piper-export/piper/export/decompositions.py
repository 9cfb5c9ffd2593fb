"""Decompositions that torch-mlir lacks or has inexact."""

import math

import torch
import torch.nn.functional as F


def gelu(x, approximate="none"):
    """torch-mlir's lowering of the tanh form rounds sqrt(2/pi) to 0.797724."""
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * (x * x * x))
        return 0.5 * x * (1 + torch.tanh(inner))
    return 0.5 * x * (1 + torch.erf(x * math.sqrt(0.5)))


def _reduce(losses, weights, reduction):
    """`reduction` as ATen numbers it: 0 none, 1 mean, 2 sum."""
    if reduction == 0:
        return losses
    return losses.sum() / weights.sum() if reduction == 1 else losses.sum()


def cross_entropy_loss(input, target, weight=None, reduction=1,
                       ignore_index=-100, label_smoothing=0.0):
    """PyTorch's formula with static shapes: torch-mlir counts the targets that
    are not ignored as an integer it cannot lower."""
    axis = 1 if input.dim() > 1 else 0
    classes = input.shape[axis]
    logs = F.log_softmax(input, axis)
    by_class = None
    if weight is not None:
        shape = [1] * input.dim()
        shape[axis] = classes
        by_class = weight.reshape(shape)
    if target.dtype.is_floating_point:  # class probabilities
        if label_smoothing:
            target = target * (1 - label_smoothing) + label_smoothing / classes
        terms = logs * target if by_class is None else logs * target * by_class
        losses = -terms.sum(axis)
        if reduction == 1:
            return losses.sum() / (input.numel() // classes)
        return _reduce(losses, None, reduction)
    counted = target != ignore_index
    index = torch.where(counted, target, torch.zeros_like(target))
    picked = -logs.gather(axis, index.unsqueeze(axis)).squeeze(axis)
    zero = torch.zeros_like(picked)
    if weight is None:
        weights = counted.to(input.dtype)
    else:
        chosen = weight.index_select(0, index.reshape(-1)).reshape(index.shape)
        weights = torch.where(counted, chosen, zero)
        picked = picked * weights
    losses = torch.where(counted, picked, zero)
    if label_smoothing:
        terms = logs if by_class is None else logs * by_class
        smooth = torch.where(counted, -terms.sum(axis), zero)
        losses = (losses * (1 - label_smoothing)
                  + smooth * (label_smoothing / classes))
    return _reduce(losses, weights, reduction)


def get_table():
    """torch-mlir's table with the ones above."""
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table
    table = dict(get_decomposition_table())
    table[torch.ops.aten.gelu.default] = gelu
    table[torch.ops.aten.cross_entropy_loss.default] = cross_entropy_loss
    return table
