# shellcheck shell=bash disable=SC2154 # .ci/run and scripts/lib.sh define the variables
# Compilers, levels of optimisation and sanitizers, in any combination. Sourced by .ci/run.
#
#   combine COMPILER LEVEL CHECKS WHAT [CTEST-OPTION…]
#
# COMPILER  gcc-12, clang-14, clang-19
# LEVEL     O0, O2, O3, or lto, which is O3 across files; clang's is ThinLTO with a cache that all programs share
# CHECKS    none, alignment, address (with undefined), memory, thread
# WHAT      all           every test and the fuzzers' corpora
#           tests         every test
#           tool          the tool's tests
#           kernels       the kernels' tests
#           threads       the tool's tests that start threads, and the first calls; with the kernels in plain C alone, since
#                         ThreadSanitizer ignores accesses wider than 128 bits
# Tests run a tenth of their random repetitions; gate_test runs all.

threaded='^(test_isa|test_encoder|tool_(decode|inputs|keys|rebucket|route|signals|splits)_test)$'

# combination_options COMPILER LEVEL CHECKS WHAT: prints the options of cmake, one a line.
combination_options() {
  local compiler=$1 level=$2 checks=$3 what=$4
  local cxx=${compiler/clang-/clang++-}
  printf '%s\n' "-DCMAKE_C_COMPILER=$compiler" "-DCMAKE_CXX_COMPILER=${cxx/gcc-/g++-}" -DROWKEY_WERROR=ON
  case $level in
    O0) echo -DCMAKE_BUILD_TYPE=Debug ;;
    O2) echo -DCMAKE_BUILD_TYPE=RelWithDebInfo ;;
    O3) echo -DCMAKE_BUILD_TYPE=Release ;;
    lto) printf '%s\n' -DCMAKE_BUILD_TYPE=Release -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON ;;
  esac
  case $checks in
    none) echo -DROWKEY_SANITIZE= ;;
    alignment) echo -DROWKEY_SANITIZE=alignment ;;
    address) echo -DROWKEY_SANITIZE=address,undefined ;;
    # Debian's OpenSSL is not instrumented, so MemorySanitizer would report what it writes.
    memory) printf '%s\n' -DROWKEY_SANITIZE=memory -DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON ;;
    thread) echo -DROWKEY_SANITIZE=thread ;;
  esac
  case $what in
    threads) echo -DROWKEY_VECTORS=OFF ;;
    *) echo -DROWKEY_VECTORS=ON ;;
  esac
  local link=()
  [[ $compiler = gcc-* ]] || link+=(-fuse-ld=lld)
  [[ $compiler-$level != clang-*-lto ]] || link+=("-Wl,--thinlto-cache-dir=$PWD/build/matrix/thinlto,--thinlto-jobs=2")
  [[ $compiler-$level != gcc-*-lto ]] || link+=(-flto=auto)
  printf '%s\n' "-DCMAKE_EXE_LINKER_FLAGS=${link[*]}" "-DCMAKE_SHARED_LINKER_FLAGS=${link[*]}"
}

combine() {
  local compiler=$1 level=$2 checks=$3 what=$4
  shift 4
  local tree=build/matrix/$compiler-$level-$checks directory options targets=() tests=(-LE '^(once|faults)$')
  case $what in
    tests) targets=(--target src/all tests/all) directory=/tests ;;
    tool) targets=(--target rowkey tests/tool/all) tests+=(-R '^tool_') ;;
    kernels) targets=(--target tests/kernels/all) directory=/tests/kernels ;;
    threads) targets=(--target rowkey test_isa test_encoder) tests+=(-R "$threaded") ;;
  esac
  say "$compiler -$level, checks: $checks, $what"
  mapfile -t options < <(combination_options "$compiler" "$level" "$checks" "$what")
  cmake -S . -B "$tree" -G Ninja --log-level=WARNING "${options[@]}"
  cmake --build "$tree" "${targets[@]}"
  ROWKEY_TEST_EFFORT=low ctest --test-dir "$tree${directory-}" --output-on-failure --no-tests=error --parallel "$test_jobs" \
    "${tests[@]}" "$@"
}

# These gates, test (gcc with O3), sanitize and memory (clang 19) combine every compiler, level and sanitizer with some of
# the others; matrix_of combines the rest. clang 14's MemorySanitizer does not know the stat() of Debian 12's C library and
# reports what it fills in as undefined. Intrinsics of gcc's headers need aligned addresses where clang's do not, so gcc
# checks the kernels' alignment.
gate_gcc_12() {
  combine gcc-12 O2 alignment kernels
}

gate_clang_19() {
  combine clang-19 O3 none tests
}

gate_thread() {
  combine clang-14 O0 thread threads
}

# matrix_of COMPILER: every level, or those in MATRIX_LEVELS, with every sanitizer. After a combination that fails the others
# still run. The build of one that passes, up to 20 GB, is removed.
matrix_of() {
  local level checks what broken=() levels
  read -ra levels <<<"${MATRIX_LEVELS:-O0 O2 lto}"
  for level in "${levels[@]}"; do
    [[ $level =~ ^(O0|O2|lto)$ ]] || { say "MATRIX_LEVELS has $level (expected O0, O2 or lto)"; return 2; }
  done
  for level in O0 O2 lto; do
    [[ " ${levels[*]} " = *" $level "* ]] || { skip "$1 -$level: MATRIX_LEVELS has other levels"; continue; }
    for checks in none address memory thread; do
      what=all
      [ "$level" != lto ] || what=tool # the linker compiles the kernels again for each program
      [ "$checks" != thread ] || what=threads
      [ "$checks" != memory ] || [ "$1" = clang-19 ] || continue
      combine "$1" "$level" "$checks" "$what" & # as a job: `set -e` holds in it, and would not in a condition
      if wait $!; then
        rm -r "build/matrix/$1-$level-$checks"
      else
        broken+=("$level-$checks")
      fi
    done
  done
  [ ${#broken[@]} -eq 0 ] || { say "failed with $1: ${broken[*]}" && return 1; }
}

# The full product takes hours: these gates run on demand, `MATRIX_LEVELS=O0 .ci/run matrix-gcc-12` a third of one.
gate_matrix_gcc_12() { matrix_of gcc-12; }
gate_matrix_clang_14() { matrix_of clang-14; }
gate_matrix_clang_19() { matrix_of clang-19; }
