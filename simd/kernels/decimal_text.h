/* Decimal text in registers: 64-bit lanes to characters, shared by everything that writes or hashes numbers.
 */
#ifndef ROWKEY_SIMD_KERNELS_DECIMAL_TEXT_H
#define ROWKEY_SIMD_KERNELS_DECIMAL_TEXT_H

#define DECIMAL_ZEROS UINT64_C(0x3030303030303030) /* eight times '0' */

/* What is known of numbers before they are divided: the less, the cheaper. */
enum decimal_domain {
  DECIMAL_BELOW_1E8,  /* one chunk of eight characters */
  DECIMAL_BELOW_2E39, /* two */
  DECIMAL_BELOW_1E16, /* two */
  DECIMAL_ANY         /* three */
};

V_INLINE int decimal_chunks(enum decimal_domain domain) {
  return domain == DECIMAL_BELOW_1E8 ? 1 : domain == DECIMAL_ANY ? 3 : 2;
}

/* Numbers below 10^digits, two, four or eight, to their digits 0…9 as bytes, the most significant lowest. */
V_INLINE void decimal_split(vec64 *x, size_t count, int digits) {
  if (digits > 4)
    for (size_t i = 0; i < count; i++) x[i] = v64_split8(x[i]);
  if (digits > 2)
    for (size_t i = 0; i < count; i++) x[i] = v32_split4(x[i]);
  for (size_t i = 0; i < count; i++) x[i] = v16_split2(x[i]);
}

/* The digits 0…9 of `count` vectors of numbers, zero-padded to eight a chunk, first chunk first: chunk c of
 * vector i at digits[c * count + i]. The first chunk may be known to have no more than 2 or 4 digits that are
 * not zero: then it is only that long, from its lowest byte on. Vectors go side by side, step by step: a
 * CPU's queues are too short to look ahead from one to the next. */
V_INLINE void decimal_digits(const vec64 *x, size_t count, enum decimal_domain domain, int first_digits,
                             vec64 *digits) {
  const uint64_t e8 = 100000000;
  const int chunks = decimal_chunks(domain);
  vec64 *const last = digits + (size_t)(chunks - 1) * count, *const middle = digits + count;
  for (size_t i = 0; i < count; i++) digits[i] = x[i];
  if (chunks > 1) {
    for (size_t i = 0; i < count; i++) {
      const vec64 high = domain == DECIMAL_BELOW_2E39   ? v64_div_1e8_below_2e39(x[i])
                         : domain == DECIMAL_BELOW_1E16 ? v64_div_1e8_below_1e16(x[i])
                                                        : v64_div_1e8(x[i]);
      last[i] = v64_remainder(x[i], high, e8);
      digits[i] = high;
    }
    decimal_split(last, count, 8);
  }
  if (chunks == 3) {
    /* x / 10^8 < 2^64 / 10^8 < 2^38 */
    for (size_t i = 0; i < count; i++) {
      const vec64 high = v64_div_1e8_below_2e39(digits[i]);
      middle[i] = v64_remainder(digits[i], high, e8);
      digits[i] = high;
    }
    decimal_split(middle, count, 8);
  }
  decimal_split(digits, count, first_digits);
}

/* How many bits of leading zeros the digits have, the last digit not counted: 8 a zero. */
V_INLINE vec64 decimal_leading_zeros(int chunks, const vec64 *digits) {
  /* A one in the last character's place stops the count there. */
  vec64 zeros = v64_zero_bytes_below(v64_or(digits[chunks - 1], v64_set1(UINT64_C(1) << 56)));
  for (int i = chunks - 2; i >= 0; i--) {
    /* As a number with a stop bit after its end: 64 says that the whole chunk is zeros, and more follow. */
    const vec64 all_zero = v64_equal(digits[i], v64_set1(0));
    const vec64 here = v64_zero_bytes_below(v64_or(digits[i], v64_and(all_zero, v64_set1(1))));
    zeros = v64_or(v64_and(all_zero, v64_add(zeros, v64_set1(64))), here);
  }
  return zeros;
}

/* chunks[0 … count) as one string of bytes, moved towards its begin by `bits` (a multiple of 8, below 64 *
 * count); zeros move in after. */
V_INLINE void decimal_move(vec64 chunks[], int count, vec64 bits) {
  for (int i = 0; i < count; i++) {
    vec64 moved = v64_srlv(chunks[i], bits);
    for (int j = i + 1; j < count; j++) {
      const vec64 distance = v64_set1(64 * (uint64_t)(j - i));
      moved = v64_or(moved, v64_sllv(chunks[j], v64_sub(distance, bits)));
      moved = v64_or(moved, v64_srlv(chunks[j], v64_sub(bits, distance)));
    }
    chunks[i] = moved;
  }
}

/* Digits to characters, of so many chunks of all vectors together. */
V_INLINE void decimal_characters(size_t chunks, vec64 *digits) {
  for (size_t i = 0; i < chunks; i++) digits[i] = v64_or(digits[i], v64_set1(DECIMAL_ZEROS));
}

#endif
