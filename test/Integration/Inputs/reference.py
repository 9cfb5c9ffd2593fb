"""Losses, norms and first gradients against PyTorch's in f64.

usage: reference.py PIPER_OPT PIPER_RUN FIXTURES WORK MODEL
"""
import json
import sys

import numpy as np
from piper import (BOUND, OPTIMIZERS, EVEN, Report, fixture, load,
                   off_reference, run_model, strategy)

MODEL = sys.argv[5]
ALL = [(1, 1, "1f1b"), (2, 1, "gpipe"), (2, 1, "1f1b"), (4, 1, "gpipe"),
       (4, 1, "1f1b"), (1, 2, "1f1b"), (1, 4, "1f1b"), (2, 2, "gpipe"),
       (2, 2, "1f1b"), (4, 2, "gpipe"), (4, 2, "1f1b")]
SOME = {"sgd": [ALL[0], ALL[8]], "sgd_momentum": [ALL[0], ALL[5]],
        "adamw": [ALL[0], ALL[3]],
        "adamw_clip": [ALL[0], ALL[2], ALL[6], ALL[7], ALL[10]]}
REFERENCE = json.load(open(fixture(MODEL, "reference.json")))["runs"]
GRADS = load(fixture(MODEL, "grads_step0_f64.safetensors"))


report = Report()
for optimizer in OPTIMIZERS:
    for pp, dp, kind in ALL if MODEL == "mlp" else SOME[optimizer]:
        plan = strategy(MODEL, EVEN[pp], dp, kind, 8 // dp)
        result = run_model(MODEL, plan, optimizer)
        expected = REFERENCE[optimizer]["f64"]
        report.check(f"{MODEL} {optimizer} pp={pp} dp={dp} {kind}",
                     off_reference(result, expected, GRADS))
    # The comparison itself notices what is just out of its bounds.
    for name in "loss", "grad_norm":
        moved = {**expected, name: expected[name][:-1]
                 + [expected[name][-1] * (1 + 4.1e-6)]}
        report.check(f"{optimizer} {name} moved", not off_reference(result, moved, GRADS))
    for name, grad in GRADS.items():
        other = grad.copy()
        other.reshape(-1)[0] += 2.1 * (BOUND * np.linalg.norm(grad) + 1e-9)
        moved = {**GRADS, name: other}
        report.check(f"gradient of {name} moved",
                     not off_reference(result, expected, moved))
report.finish()
