"""Gathers the inputs that the fuzz targets start from.

usage: seeds.py PIPER_OPT TEST_FOLDER CORPUS

They are the kept inputs of test/Fuzz, the parts of the tests' files, and the
setup of a small plan. Each ends up in CORPUS/<target>/.
"""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

OPT, TESTS, CORPUS = sys.argv[1:4]
LARGEST = 8192


def add(target, content):
    folder = os.path.join(CORPUS, target)
    os.makedirs(folder, exist_ok=True)
    if len(content) > LARGEST:
        return
    name = hashlib.sha1(content).hexdigest()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


def add_parts(target, pattern):
    """Each part of test files that are split at `// -----`, less comments."""
    for path in glob.glob(os.path.join(TESTS, pattern), recursive=True):
        with open(path) as file:
            for part in file.read().split("// -----"):
                add(target, re.sub(r"^\s*//.*\n", "", part, flags=re.M).encode())


def setup_of(model):
    """The setup that the runtime gets for a model on one device."""
    training = os.path.join(CORPUS, "training.json")
    with open(training, "w") as file:
        json.dump({"optimizer": "adamw", "lr": 0.1, "clip_norm": 1}, file)
    text = subprocess.run(
        [OPT, model, f"--piper-compile=training={training}", "--piper-to-host"],
        check=True, capture_output=True, text=True).stdout
    found = re.search(r'@piper_setup\("(.*?)\\00"\)', text)
    return re.sub(rb"\\([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]),
                  found[1].encode())


os.makedirs(CORPUS, exist_ok=True)
for path in glob.glob(os.path.join(TESTS, "Fuzz", "Inputs", "*", "*")):
    with open(path, "rb") as file:
        add(os.path.basename(os.path.dirname(path)), file.read())
add_parts("import", "Inputs/mlp/model.mlir")
add_parts("import", "Transforms/Import/*.mlir")
add_parts("plan", "Dialect/Plan/*.mlir")
add_parts("plan", "Transforms/Plan/*.mlir")
add_parts("strategy", "**/*.json")
add("plan", setup_of(os.path.join(TESTS, "Inputs", "mlp", "model.mlir")))
for target in sorted(os.listdir(CORPUS)):
    if os.path.isdir(os.path.join(CORPUS, target)):
        print(f"== {target}: {len(os.listdir(os.path.join(CORPUS, target)))} inputs")
