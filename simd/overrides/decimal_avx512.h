/* Zero-padded decimal by byte permutes: a hand-written override for AVX-512, twice to four times as fast as
 * the generic kernel, which goes on serving the last rows and every other instruction set.
 *
 * Multiplications are what the generic kernel runs out of. Here 52-bit multiply-adds split a number into
 * fields of four digits, one step splits those into bytes below 100, and two look-ups in tables of 50
 * characters give the tens and the units of 64 such bytes at once. */
#ifndef ROWKEY_SIMD_OVERRIDES_DECIMAL_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_DECIMAL_AVX512_H

#include "simd/kernels/place.h"
#include "simd/overrides/decimal_pairs_avx512.h"

/* How many digits are made of a number: the fewest that a field's width allows. */
enum digits_made { DIGITS_8 = 8, DIGITS_12 = 12, DIGITS_16 = 16, DIGITS_20 = 20 };
enum { DIGITS_STEPS = 3 };

V_INLINE enum digits_made digits_made_for(unsigned width) {
  return width <= 8 ? DIGITS_8 : width <= 11 ? DIGITS_12 : width <= 16 ? DIGITS_16 : DIGITS_20;
}

/* ---- rows side by side: 64 characters at a time */

/* Where 64 characters of rows side by side come from, from character `first` on. */
struct digits_window {
  __m512i from;       /* in tens and units: bit 6 chooses, the rest is the byte */
  __m512i from_first; /* of 20 digits the first four, in a vector of their own, where `is_first` */
  __mmask64 is_first;
};

V_INLINE __m256i digits_window_half(unsigned first, unsigned width, enum digits_made made,
                                    __m256i *from_first, __mmask32 *is_first) {
  const __m512i ones = _mm512_set1_epi16(1);
  __m512i at = _mm512_set1_epi16((short)first),
          iota = _mm512_cvtepu8_epi16(_mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                                                       16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                                                       30, 31));
  at = _mm512_add_epi16(at, iota);
  /* at / width, exact for at < 192 */
  const __m512i row =
      _mm512_mulhi_epu16(_mm512_slli_epi16(at, 1), _mm512_set1_epi16((short)(32768 / width + 1)));
  const __m512i in_row = _mm512_sub_epi16(at, _mm512_mullo_epi16(row, _mm512_set1_epi16((short)width)));
  const __m512i column = _mm512_add_epi16(in_row, _mm512_set1_epi16((short)((int)made - (int)width)));
  const __m512i is_unit = _mm512_and_si512(column, ones), pair = _mm512_srli_epi16(column, 1);
  const __m512i begin = _mm512_slli_epi16(row, 3);
  *from_first = _mm512_cvtepi16_epi8(_mm512_add_epi16(begin, column));
  *is_first = made == DIGITS_20 ? _mm512_cmplt_epu16_mask(column, _mm512_set1_epi16(4)) : 0;
  __m512i byte = _mm512_add_epi16(begin, pair);
  if (made == DIGITS_20) byte = _mm512_sub_epi16(byte, _mm512_set1_epi16(2));
  /* With eight digits, the rows from 8 on stand after those from 0 on. */
  if (made == DIGITS_8) byte = _mm512_add_epi16(byte, _mm512_slli_epi16(_mm512_srli_epi16(row, 3), 2));
  byte = _mm512_and_si512(byte, _mm512_set1_epi16(63));
  return _mm512_cvtepi16_epi8(_mm512_or_si512(byte, _mm512_slli_epi16(is_unit, 6)));
}

V_INLINE struct digits_window digits_window_at(unsigned first, unsigned width, enum digits_made made) {
  __m256i from[2], from_first[2];
  __mmask32 is_first[2];
  for (unsigned i = 0; i < 2; i++)
    from[i] = digits_window_half(first + 32 * i, width, made, &from_first[i], &is_first[i]);
  return (struct digits_window){
      .from = _mm512_inserti64x4(_mm512_castsi256_si512(from[0]), from[1], 1),
      .from_first = _mm512_inserti64x4(_mm512_castsi256_si512(from_first[0]), from_first[1], 1),
      .is_first = (__mmask64)is_first[1] << 32 | is_first[0]};
}

