/* What all MD5 kernels share: the addends, the four functions, the initial state, the repetition by streams.
 */
#ifndef ROWKEY_SIMD_MD5_CONSTANTS_H
#define ROWKEY_SIMD_MD5_CONSTANTS_H

/* floor(2^32 * |sin(i + 1)|): the addends of the steps, of the last sixteen without the fourth function's
 * bias, which is taken off here at no cost. */
#define WITHOUT_BIAS(sine) ((sine) - V32_ORN_BIAS)
/* clang-format off */
static const uint32_t md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    WITHOUT_BIAS(0xf4292244), WITHOUT_BIAS(0x432aff97), WITHOUT_BIAS(0xab9423a7), WITHOUT_BIAS(0xfc93a039),
    WITHOUT_BIAS(0x655b59c3), WITHOUT_BIAS(0x8f0ccc92), WITHOUT_BIAS(0xffeff47d), WITHOUT_BIAS(0x85845dd1),
    WITHOUT_BIAS(0x6fa87e4f), WITHOUT_BIAS(0xfe2ce6e0), WITHOUT_BIAS(0xa3014314), WITHOUT_BIAS(0x4e0811a1),
    WITHOUT_BIAS(0xf7537e82), WITHOUT_BIAS(0xbd3af235), WITHOUT_BIAS(0x2ad7d2bb), WITHOUT_BIAS(0xeb86d391),
};
/* clang-format on */
#undef WITHOUT_BIAS

static const uint32_t md5_initial[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* The four functions, each added to a running sum: that lets an instruction set choose the cheaper form. b is
 * the newest of the words. */
V_INLINE vec32 md5_f(vec32 sum, vec32 b, vec32 c, vec32 d) { return v32_add_select(sum, b, c, d); }
V_INLINE vec32 md5_g(vec32 sum, vec32 b, vec32 c, vec32 d) { return v32_add_select_newer(sum, d, b, c); }
V_INLINE vec32 md5_h(vec32 sum, vec32 b, vec32 c, vec32 d) { return v32_add(sum, v32_xor3(b, c, d)); }
V_INLINE vec32 md5_i(vec32 sum, vec32 b, vec32 c, vec32 d) { return v32_add_xor_orn(sum, b, c, d); }

/* Word of the block that step i adds. */
V_INLINE unsigned md5_word_of_step(unsigned i) {
  static const uint8_t factor[4] = {1, 5, 3, 7}, first[4] = {0, 1, 5, 0};
  return (first[i / 16] + factor[i / 16] * i) % 16;
}

/* The addends of all steps for blocks in which these words are constant (0 for the variable ones). */
V_INLINE void md5_fold_constants(uint32_t constants[64], const uint32_t words[16]) {
  for (unsigned i = 0; i < 64; i++) constants[i] = md5_sines[i] + words[md5_word_of_step(i)];
}

/* Those for blocks without constant words. The compiler does not learn which they are: it would keep each of
 * them as a whole vector. */
V_INLINE const uint32_t *md5_plain_addends(void) {
  const uint32_t *addends = md5_sines;
  __asm__("" : "+r"(addends));
  return addends;
}

/* Other work between the steps of a block, in turns 0 … MD5_TURNS - 1. */
enum { MD5_TURNS = 16 };
typedef void md5_meanwhile(void *work, unsigned turn);
V_INLINE void md5_nothing_meanwhile(void *work, unsigned turn) {
  (void)work;
  (void)turn;
}

/* EACH(op, …) is op(0, …) op(1, …) … for every stream: written out by the preprocessor, because compilers
 * keep arrays in registers only when their indices are constants from the start. */
#define MD5_EACH_1(op, ...) op(0, ##__VA_ARGS__)
#define MD5_EACH_2(op, ...) MD5_EACH_1(op, ##__VA_ARGS__) op(1, ##__VA_ARGS__)
#define MD5_EACH_3(op, ...) MD5_EACH_2(op, ##__VA_ARGS__) op(2, ##__VA_ARGS__)
#define MD5_EACH_4(op, ...) MD5_EACH_3(op, ##__VA_ARGS__) op(3, ##__VA_ARGS__)
#define MD5_EACH_5(op, ...) MD5_EACH_4(op, ##__VA_ARGS__) op(4, ##__VA_ARGS__)
#define MD5_EACH_6(op, ...) MD5_EACH_5(op, ##__VA_ARGS__) op(5, ##__VA_ARGS__)
#define MD5_EACH_7(op, ...) MD5_EACH_6(op, ##__VA_ARGS__) op(6, ##__VA_ARGS__)
#define MD5_EACH_8(op, ...) MD5_EACH_7(op, ##__VA_ARGS__) op(7, ##__VA_ARGS__)
#define MD5_JOIN_(a, b) a##b
#define MD5_JOIN(a, b) MD5_JOIN_(a, b)
#define MD5_EACH_STREAM MD5_JOIN(MD5_EACH_, MD5_STREAMS)

#endif
