#!/usr/bin/env python3
"""Moves each receive of a plan down to just before the launch that reads it.

Usage: defer_receives.py < PLAN > PLAN
"""
import re
import sys

lines = sys.stdin.read().split("\n")
index = len(lines)
while index > 0:
    index -= 1
    target = re.match(r" *plan\.recv (@\S+)", lines[index])
    if not target:
        continue
    reads = re.compile(r"plan\.launch .*\(.*" + re.escape(target[1]) + r"[,)]")
    user = next(i for i in range(index + 1, len(lines)) if reads.search(lines[i]))
    lines.insert(user - 1, lines.pop(index))
print("\n".join(lines))
