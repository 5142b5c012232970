# shellcheck shell=bash
# Shared by the scripts and .ci/run. Source it; it changes to the project's top folder. With --help as first argument, the
# script's comment at its beginning is printed instead, unless the script has set own_help.
#
#   need_packages NAME…   installs these Debian packages; silent and quick when they are there
#   apt_get ARGUMENT…     runs apt-get as root, silently; waits while another one works
#   need_rust             installs cargo, unless one is there that packs crates of which one needs the other
#   need_wheels NAME==VERSION…   fetches these Python wheels into build/wheels; without a network their tests are skipped
#   find_go               sets $go to the Go of go.mod or a later one, which it fetches into build/go where there is none
#   zig_toolchain FOLDER TARGET   writes cc, c++, ar and ranlib for a target of Zig into FOLDER; $tools has Zig's package
#   debian_root ARCHITECTURE SUITE FOLDER PATTERN   unpacks Debian's packages whose names match, with all that they depend on
#   check_needs C-LIBRARY FILE   that a shared object needs this C library alone: musl, or glibc of 2.17 or later
#   pack_folder FOLDER TARBALL   as a .tar.gz: the same files and $SOURCE_DATE_EPOCH give the same bytes
#   version               that of the library
#   python_version        that of the Python package: 1.0.0rc1 for 1.0.0-rc.1
#   tool_packages         the array of packages that the rowkey command is built with
#   build_packages        the array of packages that the release build and its tests need
#   jvm_options POM…      prints the JVM's options that stand there for HBase and for Spark
#   count_java_tests FILE…   prints one line for the test classes whose reports of Maven these are
#   build_release [TARGET…]   builds the release preset in build/release: everything, or these targets alone, for which a new
#                         folder is configured without tests and benchmarks

if [ "${1-}" = --help ] && [ -z "${own_help-}" ]; then
  sed -n '2,${/^#/!q;s/^# \{0,1\}//p}' "$0"
  exit 0
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# shellcheck disable=SC2034 # the scripts that source this file read it
version=$(sed -n 's/^#define ROWKEY_VERSION_STRING "\(.*\)"/\1/p' include/rowkey/rowkey.h)
# shellcheck disable=SC2034 # the scripts that source this file read it
python_version=$(sed -n 's/^version = "\(.*\)".*/\1/p' python/pyproject.toml)
tool_packages=(cmake ninja-build gcc g++ libc6-dev zlib1g-dev libzstd-dev libsimdjson-dev)
# shellcheck disable=SC2034 # the scripts that source this file read it
build_packages=("${tool_packages[@]}" pkg-config libssl-dev libbenchmark-dev libdivide-dev libxxhash-dev python3 librsvg2-bin)

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
    say "apt-get is not available: install the equivalents of these packages: $*"
    return 0
  fi
  local installed missing=() name
  # While another apt-get installs, packages that are there wait for its triggers: man-db does, for each manual page.
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -nE 's/ (installed|triggers-awaited|triggers-pending)$//p') || true
  for name in "$@"; do
    grep -qxF "$name" <<<"$installed" || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  say "installing missing packages: ${missing[*]}"
  # Fetch the package lists only when the present ones lack a package or are out of date.
  local install=(apt_get install -y --no-install-recommends "${missing[@]}")
  if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 || ! "${install[@]}"; then
    say "fetching the package lists"
    apt_get update && "${install[@]}"
  fi
}

# apt-get itself waits for dpkg's lock, but not for those of the package lists and of the packages that it fetches.
apt_get() {
  local said seconds
  for ((seconds = 0; seconds < 900; seconds += 5)); do
    if said=$(as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=900 "$@" 2>&1 </dev/null); then
      return
    fi
    [[ $said == *"Could not get lock"* ]] || break
    [ $seconds -gt 0 ] || say "another apt-get works: waiting for it"
    sleep 5
  done
  printf '%s\n' "$said" >&2
  return 1
}

need_wheels() {
  local wheel name version
  for wheel in "$@"; do
    name=${wheel%%==*} version=${wheel#*==}
    ! compgen -G "build/wheels/$name-$version-*.whl" >/dev/null || continue
    command -v pip >/dev/null || need_packages python3-pip
    say "fetching $wheel"
    pip download --quiet --disable-pip-version-check --no-deps --dest build/wheels "$wheel" ||
      say "could not fetch $wheel: tests that need it are skipped"
  done
}

# Whether a version is that one or later.
is_at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -1)" = "$1" ]; }

rust_is_new_enough() {
  local version
  version=$(cargo --version 2>/dev/null | cut -d ' ' -f 2) && is_at_least 1.90 "$version"
}

# This cargo packs crates of which one needs the other before either is published; the crates themselves need less.
need_rust() {
  rust_is_new_enough || need_packages cargo-web rustc-web # Debian 12's newer ones
  rust_is_new_enough || { say "Rust 1.90 or later is missing: install it, for example by rustup"; return 1; }
}

