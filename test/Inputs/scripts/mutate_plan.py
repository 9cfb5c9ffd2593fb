"""Mutates plans in every way of a few kinds and counts what plan-verify says.

usage: mutate_plan.py PIPER_OPT PLAN.mlir
       mutate_plan.py PIPER_OPT --corpus MLP.mlir

The second form compiles the model for several meshes, schedules, numbers of
microbatches and maps of devices, and takes every plan of them; each must be
accepted as it is. Of a kind that a plan offers often, an even sample is taken.

Some mutations are judged rolled too, with the same result.

Prints a line per kind (refused of tried) and every mutation that was accepted;
exits with 1 if there is one.

Not tried, because the result is a valid plan:
* a launch removed from a plan that does not say how many microbatches there
  are: it is a fragment.
* receives of different streams swapped: only the order within a stream counts.
* collectives swapped, or their reduction changed, along axes that the program
  does not fix or when there is only one program: all members run the same
  program, so they still agree (what should be computed, a plan does not say).
"""
import bisect
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

piper_opt = sys.argv[1]
SAMPLE = 6  # mutations of a kind per generated plan
ROLLED = 4  # of so many mutations one is judged in the rolled form too
SEPARATOR = "// -----"


def run(*args, text=None):
    return subprocess.run([piper_opt, *args], input=text, capture_output=True,
                          text=True)


def plan_lines(path):
    """The plan, every action written, without the bodies, which plan-verify
    does not read."""
    shown = run(path, "--plan-unroll")
    assert shown.returncode == 0, shown.stderr
    lines, inside = [], False
    for line in shown.stdout.split("\n"):
        inside = inside or line.startswith("  func.func")
        if not inside and not line.startswith("#map"):
            lines.append(line)
        inside = inside and line != "  }"
    return lines


def corpus(model, folder):
    """Yields (name, path) of the plan of every strategy."""
    layers = [f"layers.{i}" for i in range(4)]
    plain = "gpipe", "1f1b"
    # Axes, devices, rank of each stage, schedules.
    meshes = {
        "pp2": ([["pp", 2]], None, [0, 1], (*plain, "zb_h1")),
        "pp4": ([["pp", 4]], None, [0, 1, 2, 3], (*plain, "zb_h2")),
        "pp2 x dp2": ([["pp", 2], ["dp", 2]], None, [0, 1], plain),
        "pp2 x dp2 on one": ([["pp", 2], ["dp", 2]], [0, 0, 0, 0], [0, 1], plain),
        "pp2 x dp2 crossed": ([["pp", 2], ["dp", 2]], [0, 1, 1, 0], [0, 1], plain),
        "looped": ([["pp", 2]], None, [0, 1, 0, 1],
                   ("interleaved_1f1b", "breadth_first")),
        "V": ([["pp", 2]], None, [0, 1, 1, 0], ("zb_v", "dualpipev")),
        "V x dp2": ([["pp", 2], ["dp", 2]], None, [0, 1, 1, 0], ("zb_v",)),
    }
    training = os.path.join(folder, "training.json")
    with open(training, "w") as file:
        json.dump({"optimizer": "sgd", "lr": 0.1}, file)
    for mesh, (axes, devices, ranks, kinds) in meshes.items():
        stages = len(ranks)
        size = len(layers) // stages
        directive = {"op": "mesh", "axes": axes}
        if devices:
            directive["devices"] = devices
        head = [{"op": "annotate", "tag": "pp",
                 "groups": [layers[i * size:(i + 1) * size] for i in range(stages)]},
                directive]
        head += [{"op": "place", "filter": {"pp": i}, "at": {"pp": rank}}
                 for i, rank in enumerate(ranks)]
        if len(axes) > 1:
            head.append({"op": "replicate", "filter": {}, "axis": "dp"})
        for kind in kinds:
            for count in (1, 3, 5):
                if kind == "dualpipev" and count < 4:
                    continue
                name = f"{mesh}, {kind}, m = {count}"
                base = os.path.join(folder, re.sub(r"\W+", "-", name))
                with open(base + ".json", "w") as file:
                    json.dump(head + [
                        {"op": "split", "filter": {}, "dim_name": "mb",
                         "num_microbatches": count},
                        {"op": "schedule", "kind": kind}], file)
                made = run(model, "-o", base + ".mlir",
                           f"--piper-compile=strategy={base}.json training={training}")
                assert made.returncode == 0, name + "\n" + made.stderr
                yield name, base + ".mlir"


