#!/usr/bin/env bash
# Installs what is missing, builds what changed, and trains a GPT that PyTorch
# exported on the text of a licence: two pipeline stages, two replicas of each.
# Then the same with every role on one device, and compares all bits.
set -eu
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

prepare piper-opt piper-run
demo=$root/scripts/demo
out=$root/build/demo
mkdir -p "$out"
steps=${STEPS:-200}

compile() { # strategy plan
  "$build/bin/piper-opt" "$demo/model.mlir" -o "$2" \
    --piper-compile="strategy=$1 training=$demo/training.json"
}
train() { # plan name [flags]
  "$build/bin/piper-run" "$1" --weights "$demo/weights.safetensors" \
    --data "$demo/text.bin" --steps "$steps" --metrics "$out/$2.jsonl" \
    --save-weights "$out/$2.safetensors" "${@:3}"
}

say "Strategy (scripts/demo/strategy.json)"
cat "$demo/strategy.json"
compile "$demo/strategy.json" "$out/plan.mlir"
say "Plan (build/demo/plan.mlir): proved free of hangs and swapped messages"
"$build/bin/piper-opt" "$out/plan.mlir" --plan-report -o /dev/null

say "Training on four devices, $steps steps of 8 microbatches"
train "$out/plan.mlir" four --trace "$out/trace.json"

say "The same with every role on one device"
/usr/bin/python3 - "$demo/strategy.json" >"$out/one.json" <<'PYTHON'
import json
import sys

with open(sys.argv[1]) as file:
    strategy = json.load(file)
for directive in strategy:
    if directive["op"] == "mesh":
        directive["devices"] = [0, 0, 0, 0]
json.dump(strategy, sys.stdout)
PYTHON
compile "$out/one.json" "$out/one.mlir"
train "$out/one.mlir" one --quiet

/usr/bin/python3 - "$out" <<'PYTHON'
import json
import sys

out = sys.argv[1]
losses = []
for name in ("four", "one"):
    with open(f"{out}/{name}.jsonl") as file:
        losses.append([json.loads(line)["loss"] for line in file])
weights = [open(f"{out}/{name}.safetensors", "rb").read() for name in ("four", "one")]
if losses[0] != losses[1] or weights[0] != weights[1]:
    sys.exit("demo: four devices and one disagree")
print(f"== {len(losses[0])} losses and {len(weights[0])} bytes of weights agree bit for bit: "
      f"loss {losses[0][0]:.3f} to {losses[0][-1]:.3f}")
PYTHON
say "Look next: build/demo/plan.mlir (what each device does), build/demo/trace.json"
say "(open in ui.perfetto.dev), docs/Tutorial.md (from an export to a strategy of your own)"