V_INLINE __m512i digits_characters(const struct digits_window *window, struct digits_pair tens_units) {
  return _mm512_permutex2var_epi8(tens_units.tens, window->from, tens_units.units);
}

/* How many bytes from the first row on may be written. */
V_INLINE size_t digits_space(const struct rowkey_place *place, size_t rows) {
  const size_t space = (size_t)(place->end - place->at), room = (rows - 1) * place->stride + place->room;
  return rows == 0 ? 0 : room < space ? room : space;
}

/* The fields of four digits of the next 8 numbers, or 16 of up to 8 digits. */
V_INLINE __m512i digits_next_fields(const uint64_t *values, enum digits_made made, __m512i *largest) {
  const __m512i x = _mm512_loadu_si512(values);
  *largest = _mm512_max_epu64(*largest, x);
  if (made == DIGITS_12) return digits_split12(x);
  if (made == DIGITS_16) return digits_fields16(x);
  const __m512i y = _mm512_loadu_si512(values + 8);
  *largest = _mm512_max_epu64(*largest, y);
  return digits_fields8(x, y);
}

/* What is the same for all rows of fields side by side. */
struct digits_together {
  struct digit_tables tables;
  struct digits_window first, second;
};

/* Steps of 16 or 8 rows each, from the first of `values` on, side by side: a CPU's queues are too short to
 * look ahead from one to the next. Each stores 128 bytes, those after its rows to be overwritten. */
V_INLINE void digits_steps_together(const struct digits_together *plan, const uint64_t *values, size_t steps,
                                    size_t count, unsigned width, enum digits_made made, __m512i *largest,
                                    uint8_t *text) {
  __m512i x[DIGITS_STEPS];
  struct digits_pair digits[DIGITS_STEPS];
  for (size_t i = 0; i < steps; i++) x[i] = digits_next_fields(values + i * count, made, largest);
  for (size_t i = 0; i < steps; i++) x[i] = digits_pairs(x[i]);
  for (size_t i = 0; i < steps; i++) digits[i] = digit_tables_look_up(&plan->tables, x[i]);
  for (size_t i = 0; i < steps; i++, text += count * width) {
    _mm512_storeu_si512(text, digits_characters(&plan->first, digits[i]));
    _mm512_storeu_si512(text + 64, digits_characters(&plan->second, digits[i]));
  }
}

/* Fields of up to 16 digits, as long as all stores stay in the space; returns how many rows. */
V_INLINE size_t digits_rows_together(const uint64_t *values, size_t rows, unsigned width,
                                     enum digits_made made, __m512i *largest,
                                     const struct rowkey_place *place) {
  uint8_t *text = place->at;
  const struct digits_together plan = {digit_tables_load(), digits_window_at(0, width, made),
                                       digits_window_at(64, width, made)};
  const size_t count = made == DIGITS_8 ? 16 : 8, size = digits_space(place, rows);
  const size_t behind = 128 - count * width; /* the last step's rows */
  __m512i most = *largest;
  size_t row = 0;
  for (size_t next; next = row + DIGITS_STEPS * count, next <= rows && next * width + behind <= size;
       row = next)
    digits_steps_together(&plan, values + row, DIGITS_STEPS, count, width, made, &most, text + row * width);
  for (size_t next; next = row + count, next <= rows && next * width + behind <= size; row = next)
    digits_steps_together(&plan, values + row, 1, count, width, made, &most, text + row * width);
  *largest = most;
  return row;
}

