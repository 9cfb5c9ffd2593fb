#!/usr/bin/env bash
# Compares the C++ files with what clang-format makes of them; -f repairs.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
format=${CLANG_FORMAT:-$(command -v clang-format-22 || true)}
if [ -z "$format" ]; then
  echo "format.sh: clang-format-22 is missing; the package of that name has it" >&2
  exit 2
fi
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  list() { git ls-files -z -- '*.h' '*.cpp'; }
else
  list() { find include lib runtime tools unittests \( -name '*.h' -o -name '*.cpp' \) -print0; }
fi
if [ "${1:-}" = -f ]; then
  list | xargs -0 "$format" -i
elif ! list | xargs -0 "$format" --dry-run -Werror; then
  echo "format.sh: repair with utils/lint/format.sh -f" >&2
  exit 1
fi
