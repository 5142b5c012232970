/* MD5 of messages of equal or nearly equal length: keys of a fixed width, decimal numbers, short strings.
 *
 * Only the words that differ between messages are kept in memory and added; padding, length and the zeros
 * between are folded into the steps' addends where all messages have them. There is one copy of the rounds
 * for each set of words: the compiler drops the additions of the others. What loads and makes words is
 * shared.
 */
#ifndef ROWKEY_SIMD_KERNELS_MD5_SHORT_H
#define ROWKEY_SIMD_KERNELS_MD5_SHORT_H

#include "simd/kernels/md5_constants.h"

#define MD5_SHORT_ROWS (V_STREAMS_MD5 * V32_LANES)
/* Many keys of a width, or numbers of a length, have other streams in loops, where the CPU is the faster for
 * it: so many that what is left, which the smaller groups take, does not matter. */
#if V_MD5_KEYS_ROLLED && !defined ROWKEY_SMALL
#define MD5_HAS_KEYS 1
#else
#define MD5_HAS_KEYS 0
#endif
#define MD5_KEYS_ROWS (V_STREAMS_MD5_KEYS * V32_LANES)
#define MD5_MOST_ROWS (MD5_HAS_KEYS && MD5_KEYS_ROWS > MD5_SHORT_ROWS ? MD5_KEYS_ROWS : MD5_SHORT_ROWS)

/* Sets of words that rounds are compiled for. A message whose words do not fill its set has zeros in the
 * others. Nearly all of the time goes into what all sets share: see simd/laboratory.md for what each one
 * gains. */
enum md5_set {
  MD5_2_WORDS,  /* 0 and 1 */
  MD5_4_WORDS,  /* 0 to 3, and the bit count */
  MD5_8_WORDS,  /* 0 to 7, and the bit count */
  MD5_16_WORDS, /* all */
  MD5_SETS
};
enum { MD5_BIT_COUNT = 14 }; /* the word that has it; the next one would if messages were long */

/* That of messages with `count` words. A small library has the rounds for all words alone. */
V_INLINE enum md5_set md5_set_of(size_t count) {
#ifdef ROWKEY_SMALL
  count = 16;
#endif
  return count <= 2 ? MD5_2_WORDS : count <= 4 ? MD5_4_WORDS : count <= 8 ? MD5_8_WORDS : MD5_16_WORDS;
}

#define MD5_SHORT(name) md5_short_##name
#define MD5_SHORT_STREAMS V_STREAMS_MD5
#define MD5_SHORT_IN_LOOPS 0
#include "simd/kernels/md5_short_rounds.h"

#if MD5_HAS_KEYS
#define MD5_SHORT(name) md5_keys_##name
#define MD5_SHORT_STREAMS V_STREAMS_MD5_KEYS
#define MD5_SHORT_IN_LOOPS 1
#include "simd/kernels/md5_short_rounds.h"
#endif

#endif
