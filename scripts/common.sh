# Shared by the scripts: what to install and how to build. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${preset:-release}
build=$root/build/$preset

say() { printf '== %s\n' "$*"; }

# Runs a command as root, through sudo where we are not.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs the Debian packages of packages.txt that are missing.
install_packages() {
  local missing=()
  while read -r package; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing+=("$package")
  done <"$root/scripts/packages.txt"
  if [ ${#missing[@]} = 0 ]; then
    say "Debian packages: all there"
    return
  fi
  say "Debian packages: installing ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >"$root/build/apt.log" 2>&1 || {
    tail -n 20 "$root/build/apt.log" >&2
    say "could not install the packages above" >&2
    return 1
  }
}

# build_targets target...: configures once, then builds what changed.
build_targets() {
  if [ ! -f "$build/build.ninja" ]; then
    say "Configuring $build"
    (cd "$root" && cmake --preset "$preset") >"$root/build/configure.log" 2>&1 || {
      tail -n 30 "$root/build/configure.log" >&2
      return 1
    }
  fi
  say "Building (log: build/build.log)"
  local start=$SECONDS
  if ! ninja -C "$build" "$@" >"$root/build/build.log" 2>&1; then
    tail -n 60 "$root/build/build.log" >&2
    return 1
  fi
  say "Built in $((SECONDS - start)) s"
}

prepare() {
  mkdir -p "$root/build"
  install_packages && build_targets "$@"
}
