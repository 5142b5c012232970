#include "kernels/cpu.h"

bool rowkey_cpu_has_scalar(void) { return true; }
bool rowkey_cpu_prefers_scalar(void) { return true; }

#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Part of every 64-bit Arm. */
bool rowkey_cpu_has_neon(void) { return true; }
bool rowkey_cpu_prefers_neon(void) { return true; }
#endif

#if defined(__wasm_simd128__)
/* An engine without them has refused the module. */
bool rowkey_cpu_has_wasm128(void) { return true; }
bool rowkey_cpu_prefers_wasm128(void) { return true; }
#endif

#if defined(__x86_64__) && !defined(__ILP32__)
#include "kernels/features.h"

static bool has_all(uint64_t found, uint64_t wanted) { return (found & wanted) == wanted; }

/* Every CPU of Intel and AMD with AVX2 has the rest of what simd/lanes/avx2.h uses, but a hypervisor can hide
 * it; some of VIA's have no fused multiply-add, and run the scalar kernels. */
static bool has_avx2(const struct features *found) {
  return has_all(found->saved, SAVES_AVX) &&
         has_all(found->leaf1_ecx, bit_AVX | bit_FMA | bit_POPCNT | bit_SSE4_2 | bit_PCLMUL) &&
         has_all(found->leaf7_ebx, bit_AVX2 | bit_BMI | bit_BMI2);
}
bool rowkey_cpu_has_avx2(void) {
  const struct features found = read_features();
  return has_avx2(&found);
}
bool rowkey_cpu_prefers_avx2(void) { return true; }

/* What simd/lanes/avx512.h uses: Ice Lake, Zen 4 and later. Without 52-bit multiply-adds and byte permutes
 * (Skylake, Cascade Lake) 512-bit vectors lose to lower clocks most of what they gain; Cannon Lake, which has
 * all but VBMI2, has one 512-bit port, too. */
bool rowkey_cpu_has_avx512(void) {
  const struct features found = read_features();
  return has_avx2(&found) && has_all(found.saved, SAVES_AVX512) &&
         has_all(found.leaf7_ebx, (unsigned)bit_AVX512F | (unsigned)bit_AVX512BW | (unsigned)bit_AVX512DQ |
                                      (unsigned)bit_AVX512VL | (unsigned)bit_AVX512CD |
                                      (unsigned)bit_AVX512IFMA) &&
         has_all(found.leaf7_ecx, (unsigned)bit_AVX512VBMI | (unsigned)bit_AVX512VBMI2);
}
bool rowkey_cpu_prefers_avx512(void) { return true; }
#endif

#if defined(__x86_64__) && !defined(__ILP32__)
bool rowkey_cpu_has_sha(void) {
  const struct features found = read_features();
  return has_all(found.leaf1_ecx, bit_SSE4_1 | bit_SSSE3) && has_all(found.leaf7_ebx, bit_SHA);
}
#elif defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

bool rowkey_cpu_has_sha(void) {
  const unsigned long wanted = HWCAP_SHA1 | HWCAP_SHA2;
  return (getauxval(AT_HWCAP) & wanted) == wanted;
}
#elif defined(__aarch64__) && defined(__APPLE__)
bool rowkey_cpu_has_sha(void) { return true; } /* every Mac with such a processor has */
#else
bool rowkey_cpu_has_sha(void) { return false; }
#endif
