"""Writes a PyTorch model for Piper: `model.mlir` and `weights.safetensors`.

    from piper.export import export

    export(model, {"tokens": tokens, "targets": targets}, "out")

The model's forward takes one microbatch of one replica and returns its loss, a
scalar mean over the microbatch, or `(loss_sum, weight)`, two scalars, or an
output that the `loss` of the training file makes a loss of.
"""

from .capture import Captured, ExportError, capture
from .write import Exported, export

__all__ = ["Captured", "ExportError", "Exported", "capture", "export"]
