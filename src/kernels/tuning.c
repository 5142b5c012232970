#include "kernels/tuning.h"

#include <stdatomic.h>
#include <stdint.h>

#include "kernels/cpu.h"

enum { OTHERS, ZEN_5, INTEL, FAMILIES };

/* A Zen 5 core executes most operations of 256 bits in two cycles, so six streams of MD5 do not wait where
 * four do: keys of 8 bytes 160 to 177 M/s, of 64 bytes 73 to 85. Zen 3 and 4 lose by six. It has half as much
 * of the first cache again: strings of 2048 bytes from memory 9.1 to 9.7 M/s, of 4096 bytes 3.7 to 3.95,
 * where Zen 4 falls from 3.7 to 2.5 and from 10.5 to 7.9 with those of 750.
 * Strings fetched one after the other: 2048 bytes 7.2 to 9.1 M/s on Zen 5, but 256 bytes 63 to 56; Zen 3 and
 * 4 and Arm cores by reasoning.
 *
 * An Intel core with AMX reads strings of all lengths faster one after the other, and writes digests faster
 * into lines that it has fetched: from memory 128 bytes 34 to 43 M/s, 256 bytes 18.8 to 24.7, AVX2 15.9
 * to 18.0.
 *
 * An Intel core has one port for byte permutes, of which one of two vectors takes it for two cycles (measured
 * on a core with AMX; Ice Lake has the same port): with AVX-512, rows with text 175 to 281 M/s (a number of
 * two digits, one of eight bytes, two texts) and 550 to 718 (a text and a number) field by field. Zen 5
 * gains, too: 340 to 515 and 945 to 1,250 M/s with gcc 12, 453 to 524 and 1,100 to 1,290 with clang 19. Zen 4
 * permutes in one to two cycles of two ports: permuted rows of a text and a number make 728 M/s there, passes
 * over fields 535. Zen 3 and Arm cores have no such kernel. */
#define WITHOUT_AND_WITH_SHA(...)                            \
  {                                                          \
    {__VA_ARGS__}, { __VA_ARGS__, .sha_instructions = true } \
  }
static const struct rowkey_tuning tunings[FAMILIES][2] = {
    [OTHERS] = WITHOUT_AND_WITH_SHA(.cores = "other cores", .md5_loops_from = SIZE_MAX,
                                    .md5_fetches_whole_from = 1024),
    [ZEN_5] = WITHOUT_AND_WITH_SHA(.cores = "Zen 5", .md5_loops_from = 512, .md5_fetches_whole_from = 1024,
                                   .md5_fetches_near = true, .rows_field_by_field = true),
    [INTEL] = WITHOUT_AND_WITH_SHA(.cores = "Intel", .md5_loops_from = SIZE_MAX, .md5_fetches_whole_from = 64,
                                   .md5_fetches_digests = true, .rows_field_by_field = true),
};

#if defined(__x86_64__) && !defined(__ILP32__)
#include <cpuid.h>

static size_t row_of_cpu(void) {
  enum { AMD_ZEN_5 = 0x1a };
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx)) return OTHERS;
  if (ebx == signature_INTEL_ebx && edx == signature_INTEL_edx && ecx == signature_INTEL_ecx) return INTEL;
  if (ebx != signature_AMD_ebx || edx != signature_AMD_edx || ecx != signature_AMD_ecx ||
      !__get_cpuid(1, &eax, &ebx, &ecx, &edx))
    return OTHERS;
  const unsigned family = (eax >> 8 & 0xf) + (eax >> 20 & 0xff); /* the second part counts above 15 */
  return family == AMD_ZEN_5 ? ZEN_5 : OTHERS;
}
#else
static size_t row_of_cpu(void) { return OTHERS; }
#endif

static _Atomic(const struct rowkey_tuning *) chosen;

const struct rowkey_tuning *rowkey_tuning(void) {
  const struct rowkey_tuning *tuning = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (tuning != NULL) return tuning;
  /* Threads that come here at the same time find the same. */
  tuning = &tunings[row_of_cpu()][rowkey_cpu_has_sha()];
  atomic_store_explicit(&chosen, tuning, memory_order_relaxed);
  return tuning;
}

void rowkey_tuning_set(const struct rowkey_tuning *tuning) {
  atomic_store_explicit(&chosen, tuning, memory_order_relaxed);
}
