"""The text of a plan hardly grows with the number of microbatches.

usage: plan_sizes.py PIPER_OPT MLP.mlir FOLDER

Prints per schedule the sizes of the largest program for some numbers of
microbatches, and fails where four times the microbatches take a fifth more.
"""
import json
import os
import re
import subprocess
import sys

piper_opt, model, folder = sys.argv[1:]
SCHEDULES = {
    "gpipe": [0, 1, 2, 3], "1f1b": [0, 1, 2, 3], "zb_h1": [0, 1, 2, 3],
    "zb_h2": [0, 1, 2, 3], "interleaved_1f1b": [0, 1, 0, 1],
    "breadth_first": [0, 1, 0, 1], "zb_v": [0, 1, 1, 0], "dualpipev": [0, 1, 1, 0],
}
with open(f"{folder}/t.json", "w") as file:
    json.dump({"optimizer": "sgd", "lr": 0.1}, file)


def size(kind, ranks, microbatches):
    path = os.path.join(folder, f"{kind}.json")
    with open(path, "w") as file:
        json.dump([
            {"op": "annotate", "tag": "pp", "groups": [[f"layers.{i}"] for i in range(4)]},
            {"op": "mesh", "axes": [["pp", max(ranks) + 1]]},
            *({"op": "place", "filter": {"pp": stage}, "at": {"pp": rank}}
              for stage, rank in enumerate(ranks)),
            {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": microbatches},
            {"op": "schedule", "kind": kind}], file)
    plan = subprocess.run(
        [piper_opt, model, f"--piper-compile=strategy={path} training={folder}/t.json"],
        capture_output=True, text=True, check=True).stdout
    return max(map(len, re.findall(r"^  plan\.program .*?^  \}$", plan, re.M | re.S)))


grown = []
for kind, ranks in SCHEDULES.items():
    some, many = size(kind, ranks, 32), size(kind, ranks, 128)
    print(f"{kind}: {some} bytes for 32 microbatches, {many} for 128")
    if many > 1.2 * some:
        grown.append(kind)
sys.exit(f"grown: {grown}" if grown else 0)
