"""Reports before a run against what the run measures."""
import json
import subprocess

from piper import ADAMW, OPT, RUN, fixture, work_file

STRATEGY = [
    {"op": "annotate", "tag": "pp", "groups": [["layers.{0-1}"], ["layers.{2-3}"]]},
    {"op": "mesh", "axes": [["pp", 2], ["dp", 2]]},
    {"op": "place", "filter": {"pp": "*"}, "at": {"pp": [0, 1]}},
    {"op": "replicate", "axis": "dp"},
    {"op": "split", "filter": {}, "dim_name": "mb", "num_microbatches": 4},
    {"op": "schedule", "kind": "1f1b"},
]


def run(*command):
    subprocess.run(command, check=True)


def read(path):
    with open(path) as file:
        return json.load(file)


training = work_file("training.json", json.dumps(ADAMW))
strategy = work_file("strategy.json", json.dumps(STRATEGY))
plan, costs, metrics = (work_file(name) for name in ("plan.mlir", "costs.json", "metrics.jsonl"))
before, after = work_file("before.json"), work_file("after.json")
run(OPT, fixture("mlp", "model.mlir"), "-o", plan,
    f"--piper-compile=training={training} strategy={strategy}")
run(OPT, plan, "-o", work_file("lowered.mlir"), f"--piper-to-host=report-json={before}")
run(RUN, plan, "--weights", fixture("mlp", "weights.safetensors"), "--quiet",
    "--data", fixture("mlp", "batches.safetensors"), "--steps", "3", "--metrics", metrics,
    "--measure-costs", costs)
run(OPT, plan, "-o", "/dev/null",
    f"--plan-report=what=schedule,critical-path json=true costs={costs} output={after}")

memory = read(before)["memory"]
with open(metrics) as file:
    peaks = [json.loads(line)["peak_bytes"] for line in file][-1]
peaks = peaks if isinstance(peaks, list) else [peaks] * 4
# Devices pp=0 dp=0, pp=0 dp=1, pp=1 dp=0, pp=1 dp=1.
assert peaks == [program["arena"] for program in memory for _ in range(2)], (peaks, memory)
print("arenas agree")
assert all(sum(program["kinds"].values()) == program["arena"] for program in memory), memory
print("kinds add up")

durations = read(costs)["durations_us"]
for key in ["launch 0F", "launch 0B", "launch 1F", "launch 1B", "launch hyper",
            "zero"]:
    assert durations.pop(key) > 0, key
for part in ["collective ", "send act", "send grad", ".finish", ".U"]:
    assert any(part in key for key in durations), (part, durations)
wakes = read(costs)["wake_us"]
assert wakes and all(time > 0 for time in wakes.values()), wakes
assert read(costs)["between_us"] > 0, wakes
print("every action measured")

report = read(after)
assert 0 < report["makespan_us"] < 20 * report["measured_step_us"], report
assert all(entry["measured_busy_us"] <= report["measured_step_us"] * 1.5
           for entry in report["bubbles"]), report
path = report["critical_path"]
end = path[-1]["start_us"] + path[-1]["duration_us"]
assert abs(end - report["makespan_us"]) < 1e-6 * end, (path[-1], report["makespan_us"])
assert all(abs(a["start_us"] + a["duration_us"] + b["wait_us"] - b["start_us"]) < 1e-3
           for a, b in zip(path, path[1:])), path
print("times are plausible")
