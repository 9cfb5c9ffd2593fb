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


def prelu(x, weight):
    """torch-mlir broadcasts the slopes along the last dimension, not along the
    channels."""
    if weight.numel() > 1:
        weight = weight.reshape([1, -1] + [1] * (x.dim() - 2))
    return torch.where(x > 0, x, weight * x)


def pad(x, pad, mode="constant", value=None):
    """torch-mlir leaves out paddings that sum to zero, negative ones too."""
    if mode != "constant" or min(pad, default=0) >= 0:
        return NotImplemented
    for i in range(len(pad) // 2):
        dim = x.dim() - 1 - i
        start, end = max(0, -pad[2 * i]), max(0, -pad[2 * i + 1])
        x = x.narrow(dim, start, x.shape[dim] - start - end)
    return F.pad(x, [max(0, extent) for extent in pad], value=value)


def _own_table():
    """torch-mlir's table with the ones above."""
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table
    aten = torch.ops.aten
    return {**get_decomposition_table(),
            aten.gelu.default: gelu,
            aten.cross_entropy_loss.default: cross_entropy_loss,
            aten.pad.default: pad,
            aten.prelu.default: prelu}


def _calls(program):
    return [node for node in program.graph.nodes if node.op == "call_function"
            and isinstance(node.target, torch._ops.OpOverload)]


def _name_dimensions(program):
    """Counts the dimension of scatters from the front: torch-mlir reads out of
    bounds at negative ones."""
    for node in _calls(program):
        if node.target._schema.name.startswith("aten::scatter"):
            source, dim, *rest = node.args
            node.args = (source, dim % max(1, source.meta["val"].dim()), *rest)


def decompose(program, knows, thorough=False):
    """The program in ops that torch-mlir lowers.

    knows: whether torch-mlir can name an op; one it can't is decomposed as
    PyTorch does. thorough: everything else as well, down to the core of ATen,
    for what torch-mlir names and then fails to lower.
    """
    from torch._decomp import decomposition_table
    # As a plain dict: the lazy one lacks composite ops in `get`.
    core = {**torch.export.default_decompositions()}
    table = {**(core if thorough else {}), **_own_table()}
    while True:
        result = program.run_decompositions(table)
        unknown = {node.target for node in _calls(result)
                   if node.target not in table and not knows(node.target)}
        more = {op: rule for op in unknown
                if (rule := core.get(op) or decomposition_table.get(op))}
        if not more:
            break
        table.update(more)
    _name_dimensions(result)
    return result
