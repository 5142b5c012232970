/* The digests of groups of MD5_SHORT_STREAMS vectors of messages, whose words are in memory.
 *
 * Parameters, defined before each inclusion and undefined at its end:
 *   MD5_SHORT(name)      the names that are defined here
 *   MD5_SHORT_STREAMS    the streams
 *   MD5_SHORT_IN_LOOPS   whether all rounds are in loops: then four and eight words have none of their own
 */
typedef vec32 MD5_SHORT(words)[16][MD5_SHORT_STREAMS];
typedef vec32 MD5_SHORT(state)[4][MD5_SHORT_STREAMS];

V_INLINE void MD5_SHORT(begin)(MD5_SHORT(state) state) {
  for (int s = 0; s < MD5_SHORT_STREAMS; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_set1(md5_initial[i]);
}

V_INLINE void MD5_SHORT(end)(MD5_SHORT(state) state, uint8_t *digests) {
  for (int s = 0; s < MD5_SHORT_STREAMS; s++) {
    const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};
    v32_store_digests(digests + 16 * s * V32_LANES, digest);
  }
}

/* Words `first` … of the set are 0 in all messages, apart from the bit count. */
V_INLINE void MD5_SHORT(clear)(MD5_SHORT(words) words, unsigned first, enum md5_set set) {
  const unsigned end = set == MD5_16_WORDS ? MD5_BIT_COUNT : 2U << set;
  memset(words[first], 0, (end - first) * sizeof words[0]);
  if (set == MD5_16_WORDS) memset(words[15], 0, sizeof words[15]);
}

#define MD5_STREAMS MD5_SHORT_STREAMS
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS MD5_SHORT(rounds_of_16)
#include "simd/kernels/md5_rounds.h"

/* A block of messages that may have others before it. */
static __attribute__((noinline)) void MD5_SHORT(block)(MD5_SHORT(state) state, const MD5_SHORT(words) words,
                                                       const uint32_t addends[64]) {
  MD5_SHORT(rounds_of_16)(state, words, 0xffff, addends, md5_nothing_meanwhile, NULL);
}

static void MD5_SHORT(of_16_words)(const MD5_SHORT(words) words, const uint32_t addends[64],
                                   uint8_t *digests) {
  MD5_SHORT(state) state;
  MD5_SHORT(begin)(state);
  MD5_SHORT(block)(state, words, addends);
  MD5_SHORT(end)(state, digests);
}

#define MD5_STREAMS MD5_SHORT_STREAMS
#define MD5_ROLLED (2 * MD5_SHORT_IN_LOOPS)
#define MD5_ROUNDS MD5_SHORT(rounds_of_few)
#include "simd/kernels/md5_rounds.h"

#define MD5_SHORT_DEFINE(name, variable)                                                                \
  static __attribute__((noinline)) void MD5_SHORT(name)(const MD5_SHORT(words) words,                   \
                                                        const uint32_t addends[64], uint8_t *digests) { \
    MD5_SHORT(state) state;                                                                             \
    MD5_SHORT(begin)(state);                                                                            \
    MD5_SHORT(rounds_of_few)(state, words, variable, addends, md5_nothing_meanwhile, NULL);             \
    MD5_SHORT(end)(state, digests);                                                                     \
  }
#ifndef ROWKEY_SMALL
MD5_SHORT_DEFINE(of_2_words, 0x0003)
#endif
#if !MD5_SHORT_IN_LOOPS && !defined ROWKEY_SMALL
MD5_SHORT_DEFINE(of_4_words, 0x000f | 1U << MD5_BIT_COUNT)
MD5_SHORT_DEFINE(of_8_words, 0x00ff | 1U << MD5_BIT_COUNT)
#endif

/* The digests of messages that the set has all words of. */
static void MD5_SHORT(hash)(enum md5_set set, const MD5_SHORT(words) words, const uint32_t addends[64],
                            uint8_t *digests) {
#ifndef ROWKEY_SMALL
  if (set == MD5_2_WORDS) {
    MD5_SHORT(of_2_words)(words, addends, digests);
    return;
  }
#if !MD5_SHORT_IN_LOOPS
  if (set == MD5_4_WORDS) {
    MD5_SHORT(of_4_words)(words, addends, digests);
    return;
  }
  if (set == MD5_8_WORDS) {
    MD5_SHORT(of_8_words)(words, addends, digests);
    return;
  }
#endif
#else
  (void)set;
#endif
  MD5_SHORT(of_16_words)(words, addends, digests);
}

#undef MD5_SHORT
#undef MD5_SHORT_STREAMS
#undef MD5_SHORT_IN_LOOPS
#undef MD5_SHORT_DEFINE
