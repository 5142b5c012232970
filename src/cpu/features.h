/* What an x86-64 processor says of itself. It is asked here: some compilers' run-times leave
 * __builtin_cpu_supports without an answer (Zig's). */
#ifndef ROWKEY_CPU_FEATURES_H
#define ROWKEY_CPU_FEATURES_H

#include <cpuid.h>
#include <stdint.h>

/* The bits of bit_AVX2 and the like in <cpuid.h>. */
struct features {
  unsigned leaf1_ecx, leaf7_ebx, leaf7_ecx;
  uint64_t saved; /* the registers that the operating system saves: XCR0 */
};

enum { SAVES_AVX = 0x06, SAVES_AVX512 = 0xe0 };

static inline struct features read_features(void) {
  struct features found = {0};
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(1, &eax, &ebx, &found.leaf1_ecx, &edx)) return found;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    found.leaf7_ebx = ebx;
    found.leaf7_ecx = ecx;
  }
  if ((found.leaf1_ecx & bit_OSXSAVE) != 0) {
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    found.saved = (uint64_t)high << 32 | low;
  }
  return found;
}

#endif
