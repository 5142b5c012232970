/* MD5 of fewer messages than a group has, of one block each: as many vectors are in flight as they fill. One
 * vector takes as long as its chain of steps, and so do two for the most part; a group of six takes three
 * times as long.
 *
 *     2 keys, where a vector has 16 and a group 96: 1 vector, of which 14 lanes repeat the last key */
#ifndef ROWKEY_SIMD_KERNELS_MD5_FEW_H
#define ROWKEY_SIMD_KERNELS_MD5_FEW_H

#include "simd/kernels/md5_short.h"

#ifdef ROWKEY_SMALL
#define MD5_FEW_ROWS 0
#else
#define MD5_FEW_ROWS \
  (V_STREAMS_MD5_FEW * V32_LANES) /* at most so many are few; 0: the kernels have no others */
#endif

/* `rows` values for so many streams: the last one is repeated. By whole vectors, as they are loaded soon: a
 * load of what several stores wrote waits until they have left the core. */
V_INLINE void md5_copy_repeating(const uint64_t *values, size_t rows, int streams, uint64_t *copy) {
  const vec64 last = v64_set1(values[rows - 1]);
#pragma GCC unroll 1
  for (size_t row = 0; row < (size_t)streams * V32_LANES; row += V64_LANES)
    v64_store(copy + row, row < rows ? v64_load_first(values + row, rows - row, last) : last);
}

#if MD5_FEW_ROWS

enum { MD5_FEW_BYTES = 55 }; /* of the longest message that is one block */

/* The digests of so many messages from their words, word i of vector s in words[i * streams + s]. */
#define MD5_FEW_DEFINE(streams)                                                                      \
  static __attribute__((noinline)) void md5_few_of_##streams(const vec32 *words, uint8_t *digests) { \
    vec32 state[4][streams];                                                                         \
    for (int i = 0; i < 4; i++)                                                                      \
      for (int s = 0; s < (streams); s++) state[i][s] = v32_set1(md5_initial[i]);                    \
    md5_few_rounds_##streams(state, (const vec32(*)[streams])words, 0xffff, md5_plain_addends(),     \
                             md5_nothing_meanwhile, NULL);                                           \
    for (int s = 0; s < (streams); s++) {                                                            \
      const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};                  \
      v32_store_digests(digests + 16 * s * V32_LANES, digest);                                       \
    }                                                                                                \
  }

#define MD5_STREAMS 1
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS md5_few_rounds_1
#include "simd/kernels/md5_rounds.h"
MD5_FEW_DEFINE(1)
#define MD5_STREAMS 2
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS md5_few_rounds_2
#include "simd/kernels/md5_rounds.h"
MD5_FEW_DEFINE(2)
#if V_STREAMS_MD5_FEW > 2
#define MD5_STREAMS 4
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS md5_few_rounds_4
#include "simd/kernels/md5_rounds.h"
MD5_FEW_DEFINE(4)
#endif

/* The vectors in flight for `rows` messages, at most MD5_FEW_ROWS. */
V_INLINE int md5_few_streams(size_t rows) { return rows <= V32_LANES ? 1 : rows <= 2 * V32_LANES ? 2 : 4; }

/* The digests of the first `rows` messages of so many streams. */
V_INLINE void md5_few_hash(const vec32 *words, int streams, size_t rows, uint8_t *digests) {
  uint8_t all[16 * MD5_FEW_ROWS];
  const bool is_whole = rows == (size_t)streams * V32_LANES;
  uint8_t *to = is_whole ? digests : all;
#if V_STREAMS_MD5_FEW > 2
  if (streams == 4) md5_few_of_4(words, to);
#endif
  if (streams == 2) md5_few_of_2(words, to);
  if (streams == 1) md5_few_of_1(words, to);
  if (!is_whole) memcpy(digests, all, 16 * rows);
}
#endif

#endif
