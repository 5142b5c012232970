/* Decimal text in registers: 64-bit lanes to characters, shared by everything that writes or hashes numbers. */

#define DECIMAL_ZEROS UINT64_C(0x3030303030303030) /* eight times '0' */

/* The digits 0…9 of x, zero-padded to 8 * chunks characters, eight a chunk, first chunk first.
 * x < 10^8 for one chunk, < 2^39 or 10^16 for two (`below_2e39` tells), any x for three. */
V_INLINE void decimal_digits(vec64 x, int chunks, bool below_2e39, vec64 digits[3]) {
  if (chunks == 1) {
    digits[0] = v64_digits8(x);
    return;
  }
  const vec64 e8 = v64_set1(100000000);
  /* Only the lowest 32 bits of the remainders are right, and v64_digits8 reads no others. */
  vec64 high = below_2e39 ? v64_div_1e8_below_2e39(x) : v64_div_1e8(x);
  digits[chunks - 1] = v64_digits8(v64_sub(x, v64_mul_u32(high, e8)));
  if (chunks == 3) {
    /* high < 2^64 / 10^8 < 2^38 */
    const vec64 top = v64_div_1e8_below_2e39(high);
    digits[1] = v64_digits8(v64_sub(high, v64_mul_u32(top, e8)));
    high = top;
  }
  digits[0] = v64_digits8(high);
}

/* How many bits of leading zeros the digits have, the last digit not counted: 8 a zero. */
V_INLINE vec64 decimal_leading_zeros(int chunks, const vec64 digits[3]) {
  /* A one in the last character's place stops the count there. */
  vec64 zeros = v64_zero_bytes_below(v64_or(digits[chunks - 1], v64_set1(UINT64_C(1) << 56)));
  for (int i = chunks - 2; i >= 0; i--) {
    /* As a number with a stop bit behind its end: 64 says that the whole chunk is zeros, and more follow. */
    const vec64 all_zero = v64_equal(digits[i], v64_set1(0));
    const vec64 here = v64_zero_bytes_below(v64_or(digits[i], v64_and(all_zero, v64_set1(1))));
    zeros = v64_or(v64_and(all_zero, v64_add(zeros, v64_set1(64))), here);
  }
  return zeros;
}

/* chunks[0 … count) as one string of bytes, moved towards its begin by `bits` (a multiple of 8, below 64 * count);
 * zeros move in behind. */
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

/* The text of x, padded, first character lowest; `digits` as above. */
V_INLINE void decimal_characters(int chunks, vec64 digits[3]) {
  for (int i = 0; i < chunks; i++) digits[i] = v64_or(digits[i], v64_set1(DECIMAL_ZEROS));
}
