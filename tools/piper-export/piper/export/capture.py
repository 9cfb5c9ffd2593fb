"""From a module to an exported program whose every argument has a name."""

import inspect
from dataclasses import dataclass, field

import torch
from torch.export.graph_signature import InputKind, OutputKind


class ExportError(Exception):
    """What keeps a model from being written, for the user."""


@dataclass
class Captured:
    """A program whose arguments are parameters, buffers and inputs by name."""
    program: "torch.export.ExportedProgram"
    parameters: dict  # name -> tensor, a tied one once
    buffers: dict     # name -> tensor, constants too
    inputs: dict      # name -> example tensor
    tied: dict = field(default_factory=dict)  # further name -> name written
    expected: tuple = ()  # the module's results on the example
    returns_loss: bool = True


def name_inputs(module, inputs):
    """Example inputs as a dict in the order of forward's signature."""
    signature = inspect.signature(module.forward)
    if isinstance(inputs, torch.Tensor):
        inputs = (inputs,)
    if not isinstance(inputs, dict):
        try:
            inputs = signature.bind(*inputs).arguments
        except TypeError as error:
            raise ExportError(f"forward{signature}: {error}") from None
    try:
        bound = signature.bind(**inputs).arguments
    except TypeError as error:
        raise ExportError(f"forward{signature}: {error}") from None
    for name, value in bound.items():
        if not isinstance(value, torch.Tensor):
            raise ExportError(
                f"input '{name}' is of type {type(value).__name__}; inputs are "
                "tensors. Set everything else in the constructor, or in a "
                "module that calls this one")
    # One tensor given twice would become one argument.
    return {name: value.detach().clone() for name, value in bound.items()}


def _storage_key(tensor):
    return (tensor.untyped_storage().data_ptr(), tensor.storage_offset(),
            tuple(tensor.shape), tensor.stride(), tensor.dtype)


def _check_results(results, loss):
    """The results as a tuple of tensors, and whether they are the loss."""
    results = results if isinstance(results, (tuple, list)) else (results,)
    if not results or not all(isinstance(r, torch.Tensor) for r in results):
        raise ExportError("forward returns something else than tensors; it "
                          "returns the loss, (loss_sum, weight), or one output")
    scalars = [r.dim() == 0 for r in results]
    if len(results) <= 2 and all(scalars):
        if not results[0].dtype.is_floating_point:
            raise ExportError(f"the loss has type {results[0].dtype}")
        return tuple(results), True
    shapes = ", ".join(str(list(r.shape)) for r in results)
    if len(results) != 1:
        raise ExportError(f"forward returns {len(results)} tensors of shapes "
                          f"{shapes}; it returns the loss, (loss_sum, weight), "
                          "or one output")
    if loss is None:
        raise ExportError(
            f"forward returns a tensor of shape {shapes}, not a loss; name one "
            "with loss='mse' or loss='cross_entropy' (and put the same \"loss\" "
            "into the training file), or return the loss")
    return tuple(results), False


def _check_effects(program):
    """Refuses programs that change something."""
    for spec in program.graph_signature.output_specs:
        if spec.kind == OutputKind.BUFFER_MUTATION:
            raise ExportError(
                f"forward changes the buffer '{spec.target}'; Piper's models "
                "are functions. Running statistics (BatchNorm): use "
                "track_running_stats=False, or eval()")
        if spec.kind != OutputKind.USER_OUTPUT:
            raise ExportError(f"forward has an effect of kind {spec.kind.name} "
                              f"on '{spec.target}'; Piper's models are "
                              "functions")


def _name_arguments(program, parameters, buffers, inputs):
    """Makes every placeholder a named argument; returns the tied names."""
    placeholders = {node.name: node for node in program.graph.nodes
                    if node.op == "placeholder"}
    canonical, tied, specs = {}, {}, []
    names = iter(inputs)
    for spec in program.graph_signature.input_specs:
        node = placeholders[spec.arg.name]
        if spec.kind == InputKind.USER_INPUT:
            node.meta["mlir.arg_attrs"] = {"piper.input": next(names)}
            specs.append(spec)
            continue
        if spec.kind == InputKind.PARAMETER:
            role, values, kept = "param", program.state_dict, parameters
        elif spec.kind == InputKind.BUFFER:
            role, kept = "buffer", buffers
            values = (program.state_dict if spec.target in program.state_dict
                      else program.constants)
        elif spec.kind == InputKind.CONSTANT_TENSOR:
            role, values, kept = "buffer", program.constants, buffers
        else:
            raise ExportError(f"argument '{spec.target}' of kind "
                              f"{spec.kind.name} cannot be exported")
        value = values[spec.target]
        key = (role, *_storage_key(value))
        if role == "param" and key in canonical:
            first_node, first_name = canonical[key]
            node.replace_all_uses_with(first_node)
            program.graph.erase_node(node)
            tied[spec.target] = first_name
            continue
        canonical[key] = node, spec.target
        kept[spec.target] = value
        node.meta["mlir.arg_attrs"] = {f"piper.{role}": spec.target}
        spec.kind = InputKind.USER_INPUT
        specs.append(spec)
    program.graph_signature.input_specs[:] = specs
    return tied


def capture(module, inputs, *, strict=False, loss=None, thorough=False):
    """Exports `module` on example inputs (a dict by name, or the arguments of
    forward). `loss` names the loss of the training file where forward returns
    an output; `thorough` decomposes down to the core of ATen. The module stays
    as it is."""
    inputs = name_inputs(module, inputs)
    with torch.no_grad():
        results = module(**{n: t.clone() for n, t in inputs.items()})
    expected, returns_loss = _check_results(results, loss)
    try:
        program = torch.export.export(module, (), dict(inputs), strict=strict)
    except Exception as error:
        raise ExportError(
            f"torch.export refuses the module ({'strict' if strict else 'non-strict'}"
            f" mode; {'' if strict else 'not '}passing --strict may help): "
            f"{error}") from error
    from .decompositions import decompose
    from .lower import known_ops
    program = decompose(program, known_ops(), thorough)
    _check_effects(program)
    parameters, buffers = {}, {}
    tied = _name_arguments(program, parameters, buffers, inputs)
    return Captured(program, parameters, buffers, inputs, tied,
                    tuple(r.detach() for r in expected), returns_loss)
