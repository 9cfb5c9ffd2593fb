#!/usr/bin/env bash
# Installs what is missing, builds what changed, runs every test. The last line
# is "N passed, N failed" (before it "N skipped", if any are: tests of what is
# not installed); the exit status is 0 only if nothing failed.
#
#   scripts/test.sh [--sanitize address|thread] [arguments of lit]
#
# With --sanitize our code is built with the address and undefined-behaviour
# sanitizers, or with the thread sanitizer, in a build of its own.
set -u
timeout=300
if [ "${1-}" = --sanitize ]; then
  case "${2-}" in
  address) preset=asan ;;
  thread) preset=tsan ;;
  *) echo "usage: $0 [--sanitize address|thread] [arguments of lit]" >&2; exit 2 ;;
  esac
  timeout=1200
  shift 2
fi
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

prepare all || { echo "0 passed, 1 failed"; exit 1; }
say "Running the tests"
results=$build/test-results.json
rm -f "$results"
# Debian's Python: it has numpy and psutil.
/usr/bin/python3 "$(llvm-config-22 --bindir)/lit" -sv --timeout $timeout -o "$results" "$build/test" "$@"
/usr/bin/python3 - "$results" <<'PYTHON'
import collections
import json
import sys

try:
    with open(sys.argv[1]) as file:
        tests = json.load(file)["tests"]
except OSError:
    print("0 passed, 1 failed")
    sys.exit(1)
counts = collections.Counter(test["code"] for test in tests)
good = counts["PASS"] + counts["XFAIL"] + counts["FLAKYPASS"]
skipped = counts["UNSUPPORTED"] + counts["SKIPPED"] + counts["EXCLUDED"]
bad = len(tests) - good - skipped
if skipped:
    print(f"{skipped} skipped")
print(f"{good} passed, {bad} failed")
sys.exit(1 if bad or not good else 0)
PYTHON