def programs(lines):
    """(first line, end, axes its roles fix, number of roles) per program."""
    starts = [i for i, line in enumerate(lines) if "plan.program" in line]
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        at = re.search(r" at (.*) streams", lines[start])[1]
        yield start, end, set(re.findall(r"(\w+) =", at)), at.count("<")


def next_line(lines, word, begin, end):
    return next((j for j in range(begin, end) if word in lines[j]), None)


def same_stream(lines, word, stream, begin, end):
    """Lines with `word` on a stream of a program."""
    return (j for j in range(begin, end)
            if word in lines[j] and re.search(rf" on {stream}\b", lines[j]))


def swapped(lines, i, j):
    result = list(lines)
    result[i], result[j] = result[j], result[i]
    return result


def replaced(lines, i, span, text):
    line = lines[i]
    return (lines[:i] + [f"{line[:span[0]]}{text}{line[span[1]:]}"] +
            lines[i + 1:])


def message_mutations(lines, i, end):
    line = lines[i]
    if "plan.send" in line:
        yield "send removed", lines[:i] + lines[i + 1:]
    if "plan.recv" in line:
        yield "receive removed", lines[:i] + lines[i + 1:]
        stream = re.search(r" on (@\w+)", line)[1]
        j = next(same_stream(lines, "plan.recv", stream, i + 1, end), None)
        if j is not None:
            yield "receives swapped", swapped(lines, i, j)
        if m := re.search(r"\bmb = (\d+)", line):
            yield ("receive of another microbatch",
                   replaced(lines, i, m.span(1), int(m[1]) + 1))


def order_mutations(lines, i):
    line = lines[i]
    if m := re.search(r" after\(([^)]*)\)", line):
        waits = m[1].split(", ")
        for k, wait in enumerate(waits):
            rest = ", ".join(waits[:k] + waits[k + 1:])
            kept = f" after({rest})" if rest else ""
            yield "dependency dropped", replaced(lines, i, m.span(), kept)
            event, ordinal = wait.rsplit(":", 1)
            if int(ordinal) > 1:
                fewer = ", ".join(waits[:k] + [f"{event}:{int(ordinal) - 1}"] +
                                  waits[k + 1:])
                yield "ordinal lowered", replaced(lines, i, m.span(1), fewer)


def launch_mutations(lines, i, start, others):
    """`others`: where other programs begin."""
    line = lines[i]
    yield "launch doubled", lines[:i] + [line] + lines[i:]
    count = re.search(r"microbatches = (\d+)", "\n".join(lines))
    if count:
        yield "launch removed", lines[:i] + lines[i + 1:]
    for at in others[:1]:
        yield "stage on two ranks", lines[:at] + [line] + lines[at:]
    if 'pass = "W"' in line:
        what = re.search(r"mb = \d+ : i64, pass = \"W\", (?:role = \d+ : i64, )?stage = \d+",
                         line)[0].replace('"W"', '"I"')
        j = next_line(lines, what, start, i)
        if j is not None:
            yield "W before I", (lines[:j] + [line] + lines[j:i] + lines[i + 1:])


def role_mutations(lines, i, roles):
    line = lines[i]
    for pattern in (r" role (\d+)", r"\brole = (\d+)", r" roles \[(\d+)\]"):
        if "plan.buffer" not in line and (m := re.search(pattern, line)):
            for other in range(roles):
                if other != int(m[1]):
                    yield "role changed", replaced(lines, i, m.span(1), other)


def collective_mutations(lines, i, end, axes, comms):
    line = lines[i]
    if "plan.collective" not in line:
        return
    comm = re.search(r"comm\((@\w+)\)", line)[1]
    if not axes & comms[comm]:
        return
    if "all_reduce sum" in line:
        yield "reduction changed", lines[:i] + [
            line.replace("all_reduce sum", "all_reduce max", 1)] + lines[i + 1:]
    if (j := next_line(lines, f"comm({comm})", i + 1, end)) is not None:
        yield "collectives swapped", swapped(lines, i, j)


def buffer_mutations(lines, i, end):
    here = re.search(r" at (\d+)", lines[i])
    j = next_line(lines, "plan.buffer", i + 1, end)
    if here and j is not None:
        there = re.search(r" at (\d+)", lines[j])
        if there and there[1] != here[1]:
            yield "bytes shared", replaced(lines, i, here.span(1), there[1])


