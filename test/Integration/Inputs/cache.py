"""The compile cache of piper-run: hits, misses, damage, size.

usage: cache.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import os
import shutil

from piper import (RUN, WORK, Report, call, compile_plan, files_of, fixture,
                   regroup, run_module, strategy, work_file)

CACHE = os.path.join(WORK, "user", "piper")
os.environ.pop("PIPER_CACHE_DIR", None)
os.environ["XDG_CACHE_HOME"] = os.path.dirname(CACHE)
PLAN = strategy("mlp", (2, 2), 1, "1f1b", 4)
DATA = regroup("mlp", 4)
report = Report()


def entries():
    """Contents of the cached files by name."""
    if not os.path.isdir(CACHE):
        return {}
    return {name: open(os.path.join(CACHE, name), "rb").read()
            for name in os.listdir(CACHE) if name.startswith("llvmcache-")
            and not name.endswith("timestamp")}


def plan_of(name, optimizer):
    path = compile_plan("mlp", PLAN, optimizer, lower=False)
    return shutil.copy(path, work_file(name))


def expect(name, condition):
    report.check(name, None if condition else "is not so")


def run(module, *flags):
    return run_module("mlp", module, *flags, steps=2, data=DATA)


slow, fast = plan_of("slow.mlir", "sgd"), plan_of("fast.mlir", "adamw")
first = run(slow)
kept = entries()
expect("one entry after a run", len(kept) == 1)
report.check("from the cache", run(slow).difference(first))
expect("no entry added", entries() == kept)

# Other plans, other keys.
other = run(fast)
both = entries()
expect("two plans, two entries", len(both) == 2)
expect("two plans, two results", other.difference(first))
strategy_file, training = files_of(PLAN, "sgd")
for _ in range(2):
    model = run_module("mlp", fixture("mlp", "model.mlir"), "--strategy",
                       strategy_file, "--training", training, steps=2, data=DATA)
    report.check("of a model", model.difference(first))
    expect("a model has one entry", len(entries()) == 3)
run(slow, "--no-verify")
expect("code of a plan that was not proved is other code", len(entries()) == 4)

# An entry is what runs: that of one plan under the name of the other.
(slow_name, slow_entry), = kept.items()
fast_name = next(name for name in both if name not in kept)


def put(name, content):
    with open(os.path.join(CACHE, name), "wb") as file:
        file.write(content)


put(slow_name, both[fast_name])
report.check("an entry is what runs", run(slow).difference(other))
report.check("--no-cache", run(slow, "--no-cache").difference(first))
os.environ["PIPER_CACHE_DIR"] = ""
report.check("empty PIPER_CACHE_DIR", run(slow).difference(first))
os.environ.pop("PIPER_CACHE_DIR")

# Damage of any kind: made again, and whole again.
half = len(slow_entry) // 2
flipped = bytes([slow_entry[half] ^ 1])
for name, content in (
        ("empty", b""), ("cut in its header", slow_entry[:20]),
        ("cut", slow_entry[:half]), ("other file", b"x" * 1000),
        ("one bit", slow_entry[:half] + flipped + slow_entry[half + 1:])):
    put(slow_name, content)
    report.check(f"entry that is {name}", run(slow).difference(first))
    expect(f"entry that was {name} is whole", entries()[slow_name] == slow_entry)

# Size and folder.
run(slow, "--cache-policy=prune_interval=0s:cache_size_bytes=1")
expect("a hit drops nothing", len(entries()) == 4)
os.remove(os.path.join(CACHE, slow_name))
run(slow, "--cache-policy=prune_interval=0s:cache_size_bytes=1")
expect("the size is bounded", len(entries()) == 0)
text = call([RUN, slow, "--cache-policy=cache_size=huge"], 2)
expect("a policy that is none", "--cache-policy: " in text)
os.environ["PIPER_CACHE_DIR"] = work_file("a-file", "text")
report.check("a folder that cannot be", run(slow).difference(first))
text = call([RUN, slow, "--quiet", "--data", DATA, "--weights",
             fixture("mlp", "weights.safetensors")])
expect("said so", "warning: cannot keep the compiled plan" in text)
report.finish()
