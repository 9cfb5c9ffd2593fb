"""A model, its plan, the plan printed again, and the lowered module are one.

usage: forms.py PIPER_OPT PIPER_RUN FIXTURES WORK MODEL
"""
import sys

from piper import (OPT, Report, call, compile_plan, run_model, run_module,
                   strategy, work_file)

MODEL = sys.argv[5]
plan = strategy(MODEL, (2, 2), 2, "1f1b", 4)
model = run_model(MODEL, plan, steps=3)
printed = compile_plan(MODEL, plan, lower=False)
again = work_file("again.mlir")
call([OPT, printed, "-o", again])
lowered = work_file("lowered.mlir")
call([OPT, again, "--piper-to-host", "-o", lowered])

report = Report()
same = open(printed).read() == open(again).read()
report.check("text", None if same else f"{printed} and {again} differ")
for form in printed, again, lowered:
    result = run_module(MODEL, form, steps=3)
    report.check(form, result.difference(model))
report.finish()
