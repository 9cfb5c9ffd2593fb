"""Mutates a plan in every way of a few kinds and counts what plan-verify says.

usage: mutate_plan.py PIPER_OPT PLAN.mlir

Kinds: one send removed, one receive removed, two neighbouring receives of a
program swapped, one dependency dropped, one slot changed, one launch doubled,
one zero removed. Prints a line per kind (refused of tried) and every mutation
that was accepted; exits with 1 if there is one.
"""
import concurrent.futures
import re
import subprocess
import sys

piper_opt, path = sys.argv[1:3]
lines = subprocess.run([piper_opt, path], capture_output=True, text=True,
                       check=True).stdout.split("\n")


def with_line(i, text):
    return lines[:i] + ([] if text is None else [text]) + lines[i + 1:]


def mutations():
    slots = {m[1]: int(m[2]) for l in lines
             if (m := re.search(r"plan\.buffer (@\S+) : .* x (\d+)", l))}
    for i, line in enumerate(lines):
        if "plan.send" in line:
            yield "send removed", line, with_line(i, None)
        if "plan.recv" in line:
            yield "receive removed", line, with_line(i, None)
            for j in range(i + 1, len(lines)):
                if "plan.program" in lines[j]:
                    break
                if "plan.recv" in lines[j]:
                    swapped = list(lines)
                    swapped[i], swapped[j] = swapped[j], swapped[i]
                    yield "receives swapped", line, swapped
                    break
        if "plan.zero" in line:
            yield "zero removed", line, with_line(i, None)
        if "plan.launch" in line and "mb =" in line:
            yield "launch doubled", line, lines[:i] + [line] + lines[i:]
        if m := re.search(r" after\(([^)]*)\)", line):
            waits = m[1].split(", ")
            for k in range(len(waits)):
                rest = ", ".join(waits[:k] + waits[k + 1:])
                kept = f" after({rest})" if rest else ""
                yield ("dependency dropped", line,
                       with_line(i, line[:m.start()] + kept + line[m.end():]))
        if "plan.buffer" not in line:
            for m in re.finditer(r"(@\w+)\[(\d+)\]", line):
                count = slots.get(m[1], 1)
                if count > 1:
                    other = (int(m[2]) + 1) % count
                    yield ("slot changed", line,
                           with_line(i, f"{line[:m.start(2)]}{other}{line[m.end(2):]}"))


def refused(mutation):
    run = subprocess.run([piper_opt, "--plan-verify", "-", "-o", "/dev/null"],
                         input="\n".join(mutation[2]), capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.returncode == 1 and "error:" in run.stderr


counts, accepted = {}, []
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    every = list(mutations())
    for mutation, caught in zip(every, pool.map(refused, every)):
        tried, hit = counts.get(mutation[0], (0, 0))
        counts[mutation[0]] = (tried + 1, hit + caught)
        if not caught:
            accepted.append(mutation)
for kind, (tried, hit) in sorted(counts.items()):
    print(f"{kind}: {hit} of {tried} refused")
for kind, line, _ in accepted:
    print(f"accepted: {kind}: {line.strip()}")
sys.exit(1 if accepted or not counts else 0)