/* The same of 17 to 20 digits: 16 rows a round, in two times 160 characters. */
V_INLINE size_t digits_rows_together20(const uint64_t *values, size_t rows, unsigned width, __m512i *largest,
                                       const struct rowkey_place *place) {
  uint8_t *text = place->at;
  const struct digit_tables tables = digit_tables_load();
  const struct digits_window windows[3] = {digits_window_at(0, width, DIGITS_20),
                                           digits_window_at(64, width, DIGITS_20),
                                           digits_window_at(128, width, DIGITS_20)};
  const size_t size = digits_space(place, rows);
  __m512i most = *largest;
  size_t row = 0;
  for (; row + 16 <= rows && (row + 8) * width + 160 <= size; row += 16) {
    __m512i x[2], first[2];
    for (size_t i = 0; i < 2; i++) {
      x[i] = _mm512_loadu_si512(values + row + 8 * i);
      most = _mm512_max_epu64(most, x[i]);
      first[i] = digits_first_of_20(&x[i]);
    }
    __m512i firsts = digits_first_text(&tables, digits_join_halves(first[0], first[1]));
    for (size_t i = 0; i < 2; i++) x[i] = digits_fields16(x[i]);
    for (size_t i = 0; i < 2; i++) x[i] = digits_pairs(x[i]);
    for (size_t i = 0; i < 2; i++, firsts = _mm512_srli_epi64(firsts, 32)) {
      const struct digits_pair digits = digit_tables_look_up(&tables, x[i]);
      uint8_t *to = text + (row + 8 * i) * width;
      __m512i out[3];
      for (int j = 0; j < 3; j++)
        out[j] = _mm512_mask_permutexvar_epi8(digits_characters(&windows[j], digits), windows[j].is_first,
                                              windows[j].from_first, firsts);
      _mm512_storeu_si512(to, out[0]);
      _mm512_storeu_si512(to + 64, out[1]);
      _mm256_storeu_si256((__m256i *)(void *)(to + 128), _mm512_castsi512_si256(out[2]));
    }
  }
  *largest = most;
  return row;
}

/* ---- rows at a stride */

/* The 128-bit lanes of two vectors in turn: even 0, odd 0, even 1, … */
V_INLINE void digits_lanes(__m512i even, __m512i odd, __m128i lanes[8]) {
  const __m512i vectors[2] = {even, odd};
  for (int i = 0; i < 2; i++) {
    lanes[i] = _mm512_castsi512_si128(vectors[i]);
    lanes[2 + i] = _mm512_extracti64x2_epi64(vectors[i], 1);
    lanes[4 + i] = _mm512_extracti64x2_epi64(vectors[i], 2);
    lanes[6 + i] = _mm512_extracti64x2_epi64(vectors[i], 3);
  }
}

/* Up to 8 digits where a row has room for 8 bytes: 16 rows a round. */
V_INLINE size_t digits_rows_apart8(const uint64_t *values, size_t rows, unsigned width, __m512i *largest,
                                   uint8_t *at, size_t stride) {
  const struct digit_tables tables = digit_tables_load();
  const __m128i unused = _mm_cvtsi32_si128((int)(8 * (8 - width)));
  __m512i most = *largest;
  size_t row = 0;
  for (; row + 16 <= rows; row += 16, at += 16 * stride) {
    const __m512i x = _mm512_loadu_si512(values + row), y = _mm512_loadu_si512(values + row + 8);
    most = _mm512_max_epu64(_mm512_max_epu64(most, x), y);
    const struct digits_pair digits = digit_tables_look_up(&tables, digits_pairs(digits_fields8(x, y)));
    /* 128-bit lane i: rows 2i and 8 + 2i, rows 2i + 1 and 8 + 2i + 1 */
    const __m512i even = _mm512_srl_epi64(_mm512_unpacklo_epi8(digits.tens, digits.units), unused);
    const __m512i odd = _mm512_srl_epi64(_mm512_unpackhi_epi8(digits.tens, digits.units), unused);
    __m128i lanes[8];
    digits_lanes(even, odd, lanes);
    /* In the order of rows: a store reaches into those after its own. */
    for (size_t i = 0; i < 8; i++) v8_store_low(at + i * stride, lanes[i]);
    for (size_t i = 0; i < 8; i++) v8_store_high(at + (8 + i) * stride, lanes[i]);
  }
  *largest = most;
  return row;
}

