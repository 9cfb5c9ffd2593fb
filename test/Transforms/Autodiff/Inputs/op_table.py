"""Which op has which tests; fails where one is missing.

    op_table.py docs/Gradients.md OPS_FOLDER FUNCTIONS.mlir

FUNCTIONS.mlir is what op_extents.py writes. Every function of the list in the
page, and every named op and form of the folder, has its gradient's IR and an
execution test, on shapes with extents of 1, of 0 where legal, and others that are
no multiples of a vector."""

import os
import re
import sys

PAGE, OPS, FUNCTIONS = sys.argv[1:]
# Read one element: none of an empty tensor.
NEVER_EMPTY = {"tensor-extract", "tensor-insert"}
# No op of arith or math in a body of its own.
ARITH = {"addf", "subf", "mulf", "divf", "remf", "negf", "select", "extf", "truncf",
         "maximumf", "minimumf", "maxnumf", "minnumf"}
with open(PAGE) as file:
    text = file.read()
listed = re.search(r"Functions with derivatives in bodies: (.*?)\n\n", text, re.S)
names = re.findall(r"\w+", listed[1])
wanted = {("arith-" if n in ARITH else "math-") + n for n in names}
# Without derivative.
wanted |= {"arith-fptosi", *(f"math-{n}" for n in ("floor", "ceil", "round", "roundeven", "trunc"))}
files = {name.removesuffix(".mlir") for name in os.listdir(OPS)}
with open(FUNCTIONS) as file:
    functions = set(re.findall(r"@(\w+)", file.read()))
missing = sorted(wanted - files)
print(f"{'op':40} IR run one zero odd")
for op in sorted(files):
    with open(os.path.join(OPS, op + ".mlir")) as file:
        text = file.read()
    stem = op.split("-", 1)[1].replace("-", "_")
    own = {int(d) for shape in re.findall(r"tensor<((?:\d+x)+)", text)
           for d in shape.split("x")[:-1]}
    has = {"IR": "-LABEL: func.func" in text and "piper.cut" in text,
           "run": "--piper-check-gradient" in text and "max error" in text}
    for kind, there in (("one", 1 in own), ("zero", 0 in own or op in NEVER_EMPTY),
                        ("odd", any(d > 16 and d % 8 for d in own))):
        has[kind] = there or any(re.match(f"{stem}_(addf_|.*_)?{kind}", f) for f in functions)
    print(f"{op:40} " + "  ".join("x" if has[k] else "-" for k in has))
    missing += [f"{op}: {kind}" for kind in has if not has[kind]]
print(f"{len(files)} ops, {len(missing)} holes" + "".join("\n  " + m for m in missing))
sys.exit(1 if missing else 0)
