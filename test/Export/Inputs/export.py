"""What piper-export writes, and what it refuses.

usage: export.py PIPER_RUN EXPORTER WORK
"""
import contextlib
import io
import os
import re
import shutil
import sys

import torch

RUN, EXPORTER, WORK = sys.argv[1:4]
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, EXPORTER]
import nets  # noqa: E402
from piper.export import ExportError, cli, decompositions, export  # noqa: E402

shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)
problems, checks = [], 0


def check(name, good, text=""):
    global checks
    checks += 1
    if not good:
        problems.append(f"{name}: {text}")


def written(name, module, inputs, **keywords):
    """Exports, compares with piper-run, returns the result and the text."""
    torch.manual_seed(3)
    result = export(module, inputs, os.path.join(WORK, name), run=RUN, **keywords)
    check(name, result.check.loss is not None, result.check.reason)
    with open(result.model) as file:
        return result, file.read()


def refused(name, message, module, inputs, **keywords):
    try:
        export(module, inputs, os.path.join(WORK, name), run=RUN, **keywords)
        check(name, False, "was exported")
    except ExportError as error:
        check(name, re.search(message, str(error)), str(error))


def models():
    torch.manual_seed(1)
    x, y = torch.randn(3, 4), torch.randn(3, 4)
    for strict in False, True:
        _, text = written(f"regression {strict}", nets.Regression(), (x, y),
                          strict=strict)
        check("paths", 'loc("first"(' in text, "no module path")
        check("lines", re.search(r'loc\("nets.py":\d+:0\)', text), "no line")
        check("absolute", HERE not in text, "names a folder of this machine")
        check("order", text.index('"x"') < text.index('"y"'), "y before x")
    _, text = written("equal inputs", *nets.build())
    check("two", '"x"' in text and '"y"' in text, "one input")
    result, text = written("tied", nets.Decoder(), nets.tokens())
    check("tied", result.captured.tied == {"head.weight": "embed.weight"},
          result.captured.tied)
    check("buffer", 'piper.buffer = "scale"' in text, "no buffer")
    check("name", "head.weight" not in text, "a tied weight twice")
    written("strict decoder", nets.Decoder(), nets.tokens(), strict=True)
    written("smoothing", nets.Decoder(smoothing=0.1), nets.tokens())
    _, text = written("weighted", nets.Decoder(weighted=True), nets.tokens())
    check("weighted", re.search(r"-> \(tensor<f32>, tensor<i64>\)", text), "")
    written("mse", nets.Output(), (x,), loss="mse", targets=torch.randn(3, 3))
    written("classes", nets.Output(), (x,), loss="cross_entropy",
            targets=torch.tensor([0, 2, 1]))
    for name, function in nets.OF.items():
        written(name, nets.Of(*function), (x,))
    module = nets.Regression(tanh=True)
    _, text = written("gelu", module, (x, y))
    check("constant", re.search(r"\b(0.79788456|7.978845)", text), "gelu")
    result, _ = written("frozen", nets.Frozen(), (x, y))
    check("frozen", '"frozen": ["first.weight"]' in cli.describe(result), "")


def formulas():
    """The decompositions against PyTorch, in f64."""
    torch.manual_seed(2)
    for form in "none", "tanh":
        x = torch.randn(50, dtype=torch.float64)
        torch.testing.assert_close(decompositions.gelu(x, form),
                                   torch.nn.functional.gelu(x, approximate=form))
    numbers = {"none": 0, "mean": 1, "sum": 2}
    for shape, target in (((6, 5), (6,)), ((2, 5, 3), (2, 3)), ((5,), ())):
        logits = torch.randn(shape, dtype=torch.float64)
        ids = torch.randint(5, target)
        if target:
            ids.view(-1)[0] = -100
        weights = torch.rand(5, dtype=torch.float64)
        soft = torch.softmax(torch.randn(shape, dtype=torch.float64),
                             1 if len(shape) > 1 else 0)
        for labels in ids, soft:
            for weight in None, weights:
                for reduction, number in numbers.items():
                    for smoothing in 0.0, 0.2:
                        want = torch.nn.functional.cross_entropy(
                            logits, labels, weight, reduction=reduction,
                            label_smoothing=smoothing)
                        got = decompositions.cross_entropy_loss(
                            logits, labels, weight, number, -100, smoothing)
                        check(f"cross entropy {shape} {reduction} {smoothing}",
                              torch.allclose(got, want), f"{got} {want}")


def refusals():
    x = torch.randn(3, 4)
    refused("batch norm", "changes the buffer 'norm.running_mean'",
            nets.Normalized(), (x,))
    refused("no loss", "name one with loss=", nets.Output(), (x,))
    refused("second loss", "second one", nets.Regression(), (x, x), loss="mse")
    refused("number", "input 'y' is of type float", nets.Regression(), (x, 1.0))
    refused("missing", "missing a required argument", nets.Regression(), (x,))
    refused("targets", r"shape \[3, 4\]; mse of an output", nets.Output(), (x,),
            loss="mse", targets=x)
    # What was written is another model: the comparison sees it.
    result = export(nets.Regression(), (x, x), os.path.join(WORK, "other"),
                    run=RUN)
    from piper.export.check import check as compare, reread
    try:
        compare(result.captured, result.model, result.weights,
                result.loss * 1.001, None, None, RUN)
        check("difference", False, "not seen")
    except ExportError as error:
        check("difference", "are not the model" in str(error), error)
    with open(result.model) as file:
        text = file.read()
    with open(result.model, "w") as file:
        file.write(text.replace('"first.bias"', '"first.bios"', 1))
    try:
        reread(result.captured, result.model, result.weights)
        check("reread", False, "not seen")
    except ExportError as error:
        check("reread", "first.bios" in str(error), error)


def command(status, message, *arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            got = cli.main([*arguments, "-o", os.path.join(WORK, "command"),
                            "--piper-run", RUN])
        except SystemExit as error:
            got = error.code
    text = out.getvalue() + err.getvalue()
    check(" ".join(arguments), got == status and re.search(message, text),
          f"{got}: {text}")


def commands():
    file = os.path.join(HERE, "nets.py")
    command(0, r"embed.weight\n(.*\n)*  loss .*, by piper-run", f"{file}:Decoder",
            "--arg", "d=4", "--input", "tokens=i64[2,3]<11", "--input",
            "targets=i64[2, 3] < 11")
    command(0, "input y: float32", f"{file}:build", "--arg", "width=3")
    command(0, "by piper-run", f"{file}:Output", "--input", "x=f32[2,4]",
            "--loss", "mse", "--input", "targets=f32[2,3]", "--eval")
    command(1, "has no 'Absent'", f"{file}:Absent")
    command(1, "there is no file", "absent.py:Net")
    command(1, "write FILE.py:NAME", "nets.py")
    command(1, "needs example inputs", f"{file}:Output")
    command(1, "integers need a bound", f"{file}:Output", "--input", "x=i64[2]")
    command(1, "write NAME=TYPE", f"{file}:Output", "--input", "x:f32")
    command(2, "invalid choice", f"{file}:Output", "--loss", "hinge")


for part in models, formulas, refusals, commands:
    part()
for problem in problems:
    print(problem)
print(f"{checks - len(problems)} of {checks} as expected")
sys.exit(1 if problems or not checks else 0)
