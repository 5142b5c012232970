/* What an x86-64 processor says of itself. It is asked here: some compilers' run-times leave
 * __builtin_cpu_supports without an answer (Zig's). In a virtual machine each question takes a microsecond or
 * more, because the hypervisor answers it. */
#ifndef ROWKEY_SRC_KERNELS_FEATURES_H
#define ROWKEY_SRC_KERNELS_FEATURES_H

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
  unsigned eax, ebx, edx;
  const unsigned leaves = (unsigned)__get_cpuid_max(0, 0);
  if (leaves >= 1) __cpuid(1, eax, ebx, found.leaf1_ecx, edx);
  if (leaves >= 7) __cpuid_count(7, 0, eax, found.leaf7_ebx, found.leaf7_ecx, edx);
  if ((found.leaf1_ecx & bit_OSXSAVE) != 0) {
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    found.saved = (uint64_t)high << 32 | low;
  }
  return found;
}

#endif
