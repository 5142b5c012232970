/* MD5 of the unpadded decimal text of integers. Digits, 0x80 and the bit count are made in registers. */

/* The message words of V_STREAMS_MD5 vectors of numbers: text and 0x80 in the first two words of each chunk, the
 * bit count in word 14. 0x80 must fit: the numbers have fewer than eight digits a chunk. */
V_INLINE void md5_decimal_words(const uint64_t *values, enum decimal_domain domain,
                                vec32 words[16][V_STREAMS_MD5]) {
  const int chunks = decimal_chunks(domain);
  for (int s = 0; s < V_STREAMS_MD5; s++) {
    vec64 text[3][V64_PER_32], bits[V64_PER_32];
    for (int half = 0; half < V64_PER_32; half++) {
      vec64 digits[3];
      decimal_digits(v64_load(values + s * V32_LANES + half * V64_LANES), domain, 8, digits);
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

V_INLINE void md5_decimal_group(const uint64_t *values, enum decimal_domain domain,
                                const uint32_t constants[64], uint8_t *digests) {
  vec32 words[16][V_STREAMS_MD5], state[4][V_STREAMS_MD5];
  md5_decimal_words(values, domain, words);
  md5_short_begin(state);
  md5_short_rounds(state, words, ((1U << 2 * decimal_chunks(domain)) - 1) | 1U << 14, constants);
  md5_short_end(state, digests);
}

/* One function for each domain: it is a constant inside. */
#define MD5_DECIMAL_DEFINE(name, domain)                                                              \
  static __attribute__((noinline)) void name(const uint64_t *values, const uint32_t constants[64],    \
                                             uint8_t *digests) {                                      \
    md5_decimal_group(values, domain, constants, digests);                                            \
  }
MD5_DECIMAL_DEFINE(md5_decimal_below_1e7, DECIMAL_BELOW_1E8)
MD5_DECIMAL_DEFINE(md5_decimal_below_2e39, DECIMAL_BELOW_2E39)
MD5_DECIMAL_DEFINE(md5_decimal_below_1e15, DECIMAL_BELOW_1E16)
MD5_DECIMAL_DEFINE(md5_decimal_of_any, DECIMAL_ANY)

static void md5_decimal_any(const uint64_t *values, const uint32_t constants[64], uint8_t *digests) {
  /* All bits that occur in the group bound its largest number from above. */
  vec64 bits = v64_set1(0);
  for (size_t i = 0; i < MD5_SHORT_ROWS; i += V64_LANES) bits = v64_or(bits, v64_load(values + i));
  if (!v64_any(v64_srl(bits, 23))) {
    md5_decimal_below_1e7(values, constants, digests); /* 2^23 < 10^7 */
  } else if (!v64_any(v64_srl(bits, 39))) {
    md5_decimal_below_2e39(values, constants, digests);
  } else if (!v64_any(v64_srl(bits, 49))) {
    md5_decimal_below_1e15(values, constants, digests); /* 2^49 < 10^15 */
  } else {
    md5_decimal_of_any(values, constants, digests);
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
