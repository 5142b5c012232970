#include "cpu/cpu.h"

bool rowkey_cpu_has_scalar(void) { return true; }
bool rowkey_cpu_prefers_scalar(void) { return true; }

#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Part of every 64-bit Arm. */
bool rowkey_cpu_has_neon(void) { return true; }
bool rowkey_cpu_prefers_neon(void) { return true; }
#endif

#if defined(__x86_64__) && !defined(__ILP32__)
/* The compiler's run-time asks cpuid, and xgetbv for what the operating system saves. Every CPU with AVX2 has
 * the rest of what simd/lanes/avx2.h uses, but a hypervisor can hide it. */
bool rowkey_cpu_has_avx2(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2") &&
         __builtin_cpu_supports("pclmul");
}
bool rowkey_cpu_prefers_avx2(void) { return true; }

/* What simd/lanes/avx512.h uses: Ice Lake, Zen 4 and later. Without 52-bit multiply-adds and byte permutes
 * (Skylake, Cascade Lake) 512-bit vectors lose to lower clocks most of what they gain. */
bool rowkey_cpu_has_avx512(void) {
  return rowkey_cpu_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512ifma") &&
         __builtin_cpu_supports("avx512vbmi");
}
/* Cannon Lake has all that, but one 512-bit port and low clocks. It lacks this feature, which came a year
 * later. */
bool rowkey_cpu_prefers_avx512(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512vbmi2") != 0;
}
#endif
