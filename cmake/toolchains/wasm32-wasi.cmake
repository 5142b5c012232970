# WebAssembly: Debian's clang and its C library for WASI. Node runs the tests.
set(CMAKE_SYSTEM_NAME Generic) # no shared libraries
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# What doc/library.md says that programs need; by itself one has 64 KB, and data where the stack ends.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576,--stack-first")
# What Node 20 makes of calls of WASI without the check of their arguments writes into memory that has moved: it crashes.
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --no-turbo-fast-api-calls ${CMAKE_CURRENT_LIST_DIR}/wasi.mjs)
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
