/* Decimal text to integers. */
#ifndef ROWKEY_SIMD_KERNELS_PARSE_H
#define ROWKEY_SIMD_KERNELS_PARSE_H

#include "simd/kernels/decimal_text.h"

/* One string of any length, exactly; false when it is not a u64. */
static bool parse_one(const uint8_t *text, uint64_t length, uint64_t *value) {
  uint64_t sum = 0;
  bool fits = length > 0;
  for (uint64_t i = 0; i < length && fits; i++) {
    const unsigned digit = (unsigned)text[i] - '0';
    fits = digit <= 9 && !__builtin_mul_overflow(sum, UINT64_C(10), &sum) &&
           !__builtin_add_overflow(sum, (uint64_t)digit, &sum);
  }
  *value = sum;
  return fits;
}

/* What stands before the last 16 of strings of up to 20 characters, times 10^16, added to `numbers`. Returns
 * false, and nothing useful, when a character is no digit or the sum no u64. */
V_INLINE bool parse_add_first(const uint8_t *bytes, vec64 end, vec64 length, vec64 *numbers) {
  const vec64 bits = v64_sll(length, 3);
  const vec64 keep = v64_sllv(v64_set1(UINT64_MAX), v64_sub(v64_set1(192), bits));
  const vec64 text = v64_gather(bytes, v64_sub(end, v64_set1(24)));
  const vec64 digits = v64_and(v64_xor(text, v64_set1(DECIMAL_ZEROS)), keep);
  const vec64 first = v64_join_digits8(digits);
  const vec64 high = v64_mul_lo_by(first, v64_set1(UINT64_C(10000000000000000)));
  *numbers = v64_add(high, *numbers);
  /* 1844 * 10^16 is below 2^64. What is added is below 2^54: the sum is above when only `high` has the
   * highest bit. */
  const vec64 too_large = v64_sub(v64_set1(1844), first);
  const vec64 carry = v64_and(high, v64_xor(*numbers, v64_set1(UINT64_MAX)));
  return !v64_any(v64_no_digits(digits)) && !v64_any_negative(v64_or(too_large, carry));
}

/* Strings of 1…20 characters that end 24 or more bytes into `bytes`, one a lane. Returns false, and nothing
 * useful, when one of them is of another length, ends too early, has a character that is no digit, or is no
 * u64. */
V_INLINE bool parse_lanes(const uint8_t *bytes, const uint64_t *begin, const uint64_t *end, vec64 *numbers) {
  const vec64 ends = v64_load(end), length = v64_sub(ends, v64_load(begin));
  const vec64 before_last = v64_sub(length, v64_set1(1));
  const vec64 outside = v64_or3(before_last, v64_sub(v64_set1(19), before_last), v64_sub(ends, v64_set1(24)));
  if (v64_any_negative(outside) || !v64_join_text16(bytes, end, length, numbers)) return false;
  return !v64_any(v64_srl(before_last, 4)) || parse_add_first(bytes, ends, length, numbers);
}

/* Rows a vector at a time, as long as they can be parsed so; returns how many. */
V_INLINE size_t parse_vectors(const struct rowkey_strings *strings, size_t row, size_t rows,
                              uint64_t *values) {
  const uint8_t *bytes = strings->bytes;
  const uint64_t *begin = strings->begin, *end = strings->end;
  vec64 numbers;
  for (; rows - row >= V64_LANES && parse_lanes(bytes, begin + row, end + row, &numbers); row += V64_LANES)
    v64_store(values + row, numbers);
  return row;
}

static size_t parse_u64(const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  for (size_t row = 0; row < rows;) {
    row = parse_vectors(strings, row, rows, values);
    /* One by one: the last rows, longer numbers, text at the very begin of the buffer, and bad rows. */
    const size_t part = rows - row < V64_LANES ? rows - row : V64_LANES;
    for (size_t i = 0; i < part; i++, row++)
      if (!parse_one(strings->bytes + strings->begin[row], strings->end[row] - strings->begin[row],
                     values + row))
        return row;
  }
  return rows;
}

#endif
