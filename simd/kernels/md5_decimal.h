/* MD5 of the unpadded decimal text of integers. Digits, 0x80 and the bit count are made in registers. */

/* The message words of V_STREAMS_MD5 vectors of numbers below 10^(8*chunks - 1): text and 0x80 in the first
 * 2*chunks words, the bit count in word 14. */
V_INLINE void md5_decimal_words(const uint64_t *values, const int chunks, vec32 words[16][V_STREAMS_MD5]) {
  for (int s = 0; s < V_STREAMS_MD5; s++) {
    vec64 text[3][V64_PER_32], bits[V64_PER_32];
    for (int half = 0; half < V64_PER_32; half++) {
      vec64 digits[3];
      decimal_digits(v64_load(values + s * V32_LANES + half * V64_LANES), chunks, false, digits);
      const vec64 zeros = decimal_leading_zeros(chunks, digits);
      decimal_characters(chunks, digits);
      decimal_move(digits, chunks, zeros);
      bits[half] = v64_sub(v64_set1(64 * (uint64_t)chunks), zeros);
      for (int i = 0; i < chunks; i++) {
        const vec64 end = v64_sllv(v64_set1(0x80), v64_sub(bits[half], v64_set1(64 * (uint64_t)i)));
        text[i][half] = v64_or(digits[i], end);
      }
    }
    for (int i = 0; i < chunks; i++) v32_from_u64(text[i], &words[2 * i][s], &words[2 * i + 1][s]);
    vec32 zero;
    v32_from_u64(bits, &words[14][s], &zero);
  }
}

V_INLINE void md5_decimal_group(const uint64_t *values, const int chunks, const uint32_t constants[64],
                                uint8_t *digests) {
  vec32 words[16][V_STREAMS_MD5];
  md5_decimal_words(values, chunks, words);
  md5_short_digests(words, ((1U << 2 * chunks) - 1) | 1U << 14, constants, digests);
}

/* One function for each size of number. */
#define MD5_DECIMAL_DEFINE(chunks)                                                                    \
  static __attribute__((noinline)) void md5_decimal_##chunks(                                         \
      const uint64_t *values, const uint32_t constants[64], uint8_t *digests) {                       \
    md5_decimal_group(values, chunks, constants, digests);                                            \
  }
MD5_DECIMAL_DEFINE(1)
MD5_DECIMAL_DEFINE(2)
MD5_DECIMAL_DEFINE(3)

static void md5_decimal_any(const uint64_t *values, const uint32_t constants[64], uint8_t *digests) {
  /* The highest bit tells whether one of the numbers is too large. */
  vec64 above_7 = v64_set1(0), above_15 = v64_set1(0);
  for (size_t i = 0; i < MD5_SHORT_ROWS; i += V64_LANES) {
    const vec64 x = v64_load(values + i);
    above_7 = v64_or(above_7, v64_or(x, v64_sub(v64_set1(9999999), x)));
    above_15 = v64_or(above_15, v64_or(x, v64_sub(v64_set1(999999999999999), x)));
  }
  if (!v64_any_negative(above_7)) {
    md5_decimal_1(values, constants, digests);
  } else if (!v64_any_negative(above_15)) {
    md5_decimal_2(values, constants, digests);
  } else {
    md5_decimal_3(values, constants, digests);
  }
}

static void md5_decimal(const uint64_t *values, size_t rows, uint8_t *digests) {
  static const uint32_t no_constant_words[16] = {0};
  uint32_t constants[64];
  md5_fold_constants(constants, no_constant_words);
  size_t row = 0;
  for (; row + MD5_SHORT_ROWS <= rows; row += MD5_SHORT_ROWS)
    md5_decimal_any(values + row, constants, digests + 16 * row);
  if (row < rows) {
    uint64_t last[MD5_SHORT_ROWS] = {0};
    uint8_t results[MD5_SHORT_ROWS * 16];
    memcpy(last, values + row, (rows - row) * sizeof last[0]);
    md5_decimal_any(last, constants, results);
    memcpy(digests + 16 * row, results, 16 * (rows - row));
  }
}
