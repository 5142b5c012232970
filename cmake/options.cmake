# What can be chosen at configuration, and the flags that everything here is compiled with.
if(ROWKEY_PREFIX AND NOT DEFINED ROWKEY_BUILD_TOOL)
  set(ROWKEY_BUILD_TOOL OFF)
endif()
option(ROWKEY_BUILD_TOOL "Build the rowkey command" ${PROJECT_IS_TOP_LEVEL})
option(ROWKEY_INSTALL "Install the libraries, their headers and the tool" ${PROJECT_IS_TOP_LEVEL})
option(ROWKEY_BUILD_BENCH "Build rowkey-bench (needs Google Benchmark, OpenSSL and xxHash's header)" OFF)
option(ROWKEY_VECTORS "Build the kernels of the vector instruction sets, not those of plain C alone" ON)
option(ROWKEY_SMALL "Build the generic kernels alone, for size: the same keys, a part of them made more slowly" OFF)
option(ROWKEY_FUZZ "Build the fuzzers (needs clang)" OFF)
set(ROWKEY_FUZZ_GUIDE all CACHE STRING "Of which instruction sets' kernels a fuzzer sees the coverage: all, or one")
set(ROWKEY_FUZZ_ENGINE -fsanitize=fuzzer CACHE STRING "What links the main function of a fuzzer")
option(ROWKEY_WERROR "Treat warnings as errors" OFF)
set(ROWKEY_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")

if(ROWKEY_PREFIX AND (ROWKEY_BUILD_TOOL OR ROWKEY_BUILD_BENCH OR ROWKEY_FUZZ))
  message(FATAL_ERROR "ROWKEY_PREFIX is of the static library alone: expected ROWKEY_BUILD_TOOL, ROWKEY_BUILD_BENCH and "
    "ROWKEY_FUZZ to be OFF")
endif()

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
else()
  # What the project around it wants of its own code. The kernels use what gcc and clang have beyond C11; its warnings as
  # errors would end the build with each new compiler; sums, signs of zero and rounding are parts of keys; and its include
  # folders may have headers that are called as those here.
  add_compile_options(-Wno-pedantic -Wno-error $<$<COMPILE_LANGUAGE:C>:-fno-fast-math>)
  set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
  set_property(DIRECTORY PROPERTY INCLUDE_DIRECTORIES)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
get_property(CMAKE_POSITION_INDEPENDENT_CODE GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
set(CMAKE_UNITY_BUILD OFF) # what is static in two files may have one name
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

add_compile_options(
  $<$<COMPILE_LANGUAGE:C>:-Wall> $<$<COMPILE_LANGUAGE:C>:-Wextra> $<$<COMPILE_LANGUAGE:C>:-Wshadow>
  $<$<COMPILE_LANGUAGE:C>:-Wconversion> $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>)
# A product and a sum are two roundings on every CPU, as they are without fused multiply-add.
add_compile_options($<$<COMPILE_LANGUAGE:C>:-ffp-contract=off>)
if(ROWKEY_WERROR)
  add_compile_options(-Werror)
endif()
if(ROWKEY_SANITIZE)
  add_compile_options(-fsanitize=${ROWKEY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${ROWKEY_SANITIZE})
endif()
# Those of the option and those that whoever builds has put into the flags, as fuzzing services do.
string(REGEX MATCHALL "-fsanitize=[a-z,-]+" rowkey_sanitizers "${CMAKE_C_FLAGS} -fsanitize=${ROWKEY_SANITIZE}")
if(ROWKEY_FUZZ AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize=[a-z,]*fuzzer|-fsanitize-coverage|-fcoverage-mapping")
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

# For 32-bit x86, gcc 12 with -O3 removes stores that a struct copied by `rep movs` still needs: divisors came out
# as zeros, so remainders and keys were wrong.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SIZEOF_VOID_P EQUAL 4 AND
    CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86|x86_64|AMD64|amd64)$")
  add_compile_options(-fno-dse)
endif()

# POSIX and GNU names, for the tool and the tests; large files on 32-bit targets.
add_compile_definitions(_GNU_SOURCE _FILE_OFFSET_BITS=64)
# The project's own sources use all headers. Who links the libraries defines it where it is wanted.
add_compile_definitions(ROWKEY_EXPERIMENTAL)
