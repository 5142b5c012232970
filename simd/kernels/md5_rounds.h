/* MD5's compression function (RFC 1321, section 3.4) over MD5_STREAMS vectors of messages at a time.
 *
 * Parameters, defined before each inclusion and undefined at its end:
 *   MD5_ROUNDS    name of the function to define
 *   MD5_STREAMS   vectors in flight, 1…8: one step is a chain of dependent operations, so a single vector
 *                 would leave most of the machine idle
 *   MD5_ROLLED    0: all 64 steps are written out, and words known when this is compiled cost nothing; 1:
 *                 four steps of each of the four functions are, in a loop: a quarter of the code; 2: these,
 *                 and once more without words, for four steps that have no variable ones: half of the code.
 *                 Words that are not variable are then read beside those that are, and have to be 0.
 */
#include "simd/kernels/md5_constants.h"

/* state: a, b, c, d of each stream, updated.
 * words: word i of each stream's block, read where bit i of `variable` is set. The other words are the same
 * in all messages and are already in `constants`: the addend of step i is constants[i] (+ its variable word).
 * meanwhile: other work, called as meanwhile(work, 0 … MD5_TURNS - 1) between the steps. Loads and
 * transpositions of the next messages fill there what the chains of steps leave idle.
 *
 * The order of additions and of streams is kept as it is written: compilers would put the word's addition
 * into the chain behind the function, and start so many streams at once that registers run out.
 */
V_INLINE_LONG void MD5_ROUNDS(vec32 state[4][MD5_STREAMS], const vec32 words[16][MD5_STREAMS],
                              unsigned variable, const uint32_t constants[64], md5_meanwhile *meanwhile,
                              void *work) {
  vec32 a[MD5_STREAMS], b[MD5_STREAMS], c[MD5_STREAMS], d[MD5_STREAMS];
#define MD5_BEGIN(s) a[s] = state[0][s], b[s] = state[1][s], c[s] = state[2][s], d[s] = state[3][s];
  MD5_EACH_STREAM(MD5_BEGIN)

/* One step of one stream: A = B + ((A + function(B, C, D) + addend) <<< turn). */
#define MD5_STREAM_STEP(s, FUNCTION, A, B, C, D, word, turn) \
  {                                                          \
    vec32 sum = v32_add(A[s], addend);                       \
    if (MD5_ADDS(word)) sum = v32_add(sum, words[word][s]);  \
    v32_keep_sum(sum);                                       \
    sum = FUNCTION(sum, B[s], C[s], D[s]);                   \
    A[s] = v32_add(v32_rotl(sum, turn), B[s]);               \
    v32_keep_order(A[s]);                                    \
  }
#define MD5_STEP(FUNCTION, A, B, C, D, step, word, turn)               \
  {                                                                    \
    const vec32 addend = v32_set1(constants[step]);                    \
    MD5_EACH_STREAM(MD5_STREAM_STEP, FUNCTION, A, B, C, D, word, turn) \
  }
/* Sixteen steps: the words go up by `stride` from `first`, modulo 16. */
#define MD5_FOUR(FUNCTION, step, first, stride, s0, s1, s2, s3)                 \
  MD5_STEP(FUNCTION, a, b, c, d, (step), ((first)) % 16, s0)                    \
  MD5_STEP(FUNCTION, d, a, b, c, (step) + 1, ((first) + (stride)) % 16, s1)     \
  MD5_STEP(FUNCTION, c, d, a, b, (step) + 2, ((first) + 2 * (stride)) % 16, s2) \
  MD5_STEP(FUNCTION, b, c, d, a, (step) + 3, ((first) + 3 * (stride)) % 16, s3) \
  meanwhile(work, (step) / 4);
#if MD5_ROLLED == 2
#define MD5_ADDS(word) adds
/* Bit 0: whether one of the four words is variable. */
#define MD5_ANY_VARIABLE(first, stride)                               \
  (variable >> (first) % 16 | variable >> ((first) + (stride)) % 16 | \
   variable >> ((first) + 2 * (stride)) % 16 | variable >> ((first) + 3 * (stride)) % 16)
#define MD5_ROUND(FUNCTION, step, first, stride, s0, s1, s2, s3)                           \
  _Pragma("GCC unroll 1") for (unsigned four = 0; four < 16; four += 4) {                  \
    if (MD5_ANY_VARIABLE((first) + (stride) * four, stride) & 1) {                         \
      enum { adds = 1 };                                                                   \
      MD5_FOUR(FUNCTION, (step) + four, (first) + (stride) * four, stride, s0, s1, s2, s3) \
    } else {                                                                               \
      enum { adds = 0 };                                                                   \
      MD5_FOUR(FUNCTION, (step) + four, (first) + (stride) * four, stride, s0, s1, s2, s3) \
    }                                                                                      \
  }
#elif MD5_ROLLED
#define MD5_ADDS(word) (variable >> (word) & 1)
#define MD5_ROUND(FUNCTION, step, first, stride, s0, s1, s2, s3)                         \
  _Pragma("GCC unroll 1") for (unsigned four = 0; four < 16; four += 4) {                \
    MD5_FOUR(FUNCTION, (step) + four, (first) + (stride) * four, stride, s0, s1, s2, s3) \
  }
#else
#define MD5_ADDS(word) (variable >> (word) & 1)
#define MD5_ROUND(FUNCTION, step, first, stride, s0, s1, s2, s3)                 \
  MD5_FOUR(FUNCTION, (step), (first), stride, s0, s1, s2, s3)                    \
  MD5_FOUR(FUNCTION, (step) + 4, (first) + 4 * (stride), stride, s0, s1, s2, s3) \
  MD5_FOUR(FUNCTION, (step) + 8, (first) + 8 * (stride), stride, s0, s1, s2, s3) \
  MD5_FOUR(FUNCTION, (step) + 12, (first) + 12 * (stride), stride, s0, s1, s2, s3)
#endif

  MD5_ROUND(md5_f, 0, 0, 1, 7, 12, 17, 22)
  MD5_ROUND(md5_g, 16, 1, 5, 5, 9, 14, 20)
  MD5_ROUND(md5_h, 32, 5, 3, 4, 11, 16, 23)
  MD5_ROUND(md5_i, 48, 0, 7, 6, 10, 15, 21)

#define MD5_END(s)                          \
  state[0][s] = v32_add(state[0][s], a[s]); \
  state[1][s] = v32_add(state[1][s], b[s]); \
  state[2][s] = v32_add(state[2][s], c[s]); \
  state[3][s] = v32_add(state[3][s], d[s]);
  MD5_EACH_STREAM(MD5_END)
}

#undef MD5_BEGIN
#undef MD5_END
#undef MD5_STREAM_STEP
#undef MD5_STEP
#undef MD5_FOUR
#undef MD5_ROUND
#undef MD5_ADDS
#undef MD5_ANY_VARIABLE
#undef MD5_ROUNDS
#undef MD5_STREAMS
#undef MD5_ROLLED
