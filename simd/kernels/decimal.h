/* Integers to decimal text in rows. */
#ifndef ROWKEY_SIMD_KERNELS_DECIMAL_H
#define ROWKEY_SIMD_KERNELS_DECIMAL_H

#include "decimal_powers.h"
#include "simd/kernels/decimal_text.h"
#include "simd/kernels/place.h"

/* A hand-written way to write the first rows, where it beats the generic one by a tenth or more. */
#ifdef V_DECIMAL_OVERRIDE_HEADER
#include V_DECIMAL_OVERRIDE_HEADER
#endif

/* ---- zero-padded */

/* `count` vectors of values as chunks of eight characters; the first chunk holds only the characters that
 * belong to the field, from its lowest byte on. first_digits is 2, 4 or 8: what the first chunk is made with.
 */
V_INLINE void decimal_padded_chunks(const vec64 *x, size_t count, unsigned width, enum decimal_domain domain,
                                    int first_digits, vec64 *text) {
  const int chunks = decimal_chunks(domain);
  decimal_digits(x, count, domain, first_digits, text);
  decimal_characters((size_t)chunks * count, text);
  for (size_t i = 0; i < count; i++)
    text[i] = v64_srl_by(text[i], 8 * (8 * (uint32_t)(chunks - 1) + (uint32_t)first_digits - width));
}

/* Up to V64_LANES rows, from a copy of the values, and byte-exact. */
V_INLINE void decimal_padded_exact(vec64 x, size_t rows, unsigned width, enum decimal_domain domain,
                                   int first_digits, const struct rowkey_place *place, size_t row) {
  vec64 text[3];
  decimal_padded_chunks(&x, 1, width, domain, first_digits, text);
  const int chunks = decimal_chunks(domain);
  const size_t first = width - 8 * ((size_t)chunks - 1);
  place_narrow(place, row, rows, first, text[0]);
  for (int i = 1; i < chunks; i++) {
    struct rowkey_place next = *place;
    next.at += first + 8 * ((size_t)i - 1);
    place_narrow(&next, row, rows, 8, text[i]);
  }
}

/* `count` vectors of values to rows that have room for whole stores. The highest bit of a lane of *above then
 * reports a value above `largest`: largest - x has it when x is too large but not above 2^63, where x itself
 * has. */
V_INLINE void decimal_padded_whole(const uint64_t *values, size_t count, unsigned width,
                                   enum decimal_domain domain, int first_digits, vec64 largest, vec64 *above,
                                   uint8_t *at, size_t stride) {
  const size_t chunks = (size_t)decimal_chunks(domain), first = width - 8 * (chunks - 1);
  vec64 x[V_STREAMS_DECIMAL], text[3 * V_STREAMS_DECIMAL];
  for (size_t i = 0; i < count; i++) {
    x[i] = v64_load(values + i * V64_LANES);
    *above = v64_or3(*above, x[i], v64_sub(largest, x[i]));
  }
  decimal_padded_chunks(x, count, width, domain, first_digits, text);
  for (size_t i = 0; i < count; i++, at += V64_LANES * stride) {
    v64_store_rows(at, stride, text[i]);
    for (size_t c = 1; c < chunks; c++) v64_store_rows(at + first + 8 * (c - 1), stride, text[c * count + i]);
  }
}

