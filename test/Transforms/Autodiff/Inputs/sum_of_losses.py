"""Compares the gradient of @sum with those of @first and @second.

    sum_of_losses.py piper-opt joint.mlir

The accumulators start from the parameter's own values, so these are taken off."""

import re
import subprocess
import sys

NUMBERS = re.compile(r"= \[([^\]]*)\]")


def gradient(function):
    text = subprocess.run([sys.argv[1], sys.argv[2], f"--piper-evaluate=function={function}", "-o", "/dev/null"],
                          check=True, capture_output=True, text=True).stdout
    return [float(x) for x in NUMBERS.findall(text)[-1].split(",")]


first, second, both, start = (gradient(f) for f in ("first", "second", "sum", "start"))
for a, b, c, w in zip(first, second, both, start, strict=True):
    assert abs((a - w) + (b - w) - (c - w)) < 1e-14, (a, b, c, w)
    assert abs(c - w) > 1e-3
print("equal")
