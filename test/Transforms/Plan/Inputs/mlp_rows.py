#!/usr/bin/env python3
"""Writes strategy.json and training.json for the MLP, cut after its layers.

Usage: mlp_rows.py FOLDER DEVICE_OF_STAGE,... MICROBATCHES "ROW" ["ROW" ...]
"""
import json
import os
import sys

folder, ranks, microbatches, *rows = sys.argv[1:]
ranks = [int(rank) for rank in ranks.split(",")]
layers = [f"layers.{i}" for i in range(4)]
size = len(layers) // len(ranks)
directives = [
    {"op": "annotate", "tag": "pp",
     "groups": [layers[i * size:(i + 1) * size] for i in range(len(ranks))]},
    {"op": "mesh", "axes": [["pp", max(ranks) + 1]]},
    {"op": "place", "filter": {"pp": "*"}, "at": {"pp": ranks}},
    {"op": "split", "filter": {}, "dim_name": "mb",
     "num_microbatches": int(microbatches)},
    {"op": "schedule", "rows": [row.split() for row in rows]}]
os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "strategy.json"), "w") as file:
    json.dump(directives, file)
with open(os.path.join(folder, "training.json"), "w") as file:
    json.dump({"optimizer": "sgd", "lr": 0.1}, file)
