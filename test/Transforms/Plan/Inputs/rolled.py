"""Rolled and written out, a plan of a random schedule is the same.

usage: rolled.py PIPER_OPT MLP.mlir FOLDER

Random tables (F, B, I and W of each stage in any order that data flow allows)
for some ranks and many microbatches are compiled to plans. Of each: written
out, the plan is what rolling and writing out gives back; events and memory
come out the same in both forms; both are proved, cost and compute the same.
Prints how many had repeats.
"""
import json
import os
import random
import subprocess
import sys

piper_opt, model, folder = sys.argv[1:]


def start(text, *passes):
    done = subprocess.run([piper_opt, *passes, "-"], input=text, text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    return done


def run(text, *passes):
    return start(text, *passes).stdout


def random_rows(rng, ranks, microbatches):
    """Rows of a table that was filled action by action, in spells of a habit."""
    done, rows = set(), [[] for _ in range(ranks)]
    split = [rng.random() < 0.4 for _ in range(microbatches)]
    habit = [rng.choice(["F", "B", "W"]) for _ in range(ranks)]

    def forwards(rank):
        for m in range(microbatches):
            if ("F", rank, m) not in done:
                if rank == 0 or ("F", rank - 1, m) in done:
                    yield "F", rank, m
                return

    def gradients(rank):
        for m in range(microbatches):
            if ("F", rank, m) not in done:
                return
            if ("G", rank, m) not in done:
                if rank == ranks - 1 or ("G", rank + 1, m) in done:
                    yield "I" if split[m] else "B", rank, m
                return

    def weights(rank):
        for m in range(microbatches):
            if split[m] and ("G", rank, m) in done and ("W", rank, m) not in done:
                yield "W", rank, m
                return

    choices = {"F": forwards, "B": gradients, "W": weights}
    while True:
        order = list(range(ranks))
        rng.shuffle(order)
        moved = False
        for rank in order:
            if rng.random() < 0.05:
                habit[rank] = rng.choice("FBW")
            kinds = [habit[rank]] + rng.sample("FBW", 3)
            found = next((a for k in kinds for a in choices[k](rank)), None)
            if found is None:
                continue
            kind, _, m = found
            done.add(("G" if kind in "BI" else kind, rank, m))
            rows[rank].append(f"{rank}{kind}{m}")
            moved = True
        if not moved:
            return rows


def strategy(rows, ranks, microbatches):
    size = 4 // ranks
    groups = [[f"layers.{i}" for i in range(r * size, (r + 1) * size)]
              for r in range(ranks)]
    return [{"op": "annotate", "tag": "pp", "groups": groups},
            {"op": "mesh", "axes": [["pp", ranks]]},
            *({"op": "place", "filter": {"pp": r}, "at": {"pp": r}}
              for r in range(ranks)),
            {"op": "split", "filter": {}, "dim_name": "mb",
             "num_microbatches": microbatches},
            {"op": "schedule", "rows": rows}]


def check(seed):
    rng = random.Random(seed)
    ranks, microbatches = rng.choice([1, 2, 4]), rng.randint(1, 24)
    rows = random_rows(rng, ranks, microbatches)
    path = os.path.join(folder, f"{seed}.json")
    with open(path, "w") as file:
        json.dump(strategy(rows, ranks, microbatches), file)
    with open(model) as file:
        plan = run(file.read(),
                   f"--piper-compile=strategy={path} training={folder}/t.json")
    plain = run(plan, "--plan-unroll")
    assert "plan.repeat" not in plain
    for least in (2, 4):
        rolled = run(plain, f"--plan-roll=min={least}", "--plan-verify")
        assert run(rolled, "--plan-unroll") == plain, f"seed {seed}, min {least}"
        assert run(rolled, f"--plan-roll=min={least}") == rolled, f"seed {seed}"
    again = "--plan-insert-events", "--plan-assign-memory", "--plan-verify"
    assert run(plain, *again) == plain, f"seed {seed}"
    assert run(plan, *again) == plan, f"seed {seed}"
    for reader in "--plan-report", "--piper-evaluate":
        first, second = (start(text, reader, "-o", os.devnull) for text in (plan, plain))
        said = first.stdout + first.stderr
        assert said and said == second.stdout + second.stderr, f"seed {seed}: {reader}"
    return "plan.repeat" in plan


with open(f"{folder}/t.json", "w") as file:
    json.dump({"optimizer": "sgd", "lr": 0.1}, file)
found = [check(seed) for seed in range(10)]
print(f"{len(found)} schedules, {sum(found)} with repeats")
