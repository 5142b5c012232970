/* MD5 of messages of equal or nearly equal length: keys of a fixed width, and decimal numbers.
 *
 * In the last block only the words that differ between messages are kept in memory and added; padding, length
 * and the zeros between are folded into the steps' addends. There is one copy of the rounds for each set of
 * variable words, so that the compiler drops the additions of the others.
 */
#ifndef ROWKEY_SIMD_KERNELS_MD5_SHORT_H
#define ROWKEY_SIMD_KERNELS_MD5_SHORT_H

#include "simd/kernels/md5_constants.h"

#define MD5_SHORT_ROWS (V_STREAMS_MD5 * V32_LANES)
/* Many keys of a width, or numbers of a length, have other streams in loops, where the CPU is the faster for
 * it: so many that what is left, which the smaller groups take, does not matter. */
#define MD5_KEYS_ROWS (V_STREAMS_MD5_KEYS * V32_LANES)
#define MD5_MOST_ROWS (MD5_KEYS_ROWS > MD5_SHORT_ROWS ? MD5_KEYS_ROWS : MD5_SHORT_ROWS)

#define MD5_STREAMS V_STREAMS_MD5
#define MD5_ROLLED 0
#define MD5_ROUNDS md5_short_rounds
#include "simd/kernels/md5_rounds.h"

#define MD5_STREAMS V_STREAMS_MD5_KEYS
#define MD5_ROLLED (2 * V_MD5_KEYS_ROLLED)
#define MD5_ROUNDS md5_keys_rounds
#include "simd/kernels/md5_rounds.h"

V_INLINE void md5_keys_begin(vec32 state[4][V_STREAMS_MD5_KEYS]) {
  for (int s = 0; s < V_STREAMS_MD5_KEYS; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_set1(md5_initial[i]);
}

V_INLINE void md5_keys_end(vec32 state[4][V_STREAMS_MD5_KEYS], uint8_t *digests) {
  for (int s = 0; s < V_STREAMS_MD5_KEYS; s++) {
    const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};
    v32_store_digests(digests + 16 * s * V32_LANES, digest);
  }
}

V_INLINE void md5_short_begin(vec32 state[4][V_STREAMS_MD5]) {
  for (int s = 0; s < V_STREAMS_MD5; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_set1(md5_initial[i]);
}

V_INLINE void md5_short_end(vec32 state[4][V_STREAMS_MD5], uint8_t *digests) {
  for (int s = 0; s < V_STREAMS_MD5; s++) {
    const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};
    v32_store_digests(digests + 16 * s * V32_LANES, digest);
  }
}

#endif
