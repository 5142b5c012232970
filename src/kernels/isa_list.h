/* The rows of simd/isa.def that the target's architecture has: ROWKEY_EACH_ISA applies `row(name)` to each.
 */
#ifndef ROWKEY_SRC_KERNELS_ISA_LIST_H
#define ROWKEY_SRC_KERNELS_ISA_LIST_H

/* gcc for Windows puts vectors of 32 bytes into stacks that are aligned to 16, and crashes (bug 54412). */
#if defined(_WIN32) && !defined(__clang__) && !defined(ROWKEY_WITHOUT_VECTORS)
#define ROWKEY_WITHOUT_VECTORS
#endif

#ifdef ROWKEY_WITHOUT_SCALAR
#define ROWKEY_ON_any(x)
#else
#define ROWKEY_ON_any(x) x
#endif
#if defined(__x86_64__) && !defined(__ILP32__) && !defined(ROWKEY_WITHOUT_VECTORS)
#define ROWKEY_ON_x86_64(x) x
#else
#define ROWKEY_ON_x86_64(x)
#endif
#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(ROWKEY_WITHOUT_VECTORS)
#define ROWKEY_ON_aarch64(x) x
#else
#define ROWKEY_ON_aarch64(x)
#endif
#if defined(__wasm_simd128__) && !defined(ROWKEY_WITHOUT_VECTORS)
#define ROWKEY_ON_wasm32(x) x
#else
#define ROWKEY_ON_wasm32(x)
#endif

#endif
