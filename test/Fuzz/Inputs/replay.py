"""Gives the kept inputs of the fuzz targets to the ordinary tools.

usage: replay.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import glob
import os
import subprocess
import sys

OPT, RUN, FIXTURES, WORK = sys.argv[1:5]
HERE = os.path.dirname(os.path.abspath(__file__))
MODEL = os.path.join(FIXTURES, "mlp", "model.mlir")
os.makedirs(WORK, exist_ok=True)
TRAINING = os.path.join(WORK, "training.json")
with open(TRAINING, "w") as file:
    file.write('{"optimizer": "sgd", "lr": 0.1}')
QUIET = ["-o", os.devnull]



def lowered(path):
    """A module that carries the text of a setup."""
    with open(path, "rb") as file:
        text = file.read() + b"\0"
    module = os.path.join(WORK, "lowered.mlir")
    with open(module, "w") as file:
        file.write('llvm.mlir.global external constant @piper_setup("' +
                   "".join(f"\\{byte:02X}" for byte in text) +
                   f'") : !llvm.array<{len(text)} x i8>\n')
    return module


# By folder, how the tools come to read such a file.
COMMANDS = {
    "import": lambda path: [[OPT, path, "--piper-import=loss=mse",
                             "--piper-normalize"] + QUIET],
    "strategy": lambda path: [
        [OPT, MODEL, f"--piper-load-strategy=strategy={path}",
         "--piper-check-strategy"] + QUIET,
        [OPT, MODEL, f"--piper-compile=training={path}"] + QUIET],
    "plan": lambda path: [
        [RUN, lowered(path)] if path.endswith(".json") else
        [OPT, path, "--plan-assign-memory", "--plan-verify",
         "--convert-plan-to-host"] + QUIET],
    "safetensors": lambda path: [
        [RUN, MODEL, "--training", TRAINING, "--weights", path, "--data", path]],
}

problems, runs = [], 0
for folder, commands in COMMANDS.items():
    files = sorted(glob.glob(os.path.join(HERE, folder, "*")))
    if not files:
        problems.append(f"no files for {folder}")
    for path in files:
        for command in commands(path):
            runs += 1
            done = subprocess.run(command, capture_output=True, timeout=120)
            if done.returncode not in (0, 1):
                problems.append(f"{' '.join(command)}\nended with {done.returncode}:\n"
                                f"{done.stderr.decode(errors='replace')[:3000]}")
print("\n".join(problems) or f"{runs} runs as expected")
sys.exit(1 if problems else 0)
