#!/usr/bin/env python3
"""Writes a training graph of tasks without bodies: enough for piper-schedule.

Usage: chain.py STAGES MICROBATCHES [RANK_OF_STAGE,...]
"""
import sys

stages, microbatches = int(sys.argv[1]), int(sys.argv[2])
ranks = [int(r) for r in sys.argv[3].split(",")] if len(sys.argv) > 3 else list(range(stages))


def value(stage):
    return f"!piper.value<tensor<4xf32>, @cluster[pp={ranks[stage]}]>"


def move(name, result, a, b):
    if ranks[a] == ranks[b]:
        return name
    print(f"    %{result} = piper.transfer %{name} : {value(a)} -> {value(b)}")
    return result


print(f'piper.mesh @cluster <["pp"={max(ranks) + 1}]>')
print(f"piper.graph @train attributes {{microbatches = {microbatches} : i64}} {{")
accumulators = ", ".join(f"%a{s}: {value(s)}" for s in range(stages))
print(f"  %acc:{stages} = piper.foreach_microbatch ({accumulators}) {{")
print(f'    %x = piper.input "x" : {value(0)}')
name = "x"
for s in range(stages):
    name = move(name, f"t{s}", s - 1, s) if s else name
    print(f"    %h{s}, %r{s} = piper.task @s{s} F(%{name}) {{stage = {s} : i64}} : ({value(s)}) -> ({value(s)}, !piper.residual<@s{s}>)")
    name = f"h{s}"
for s in reversed(range(stages)):
    name = move(name, f"u{s}", s + 1, s) if s + 1 < stages else name
    print(f"    %d{s}, %g{s} = piper.task @s{s} B(%r{s}, %{name}, %a{s}) {{stage = {s} : i64}} : (!piper.residual<@s{s}>, {value(s)}, {value(s)}) -> ({value(s)}, {value(s)})")
    name = f"d{s}"
values = ", ".join(f"%g{s}" for s in range(stages))
types = ", ".join(value(s) for s in range(stages))
print(f"    piper.yield {values} : {types}")
print("  }\n  piper.return names []\n}")
