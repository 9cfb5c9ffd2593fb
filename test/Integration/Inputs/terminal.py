"""What piper-run writes to a terminal.

usage: terminal.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import os
import pty
import re
import subprocess

from piper import (RUN, Report, compile_plan, fixture, regroup, strategy)

PLAN = compile_plan("mlp", strategy("mlp", m=4), lower=False)
DATA = regroup("mlp", 4)
report = Report()


def run(*flags):
    """Standard output and what reached the terminal behind standard error."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [RUN, PLAN, "--weights", fixture("mlp", "weights.safetensors"), "--data",
         DATA, "--steps", "4", *flags], stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    text = b""
    try:
        while block := os.read(master, 4096):
            text += block
    except OSError:  # the other end is closed
        pass
    os.close(master)
    out = process.communicate()[0].decode()
    assert process.returncode == 0, text
    return out, text.decode()


out, bars = run()
steps = re.findall(r"(?m)^step (\d)  loss ", out)
report.check("lines", None if steps == list("0123") else out)
drawn = [line for line in bars.split("\r") if line.strip()]
expected = [rf"\[{'#' * (5 * i)}{'.' * (20 - 5 * i)}\] {i}/4"
            + (r"  loss \d\.\d\d  eta \d+ s" if i else "") for i in range(5)]
report.check("bars", None if len(drawn) == 5 and all(
    map(re.fullmatch, expected, drawn)) else repr(bars))
report.check("one line", None if "\n" not in bars else repr(bars))
report.check("erased", None if re.search(r"\r +\r$", bars) else repr(bars))
out, bars = run("--quiet")
report.check("--quiet", None if out + bars == "" else repr(out + bars))
report.finish()
