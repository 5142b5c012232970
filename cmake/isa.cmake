# simd/isa.def is the only list of instruction sets; what is compiled once for each of them goes through here.
# A machine of 64 bits also builds for systems of 32, and a Mac of either kind for the other.
set(rowkey_processor ${CMAKE_SYSTEM_PROCESSOR})
if(APPLE AND CMAKE_OSX_ARCHITECTURES)
  set(rowkey_processor ${CMAKE_OSX_ARCHITECTURES})
  list(LENGTH rowkey_processor processors)
  if(processors GREATER 1)
    message(FATAL_ERROR "CMAKE_OSX_ARCHITECTURES is ${CMAKE_OSX_ARCHITECTURES}: kernels are compiled for one architecture at a "
      "time (expected arm64 or x86_64; build each in a folder of its own, and join the libraries with lipo -create)")
  endif()
endif()
if(ROWKEY_VECTORS AND WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  message(WARNING "gcc for Windows puts vectors of 32 bytes into stacks that are aligned to 16, which crashes (its bug 54412): "
    "the kernels of plain C alone are built (expected clang, such as that of Zig, for the others)")
  set(ROWKEY_VECTORS OFF)
endif()
if(NOT ROWKEY_VECTORS)
  set(rowkey_architecture other)
  add_compile_definitions(ROWKEY_WITHOUT_VECTORS)
elseif(rowkey_processor MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(rowkey_architecture x86_64)
elseif(rowkey_processor MATCHES "^(aarch64|arm64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(rowkey_architecture aarch64)
elseif(rowkey_processor STREQUAL "wasm32")
  set(rowkey_architecture wasm32)
  add_compile_options(-msimd128) # a module has vectors or it has not: no program can ask
  if(NOT PROJECT_IS_TOP_LEVEL)
    set(rowkey_without_scalar ON) # tests alone compare them
    add_compile_definitions(ROWKEY_WITHOUT_SCALAR)
  endif()
else()
  set(rowkey_architecture other)
endif()

set(isa_def ${PROJECT_SOURCE_DIR}/simd/isa.def)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${isa_def})
file(STRINGS ${isa_def} isa_rows REGEX "^ROWKEY_ISA\\(")
set(rowkey_isas)
foreach(row IN LISTS isa_rows)
  string(REGEX MATCH "^ROWKEY_ISA\\(([a-z0-9_]+), ([a-z0-9_]+)\\)" matched "${row}")
  if((CMAKE_MATCH_2 STREQUAL "any" AND NOT rowkey_without_scalar) OR CMAKE_MATCH_2 STREQUAL rowkey_architecture)
    list(APPEND rowkey_isas ${CMAKE_MATCH_1})
  endif()
endforeach()

# An object library <prefix>_<name> of `source` for each instruction set that the target can have; sets
# <prefix>_objects in the caller to all their objects.
function(rowkey_compile_for_each_isa prefix source)
  set(objects)
  foreach(isa IN LISTS rowkey_isas)
    add_library(${prefix}_${isa} OBJECT ${source})
    target_include_directories(${prefix}_${isa} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src
      ${PROJECT_SOURCE_DIR}/src/shared ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(${prefix}_${isa} PRIVATE ROWKEY_ISA_NAME=${isa}
      ROWKEY_LANES_HEADER="simd/lanes/${isa}.h")
    # gcc's reassociation lengthens the dependency chains of MD5 by a tenth; its scheduling before it assigns
    # registers, which it does on Arm, keeps more values alive than there are registers.
    target_compile_options(${prefix}_${isa} PRIVATE
      $<$<C_COMPILER_ID:GNU>:-fno-tree-reassoc> $<$<C_COMPILER_ID:GNU>:-fno-schedule-insns>)
    # gcc's `rep movs` and `rep stos` take longer to begin than the C library takes for a few rows.
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND isa MATCHES "^avx" AND NOT ROWKEY_SMALL)
      target_compile_options(${prefix}_${isa} PRIVATE
        -mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign)
    endif()
    # Long straight code is decoded a cache line at a time: where MD5 begins within one must not depend on what
    # stands before it (25 % on Zen 4).
    target_compile_options(${prefix}_${isa} PRIVATE -falign-functions=64)
    if(rowkey_sanitizers)
      target_compile_definitions(${prefix}_${isa} PRIVATE ROWKEY_SANITIZED)
    endif()
    if(ROWKEY_SMALL)
      target_compile_definitions(${prefix}_${isa} PRIVATE ROWKEY_SMALL)
    endif()
    # Kernels without optimisation are a hundred times as slow, and a call of one takes up to 900 KB of stack: a project
    # that has rowkey within it gets them optimised, whatever it compiles its own code with. -O2 makes a quarter less of
    # code than -O3.
    if(ROWKEY_SMALL AND NOT rowkey_sanitizers)
      target_compile_options(${prefix}_${isa} PRIVATE -O2)
    elseif(NOT PROJECT_IS_TOP_LEVEL AND NOT rowkey_sanitizers)
      target_compile_options(${prefix}_${isa} PRIVATE -O3)
    endif()
    # Unrolled code takes long to compile with checks around every access; more optimisation finds no more. Without any,
    # clang 14 gives a function of MD5 a frame of 4 MB, and two of them are more than a stack.
    if(rowkey_sanitizers AND (NOT CMAKE_BUILD_TYPE STREQUAL "Debug" OR
        (CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 15)))
      target_compile_options(${prefix}_${isa} PRIVATE -O1)
    endif()
    # In unrolled code clang takes several times longer to compile reports of undefined behaviour than traps.
    # AddressSanitizer shows the place of a trap all the same.
    if(rowkey_sanitizers MATCHES "undefined" AND CMAKE_C_COMPILER_ID STREQUAL "Clang")
      target_compile_options(${prefix}_${isa} PRIVATE -fsanitize-trap=undefined)
    endif()
    list(APPEND objects $<TARGET_OBJECTS:${prefix}_${isa}>)
  endforeach()
  set(${prefix}_objects ${objects} PARENT_SCOPE)
endfunction()
