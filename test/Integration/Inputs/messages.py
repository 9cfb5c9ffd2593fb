"""Exit status and message of piper-run for bad files, flags, plans, numbers.

usage: messages.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import json
import re

import numpy as np
from piper import (RUN, Report, call, compile_plan, files_of, fixture, load,
                   raw_file, regroup, save, strategy, work_file)

WEIGHTS = fixture("mlp", "weights.safetensors")
DATA = fixture("mlp", "batches.safetensors")
PLAN = strategy("mlp", (2, 2), 2, "1f1b", 4)
LOWERED = compile_plan("mlp", PLAN)
TENSORS = load(WEIGHTS)
report = Report()


def expect(name, status, patterns, module=LOWERED, weights=WEIGHTS, data=DATA,
           flags=()):
    """The run ends so and says each pattern."""
    text = call([RUN, module, "--quiet", "--weights", weights, "--data", data,
                 *flags], status)
    lost = [p for p in patterns if not re.search(p, text)]
    report.check(name, f"no {lost} in\n{text}" if lost else None)


def weights_files():
    some = dict(TENSORS)
    some.pop("layers.1.weight")
    some["layers.7.weight"] = TENSORS["layers.3.bias"]
    expect("names", 1, ["missing .*'layers.1.weight'", "'layers.7.weight'"],
           weights=save("names.safetensors", some))
    bias = TENSORS["layers.3.bias"]
    for name, value in ("shape", bias[:7]), ("dtype", bias.astype(np.int64)):
        wrong = {**TENSORS, "layers.3.bias": value}
        expect(name, 1, ["layers.3.bias", r"7" if name == "shape" else "I64"],
               weights=save("wrong.safetensors", wrong))
    expect("no file", 1, ["absent.safetensors: cannot open"],
           weights=work_file("absent.safetensors"))


def hostile_files():
    whole = open(WEIGHTS, "rb").read()
    for size, what in ((0, "header's length takes 8"), (7, "takes 8"),
                       (100, "header of "), (len(whole) - 1, "tensors end at")):
        path = work_file("cut.safetensors")
        with open(path, "wb") as file:
            file.write(whole[:size])
        expect(f"cut at {size}", 1, ["cut.safetensors", what], weights=path)
    one = {"dtype": "F32", "shape": [8], "data_offsets": [0, 32]}
    headers = {
        "begins at byte 16": {"a": one, "b": {**one, "data_offsets": [16, 48]}},
        "begins at byte 40": {"a": one, "b": {**one, "data_offsets": [40, 72]}},
        "data_offsets are": {"a": {**one, "shape": [9]}},
        "out of range": {"a": {**one, "shape": [2 ** 40, 2 ** 40]}},
        "unknown dtype 'F33'": {"a": {**one, "dtype": "F33"}},
        "needs dtype": {"a": {"dtype": "F32", "shape": [8]}},
        "expected a whole number": {"a": {**one, "shape": [-8]}},
        "duplicate": b'{"a":%b,"a":%b}' % ((json.dumps(one).encode(),) * 2),
        "not start with '{'": b"[]",
        "header, byte": b"{" * 5000,
    }
    for what, header in headers.items():
        path = raw_file("bad.safetensors", header, bytes(72))
        expect(what, 1, ["bad.safetensors", what], weights=path)
        expect(what, 1, ["bad.safetensors", what], data=path)
    for length in 100_000_001, 2 ** 63, 2 ** 64 - 1:
        path = raw_file("huge.safetensors", b"{}", b"", length)
        expect(f"header of {length}", 1, [f"header of {length} bytes"],
               weights=path)


def data_files():
    expect("too short", 1, ["too short: 6 steps of 7 requested"],
           flags=["--steps", "7"])
    expect("microbatches", 1, ["holds 6 microbatches per step", "2 replicas x 4"],
           data=regroup("mlp", 6))
    batches = load(DATA)
    expect("missing input", 1, ["input 'y' is missing"],
           data=save("x.safetensors", {"x": batches["x"]}))
    for dtype, name in (np.int64, "I64"), (np.float64, "F64"):
        expect(f"input of {name}", 1,
               [f"input 'y' has type {name}, expected F32"], data=save(
                   "y.safetensors", {**batches, "y": batches["y"].astype(dtype)}))


def numbers():
    batches = {name: value.copy() for name, value in load(DATA).items()}
    batches["x"][2, 3, 0, 0] = np.nan
    data = save("nan.safetensors", batches)
    expect("NaN at step 2", 3, ["step 2: loss is nan"], data=data,
           flags=["--steps", "6"])
    expect("NaN warns", 0, ["warning: step 2: loss is nan"], data=data,
           flags=["--steps", "6", "--on-nan", "warn"])
    huge = {name: value * np.float32(1e30) for name, value in TENSORS.items()}
    expect("huge weights", 3, ["step 0: loss is (-?nan|inf)"],
           weights=save("huge-weights.safetensors", huge))


def usage():
    for flags, what in ((["--no-such-flag"], "no-such-flag"),
                        (["--steps", "0"], "--steps is 1 or more"),
                        (["--steps", "many"], "many"),
                        (["--deadline", "-1"], "--deadline is 0 or more"),
                        (["--on-nan", "ignore"], "stop or warn, not ignore"),
                        (["--transport", "pigeon"], "not pigeon"),
                        (["--init", "3"], "exclude each other"),
                        (["second.mlir"], "ositional|oo many")):
        expect(" ".join(flags), 2, [what], flags=flags)
    report.check("no module", "" if "piper-run" in call([RUN], 2) else "silent")
    expect("no training", 1, ["needs --training"],
           module=fixture("mlp", "model.mlir"))
    files_of(PLAN, "sgd")
    expect("bad training", 1, ["t.json"], module=fixture("mlp", "model.mlir"),
           flags=["--training", work_file("t.json", '{"optimizer": "sgd", "lR": 1}')])


def deadlock():
    """On one stream for all messages, both sides receive before they send."""
    path = compile_plan("mlp", strategy("mlp", (2, 2), 1, "1f1b", 4), lower=False)
    text = re.sub(r" on @(act|grad)_(to|from)_p\d", " on @comm", open(path).read())
    lines = text.split("\n")
    send = next(i for i, line in enumerate(lines) if "plan.send" in line)
    recv = next(i for i, line in enumerate(lines) if "plan.recv" in line)
    assert send < recv and "@grad1" in lines[recv]
    lines.insert(send, lines.pop(recv))
    stuck = work_file("stuck.mlir", "\n".join(lines))
    data = regroup("mlp", 4)
    expect("refused", 1, ["the plan hangs: recv on channel @"], module=stuck, data=data)
    expect("ended", 3, ["no progress|deadline", "act0", "grad1"], module=stuck,
           data=data, flags=["--no-verify", "--deadline", "1"])


def ids():
    """Token ids and targets outside the vocabulary of 128."""
    plan = compile_plan("gpt", strategy("gpt", (2, 2), 2, "1f1b", 4))
    batches = load(fixture("gpt", "batches.safetensors"))

    def run(name, status, patterns, data, *flags):
        expect(name, status, patterns, module=plan, data=data,
               weights=fixture("gpt", "weights.safetensors"),
               flags=["--steps", "3", *flags])

    def changed(name, value, dtype=np.int64):
        tensors = {key: tensor.astype(dtype) for key, tensor in batches.items()}
        tensors[name][2, 5, 1, 7] = value
        return save("ids.safetensors", tensors)

    for name, value, ok in (("tokens", 128, "0 to 127$"), ("tokens", -1, "0 to 127$"),
                            ("tokens", -100, "0 to 127$"), ("tokens", 2 ** 40, "0 to 127$"),
                            ("targets", 128, "0 to 127, or -100$"),
                            ("targets", -1, "0 to 127, or -100$")):
        run(f"{name} {value}", 1,
            [rf"(?m)ids.safetensors: input '{name}' of step 2, microbatch 5 holds "
             rf"{value} at \[1, 7\]; the model takes integers from {ok}"],
            changed(name, value))
    run("ignored target", 0, [], changed("targets", -100))
    run("narrow ids", 0, [], changed("targets", 3, np.int32))
    run("narrow wrong id", 1, ["microbatch 5 holds -3 at"],
        changed("tokens", -3, np.int32))
    path = work_file("text.bin")
    np.full(4096, 300, "<u2").tofile(path)
    run("token file", 1, ["text.bin: input 'tokens' of step 0, microbatch 0 "
                          r"holds 300 at \[0, 0\]"], path)


for part in (weights_files, hostile_files, data_files, numbers, usage, deadlock,
             ids):
    part()
report.finish()
