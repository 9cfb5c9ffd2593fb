#!/usr/bin/env python3
"""Runs a tutorial and compares the IR it shows with what the tools print.

usage: tutorial.py TUTORIAL.md MODEL_DIR WORK_DIR

The fenced blocks of the page are taken in order:

  ```json file="s.json"   is written to that file, ```python likewise;
  ```sh                   is run by the shell in WORK_DIR, and must succeed;
  ```mlir file="g.mlir"   must occur in that file, as below;
  ```text                 must occur in what the commands before it printed.

With `any-numbers` behind the language, numbers of the block stand for any.
Blocks whose info string ends in `skip`, and other languages, are ignored.

Locations are not compared. Whitespace is free. A line `...` stands for any
number of lines, `...` inside of a line for anything within that line. Values
and map aliases (`%x`, `#map`) may have other names in the file, but one name
means one value from its definition on.
"""

import os
import re
import shutil
import subprocess
import sys

FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.M | re.S)
TOKEN = re.compile(r"\.\.\.|\d+|[%#][A-Za-z0-9_$.-]*[A-Za-z0-9_$]|\s+|.", re.S)
DEFINED = re.compile(r"\s*(?:%[\w$.-]+(?::\d+)?(?:, )?)+ = ")


def definitions(line):
    """Positions in `line` at which a value is defined."""
    found = set()
    head = DEFINED.match(line)
    for name in re.finditer(r"%[\w$-]+", line):
        if head and name.end() <= head.end() or line[name.end():][:2] == ": ":
            found.add(name.start())
    return found


class Group:
    """The lines of a block between two `...` lines, as one expression."""

    def __init__(self, lines, bound, any_numbers):
        self.any_numbers = any_numbers
        self.names = {}  # name in the block -> its newest capture
        self.pattern = r"\s*".join(self.translate(line, bound) for line in lines)

    def translate(self, line, bound):
        defined = definitions(line)
        parts = []
        for token in TOKEN.finditer(line.strip("\n")):
            text = token.group()
            if text == "...":
                parts.append(r"[^\n]*?")
            elif text.isspace():
                parts.append(r"\s*")
            elif text.isdigit() and self.any_numbers:
                parts.append(r"\d+")
            elif text.startswith("#map"):
                parts.append(r"#map\d*")
            elif text[0] == "%" and len(text) > 1:
                parts.append(self.value(text, token.start() in defined, bound))
            else:
                parts.append(re.escape(text))
        return "".join(parts)

    def value(self, name, is_definition, bound):
        if not is_definition and name in self.names:
            return f"(?P={self.names[name]})(?![\\w$])"
        if not is_definition and name in bound:
            return re.escape(bound[name]) + r"(?![\w$])"
        capture = f"v{len(self.names)}_{len(self.pattern_names())}"
        self.names[name] = capture
        self.captures = self.pattern_names() + [(capture, name)]
        return f"(?P<{capture}>%[\\w$-]+)"

    def pattern_names(self):
        return getattr(self, "captures", [])


def without_locations(text):
    """`text` without `loc(...)`, location aliases and lines of aliases."""
    text = re.sub(r"^#loc\d* = .*\n", "", text, flags=re.M)
    text = re.sub(r" ?\bloc\(#loc\d*\)", "", text)
    return re.sub(r" ?\bloc\((?:[^()\"]|\"[^\"]*\"|\((?:[^()\"]|\"[^\"]*\")*\))*\)", "", text)


def missing(block, text, any_numbers):
    """The first lines of `block` that do not occur in `text` in order."""
    groups, position, bound = [[]], 0, {}
    for line in block.splitlines():
        if line.strip() == "...":
            groups.append([])
        elif line.strip():
            groups[-1].append(line)
    for lines in groups:
        if not lines:
            continue
        group = Group(lines, bound, any_numbers)
        match = re.compile(group.pattern).search(text, position)
        if not match:
            return "\n".join(lines)
        position = match.end()
        bound.update((name, match[capture]) for capture, name in group.pattern_names())
    return None


def main():
    page, models, work = sys.argv[1:]
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    for name in os.listdir(models):
        shutil.copy(os.path.join(models, name), work)
    with open(page) as file:
        text = file.read()
    printed, checked = "", 0
    for fence in FENCE.finditer(text):
        language, info, body = fence.groups()
        where = f"{page}:{text.count(chr(10), 0, fence.start()) + 1}"
        name = re.search(r'file="([^"]+)"', info)
        if info.strip().endswith("skip"):
            continue
        if language == "sh":
            result = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", body], cwd=work, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed = result.stdout
            if result.returncode:
                sys.exit(f"{where}: error: exit status {result.returncode}\n{body}{printed}")
        elif language in ("json", "python") and name:
            with open(os.path.join(work, name[1]), "w") as file:
                file.write(body)
        elif language in ("mlir", "text"):
            shown = printed
            if name:
                with open(os.path.join(work, name[1])) as file:
                    shown = file.read()
            lines = missing(body, without_locations(shown), "any-numbers" in info)
            if lines is not None:
                sys.exit(f"{where}: error: {name[1] if name else 'the output'} has no such lines "
                         f"(behind the lines above them)\n{lines}")
            checked += 1
    if not checked:
        sys.exit(f"{page}: error: no block to compare")
    print(f"{checked} blocks compared")


if __name__ == "__main__":
    main()
