/* Zero-padded decimal of up to 12 digits by byte permutes: a hand-written override for AVX-512, twice as fast
 * as the generic kernel, which goes on serving wider fields, the last rows, and every other instruction set.
 *
 * Multiplications are what the generic kernel runs out of. Here two 52-bit multiply-adds split a number into
 * fields of four digits, one step splits those into bytes below 100, and two look-ups in tables of 128
 * characters give the tens and the units of 64 such bytes at once. */
#ifndef ROWKEY_SIMD_OVERRIDES_DECIMAL_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_DECIMAL_AVX512_H

#include "simd/kernels/place.h"

/* Characters of the tens and the units of 0…99. */
struct digit_tables {
  __m512i tens[2], units[2];
};

V_INLINE struct digit_tables digit_tables_load(void) {
  uint8_t tens[128], units[128];
  for (unsigned i = 0; i < 128; i++) {
    tens[i] = (uint8_t)('0' + i / 10 % 10);
    units[i] = (uint8_t)('0' + i % 10);
  }
  return (struct digit_tables){{_mm512_loadu_si512(tens), _mm512_loadu_si512(tens + 64)},
                               {_mm512_loadu_si512(units), _mm512_loadu_si512(units + 64)}};
}
V_INLINE __m512i digit_tens(const struct digit_tables *t, __m512i pairs) {
  return _mm512_permutex2var_epi8(t->tens[0], pairs, t->tens[1]);
}
V_INLINE __m512i digit_units(const struct digit_tables *t, __m512i pairs) {
  return _mm512_permutex2var_epi8(t->units[0], pairs, t->units[1]);
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
/* 16-bit fields below 10^4 to bytes x / 100, x % 100: (x << 8) - (100 * 256 - 1) * (x / 100). */
V_INLINE __m512i digits_pairs(__m512i fields) {
  const __m512i hundreds = _mm512_srli_epi16(_mm512_mulhi_epu16(fields, _mm512_set1_epi16(5243)), 3);
  return _mm512_sub_epi16(_mm512_slli_epi16(fields, 8),
                          _mm512_mullo_epi16(hundreds, _mm512_set1_epi16(25599)));
}

/* Bytes of 16 numbers below 10^8, four each: number i in dword 2i, number 8 + i in dword 2i + 1. */
V_INLINE __m512i digits_pairs8(__m512i first, __m512i second) {
  const __m512i a = digits_split8(first), b = digits_split8(second);
  return digits_pairs(_mm512_mask_shuffle_epi32(a, 0xaaaa, b, (_MM_PERM_ENUM)0xa0));
}
/* Bytes of 8 numbers below 4.5 * 10^11, six each from the lowest of its 64-bit lane on. */
V_INLINE __m512i digits_pairs12(__m512i x) { return digits_pairs(digits_split12(x)); }

/* ---- rows side by side: 64 characters at a time */

/* Where the characters of rows side by side come from: bit 6 chooses tens or units, the rest is the byte. */
V_INLINE void digits_row_index(unsigned width, bool twelve, uint8_t index[128]) {
  for (unsigned at = 0; at < 128; at++) {
    const unsigned row = at / width, column = at % width + (twelve ? 12 : 8) - width;
    const unsigned byte = twelve ? row * 8 + column / 2 : row % 8 * 8 + row / 8 * 4 + column / 2;
    index[at] = (uint8_t)((byte & 63) | (column % 2) << 6);
  }
}

/* Writes `count` = 16 or 8 rows a round, as long as both stores stay inside the rows; returns how many rows.
 */
V_INLINE size_t digits_rows_together(const uint64_t *values, size_t rows, unsigned width, bool twelve,
                                     __m512i largest, __m512i *above, uint8_t *text) {
  const struct digit_tables tables = digit_tables_load();
  uint8_t index[128];
  digits_row_index(width, twelve, index);
  const __m512i first = _mm512_loadu_si512(index), second = _mm512_loadu_si512(index + 64);
  const size_t count = twelve ? 8 : 16, size = rows * width;
  __m512i outside = *above;
  size_t row = 0;
  for (; row + count <= rows && row * width + 128 <= size; row += count) {
    const __m512i x = _mm512_loadu_si512(values + row);
    __m512i pairs;
    outside = v64_or3(outside, x, _mm512_sub_epi64(largest, x));
    if (twelve) {
      pairs = digits_pairs12(x);
    } else {
      const __m512i y = _mm512_loadu_si512(values + row + 8);
      outside = v64_or3(outside, y, _mm512_sub_epi64(largest, y));
      pairs = digits_pairs8(x, y);
    }
    const __m512i tens = digit_tens(&tables, pairs), units = digit_units(&tables, pairs);
    _mm512_storeu_si512(text + row * width, _mm512_permutex2var_epi8(tens, first, units));
    _mm512_storeu_si512(text + row * width + 64, _mm512_permutex2var_epi8(tens, second, units));
  }
  *above = outside;
  return row;
}

/* ---- rows at a stride: overlapping stores of 8 characters */

/* The 128-bit lanes of two vectors in turn: even 0, odd 0, even 1, … */
V_INLINE void digits_lanes(__m512i even, __m512i odd, __m128d lanes[8]) {
  const __m512d vectors[2] = {_mm512_castsi512_pd(even), _mm512_castsi512_pd(odd)};
  for (int i = 0; i < 2; i++) {
    lanes[i] = _mm512_castpd512_pd128(vectors[i]);
    lanes[2 + i] = _mm512_extractf64x2_pd(vectors[i], 1);
    lanes[4 + i] = _mm512_extractf64x2_pd(vectors[i], 2);
    lanes[6 + i] = _mm512_extractf64x2_pd(vectors[i], 3);
  }
}

V_INLINE size_t digits_rows_apart8(const uint64_t *values, size_t rows, unsigned width, __m512i largest,
                                   __m512i *above, uint8_t *at, size_t stride) {
  const struct digit_tables tables = digit_tables_load();
  const __m128i unused = _mm_cvtsi32_si128((int)(8 * (8 - width)));
  __m512i outside = *above;
  size_t row = 0;
  for (; row + 16 <= rows; row += 16, at += 16 * stride) {
    const __m512i x = _mm512_loadu_si512(values + row), y = _mm512_loadu_si512(values + row + 8);
    outside = v64_or3(outside, x, _mm512_sub_epi64(largest, x));
    outside = v64_or3(outside, y, _mm512_sub_epi64(largest, y));
    const __m512i pairs = digits_pairs8(x, y);
    const __m512i tens = digit_tens(&tables, pairs), units = digit_units(&tables, pairs);
    /* 128-bit lane i: rows 2i and 8 + 2i, rows 2i + 1 and 8 + 2i + 1 */
    const __m512i even = _mm512_srl_epi64(_mm512_unpacklo_epi8(tens, units), unused);
    const __m512i odd = _mm512_srl_epi64(_mm512_unpackhi_epi8(tens, units), unused);
    __m128d lanes[8];
    digits_lanes(even, odd, lanes);
    for (size_t i = 0; i < 8; i++) _mm_storel_pd((double *)(at + i * stride), lanes[i]);
    for (size_t i = 0; i < 8; i++) _mm_storeh_pd((double *)(at + (8 + i) * stride), lanes[i]);
  }
  *above = outside;
  return row;
}

V_INLINE size_t digits_rows_apart12(const uint64_t *values, size_t rows, unsigned width, __m512i largest,
                                    __m512i *above, uint8_t *at, size_t stride) {
  const struct digit_tables tables = digit_tables_load();
  /* Of 12 characters in a 128-bit lane the first and the last eight of the field. */
  uint8_t order[16];
  for (unsigned i = 0; i < 8; i++) {
    order[i] = (uint8_t)(12 - width + i);
    order[8 + i] = (uint8_t)(4 + i);
  }
  const __m512i ends = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)order));
  __m512i outside = *above;
  size_t row = 0;
  for (; row + 8 <= rows; row += 8, at += 8 * stride) {
    const __m512i x = _mm512_loadu_si512(values + row);
    outside = v64_or3(outside, x, _mm512_sub_epi64(largest, x));
    const __m512i pairs = digits_pairs12(x);
    const __m512i tens = digit_tens(&tables, pairs), units = digit_units(&tables, pairs);
    const __m512i even = _mm512_shuffle_epi8(_mm512_unpacklo_epi8(tens, units), ends);
    const __m512i odd = _mm512_shuffle_epi8(_mm512_unpackhi_epi8(tens, units), ends);
    __m128d lanes[8];
    digits_lanes(even, odd, lanes);
    for (size_t i = 0; i < 8; i++) {
      uint8_t *to = at + i * stride;
      _mm_storel_pd((double *)to, lanes[i]);
      _mm_storeh_pd((double *)(to + width - 8), lanes[i]);
    }
  }
  *above = outside;
  return row;
}

/* The first rows of a field of up to 11 digits; returns how many were written. *fits becomes false when one
 * of them is `limit` or more. */
#define V_HAS_DECIMAL_FIRST_ROWS
static size_t decimal_first_rows(const uint64_t *values, size_t rows, unsigned width, uint64_t limit,
                                 const struct rowkey_place *place, bool *fits) {
  const __m512i largest = _mm512_set1_epi64((long long)(limit - 1));
  __m512i above = _mm512_setzero_si512();
  size_t done = 0;
  if (width > 11) return 0;
  if (place->stride == width) {
    done = width <= 8 ? digits_rows_together(values, rows, width, false, largest, &above, place->at)
                      : digits_rows_together(values, rows, width, true, largest, &above, place->at);
  } else if (width <= 8) {
    done = digits_rows_apart8(values, place_wide_rows(place, rows), width, largest, &above, place->at,
                              place->stride);
  } else {
    done = digits_rows_apart12(values, rows, width, largest, &above, place->at, place->stride);
  }
  *fits = !v64_any_negative(above);
  return done;
}

#endif
