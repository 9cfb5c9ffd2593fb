"""Writes the files of a captured model and checks them."""

import inspect
import os
import warnings
from dataclasses import dataclass

from .capture import ExportError, capture
from .check import CheckResult, check, reread
from .lower import LoweringError, lower


@dataclass
class Exported:
    """What was written, and how it compared."""
    model: str
    weights: str
    captured: object
    loss: float          # PyTorch's, on the example
    check: CheckResult


def source_root(module):
    """The folder of the file that defines the module's class."""
    try:
        return os.path.dirname(os.path.abspath(inspect.getfile(type(module))))
    except (TypeError, OSError):  # defined in no file
        return os.getcwd()


def example_loss(captured, loss, targets):
    """PyTorch's loss on the example, as a Python float."""
    import torch.nn.functional as F
    values = [value.double() for value in captured.expected]
    if captured.returns_loss:
        return (values[0] / (values[1] if len(values) > 1 else 1)).item()
    output = values[0]
    if loss == "mse":
        return F.mse_loss(output, targets.to(output.dtype)).item()
    return F.cross_entropy(output.reshape(-1, output.shape[-1]),
                           targets.reshape(-1)).item()


def _check_targets(captured, loss, targets):
    """What the training file's loss takes beside the output."""
    import torch
    output = captured.expected[0]
    shape = output.shape if loss == "mse" else output.shape[:-1]
    if targets is None:
        if loss == "mse":
            return torch.zeros(shape)
        return torch.zeros(shape, dtype=torch.int64)
    if targets.shape != shape:
        raise ExportError(f"targets have shape {list(targets.shape)}; {loss} of "
                          f"an output of shape {list(output.shape)} takes "
                          f"{list(shape)}")
    return targets


def save_weights(captured, path):
    """Parameters and buffers by name, a tied one once."""
    from safetensors.torch import save_file
    tensors = {**captured.parameters, **captured.buffers}
    # Parts of one storage (views) are written apart.
    save_file({name: value.detach().clone().contiguous()
               for name, value in tensors.items()}, path)


def export(module, inputs, folder, *, loss=None, targets=None, strict=False,
           run=None, checked=True):
    """Writes `folder`/model.mlir and weights.safetensors and checks them.

    inputs: example of one microbatch, a dict by name or forward's arguments.
    loss: "mse" or "cross_entropy" where forward returns an output; the training
      file then has the same. targets: the example's targets for it.
    strict: torch.export's strict mode.
    run: path of piper-run; None looks on PATH and checks without it if absent.
    checked: False skips the run and only reads the files again.

    Raises ExportError where the model cannot be written, or where what was
    written does not compute what PyTorch does.
    """
    if loss not in (None, "mse", "cross_entropy"):
        raise ExportError(f"loss is 'mse' or 'cross_entropy', not {loss!r}")
    captured = capture(module, inputs, strict=strict, loss=loss)
    if captured.returns_loss and loss is not None:
        raise ExportError(f"forward returns its loss; loss='{loss}' would be a "
                          "second one")
    if not captured.returns_loss:
        targets = _check_targets(captured, loss, targets)
        if "targets" in captured.inputs:
            raise ExportError("the model has an input named 'targets', the name "
                              "of the input that the added loss takes")
    try:
        text = lower(captured, source_root(module))
    except LoweringError as error:
        # What torch-mlir knows and fails at, it may take in smaller ops.
        captured = capture(module, inputs, strict=strict, loss=loss,
                           thorough=True)
        try:
            text = lower(captured, source_root(module))
        except LoweringError:
            raise error from None
        warnings.warn("torch-mlir takes the model in smaller ops only; what it "
                      "printed about others is settled", stacklevel=2)
    os.makedirs(folder, exist_ok=True)
    model = os.path.join(folder, "model.mlir")
    weights = os.path.join(folder, "weights.safetensors")
    with open(model, "w", encoding="utf-8") as file:
        file.write(text)
    save_weights(captured, weights)
    expected = example_loss(captured, loss, targets)
    reread(captured, model, weights)
    result = check(captured, model, weights, expected, loss, targets,
                   run) if checked else CheckResult(None, "not asked for")
    return Exported(model, weights, captured, expected, result)