/* All rows. Returns whether none is `limit` or more; those that are give wrong text. */
V_INLINE bool decimal_padded_rows(const uint64_t *values, size_t rows, unsigned width,
                                  enum decimal_domain domain, int first_digits, uint64_t limit,
                                  const struct rowkey_place *place) {
  enum { TOGETHER = V_STREAMS_DECIMAL * V64_LANES };
  const size_t stride = place->stride;
  /* With more than eight characters all stores stay inside the field. */
  const size_t wide = decimal_chunks(domain) > 1 ? rows : place_wide_rows(place, rows);
  const vec64 largest = v64_set1(limit - 1);
  vec64 above = v64_set1(0);
  size_t row = 0;
  for (; row + TOGETHER <= wide; row += TOGETHER)
    decimal_padded_whole(values + row, V_STREAMS_DECIMAL, width, domain, first_digits, largest, &above,
                         place->at + row * stride, stride);
  for (; V_STREAMS_DECIMAL > 1 && row + V64_LANES <= wide; row += V64_LANES)
    decimal_padded_whole(values + row, 1, width, domain, first_digits, largest, &above,
                         place->at + row * stride, stride);
  while (row < rows) {
    uint64_t part[V64_LANES] = {0};
    const size_t count = rows - row < V64_LANES ? rows - row : V64_LANES;
    memcpy(part, values + row, count * sizeof part[0]);
    const vec64 x = v64_load(part);
    above = v64_or3(above, x, v64_sub(largest, x));
    decimal_padded_exact(x, count, width, domain, first_digits, place, row);
    row += count;
  }
  return !v64_any_negative(above);
}

/* The rows by the cheapest way that their width allows. Above 2^63 the test for the limit does not hold and
 * may say that values do not fit which do. */
static bool decimal_padded_by_width(const uint64_t *values, size_t rows, unsigned width, uint64_t limit,
                                    const struct rowkey_place *place) {
  switch (width) {
    case 1:
    case 2:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_1E8, 2, limit, place);
    case 3:
    case 4:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_1E8, 4, limit, place);
    case 5:
    case 6:
    case 7:
    case 8:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_1E8, 8, limit, place);
    case 9:
    case 10:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_2E39, 2, limit, place);
    case 11:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_2E39, 4, limit, place);
    case 12:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_1E16, 4, limit, place);
    case 13:
    case 14:
    case 15:
    case 16:
      return decimal_padded_rows(values, rows, width, DECIMAL_BELOW_1E16, 8, limit, place);
    case 17:
    case 18:
      return decimal_padded_rows(values, rows, width, DECIMAL_ANY, 2, limit, place);
    default:
      return decimal_padded_rows(values, rows, width, DECIMAL_ANY, 4, limit, place);
  }
}

static size_t decimal_padded(const uint64_t *values, size_t rows, unsigned width,
                             const struct rowkey_place *place) {
  const uint64_t limit = width < 20 ? decimal_powers[width] : UINT64_MAX;
  struct rowkey_place rest = *place;
  bool first_fit = true;
  size_t first = 0;
#ifdef V_HAS_DECIMAL_FIRST_ROWS
  first = decimal_first_rows(values, rows, width, limit, place, &first_fit);
  rest.at += first * place->stride;
#endif
  const bool rest_fit = decimal_padded_by_width(values + first, rows - first, width, limit, &rest);
  if ((first_fit && rest_fit) || width == 20) return rows;
  size_t row = first_fit ? first : 0;
  while (row < rows && values[row] < limit) row++;
  return row;
}

/* ---- unpadded */

V_INLINE void decimal_unpadded_lanes(const uint64_t *values, enum decimal_domain domain, vec64 text[3],
                                     uint64_t lengths[V64_LANES]) {
  const int chunks = decimal_chunks(domain);
  const vec64 x = v64_load(values);
  decimal_digits(&x, 1, domain, 8, text);
  const vec64 zeros = decimal_leading_zeros(chunks, text);
  decimal_characters((size_t)chunks, text);
  decimal_move(text, chunks, zeros);
  v64_store(lengths, v64_srl(v64_sub(v64_set1(64 * (uint64_t)chunks), zeros), 3));
}