go_is_new_enough() {
  local version
  version=$(GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null) && is_at_least "go$(sed -n 's/^go //p' go.mod)" "$version"
}

# Toolchains are modules, which an old go can fetch and check, too.
find_go() {
  go=$(command -v go) && go_is_new_enough "$go" && return
  need_packages golang-go
  go=$(command -v go)
  ! go_is_new_enough "$go" || return 0
  local out=$PWD/build/go module folder
  mkdir -p "$out"
  module=golang.org/toolchain@v0.0.1-go1.26.8.$("$go" env GOOS)-$("$go" env GOARCH)
  say "fetching $module"
  folder=$(cd "$out" && GO111MODULE=on GOFLAGS=-mod=mod "$go" mod download -json "$module" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  # A module's files cannot be run.
  rm -rf "$out/toolchain" && cp -r "$folder" "$out/toolchain" && chmod -R u+w "$out/toolchain"
  chmod +x "$out"/toolchain/bin/* "$out"/toolchain/pkg/tool/*/*
  go=$out/toolchain/bin/go
}

zig_toolchain() {
  local name command
  mkdir -p "$1"
  for name in cc c++ ar ranlib; do
    command="$name"
    [[ $name != c* ]] || command="$name -target $2"
    printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$tools/bin/python" "$command" >"$1/$name"
    chmod +x "$1/$name"
  done
}

debian_root() {
  local architecture=$1 suite=$2 root=$3 apt=$3-apt name names package
  rm -rf "$root"
  mkdir -p "$root"/usr/{bin,lib,lib64,sbin} "$apt"/{state/lists/partial,cache/archives/partial}
  for name in bin lib lib64 sbin; do ln -s "usr/$name" "$root/$name"; done
  : >"$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" >"$apt/list"
  local options=(-o "Dir::State=$apt/state" -o "Dir::State::Status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "Dir::Etc::SourceList=$apt/list" -o Dir::Etc::SourceParts=/dev/null -o "APT::Architecture=$architecture"
    -o "APT::Architectures=$architecture" -o APT::Sandbox::User=root -o Acquire::Languages=none -qq)
  apt-get "${options[@]}" update
  mapfile -t names < <(apt-cache "${options[@]}" pkgnames | grep -xE "$4" | sort)
  rm -f "$apt"/cache/archives/*.deb
  apt-get "${options[@]}" install --download-only --no-install-recommends -y "${names[@]}" >/dev/null
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
}

check_needs() {
  local needed versions
  needed=$(readelf --dynamic --wide "$2" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
  versions=$(readelf --version-info --wide "$2" | grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -1) || true
  case $1 in
    musl) [ "$needed" = 'libc.so ' ] && [ -z "$versions" ] ;;
    glibc) [[ "$needed" =~ ^((ld-linux[a-z0-9.-]*|libc|libm|libpthread|libdl)\.so\.[0-9]+ )+$ ]] &&
      [ "$(printf '%s\n' "$versions" GLIBC_2.17 | sort -V | tail -1)" = GLIBC_2.17 ] ;;
  esac || { say "$2 needs $needed$versions"; return 1; }
}

pack_folder() {
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX \
    -C "$(dirname "$1")" "$(basename "$1")" | gzip --no-name --best >"$2"
}

build_release() {
  if [ $# -eq 0 ]; then
    cmake --preset release --log-level=WARNING && cmake --build --preset release
    return
  fi
  # The preset sets both options again when everything is built.
  [ -f build/release/build.ninja ] ||
    cmake --preset release --log-level=WARNING -DBUILD_TESTING=OFF -DROWKEY_BUILD_BENCH=OFF || return 1
  cmake --build --preset release --target "$@"
}

jvm_options() {
  python3 - "$@" <<'PYTHON'
import sys
import xml.etree.ElementTree

# But those of Maven's own folders.
for path in sys.argv[1:]:
    for element in xml.etree.ElementTree.parse(path).iter():
        if element.tag.rsplit("}", 1)[-1] in ("rowkey.hbase.jvm", "rowkey.spark.jvm"):
            print(" ".join(option for option in element.text.split() if "project.build" not in option), end=" ")
print()
PYTHON
}

# As Maven prints it when it is not quiet.
count_java_tests() {
  python3 - "$@" <<'END'
import sys
import xml.etree.ElementTree

counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
for path in sys.argv[1:]:
    suite = xml.etree.ElementTree.parse(path).getroot()
    for name in counts:
        counts[name] += int(suite.get(name))
print()  # Maven leaves codes of colours at the beginning of a line
print("Tests run: {tests}, Failures: {failures}, Errors: {errors}, Skipped: {skipped}".format(**counts))
END
}
