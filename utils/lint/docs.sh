#!/usr/bin/env bash
# Compares docs/generated with the reference pages that TableGen makes of the
# .td files; -f repairs, --built takes the pages that are built already.
# PIPER_BUILD names another build folder.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${PIPER_BUILD:-$root/build/release}
have=$root/docs/generated
[ "${1:-}" = --built ] || ninja -C "$build" piper-docs >/dev/null
if [ "${1:-}" = -f ]; then
  mkdir -p "$have"
  rm -f "$have"/*.md
  cp "$build"/docs/*.md "$have"
elif ! diff -r -u "$have" "$build/docs"; then
  echo "docs.sh: the .td files say otherwise; repair with utils/lint/docs.sh -f" >&2
  exit 1
fi