def mutations(lines):
    """Yields (kind, line number, mutated lines)."""
    comms = {m[1]: set(re.findall(r'"(\w+)"', m[2])) for line in lines
             if (m := re.search(r"plan\.comm (@\w+)\s*<\[(.*)\]>", line))}
    several = len(list(programs(lines))) > 1
    for start, end, axes, roles in programs(lines):
        if not several:
            axes = set()
        slots = {m[1]: int(m[2]) for line in lines[start:end]
                 if (m := re.search(r"plan\.buffer (@\S+) : .* x (\d+)", line))}
        for i in range(start + 1, end):
            line = lines[i]
            if "plan.buffer" in line:
                found = list(buffer_mutations(lines, i, end))
            else:
                found = [*message_mutations(lines, i, end),
                         *order_mutations(lines, i),
                         *role_mutations(lines, i, roles),
                         *collective_mutations(lines, i, end, axes, comms)]
                for m in re.finditer(r"(@[\w.]+)\[(\d+)\]", line):
                    if (count := slots.get(m[1], 1)) > 1:
                        found.append(("slot changed", replaced(
                            lines, i, m.span(2), (int(m[2]) + 1) % count)))
            if "plan.zero" in line:
                found.append(("zero removed", lines[:i] + lines[i + 1:]))
            if "plan.launch" in line and "mb =" in line:
                ends = [first + 1 for first, *_ in programs(lines) if first != start]
                found += launch_mutations(lines, i, start, ends)
            for kind, mutated in found:
                yield kind, i, mutated


def sampled(every, count):
    """At most `count` of each kind, evenly spread over the plan."""
    kinds = collections.defaultdict(list)
    for mutation in every:
        kinds[mutation[0]].append(mutation)
    for found in kinds.values():
        step = max(1, len(found) / count)
        yield from (found[int(k * step)] for k in range(min(count, len(found))))


def refusals(chunks, *before):
    """Per chunk the first error of plan-verify, or None; one run for all, with
    other passes before it."""
    starts, text = [], []
    for chunk in chunks:
        starts.append(len(text))
        text += [*chunk, SEPARATOR]
    text = "\n".join(text) + "\n"
    parsed = run("-split-input-file", "-", "-o", "/dev/null", text=text)
    assert parsed.returncode == 0, "a mutation is no plan: " + parsed.stderr
    said = run(*before, "--plan-verify", "-split-input-file", "-", "-o", "/dev/null",
               text=text)
    assert said.returncode in (0, 1), said.stderr
    errors = [None] * len(chunks)
    # Lines are counted from 1 through the whole text.
    for m in re.finditer(r"^<stdin>:(\d+):\d+: error: (.*)$", said.stderr, re.M):
        k = bisect.bisect_left(starts, int(m[1])) - 1
        errors[k] = errors[k] or m[2]
    return errors


def without_place(error):
    """An error without iteration and line: actions of a run have one line."""
    return error and re.sub(r", iteration \d+|, from <stdin>:\S*", "", error)


def judge(plan):
    """(kind, line, error) per mutation of a (name, path, sample or None)."""
    name, path, count = plan
    lines = plan_lines(path)
    every = list(mutations(lines))
    if count:
        every = list(sampled(every, count))
    # A valid neighbour on both sides shows that chunks are told apart.
    chunks = [lines] + [mutated for _, _, mutated in every] + [lines]
    errors = refusals(chunks)
    assert errors[0] is None and errors[-1] is None, f"{name}: {errors[0]}"
    # Rolled, the same is wrong with the same action: its microbatch is named.
    part = slice(0, None, ROLLED)
    rolled = refusals(chunks[part], "--plan-roll=min=2")
    for plain, other, chunk in zip(errors[part], rolled, chunks[part]):
        assert without_place(plain) == without_place(other), "\n".join(
            [name, str(plain), str(other), *chunk])
    return [(kind, f"{name}: {lines[i].strip()}", error)
            for (kind, i, _), error in zip(every, errors[1:])]


def main():
    counts, accepted = {}, []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        if sys.argv[2] == "--corpus":
            plans = [(*plan, SAMPLE) for plan in corpus(sys.argv[3], folder)]
        else:
            plans = [(os.path.basename(sys.argv[2]), sys.argv[2], None)]
        for result in pool.map(judge, plans):
            for kind, where, error in result:
                tried, hit = counts.get(kind, (0, 0))
                counts[kind] = (tried + 1, hit + (error is not None))
                if error is None:
                    accepted.append((kind, where))
                elif os.environ.get("PIPER_MUTATIONS_VERBOSE"):
                    print(f"{kind}: {where}\n    {error}")
    for kind, (tried, hit) in sorted(counts.items()):
        print(f"{kind}: {hit} of {tried} refused")
    for kind, where in accepted:
        print(f"accepted: {kind}: {where}")
    return 1 if accepted or not counts else 0


sys.exit(main())