/* Up to 16 digits, 8 rows a round, each in one masked store. */
V_INLINE size_t digits_rows_apart(const uint64_t *values, size_t rows, unsigned width, enum digits_made made,
                                  __m512i *largest, uint8_t *at, size_t stride) {
  const struct digit_tables tables = digit_tables_load();
  /* The field's characters, among the last 12 or 16 of a 128-bit lane, come first. */
  const __m512i begin = _mm512_set1_epi8((char)((unsigned)made - width));
  const __m512i order = _mm512_add_epi8(begin, v512_set1_128(0x0706050403020100, 0x0f0e0d0c0b0a0908));
  const __mmask16 used = (__mmask16)((1U << width) - 1);
  __m512i most = *largest;
  size_t row = 0;
  for (; row + 8 <= rows; row += 8, at += 8 * stride) {
    const __m512i x = _mm512_loadu_si512(values + row);
    most = _mm512_max_epu64(most, x);
    const struct digits_pair digits = digit_tables_look_up(
        &tables, digits_pairs(made == DIGITS_12 ? digits_split12(x) : digits_fields16(x)));
    const __m512i even = _mm512_shuffle_epi8(_mm512_unpacklo_epi8(digits.tens, digits.units), order);
    const __m512i odd = _mm512_shuffle_epi8(_mm512_unpackhi_epi8(digits.tens, digits.units), order);
    __m128i lanes[8];
    digits_lanes(even, odd, lanes);
    for (size_t i = 0; i < 8; i++) _mm_mask_storeu_epi8(at + i * stride, used, lanes[i]);
  }
  *largest = most;
  return row;
}

/* The halves of a vector to rows 0 and 2. */
V_INLINE void digits_store_halves(uint8_t *at, size_t stride, __mmask32 used, __m512i x) {
  _mm256_mask_storeu_epi8(at, used, _mm512_castsi512_si256(x));
  _mm256_mask_storeu_epi8(at + 2 * stride, used, _mm512_extracti64x4_epi64(x, 1));
}

/* 17 to 20 digits in the same way. */
V_INLINE size_t digits_rows_apart20(const uint64_t *values, size_t rows, unsigned width, __m512i *largest,
                                    uint8_t *at, size_t stride) {
  const struct digit_tables tables = digit_tables_load();
  /* Where the characters of rows 0 and 2 come from, each row's in a half: from column 4 on from the row's
   * 128-bit lane in a vector of every second row, those in front from its 64-bit lane in another, of all. */
  const __m512i half = _mm512_inserti64x4(_mm512_setzero_si512(), _mm256_set1_epi8(16), 1);
  const __m512i column = _mm512_add_epi8(
      _mm512_broadcast_i64x4(_mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
                                              18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)),
      _mm512_set1_epi8((char)(20 - width)));
  const __mmask64 is_first = _mm512_cmplt_epu8_mask(column, _mm512_set1_epi8(4));
  const __m512i source = _mm512_mask_mov_epi8(_mm512_set1_epi8(-4), is_first, _mm512_set1_epi8(64));
  const __m512i from_even = _mm512_add_epi8(_mm512_add_epi8(column, half), source);
  const __m512i from_odd = _mm512_mask_add_epi8(from_even, is_first, from_even, _mm512_set1_epi8(8));
  const __m512i later = _mm512_set1_epi8(32); /* from there to the same of rows 4 and 6 */
  const __mmask32 used = (1U << width) - 1;
  __m512i most = *largest;
  size_t row = 0;
  for (; row + 8 <= rows; row += 8, at += 8 * stride) {
    __m512i x = _mm512_loadu_si512(values + row);
    most = _mm512_max_epu64(most, x);
    const __m512i first = digits_first_text(&tables, digits_first_of_20(&x));
    const struct digits_pair digits = digit_tables_look_up(&tables, digits_pairs(digits_fields16(x)));
    const __m512i even = _mm512_unpacklo_epi8(digits.tens, digits.units);
    const __m512i odd = _mm512_unpackhi_epi8(digits.tens, digits.units);
    digits_store_halves(at, stride, used, _mm512_permutex2var_epi8(even, from_even, first));
    digits_store_halves(at + stride, stride, used, _mm512_permutex2var_epi8(odd, from_odd, first));
    digits_store_halves(at + 4 * stride, stride, used,
                        _mm512_permutex2var_epi8(even, _mm512_add_epi8(from_even, later), first));
    digits_store_halves(at + 5 * stride, stride, used,
                        _mm512_permutex2var_epi8(odd, _mm512_add_epi8(from_odd, later), first));
  }
  *largest = most;
  return row;
}

/* The first rows of a field; returns how many were written. *fits becomes false when one of them is `limit`
 * or more. */