V_INLINE void decimal_unpadded_rows(const uint64_t *values, enum decimal_domain domain, uint8_t *text,
                                    size_t stride, uint8_t *lengths) {
  const int chunks = decimal_chunks(domain);
  vec64 moved[3];
  uint64_t wide_lengths[V64_LANES];
  decimal_unpadded_lanes(values, domain, moved, wide_lengths);
  v64_store_rows(text, stride, moved[0]);
  if (chunks > 1) v64_store_rows(text + 8, stride, moved[1]);
  if (chunks > 2) {
    uint64_t last[V64_LANES];
    v64_store(last, moved[2]);
    for (size_t i = 0; i < V64_LANES; i++) store_le32(text + i * stride + 16, last[i]);
  }
  for (size_t i = 0; i < V64_LANES; i++) lengths[i] = (uint8_t)wide_lengths[i];
}

/* V64_LANES rows. */
V_INLINE void decimal_unpadded_any(const uint64_t *values, uint8_t *text, size_t stride, uint8_t *lengths) {
  const vec64 x = v64_load(values);
  const vec64 above_8 = v64_or(x, v64_sub(v64_set1(99999999), x));
  const vec64 above_16 = v64_or(x, v64_sub(v64_set1(9999999999999999), x));
  if (!v64_any_negative(above_8)) {
    decimal_unpadded_rows(values, DECIMAL_BELOW_1E8, text, stride, lengths);
  } else if (!v64_any_negative(above_16)) {
    decimal_unpadded_rows(values, DECIMAL_BELOW_1E16, text, stride, lengths);
  } else {
    decimal_unpadded_rows(values, DECIMAL_ANY, text, stride, lengths);
  }
}

static void decimal_unpadded(const uint64_t *values, size_t rows, uint8_t *text, size_t stride,
                             uint8_t *lengths) {
  size_t row = 0;
#ifdef V_HAS_DECIMAL_FIRST_ROWS
  row = decimal_unpadded_first_rows(values, rows, text, stride, lengths);
#endif
  for (; row + V64_LANES <= rows; row += V64_LANES)
    decimal_unpadded_any(values + row, text + row * stride, stride, lengths + row);
  if (row < rows) {
    uint64_t last[V64_LANES] = {0};
    uint8_t last_text[20 * V64_LANES] = {0}, last_lengths[V64_LANES];
    memcpy(last, values + row, (rows - row) * sizeof last[0]);
    decimal_unpadded_any(last, last_text, 20, last_lengths);
    for (size_t i = 0; row + i < rows; i++) {
      memcpy(text + (row + i) * stride, last_text + 20 * i, 20);
      lengths[row + i] = last_lengths[i];
    }
  }
}

/* V64_LANES rows from `row` on. */
V_INLINE void decimal_strings_lanes(const uint64_t *values, size_t row, uint8_t *text, uint64_t *begin,
                                    uint64_t *end) {
  const vec64 x = v64_load(values);
  vec64 digits[1];
  decimal_digits(&x, 1, DECIMAL_BELOW_1E8, 8, digits);
  const vec64 zeros = decimal_leading_zeros(1, digits);
  decimal_characters(1, digits);
  decimal_move(digits, 1, zeros);
  const vec64 at = v64_sll(v64_add(v64_iota(), v64_set1(row)), 3);
  v64_store_rows(text, 8, digits[0]);
  v64_store(begin, at);
  v64_store(end, v64_sub(v64_add(at, v64_set1(8)), v64_srl(zeros, 3)));
}

static void decimal_strings(const uint64_t *values, size_t rows, uint8_t *text, uint64_t *begin,
                            uint64_t *end) {
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    decimal_strings_lanes(values + row, row, text + 8 * row, begin + row, end + row);
  if (row < rows) {
    const size_t left = rows - row;
    uint64_t last[V64_LANES] = {0}, last_begin[V64_LANES], last_end[V64_LANES];
    uint8_t last_text[8 * V64_LANES];
    memcpy(last, values + row, left * sizeof last[0]);
    decimal_strings_lanes(last, row, last_text, last_begin, last_end);
    memcpy(text + 8 * row, last_text, 8 * left);
    memcpy(begin + row, last_begin, left * sizeof begin[0]);
    memcpy(end + row, last_end, left * sizeof end[0]);
  }
}

#endif
