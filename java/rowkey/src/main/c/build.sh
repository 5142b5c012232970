#!/bin/sh
# Builds the native library of this machine with the C library within it, for Maven:
#
#   build.sh BUILD-FOLDER NATIVES-FOLDER HEADERS-FOLDER JAVA-HOME [CMAKE-OPTIONS]
#
# HEADERS has io_rowkey_Native.h, which javac has made. NATIVES receives <system>/librowkey_jni.so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1 natives=$2 headers=$3 java=$4 options=${5-}
# A JRE of Java 8 lies within its JDK.
[ -e "$java/include/jni.h" ] || java=$(dirname "$java")
# shellcheck disable=SC2086 # the options are several words
cmake -S "$here" -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=Release \
  -DROWKEY_JNI_HEADERS="$headers" -DROWKEY_JAVA_INCLUDE="$java/include" -DROWKEY_NATIVES="$natives" $options >/dev/null
cmake --build "$build" --target rowkey_jni >"$build/log" 2>&1 || { cat "$build/log" >&2 && exit 1; }