#define V_HAS_DECIMAL_FIRST_ROWS
static size_t decimal_first_rows(const uint64_t *values, size_t rows, unsigned width, uint64_t limit,
                                 const struct rowkey_place *place, bool *fits) {
  const bool together = place->stride == width;
  __m512i largest = _mm512_setzero_si512();
  size_t done = 0;
  switch (digits_made_for(width)) {
    case DIGITS_8:
      done = together ? digits_rows_together(values, rows, width, DIGITS_8, &largest, place)
             : place->room >= 8
                 ? digits_rows_apart8(values, place_wide_rows(place, rows), width, &largest, place->at,
                                      place->stride)
                 : digits_rows_apart(values, rows, width, DIGITS_12, &largest, place->at, place->stride);
      break;
    case DIGITS_12:
      done = together ? digits_rows_together(values, rows, width, DIGITS_12, &largest, place)
                      : digits_rows_apart(values, rows, width, DIGITS_12, &largest, place->at, place->stride);
      break;
    case DIGITS_16:
      done = together ? digits_rows_together(values, rows, width, DIGITS_16, &largest, place)
                      : digits_rows_apart(values, rows, width, DIGITS_16, &largest, place->at, place->stride);
      break;
    case DIGITS_20:
      done = together ? digits_rows_together20(values, rows, width, &largest, place)
                      : digits_rows_apart20(values, rows, width, &largest, place->at, place->stride);
      break;
  }
  *fits = _mm512_cmpge_epu64_mask(largest, _mm512_set1_epi64((long long)limit)) == 0;
  return done;
}

/* ---- unpadded: padded rows, each copied from where its number begins */

enum { DIGITS_PART = 256, DIGITS_BEHIND = 160 };

/* Copies `rows` numbers, a multiple of 16, of `width` characters; `padded` is readable for 64 bytes after
 * them. */
V_INLINE void digits_copy_unpadded(const uint8_t *padded, size_t rows, unsigned width, uint8_t *text,
                                   size_t stride, uint8_t *lengths) {
  const unsigned together = width == DIGITS_8 ? 8 : width == DIGITS_16 ? 4 : 2;
  for (size_t row = 0; row < rows; row += together) {
    uint64_t digits = ~v8_equal_mask64(padded, '0');
    for (unsigned i = 0; i < together; i++, digits >>= width, padded += width, text += stride) {
      /* The last digit counts even if it is 0. */
      const unsigned zeros = (unsigned)__builtin_ctzll(digits | UINT64_C(1) << (width - 1));
      if (width > 8)
        v8_copy16(text, padded + zeros, 0);
      else
        store_le64(text, load_le64(padded + zeros));
      if (width > 16) store_le32(text + 16, load_le32(padded + zeros + 16));
      lengths[row + i] = (uint8_t)(width - zeros);
    }
  }
}

/* The first rows, a multiple of 16; returns how many. */
static size_t decimal_unpadded_first_rows(const uint64_t *values, size_t rows, uint8_t *text, size_t stride,
                                          uint8_t *lengths) {
  uint8_t padded[DIGITS_PART * DIGITS_20 + DIGITS_BEHIND];
  const size_t whole = rows / 16 * 16;
  for (size_t row = 0; row < whole; row += DIGITS_PART) {
    const size_t part = whole - row < DIGITS_PART ? whole - row : DIGITS_PART;
    uint64_t any = 0;
    for (size_t i = 0; i < part; i++) any |= values[row + i];
    const unsigned width = any < 100000000                     ? DIGITS_8
                           : any < UINT64_C(10000000000000000) ? DIGITS_16
                                                               : DIGITS_20;
    const struct rowkey_place place = {padded, width, DIGITS_BEHIND, padded + sizeof padded};
    bool fits;
    decimal_first_rows(values + row, part, width, UINT64_MAX, &place, &fits);
    memset(padded + part * width, 0, 64);
    uint8_t *to = text + row * stride;
    if (width == DIGITS_8)
      digits_copy_unpadded(padded, part, DIGITS_8, to, stride, lengths + row);
    else if (width == DIGITS_16)
      digits_copy_unpadded(padded, part, DIGITS_16, to, stride, lengths + row);
    else
      digits_copy_unpadded(padded, part, DIGITS_20, to, stride, lengths + row);
  }
  return whole;
}

#endif
