/* Numbers to bytes below 100, and those to characters: the arithmetic of simd/overrides/decimal_avx512.h. */
#ifndef ROWKEY_SIMD_OVERRIDES_DECIMAL_PAIRS_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_DECIMAL_PAIRS_AVX512_H

/* Characters of the tens and the units of 0…99. Half of a number tells its tens, so that 50 entries are
 * enough, which one vector holds: some cores take two passes for a permute of two vectors. The characters of
 * the units are the number and what there is for its tens, '0' - 10 * tens. For 73: half is 36, entry 36 of
 * the tens is '7', and that of the units 234, for 73 + 234 is '3' in eight bits. */
struct digit_tables {
  __m512i tens, units;
};

#define DIGITS_TIMES_5(x) x, x, x, x, x
static const uint8_t digit_tens[64] = {
    DIGITS_TIMES_5('0'), DIGITS_TIMES_5('1'), DIGITS_TIMES_5('2'), DIGITS_TIMES_5('3'), DIGITS_TIMES_5('4'),
    DIGITS_TIMES_5('5'), DIGITS_TIMES_5('6'), DIGITS_TIMES_5('7'), DIGITS_TIMES_5('8'), DIGITS_TIMES_5('9')};
static const uint8_t digit_units[64] = {
    DIGITS_TIMES_5(48),  DIGITS_TIMES_5(38),  DIGITS_TIMES_5(28),  DIGITS_TIMES_5(18),  DIGITS_TIMES_5(8),
    DIGITS_TIMES_5(254), DIGITS_TIMES_5(244), DIGITS_TIMES_5(234), DIGITS_TIMES_5(224), DIGITS_TIMES_5(214)};

V_INLINE struct digit_tables digit_tables_load(void) {
  return (struct digit_tables){_mm512_loadu_si512(digit_tens), _mm512_loadu_si512(digit_units)};
}

/* Half of each byte below 100 in the six bits that a permute looks at. Above them is what it does not. */
V_INLINE __m512i digits_halves(__m512i pairs) { return _mm512_srli_epi16(pairs, 1); }

/* The two characters of each byte below 100, in two vectors. */
struct digits_pair {
  __m512i tens, units;
};
V_INLINE struct digits_pair digit_tables_look_up(const struct digit_tables *tables, __m512i pairs) {
  const __m512i halves = digits_halves(pairs);
  return (struct digits_pair){_mm512_permutexvar_epi8(halves, tables->tens),
                              _mm512_add_epi8(pairs, _mm512_permutexvar_epi8(halves, tables->units))};
}

/* ceil(2^52 / 10^4), error below 10^4: hi52 of the product is x / 10^4 while x * 10^4 < 2^52. */
#define DIGITS_INVERSE_1E4 450359962738
/* Adding quotient * (2^52 - N) subtracts quotient * N modulo 2^52; the bits from 52 up are garbage, and
 * unused. */
#define DIGITS_NEGATIVE(n) _mm512_set1_epi64((INT64_C(1) << 52) - (n))

/* x < 10^8 to 16-bit fields x / 10^4, x % 10^4: q + ((x - 10^4 q) << 16). */
V_INLINE __m512i digits_split8(__m512i x) {
  const __m512i q = _mm512_madd52hi_epu64(_mm512_setzero_si512(), x, _mm512_set1_epi64(DIGITS_INVERSE_1E4));
  return _mm512_madd52lo_epu64(_mm512_slli_epi64(x, 16), q, DIGITS_NEGATIVE((10000LL << 16) - 1));
}
/* x < 4.5 * 10^11 to three such fields: with q = x / 10^4 and p = q / 10^4,
 * p + ((q - 10^4 p) << 16) + ((x - 10^4 q) << 32). */
V_INLINE __m512i digits_split12(__m512i x) {
  const __m512i inverse = _mm512_set1_epi64(DIGITS_INVERSE_1E4), zero = _mm512_setzero_si512();
  const __m512i q = _mm512_madd52hi_epu64(zero, x, inverse), p = _mm512_madd52hi_epu64(zero, q, inverse);
  const __m512i low =
      _mm512_madd52lo_epu64(_mm512_slli_epi64(x, 32), q, DIGITS_NEGATIVE((10000LL << 32) - (1 << 16)));
  return _mm512_madd52lo_epu64(low, p, DIGITS_NEGATIVE((10000LL << 16) - 1));
}
/* The lower halves of 64-bit lanes of two vectors: the second's in the upper halves. */
V_INLINE __m512i digits_join_halves(__m512i first, __m512i second) {
  __mmask16 upper = 0xaaaa;
  /* clang makes a permute of two vectors of it when it knows the mask: slower by a sixteenth of width 7. */
  __asm__("" : "+k"(upper));
  return _mm512_mask_shuffle_epi32(first, upper, second, (_MM_PERM_ENUM)0xa0);
}
/* 16-bit fields below 10^4 to bytes x / 100, x % 100: (x << 8) - (100 * 256 - 1) * (x / 100). */
V_INLINE __m512i digits_pairs(__m512i fields) {
  const __m512i hundreds = _mm512_srli_epi16(_mm512_mulhi_epu16(fields, _mm512_set1_epi16(5243)), 3);
  return _mm512_sub_epi16(_mm512_slli_epi16(fields, 8),
                          _mm512_mullo_epi16(hundreds, _mm512_set1_epi16(25599)));
}

/* Fields of 16 numbers below 10^8, two each: number i in dword 2i, number 8 + i in dword 2i + 1. */
V_INLINE __m512i digits_fields8(__m512i first, __m512i second) {
  return digits_join_halves(digits_split8(first), digits_split8(second));
}
/* Fields of 8 numbers below 10^16, four each. */
V_INLINE __m512i digits_fields16(__m512i x) {
  const __m512i high = v64_div_1e8_below_1e16(x);
  return digits_fields8(high, v64_remainder(x, high, 100000000));
}

/* The quotient of *x and 10^16, below 1845, and leaves the remainder in *x. 10^16 = 2^16 * 5^16;
 * c = ceil(2^89 / 5^16), error below 5^16 < 2^38, x >> 16 below 2^48: exact. */
V_INLINE __m512i digits_first_of_20(__m512i *x) {
  const __m512i scaled = _mm512_madd52hi_epu64(_mm512_setzero_si512(), _mm512_srli_epi64(*x, 16),
                                               _mm512_set1_epi64(4056481920730335));
  const __m512i quotient = _mm512_srli_epi64(scaled, 37);
  *x = _mm512_sub_epi64(*x, _mm512_mullo_epi64(quotient, _mm512_set1_epi64(10000000000000000)));
  return quotient;
}
/* The four characters of such quotients, one in the lower half of each dword. */
V_INLINE __m512i digits_first_text(const struct digit_tables *tables, __m512i quotients) {
  const struct digits_pair digits = digit_tables_look_up(tables, digits_pairs(quotients));
  const __m512i twice = v512_set1_128(0x0505040401010000, 0x0d0d0c0c09090808);
  return _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(digits.tens, twice), UINT64_C(0xaaaaaaaaaaaaaaaa),
                                  digits.units, twice);
}

#endif
