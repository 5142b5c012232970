# shellcheck shell=bash
# What scripts/demo, scripts/test and .ci/run share. Source it; it moves to the project's top directory.
#
#   need_packages NAME…   have these Debian packages installed; silent and quick when they are
#   build_packages        the array of packages that the release build and its tests need
#   build_release         configure and build the release preset into build/release

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# shellcheck disable=SC2034 # read by those who source this file
build_packages=(cmake ninja-build gcc g++ libc6-dev pkg-config libssl-dev libbenchmark-dev
  libdivide-dev libxxhash-dev python3 gnuplot-nox)

say() { printf '== %s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "this needs root or sudo: $*"
    return 1
  fi
}

need_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "not a Debian system; install what corresponds to these packages yourself: $*"
    return 0
  fi
  local installed missing=() name
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) || true
  for name in "$@"; do
    grep -qxF "$name installed" <<<"$installed" || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  say "installing missing packages: ${missing[*]}"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends)
  # The package lists are fetched only when those at hand do not know a package or are out of date.
  if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 ||
    ! as_root "${install[@]}" "${missing[@]}" >/dev/null </dev/null; then
    say "fetching the package lists"
    as_root apt-get update -qq >/dev/null </dev/null || return 1
    as_root "${install[@]}" "${missing[@]}" >/dev/null </dev/null || return 1
  fi
}

build_release() {
  cmake --preset release --log-level=WARNING && cmake --build --preset release
}
