# This machine's own compiler, with tests on an emulated x86-64 CPU: how an old one, without AVX2, is tested.
set(ROWKEY_EMULATED_CPU Nehalem CACHE STRING "The CPU that qemu-user presents to the tests")
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
# Without a dynamic loader, which would be emulated too: the tool starts thousands of times.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(OPENSSL_USE_STATIC_LIBS ON)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-x86_64-static -cpu ${ROWKEY_EMULATED_CPU})
