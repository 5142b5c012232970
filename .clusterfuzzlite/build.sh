#!/usr/bin/env bash
# Build every fuzzer into $OUT, each with its seed corpus and dictionary, with the compilers and flags of the
# environment: $CC $CXX $CFLAGS $CXXFLAGS $LIB_FUZZING_ENGINE $SRC, and $WORK for the build. ClusterFuzzLite
# runs it in its container; `.ci/run fuzz` runs it without one.
set -euo pipefail
: "${CC:?}" "${CXX:?}" "${CFLAGS?}" "${CXXFLAGS?}" "${LIB_FUZZING_ENGINE:?}" "${OUT:?}" "${SRC:?}"
project=$(realpath "$SRC/rowkey")
build=${WORK:-$OUT/build}/rowkey-fuzz

mkdir -p "$OUT"
cmake -S "$project" -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
  -DROWKEY_FUZZ=ON -DROWKEY_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" -DBUILD_TESTING=OFF -DROWKEY_BUILD_TOOL=OFF
cmake --build "$build" --target fuzzers

shopt -s nullglob
for archive in "$project"/fuzz/corpus/*.tar.xz; do
  name=$(basename "$archive" .tar.xz)
  cp "$build/fuzz_$name" "$OUT/"
  python3 -m zipfile -c "$OUT/fuzz_${name}_seed_corpus.zip" "$build/fuzz/corpus/$name"/* "$project/fuzz/corpus/$name"/*
  if [ -f "$build/fuzz/$name.dict" ]; then cp "$build/fuzz/$name.dict" "$OUT/fuzz_$name.dict"; fi
done
