/* SHA-1 and SHA-256 by the instructions of x86-64 processors, two messages at a time: one alone would wait
 * for each instruction of its chain. Any of the lane headers can stand above; the instructions have registers
 * of 128 bits alone.
 *
 * The state of SHA-256 lies in two registers as a, b, e, f and c, d, g, h, the first in the highest lane;
 * that of SHA-1 as a, b, c, d, and e in the highest lane of the other. */
#ifndef ROWKEY_SIMD_OVERRIDES_SHA_X86_H
#define ROWKEY_SIMD_OVERRIDES_SHA_X86_H

#include <immintrin.h>

#define SHA_TARGET __attribute__((target("sha,sse4.1"), noinline))
#define SHA_INLINE static inline __attribute__((target("sha,sse4.1"), always_inline))

/* Words 4 * four … of a block of each message. */
SHA_INLINE void sha_load_four(const uint8_t *const *blocks, unsigned four, __m128i order, size_t messages,
                              __m128i words[][4]) {
  for (size_t m = 0; m < messages; m++)
    words[m][four] =
        _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks[m] + 16 * (size_t)four)), order);
}

SHA_INLINE void sha256_add_blocks(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks,
                                  const size_t messages) {
  const __m128i order = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
  __m128i abef[SHA_PAIR], cdgh[SHA_PAIR], words[SHA_PAIR][4];
  for (size_t m = 0; m < messages; m++) {
    const __m128i dcba = _mm_loadu_si128((const __m128i *)states[m]);
    const __m128i hgfe = _mm_loadu_si128((const __m128i *)(states[m] + 4));
    const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    abef[m] = _mm_alignr_epi8(cdab, efgh, 8);
    cdgh[m] = _mm_blend_epi16(efgh, cdab, 0xf0);
  }
  const __m128i abef_before[SHA_PAIR] = {abef[0], abef[messages - 1]};
  const __m128i cdgh_before[SHA_PAIR] = {cdgh[0], cdgh[messages - 1]};
#pragma GCC unroll 16
  for (unsigned four = 0; four < 16; four++) {
    const unsigned at = four % 4;
    const __m128i constants = _mm_loadu_si128((const __m128i *)(sha256_constants + 4 * four));
    if (four < 4) sha_load_four(blocks, four, order, messages, words);
    for (size_t m = 0; m < messages; m++) {
      __m128i *w = words[m];
      if (four >= 4) {
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[at], w[(at + 1) % 4]),
                                          _mm_alignr_epi8(w[(at + 3) % 4], w[(at + 2) % 4], 4));
        w[at] = _mm_sha256msg2_epu32(sum, w[(at + 3) % 4]);
      }
      const __m128i added = _mm_add_epi32(w[at], constants);
      cdgh[m] = _mm_sha256rnds2_epu32(cdgh[m], abef[m], added);
      abef[m] = _mm_sha256rnds2_epu32(abef[m], cdgh[m], _mm_shuffle_epi32(added, 0x0e));
    }
  }
  for (size_t m = 0; m < messages; m++) {
    const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(abef[m], abef_before[m]), 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(cdgh[m], cdgh_before[m]), 0xb1);
    _mm_storeu_si128((__m128i *)states[m], _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(states[m] + 4), _mm_alignr_epi8(dchg, feba, 8));
  }
}

/* Twenty steps, whose function the instruction has as a number. */
#define SHA1_FIVE_FOURS(function)                                                                         \
  for (unsigned end = four + 5; four < end; four++) {                                                     \
    const unsigned at = four % 4;                                                                         \
    if (four < 4) sha_load_four(blocks, four, order, messages, words);                                    \
    for (size_t m = 0; m < messages; m++) {                                                               \
      __m128i *w = words[m];                                                                              \
      if (four >= 4)                                                                                      \
        w[at] = _mm_sha1msg2_epu32(                                                                       \
            _mm_xor_si128(_mm_sha1msg1_epu32(w[at], w[(at + 1) % 4]), w[(at + 2) % 4]), w[(at + 3) % 4]); \
      const __m128i added = four == 0 ? _mm_add_epi32(e[m], w[at]) : _mm_sha1nexte_epu32(e[m], w[at]);    \
      e[m] = abcd[m];                                                                                     \
      abcd[m] = _mm_sha1rnds4_epu32(abcd[m], added, function);                                            \
    }                                                                                                     \
  }

SHA_INLINE void sha1_add_blocks(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks,
                                const size_t messages) {
  const __m128i order = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m128i abcd[SHA_PAIR], e[SHA_PAIR], words[SHA_PAIR][4];
  for (size_t m = 0; m < messages; m++) {
    abcd[m] = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)states[m]), 0x1b);
    e[m] = _mm_slli_si128(_mm_cvtsi32_si128((int)states[m][4]), 12);
  }
  const __m128i abcd_before[SHA_PAIR] = {abcd[0], abcd[messages - 1]};
  const __m128i e_before[SHA_PAIR] = {e[0], e[messages - 1]};
  unsigned four = 0;
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(0)
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(1)
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(2)
#pragma GCC unroll 5
  SHA1_FIVE_FOURS(3)
  for (size_t m = 0; m < messages; m++) {
    const __m128i sum = _mm_add_epi32(abcd[m], abcd_before[m]);
    _mm_storeu_si128((__m128i *)states[m], _mm_shuffle_epi32(sum, 0x1b));
    states[m][4] = (uint32_t)_mm_extract_epi32(_mm_sha1nexte_epu32(e[m], e_before[m]), 3);
  }
}

#undef SHA1_FIVE_FOURS

#endif
