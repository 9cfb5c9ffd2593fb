"""Cuts, schedules, roles of devices and delays change no bit.

usage: bits.py PIPER_OPT PIPER_RUN FIXTURES WORK cuts|counts|jitter MODEL
"""
import sys

import numpy as np
from piper import (EVEN, Report, compile_plan, fixture, load, regroup,
                   run_model, run_module, save, strategy)

WHAT, MODEL = sys.argv[5:7]
MLP = MODEL == "mlp"
# Devices of each coordinate, last axis fastest.
MAPS = {(2, 1): [(0, 0), (1, 0)],
        (4, 1): [(0, 0, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1)],
        (1, 2): [(0, 0)],
        (2, 2): [(0, 0, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1)],
        (4, 2): [(0, 1, 0, 1, 0, 1, 0, 1), (0, 1, 2, 3, 2, 3, 0, 1)]}
CUTS = [(1, 3), (2, 2), (3, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (1, 1, 1, 1)]
KINDS = "gpipe", "1f1b"
report = Report()


def cuts_and_maps(dp):
    """(cut, schedule, devices) to compare with one stage."""
    cuts = CUTS if MLP else [(1, 3), (2, 1, 1), (1, 1, 1, 1)]
    for index, cut in enumerate(cuts):
        for kind in KINDS if MLP else [KINDS[(index + dp) % 2]]:
            yield cut, kind, None
    for pp in 1, 2, 4:
        maps = MAPS.get((pp, dp), [])
        for devices in maps if MLP else maps[-2:-1]:
            yield EVEN[pp], "1f1b", devices


def cuts():
    for dp in (1,) if MODEL == "moe" else (1, 2):
        one = run_model(MODEL, strategy(MODEL, dp=dp, m=8 // dp))
        for cut, kind, devices in cuts_and_maps(dp):
            plan = strategy(MODEL, cut, dp, kind, 8 // dp, devices)
            report.check(f"dp={dp} cut={cut} {kind} devices={devices}",
                         run_model(MODEL, plan).difference(one))
    # The comparison notices one bit of one weight.
    name = min(one.weights)
    changed = {key: value.copy() for key, value in one.weights.items()}
    changed[name].reshape(-1)[:1].view(np.uint32)[0] ^= 1
    other = run_model(MODEL, plan)
    other.weights = changed
    report.check("one bit", other.difference(one) != f"weights of {name}")
    # And a run sees its weights: another first bit gives other gradients.
    initial = {key: value.copy() for key, value in
               load(fixture(MODEL, "weights.safetensors")).items()}
    initial[name].reshape(-1)[0] += 0.5
    moved = run_model(MODEL, plan, weights=save("moved.safetensors", initial))
    report.check("other weights", not moved.difference(one))


def counts():
    for dp in 1, 2:
        for m in 1, 3, 5:
            data = regroup(MODEL, m * dp)
            one = run_model(MODEL, strategy(MODEL, dp=dp, m=m), data=data, steps=3)
            for cut in [(2, 2), (1, 1, 1, 1)] if MLP else [(1, 1, 2)]:
                for kind in KINDS if MLP else [KINDS[m % 2]]:
                    plan = strategy(MODEL, cut, dp, kind, m)
                    result = run_model(MODEL, plan, data=data, steps=3)
                    report.check(f"dp={dp} m={m} cut={cut} {kind}",
                                 result.difference(one))


def jitter():
    plans = [strategy(MODEL, (2, 2), 2, "1f1b", 4)]
    if MLP:
        plans.append(strategy(MODEL, EVEN[4], 2, "1f1b", 4, MAPS[4, 2][1]))
    for plan, seeds in zip(plans, (20 if MLP else 4, 5)):
        module = compile_plan(MODEL, plan)
        calm = run_module(MODEL, module, steps=3)
        for seed in range(seeds):
            result = run_module(MODEL, module, "--jitter", str(seed), steps=3)
            report.check(f"jitter {seed}", result.difference(calm))


{"cuts": cuts, "counts": counts, "jitter": jitter}[WHAT]()
report.finish()
