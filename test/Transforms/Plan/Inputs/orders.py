#!/usr/bin/env python3
"""Writes a strategy file with `order` directives, as the Python system's
builders do, out of rows of actions.

Usage: orders.py RANK_OF_STAGE,... MICROBATCHES ROW...
"""
import json
import re
import sys

ranks, count, rows = [int(r) for r in sys.argv[1].split(",")], int(sys.argv[2]), sys.argv[3:]
PASS = {"F": "F", "B": "B", "I": "BI", "W": "BW"}


def filters(group):
    return [{"PP": int(s), "MB": int(m), "PASS": PASS[p]}
            for s, p, m in re.findall(r"(\d+)([FBIW])(\d+)", group)]


directives = [{"op": "annotate", "tag": "PP", "groups": [[f"layers.{s}"] for s in range(len(ranks))]}]
directives += [{"op": "place", "filter": {"PP": s}, "devices": [r], "stream": "pp_stream"} for s, r in enumerate(ranks)]
directives += [{"op": "split", "filter": {}, "dim_name": "MB", "num_microbatches": count}]
directives += [{"op": "order", "filters": [filters(group) for group in row.split(" ")]} for row in rows]
print("[\n" + ",\n".join("  " + json.dumps(d) for d in directives) + "\n]")
