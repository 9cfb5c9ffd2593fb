#!/usr/bin/env bash
# Builds the fuzz targets with the address and undefined-behaviour sanitizers
# and runs each for SECONDS (60) on one core. Inputs that are found stay in
# build/fuzz/corpus, those that fail in build/fuzz/findings: make such an input
# small (build/fuzz/bin/piper-fuzz-NAME -minimize_crash=1 -runs=100000 FILE),
# repair, and keep it in test/Fuzz/Inputs/NAME.
#
#   scripts/fuzz.sh [SECONDS [TARGET...]]     targets: import safetensors strategy plan
set -u
preset=fuzz
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
seconds=${1:-60}
targets=("${@:2}")
[ ${#targets[@]} = 0 ] && targets=(import safetensors strategy plan)

prepare "${targets[@]/#/piper-fuzz-}" piper-opt || exit 1
corpus=$build/corpus findings=$build/findings
mkdir -p "$findings"
/usr/bin/python3 "$root/utils/fuzz/seeds.py" "$build/bin/piper-opt" "$root/test" "$corpus" || exit 1
failed=0
for target in "${targets[@]}"; do
  say "Fuzzing $target for $seconds s (log: build/fuzz/$target.log)"
  if "$build/bin/piper-fuzz-$target" "$corpus/$target" \
    -dict="$root/utils/fuzz/$target.dict" -max_total_time="$seconds" -max_len=8192 \
    -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$findings/$target-" \
    >"$build/$target.log" 2>&1; then
    grep -E '^Done|stat::number_of_executed' "$build/$target.log"
  else
    failed=$((failed + 1))
    grep -E 'ERROR|SUMMARY|runtime error|Test unit written' "$build/$target.log"
  fi
done
echo "$((${#targets[@]} - failed)) passed, $failed failed"
exit $((failed > 0))
