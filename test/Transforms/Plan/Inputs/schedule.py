#!/usr/bin/env python3
"""Writes a strategy of the MLP for a named schedule.

Usage: schedule.py KIND RANK_OF_STAGE,... MICROBATCHES
"""
import json
import sys

kind, ranks, count = sys.argv[1:]
ranks = [int(rank) for rank in ranks.split(",")]
layers = [f"layers.{i}" for i in range(4)]
size = len(layers) // len(ranks)
print(json.dumps([
    {"op": "annotate", "tag": "pp",
     "groups": [layers[i * size:(i + 1) * size] for i in range(len(ranks))]},
    {"op": "mesh", "axes": [["pp", max(ranks) + 1]]},
    {"op": "place", "filter": {"pp": "*"}, "at": {"pp": ranks}},
    {"op": "split", "num_microbatches": int(count)},
    {"op": "schedule", "kind": kind}]))
